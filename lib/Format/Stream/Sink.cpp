//===- Sink.cpp - Byte outputs --------------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Stream/Sink.h"
#include "BlockCompressor.h"
#include "WriteBehind.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cassert>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace hprof;
using namespace hprof::stream;
using namespace llvm;

Compression hprof::compressionForPath(StringRef Path) {
  if (Path.ends_with(".gz"))
    return Compression::Gzip;
  if (Path.ends_with(".zst"))
    return Compression::Zstd;
  return Compression::None;
}

Sink::~Sink() = default;

void Sink::appendSlow(ArrayRef<uint8_t> Bytes) {
  while (!Bytes.empty()) {
    size_t N = std::min({Bytes.size(), size_t(BufferEnd - Cursor), MaxPiece});
    memcpy(Cursor, Bytes.data(), N);
    Cursor += N;
    Bytes = Bytes.drop_front(N);
    if (Cursor == BufferEnd)
      emit(/*IsLast=*/false);
  }
}

void Sink::patch(uint64_t Offset, ArrayRef<uint8_t> Bytes) {
  assert(canPatch() && "written bytes cannot be patched");
  assert(Offset + Bytes.size() <= offset() && "patch past the end");
  if (Offset < Emitted) {
    size_t N = size_t(std::min<uint64_t>(Bytes.size(), Emitted - Offset));
    patchEmitted(Offset, Bytes.take_front(N));
    Bytes = Bytes.drop_front(N);
    Offset += N;
  }
  if (!Bytes.empty())
    memcpy(Buffer + (Offset - Emitted), Bytes.data(), Bytes.size());
}

Error Sink::finish() {
  emit(/*IsLast=*/true);
  return errorCodeToError(Failure);
}

namespace {
/// The destination of the final bytes.
class Target {
public:
  virtual ~Target() = default;
  virtual std::error_code write(ArrayRef<uint8_t> Bytes) = 0;
  virtual bool canOverwrite() const { return false; }
  virtual std::error_code overwrite(uint64_t Offset, ArrayRef<uint8_t> Bytes) {
    return std::make_error_code(std::errc::invalid_seek);
  }
};

std::error_code lastError() { return {errno, std::generic_category()}; }

class FileTarget : public Target {
public:
  explicit FileTarget(int Fd) : Fd(Fd) {
    struct stat Status;
    off_t At = ::lseek(Fd, 0, SEEK_CUR);
    bool IsRegular = ::fstat(Fd, &Status) == 0 && S_ISREG(Status.st_mode);
    // In append mode, every write goes to the end of the file.
    CanSeek = At >= 0 && IsRegular && !(::fcntl(Fd, F_GETFL) & O_APPEND);
    // For larger writes, the kernel allocates larger blocks of free memory.
    // Such blocks have often been idle, and are slow if a virtual machine has
    // returned them to its host.
    if (IsRegular)
      MostAtOnce = 1 << 16;
    Base = std::max<off_t>(At, 0);
  }
  std::error_code write(ArrayRef<uint8_t> Bytes) override {
    return all(Bytes, [&](const uint8_t *From, size_t N, uint64_t) {
      return ::write(Fd, From, N);
    });
  }
  bool canOverwrite() const override { return CanSeek; }
  std::error_code overwrite(uint64_t Offset, ArrayRef<uint8_t> Bytes) override {
    return all(Bytes, [&](const uint8_t *From, size_t N, uint64_t Done) {
      return ::pwrite(Fd, From, N, Base + off_t(Offset + Done));
    });
  }

private:
  template <typename Fn>
  std::error_code all(ArrayRef<uint8_t> Bytes, Fn Write) {
    uint64_t Done = 0;
    while (!Bytes.empty()) {
      size_t Most = std::min(Bytes.size(), MostAtOnce);
      ssize_t N = sys::RetryAfterSignal(-1, Write, Bytes.data(), Most, Done);
      if (N < 0)
        return lastError();
      Bytes = Bytes.drop_front(size_t(N));
      Done += uint64_t(N);
    }
    return {};
  }

  int Fd;
  off_t Base;
  bool CanSeek;
  size_t MostAtOnce = 1 << 30; // Linux writes no more than this at once.
};

class MemoryTarget : public Target {
public:
  explicit MemoryTarget(SmallVectorImpl<char> &Out)
      : Out(Out), Base(Out.size()) {}
  std::error_code write(ArrayRef<uint8_t> Bytes) override {
    Out.append(Bytes.begin(), Bytes.end());
    return {};
  }
  bool canOverwrite() const override { return true; }
  std::error_code overwrite(uint64_t Offset, ArrayRef<uint8_t> Bytes) override {
    memcpy(Out.data() + Base + Offset, Bytes.data(), Bytes.size());
    return {};
  }

private:
  SmallVectorImpl<char> &Out;
  size_t Base;
};

class StreamTarget : public Target {
public:
  explicit StreamTarget(raw_ostream &OS) : OS(OS) {}
  std::error_code write(ArrayRef<uint8_t> Bytes) override {
    OS << toStringRef(Bytes);
    return {};
  }

private:
  raw_ostream &OS;
};

class PlainSink : public Sink {
public:
  /// With \p InBackground, all but short outputs are written on another thread.
  PlainSink(std::unique_ptr<Target> To, bool InBackground)
      : To(std::move(To)), InBackground(InBackground) {
    renew(allocatePages(Size));
  }
  bool canPatch() const override { return To->canOverwrite(); }

private:
  static constexpr size_t Size = 1 << 20;

