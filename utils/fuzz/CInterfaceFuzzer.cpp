//===- CInterfaceFuzzer.cpp - What programs ask the C interface for -------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SmallDump.h"
#include "hprof-c/hprof.h"
#include "hprof/Query/QuerySession.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

using namespace hprof;
using namespace llvm;

static void require(bool Holds) {
  if (!Holds)
    abort();
}

//===----------------------------------------------------------------------===//
// Readers of streams
//===----------------------------------------------------------------------===//

/// Reads each byte, so that the address sanitizer detects missing bytes.
static void touch(const void *Data, size_t Bytes) {
  static volatile unsigned Sum;
  for (size_t I = 0; I != Bytes; ++I)
    Sum = Sum + static_cast<const uint8_t *>(Data)[I];
}

static size_t widthOf(StringRef Format) {
  if (Format == "c")
    return 1;
  if (Format == "i")
    return 4;
  require(Format == "l" || Format == "g" || Format == "tsm:UTC");
  return 8;
}

static void readOffsets(const ArrowArray &A, int64_t End) {
  const auto *Ends = static_cast<const int32_t *>(A.buffers[1]);
  require(Ends[0] == 0 && Ends[A.length] <= End);
  for (int64_t I = 0; I != A.length; ++I)
    require(Ends[I] <= Ends[I + 1]);
}

/// Checks that the contents of \p A match its type \p S.
static void read(const ArrowSchema &S, const ArrowArray &A) {
  const StringRef Format = S.format;
  require(A.release && A.length >= 0 && A.offset == 0);
  require(A.n_children == S.n_children && !A.dictionary == !S.dictionary);
  require(A.n_buffers >= 1 && A.null_count <= A.length);
  if (A.buffers[0])
    touch(A.buffers[0], size_t(A.length + 7) / 8);
  else
    require(A.null_count <= 0);
  if (Format == "u") {
    const int32_t End = static_cast<const int32_t *>(A.buffers[1])[A.length];
    readOffsets(A, End);
    touch(A.buffers[2], size_t(End));
  } else if (Format == "+l") {
    readOffsets(A, A.children[0]->length);
  } else if (Format == "+s") {
    for (int64_t I = 0; I != A.n_children; ++I)
      require(A.children[I]->length == A.length);
  } else if (Format == "b") {
    touch(A.buffers[1], size_t(A.length + 7) / 8);
  } else {
    touch(A.buffers[1], size_t(A.length) * widthOf(Format));
  }
  for (int64_t I = 0; I != A.n_children; ++I)
    read(*S.children[I], *A.children[I]);
  if (S.dictionary)
    read(*S.dictionary, *A.dictionary);
}

template <class T> static void release(T &Of) {
  if (Of.release)
    Of.release(&Of);
  require(!Of.release);
}

//===----------------------------------------------------------------------===//
// A program
//===----------------------------------------------------------------------===//

namespace {
/// A heap with streams and batches of it, which a program uses in any order.
class Program {
public:
  explicit Program(StringRef Names);
  ~Program();
  void run(StringRef Line);

private:
  static constexpr size_t Places = 4;
  struct Place {
    ArrowArrayStream Stream = {};
    ArrowSchema Type = {};
    ArrowArray Batch = {};
  };

  int32_t open(char What, StringRef Rest, Place &To);
  int32_t table(StringRef Rest, ArrowArrayStream &To);
  void pull(Place &From);

  /// Bounds the time of a query without a clock.
  static int isCancelled(void *Is) {
    return ++static_cast<Program *>(Is)->Asked > MostAsked;
  }

  static constexpr unsigned MostAsked = 500;
  unsigned Asked = 0;
  std::string Path;
  hprof_store *Store = nullptr;
  hprof_error Failed = {};
  std::array<Place, Places> All;
};
} // namespace

