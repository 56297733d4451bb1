//===- Source.cpp - Byte inputs -------------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Stream/Source.h"
#include "ByteOrderMark.h"
#include "Decoder.h"
#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Stream/Platform.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include <fcntl.h>
#include <unistd.h>

using namespace hprof;
using namespace hprof::stream;
using namespace llvm;

Source::~Source() = default;

Error Source::rewind() {
  return make_error<FormatError>(format_errc::io, Offset,
                                 "a pipe cannot be read twice");
}

Expected<std::unique_ptr<Source>> Source::reopen() const {
  return make_error<FormatError>(format_errc::io, Offset,
                                 "a pipe cannot be read twice");
}

uint64_t Source::skip(uint64_t N) {
  uint64_t Done = 0;
  while (Done < N) {
    size_t Got = std::min<uint64_t>(peek(1).size(), N - Done);
    if (!Got)
      break;
    consume(Got);
    Done += Got;
  }
  return Done;
}

namespace {
/// Bytes already in memory, mapped or owned by the caller.
class MemorySource : public Source {
public:
  MemorySource(StringRef Name, ArrayRef<uint8_t> Bytes, size_t WindowSize,
               std::unique_ptr<MemoryBuffer> Owner = nullptr, int Fd = -1)
      : Source(Name, Compression::None), Bytes(Bytes), WindowSize(WindowSize),
        Owner(std::move(Owner)) {
    if (this->Owner &&
        this->Owner->getBufferKind() == MemoryBuffer::MemoryBuffer_MMap)
      File.emplace(Bytes, Fd);
  }

  std::optional<ArrayRef<uint8_t>> contents() const override {
    if (WindowSize)
      return std::nullopt;
    return Bytes;
  }
  ArrayRef<uint8_t> peek(size_t Want) override {
    ArrayRef<uint8_t> Rest = Bytes.drop_front(Offset);
    return WindowSize ? Rest.take_front(std::max(Want, WindowSize)) : Rest;
  }
  void consume(size_t N) override {
    assert(N <= Bytes.size() - Offset && "consumed more than there is");
    Offset += N;
    if (LLVM_UNLIKELY(Offset > DropAt))
      dropPages();
  }
  std::optional<uint64_t> size() const override {
    if (WindowSize)
      return std::nullopt;
    return Bytes.size();
  }
  bool isRewindable() const override { return true; }
  Error rewind() override {
    Offset = 0;
    return Error::success();
  }
  Expected<std::unique_ptr<Source>> reopen() const override {
    return fromMemory(Bytes, name(), WindowSize);
  }
  uint64_t rawSize() const override { return Bytes.size(); }
  void expectJumps(bool AreExpected) override {
    if (!File)
      return;
    File->expectJumps(AreExpected);
    FirstKept = Offset;
    DropAt = AreExpected ? Offset + MaxKept : UINT64_MAX;
  }

private:
  /// Touching a page maps up to 15 others, which count as the process's memory.
  /// Drops those before the current position.
  void dropPages() {
    constexpr uint64_t Align = 1 << 16; // A multiple of all page sizes.
    const uint64_t First = FirstKept / Align * Align;
    const uint64_t Last = Offset / Align * Align;
    giveBackPages(Bytes.slice(First, Last - First));
    FirstKept = Last;
    DropAt = Offset + MaxKept;
  }

  static constexpr uint64_t MaxKept = 64 << 20;
  uint64_t FirstKept = 0;
  uint64_t DropAt = UINT64_MAX; ///< Never, unless jumps are expected.
  ArrayRef<uint8_t> Bytes;
  size_t WindowSize;
  std::unique_ptr<MemoryBuffer> Owner;
  std::optional<MappedFile> File; ///< The file of Owner, if mapped.
};
} // namespace

std::unique_ptr<Source> Source::fromMemory(ArrayRef<uint8_t> Bytes,
                                           StringRef Name, size_t WindowSize) {
  return std::make_unique<MemorySource>(Name, Bytes, WindowSize);
}

/// Enough bytes to distinguish all containers.
static constexpr size_t MagicSize = 8;

std::unique_ptr<Source> Source::openMemory(ArrayRef<uint8_t> Bytes,
                                           StringRef Name,
                                           const SourceOptions &Options) {
  Compression Kind = Decoder::detect(Bytes.take_front(MagicSize));
  if (Kind == Compression::None)
    return fromMemory(withoutByteOrderMark(Bytes), Name);
  return createDecodedSource(Name, Kind, std::make_unique<RawInput>(Bytes),
                             Options);
}