  void renew(PageMemory Fresh) {
    Memory = std::move(Fresh);
    Buffer = Cursor = Memory.get();
    BufferEnd = Buffer + Size;
  }
  void emit(bool IsLast) override;
  void appendSlow(ArrayRef<uint8_t> Bytes) override {
    if (Bytes.size() < Size || InBackground)
      return Sink::appendSlow(Bytes);
    emit(false);
    put(Bytes);
  }
  void patchEmitted(uint64_t Offset, ArrayRef<uint8_t> Bytes) override;
  void put(ArrayRef<uint8_t> Bytes) {
    if (!hasFailed())
      fail(To->write(Bytes));
    Emitted += Bytes.size();
  }

  std::unique_ptr<Target> To;
  PageMemory Memory;
  const bool InBackground;
  std::unique_ptr<WriteBehind> Behind; ///< Destroyed before its target.
};

// More threads would only cost memory: these saturate any disk.
constexpr unsigned MaxThreads = 16;
unsigned threadCount(const SinkOptions &Options) {
  unsigned N = Options.Threads ? Options.Threads
                               : hardware_concurrency().compute_thread_count();
  return std::min(N, MaxThreads);
}

/// Compresses its buffer, a block at a time, on other threads.
class BlockSink : public Sink {
public:
  BlockSink(std::unique_ptr<Target> To, const SinkOptions &Options)
      : To(std::move(To)), Options(Options), Threads(threadCount(Options)),
        Jobs(Threads) {
    renew();
  }

private:
  void emit(bool IsLast) override;
  void renew();
  void writeOldest();

  std::unique_ptr<Target> To;
  SinkOptions Options;
  unsigned Threads;
  OrderedJobs Jobs;
  std::unique_ptr<CompressedBlock> Next; // Owns the buffer.
  std::vector<std::unique_ptr<CompressedBlock>> Spare;
  bool IsFirst = true;
};
} // namespace

void PlainSink::emit(bool IsLast) {
  if (InBackground && !IsLast && !Behind)
    Behind = std::make_unique<WriteBehind>(
        [this](ArrayRef<uint8_t> Bytes, std::optional<uint64_t> At) {
          return At ? To->overwrite(*At, Bytes) : To->write(Bytes);
        });
  if (!Behind) {
    put({Buffer, Cursor});
    Cursor = Buffer;
    return;
  }
  size_t Used = size_t(Cursor - Buffer);
  Emitted += Used;
  if (Used && !hasFailed()) {
    fail(Behind->post({std::move(Memory), Used, std::nullopt}));
    PageMemory Spare = Behind->takeSpare();
    renew(Spare ? std::move(Spare) : allocatePages(Size));
  }
  Cursor = Buffer;
  if (IsLast)
    fail(Behind->drain());
}

void PlainSink::patchEmitted(uint64_t Offset, ArrayRef<uint8_t> Bytes) {
  if (hasFailed())
    return;
  if (!Behind)
    return fail(To->overwrite(Offset, Bytes));
  // The overwritten bytes may still be queued.
  PageMemory Copy = allocatePages(Bytes.size());
  memcpy(Copy.get(), Bytes.data(), Bytes.size());
  fail(Behind->post({std::move(Copy), Bytes.size(), Offset}));
}

void BlockSink::renew() {
  if (Spare.empty())
    Spare.push_back(createCompressedBlock(Options.Kind, Options.Level));
  Next = std::move(Spare.back());
  Spare.pop_back();
  Buffer = Cursor = Next->In.get();
  BufferEnd = Buffer + Next->BlockSize;
}

void BlockSink::writeOldest() {
  std::unique_ptr<CompressedBlock> Block(
      static_cast<CompressedBlock *>(Jobs.next().release()));
  if (!hasFailed())
    fail(Block->Failure ? Block->Failure : To->write(Block->Out));
  Spare.push_back(std::move(Block));
}

void BlockSink::emit(bool IsLast) {
  // Empty output is an empty member or frame, not zero bytes.
  if (Cursor != Buffer || IsFirst) {
    Next->InSize = size_t(Cursor - Buffer);
    Next->IsFirst = std::exchange(IsFirst, false);
    Emitted += Next->InSize;
    Jobs.post(std::move(Next));
    if (Jobs.size() > (Threads == 1 ? 0 : Threads + 1))
      writeOldest();
    renew();
  }
  while (IsLast && Jobs.size())
    writeOldest();
}

static std::unique_ptr<Sink> create(std::unique_ptr<Target> To,
                                    const SinkOptions &Options,
                                    bool IsFile = false) {
  if (Options.Kind == Compression::None)
    return std::make_unique<PlainSink>(std::move(To),
                                       IsFile && threadCount(Options) > 1);
  return std::make_unique<BlockSink>(std::move(To), Options);
}

std::unique_ptr<Sink> Sink::toFile(int Fd, const SinkOptions &Options) {
  return create(std::make_unique<FileTarget>(Fd), Options, /*IsFile=*/true);
}

std::unique_ptr<Sink> Sink::toMemory(SmallVectorImpl<char> &Out,
                                     const SinkOptions &Options) {
  return create(std::make_unique<MemoryTarget>(Out), Options);
}

std::unique_ptr<Sink> Sink::toStream(raw_ostream &OS,
                                     const SinkOptions &Options) {
  return create(std::make_unique<StreamTarget>(OS), Options);
}