Program::Program(StringRef Names) {
  static const int File = memfd_create("fuzz-c-interface", 0);
  Path = "/proc/self/fd/" + std::to_string(File);
  SmallVector<StringRef, 8> Fields;
  const auto [Class, Rest] = Names.split(',');
  Rest.split(Fields, ',', 300, /*KeepEmpty=*/false);
  const std::string Dump = smallDump(Class, Fields);
  require(!ftruncate(File, 0));
  require(pwrite(File, Dump.data(), Dump.size(), 0) == ssize_t(Dump.size()));
  hprof_options Options = {};
  Options.size = sizeof(Options);
  Options.threads = 1;
  Options.max_memory = 64 << 20;
  Options.user = this;
  Options.cancelled = isCancelled;
  const int32_t Code = hprof_open(Path.c_str(), &Options, &Store, &Failed);
  require((Code == HPROF_OK) == (Store != nullptr) && Code == Failed.code);
  require(!Code || Failed.text);
}

/// Streams may outlive the heap, and batches their stream.
Program::~Program() {
  hprof_close(Store);
  for (Place &P : All) {
    release(P.Stream);
    release(P.Batch);
    release(P.Type);
  }
  hprof_error_clear(&Failed);
}

/// \p Rest: NAME, and "name=value" for each argument, separated by tabs.
int32_t Program::table(StringRef Rest, ArrowArrayStream &To) {
  SmallVector<StringRef, 8> Words;
  Rest.split(Words, '\t');
  std::vector<std::string> Texts;
  for (StringRef Word : drop_begin(Words)) {
    const auto [Name, Value] = Word.split('=');
    Texts.push_back(Name.str());
    // No other files are read.
    Texts.push_back(Name == "after" ? Path : Value.str());
  }
  std::vector<hprof_argument> Arguments;
  for (size_t I = 0; I != Texts.size(); I += 2)
    Arguments.push_back({Texts[I].c_str(), Texts[I + 1].c_str()});
  return hprof_table(Store, Words.front().str().c_str(), Arguments.data(),
                     Arguments.size(), &To, &Failed);
}

int32_t Program::open(char What, StringRef Rest, Place &To) {
  if (What == 't')
    return table(Rest, To.Stream);
  if (What == 'q')
    return hprof_query(Store, Rest.str().c_str(), &To.Stream, &Failed);
  if (What == 'l')
    return hprof_tables(Store, &To.Stream, &Failed);
  uint64_t Id = 0;
  (void)Rest.getAsInteger(0, Id);
  return hprof_object(Store, Id, &To.Stream, &Failed);
}

void Program::pull(Place &From) {
  if (!From.Stream.release)
    return;
  release(From.Type);
  release(From.Batch);
  const char *Why = nullptr;
  if (From.Stream.get_schema(&From.Stream, &From.Type)) {
    Why = From.Stream.get_last_error(&From.Stream);
    require(!From.Type.release && Why && *Why);
  }
  if (From.Stream.get_next(&From.Stream, &From.Batch)) {
    Why = From.Stream.get_last_error(&From.Stream);
    require(!From.Batch.release && Why && *Why);
  } else if (From.Batch.release) {
    require(From.Type.release);
    read(From.Type, From.Batch);
  }
}

/// \p Line: a letter for the action, a digit for the slot, and the source of a
/// stream.
void Program::run(StringRef Line) {
  if (Line.size() < 2)
    return;
  const char What = Line[0];
  Place &At = All[size_t(Line[1]) % Places];
  Asked = 0;
  if (What == 'n')
    pull(At);
  else if (What == 'b')
    release(At.Batch);
  else if (What == 's')
    release(At.Type);
  else if (What == 'r')
    release(At.Stream);
  else if (What == 'c')
    hprof_close(std::exchange(Store, nullptr));
  if (StringRef("tqlo").find(What) == StringRef::npos)
    return;
  release(At.Stream);
  hprof_error_clear(&Failed);
  const int32_t Code = open(What, Line.drop_front(2), At);
  require(Code == Failed.code && !Code == !Failed.text);
  require((Code == HPROF_OK) == (At.Stream.release != nullptr));
  require(Store || Code == HPROF_BAD_ARGUMENT);
  pull(At);
}

/// The input is a line with names, and a line for each step of a program.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer requires it.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  QuerySession::limitMemory(64 << 20);
  auto [Names, Rest] =
      StringRef(reinterpret_cast<const char *>(Data), Size).split('\n');
  Program Is(Names);
  for (unsigned Steps = 0; Steps != 64 && !Rest.empty(); ++Steps) {
    const auto [Line, Others] = Rest.split('\n');
    Is.run(Line);
    Rest = Others;
  }
  return 0;
}