/// Maps a whole file; returns null if that is impossible or it is empty.
static std::unique_ptr<Source> map(int Fd, StringRef Name, uint64_t Size) {
  // Virtual files (/proc) claim to be empty.
  if (!Size)
    return nullptr;
  // Without the terminator, a file of any size is mapped.
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
      MemoryBuffer::getOpenFile(sys::fs::convertFDToNativeFile(Fd), Name, Size,
                                /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return nullptr;
  ArrayRef<uint8_t> Bytes = arrayRefFromStringRef((*Buffer)->getBuffer());
  return std::make_unique<MemorySource>(Name, Bytes, /*WindowSize=*/0,
                                        std::move(*Buffer), Fd);
}

Expected<std::unique_ptr<Source>> Source::open(StringRef Path,
                                               const SourceOptions &Options) {
  bool IsStdin = Path == "-";
  StringRef Name = !Options.Name.empty() ? StringRef(Options.Name)
                   : IsStdin             ? "<stdin>"
                                         : Path;
  int Fd = STDIN_FILENO;
  if (!IsStdin) {
    Expected<sys::fs::file_t> File = sys::fs::openNativeFileForRead(Path);
    if (!File)
      return createFileError(Path, File.takeError());
    Fd = *File;
  }
  sys::fs::file_status Status;
  std::error_code EC = sys::fs::status(Fd, Status);
  if (!EC && Status.type() == sys::fs::file_type::directory_file)
    EC = std::make_error_code(std::errc::is_a_directory);
  bool IsRegular = Status.type() == sys::fs::file_type::regular_file;
  uint64_t Size = !EC && IsRegular ? Status.getSize() : 0;
  auto In = std::make_unique<RawInput>(Fd, !IsStdin, IsRegular, Size);
  if (EC)
    return createFileError(Name, EC);

  const ArrayRef<uint8_t> Start = In->peekStart(MagicSize);
  const bool HasMark = hasByteOrderMark(Start);
  Compression Kind = Decoder::detect(Start);
  if (Kind == Compression::None && IsRegular && !In->error()) {
    if (!In->rewind())
      return createFileError(Name, In->takeError(0));
    if (Options.Map && !HasMark && ::lseek(Fd, 0, SEEK_CUR) <= 0)
      if (std::unique_ptr<Source> Mapped = map(Fd, Name, Size))
        return Mapped;
  }
  return createDecodedSource(Name, Kind, std::move(In), Options);
}

Expected<std::unique_ptr<Source>>
Source::openWritten(int Fd, StringRef Name, const SourceOptions &Options) {
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(Fd, Status))
    return createFileError(Name, EC);
  const int Own = ::fcntl(Fd, F_DUPFD_CLOEXEC, 0);
  if (Own < 0)
    return createFileError(Name,
                           std::error_code(errno, std::generic_category()));
  // A piece is read at explicit positions, so the writer's position is kept.
  const uint64_t Size = Status.getSize();
  auto In =
      std::make_unique<RawInput>(std::vector<RawInput::Piece>{{Own, Size}});
  const Compression Kind = Decoder::detect(In->peekStart(MagicSize));
  if (Kind == Compression::None && Options.Map)
    if (std::unique_ptr<Source> Mapped = map(Own, Name, Size))
      return Mapped;
  if (!In->rewind())
    return createFileError(Name, In->takeError(0));
  return createDecodedSource(Name, Kind, std::move(In), Options);
}

Expected<std::unique_ptr<Source>>
Source::openPieces(ArrayRef<std::string> Paths, const SourceOptions &Options) {
  assert(!Paths.empty() && "no pieces");
  std::vector<RawInput::Piece> Files;
  auto Close = make_scope_exit([&] {
    for (const RawInput::Piece &P : Files)
      ::close(P.Fd);
  });
  for (const std::string &Path : Paths) {
    Expected<sys::fs::file_t> File = sys::fs::openNativeFileForRead(Path);
    if (!File)
      return createFileError(Path, File.takeError());
    Files.push_back({*File, 0});
    sys::fs::file_status Status;
    if (std::error_code EC = sys::fs::status(*File, Status))
      return createFileError(Path, EC);
    if (Status.type() != sys::fs::file_type::regular_file)
      return createFileError(
          Path, make_error<FormatError>(
                    format_errc::io, 0,
                    "expected a regular file, as for other pieces"));
    Files.back().Size = Status.getSize();
  }
  auto In = std::make_unique<RawInput>(std::exchange(Files, {}));
  Compression Kind = Decoder::detect(In->peekStart(MagicSize));
  const std::string Name = Options.Name.empty() ? Paths.front() : Options.Name;
  if (!In->rewind())
    return createFileError(Name, In->takeError(0));
  return createDecodedSource(Name, Kind, std::move(In), Options);
}
