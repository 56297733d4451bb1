//===- Source.cpp - Where bytes come from ---------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Stream/Source.h"
#include "hprof/Format/Error.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include <unistd.h>

using namespace hprof;
using namespace llvm;

Source::~Source() = default;

Error Source::rewind() {
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
/// Bytes that are already in memory, mapped or owned by somebody else.
class MemorySource : public Source {
public:
  MemorySource(StringRef Name, ArrayRef<uint8_t> Bytes, size_t WindowSize,
               std::unique_ptr<MemoryBuffer> Owner = nullptr)
      : Source(Name, Compression::None), Bytes(Bytes), WindowSize(WindowSize),
        Owner(std::move(Owner)) {}

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
  uint64_t rawSize() const override { return Bytes.size(); }

private:
  ArrayRef<uint8_t> Bytes;
  size_t WindowSize;
  std::unique_ptr<MemoryBuffer> Owner;
};

/// A file descriptor that can only be read forward.
class PipeSource : public Source {
public:
  PipeSource(StringRef Name, int Fd)
      : Source(Name, Compression::None), Fd(Fd) {}
  ~PipeSource() override {
    if (Fd != STDIN_FILENO)
      ::close(Fd);
  }

  ArrayRef<uint8_t> peek(size_t Want) override {
    while (End - Begin < Want && !AtEnd)
      fill(Want);
    return ArrayRef(Buffer).slice(Begin, End - Begin);
  }
  void consume(size_t N) override {
    assert(N <= End - Begin && "consumed more than was peeked");
    Begin += N;
    Offset += N;
  }
  Error takeError() override {
    if (!Errno)
      return Error::success();
    return make_error<FormatError>(
        format_errc::io, Offset,
        std::error_code(std::exchange(Errno, 0), std::generic_category())
            .message());
  }

private:
  static constexpr size_t ChunkSize = 1 << 20;

  void fill(size_t Want) {
    size_t Held = End - Begin;
    if (Begin) {
      memmove(Buffer.data(), Buffer.data() + Begin, Held);
      Begin = 0;
      End = Held;
    }
    if (Buffer.size() < std::max(Want, ChunkSize))
      Buffer.resize(std::max(Want, ChunkSize));
    ssize_t Got = sys::RetryAfterSignal(-1, ::read, Fd, Buffer.data() + End,
                                        Buffer.size() - End);
    if (Got <= 0) {
      Errno = Got < 0 ? errno : 0;
      AtEnd = true;
      return;
    }
    End += size_t(Got);
  }

  int Fd;
  std::vector<uint8_t> Buffer;
  size_t Begin = 0, End = 0;
  bool AtEnd = false;
  int Errno = 0;
};
} // namespace

std::unique_ptr<Source> Source::fromMemory(ArrayRef<uint8_t> Bytes,
                                           StringRef Name, size_t WindowSize) {
  return std::make_unique<MemorySource>(Name, Bytes, WindowSize);
}

Expected<std::unique_ptr<Source>> Source::open(StringRef Path,
                                               const SourceOptions &Options) {
  if (Path == "-")
    return std::make_unique<PipeSource>("<stdin>", STDIN_FILENO);
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(Path, Status))
    return createFileError(Path, EC);
  if (Status.type() == sys::fs::file_type::directory_file)
    return createFileError(Path,
                           std::make_error_code(std::errc::is_a_directory));
  Expected<sys::fs::file_t> Fd = sys::fs::openNativeFileForRead(Path);
  if (!Fd)
    return createFileError(Path, Fd.takeError());
  if (Status.type() != sys::fs::file_type::regular_file)
    return std::make_unique<PipeSource>(Path, *Fd);
  // Without the terminator a file is mapped whatever its size.
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getOpenFile(
      *Fd, Path, Status.getSize(), /*RequiresNullTerminator=*/false);
  ::close(*Fd);
  if (!Buffer)
    return createFileError(Path, Buffer.getError());
  ArrayRef<uint8_t> Bytes = arrayRefFromStringRef((*Buffer)->getBuffer());
  return std::make_unique<MemorySource>(Path, Bytes, /*WindowSize=*/0,
                                        std::move(*Buffer));
}
