//===- RawInput.cpp - Undecoded input -------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RawInput.h"
#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Stream/Platform.h"
#include "llvm/Support/Errno.h"
#include <algorithm>
#include <cstring>
#include <poll.h>
#include <unistd.h>

using namespace hprof;
using namespace hprof::stream;
using namespace llvm;

RawInput::RawInput(int Fd, bool Owned, bool Regular, uint64_t Size)
    : Fd(Fd), Size(Size), Owned(Owned), Regular(Regular) {
  if (Regular) {
    FirstByte = std::max<off_t>(::lseek(Fd, 0, SEEK_CUR), 0);
    return;
  }
  // Only inputs that may block must be interruptible.
  if (!makePipe(Wake))
    Wake[0] = Wake[1] = -1;
  widenPipe(Fd);
}

RawInput::RawInput(std::vector<Piece> Files)
    : Pieces(std::move(Files)), Owned(true), Regular(true) {
  for (const Piece &P : Pieces)
    Size += P.Size;
}

RawInput::~RawInput() {
  if (Owned && Fd >= 0)
    ::close(Fd);
  if (Owned)
    for (const Piece &P : Pieces)
      ::close(P.Fd);
  for (int W : Wake)
    if (W >= 0)
      ::close(W);
}

bool RawInput::waitReadable() {
  if (Wake[0] < 0)
    return true;
  pollfd Fds[] = {{Fd, POLLIN, 0}, {Wake[0], POLLIN, 0}};
  sys::RetryAfterSignal(-1, ::poll, &Fds[0], nfds_t(2), -1);
  return !Stopped;
}

/// Reads from the descriptor, or from that of the next piece.
ssize_t RawInput::readFrom(MutableArrayRef<uint8_t> Into) const {
  uint64_t At = offset();
  int From = Fd;
  for (const Piece &P : Pieces) {
    From = P.Fd;
    if (At < P.Size) {
      Into =
          Into.take_front(size_t(std::min<uint64_t>(Into.size(), P.Size - At)));
      break;
    }
    // Past the end of the last piece, At remains relative to it.
    if (&P != &Pieces.back())
      At -= P.Size;
  }
  // Larger reads gain nothing, and read() may not return more than INT_MAX.
  const size_t Most = std::min<size_t>(Into.size(), 1 << 22);
  if (IsBeside || !Pieces.empty())
    return sys::RetryAfterSignal(-1, ::pread, From, Into.data(), Most,
                                 off_t(FirstByte + At));
  return sys::RetryAfterSignal(-1, ::read, From, Into.data(), Most);
}

size_t RawInput::read(MutableArrayRef<uint8_t> Into) {
  if (Into.empty() || Stopped || Errno)
    return 0;
  if (StartUsed < Start.size()) {
    size_t N = std::min(Into.size(), Start.size() - StartUsed);
    memcpy(Into.data(), Start.data() + StartUsed, N);
    StartUsed += N;
    Offset.fetch_add(N, std::memory_order_relaxed);
    return N;
  }
  if (Fd < 0 && Pieces.empty()) {
    size_t N = std::min<size_t>(Into.size(), Memory.size() - offset());
    if (N)
      memcpy(Into.data(), Memory.data() + offset(), N);
    Offset.fetch_add(N, std::memory_order_relaxed);
    return N;
  }
  if (!waitReadable())
    return 0;
  const ssize_t Got = readFrom(Into);
  if (Got < 0) {
    Errno = errno;
    return 0;
  }
  Offset.fetch_add(size_t(Got), std::memory_order_relaxed);
  return size_t(Got);
}

ArrayRef<uint8_t> RawInput::peekStart(size_t N) {
  if (Fd < 0 && Pieces.empty())
    return Memory.take_front(N);
  std::vector<uint8_t> Buffer(N);
  size_t Have = 0;
  while (Have < N) {
    size_t Got = read(MutableArrayRef<uint8_t>(Buffer).drop_front(Have));
    if (!Got)
      break;
    Have += Got;
  }
  Buffer.resize(Have);
  Start = std::move(Buffer);
  StartUsed = 0;
  Offset.store(0, std::memory_order_relaxed);
  return Start;
}

Error RawInput::takeError(uint64_t At) {
  if (!Errno)
    return Error::success();
  return make_error<FormatError>(
      format_errc::io, At,
      "read error at raw offset 0x" + Twine::utohexstr(offset()) + ": " +
          std::error_code(Errno, std::generic_category()).message());
}

std::unique_ptr<RawInput> RawInput::reopen() const {
  std::unique_ptr<RawInput> Other(new RawInput());
  Other->Fd = Fd;
  Other->Memory = Memory;
  Other->Pieces = Pieces;
  Other->Size = Size;
  Other->FirstByte = FirstByte;
  Other->Regular = Regular;
  Other->IsBeside = true;
  return Other;
}

bool RawInput::rewind() {
  if (Fd >= 0 && !IsBeside && ::lseek(Fd, off_t(FirstByte), SEEK_SET) < 0) {
    Errno = errno;
    return false;
  }
  Start.clear();
  StartUsed = 0;
  Errno = 0;
  Stopped = false;
  Offset.store(0, std::memory_order_relaxed);
  return true;
}

void RawInput::stop() {
  Stopped = true;
  if (Wake[1] >= 0)
    (void)sys::RetryAfterSignal(-1, ::write, Wake[1], "", size_t(1));
}

ArrayRef<uint8_t> RawWindow::peek(size_t Want) {
  while (End - Begin < Want && !AtEnd)
    fill(Want);
  return ArrayRef(Buffer).slice(Begin, End - Begin);
}

void RawWindow::fill(size_t Want) {
  constexpr size_t Least = 1 << 18;
  size_t Held = End - Begin;
  // Moving the bytes is cheap if it happens only once per two windows.
  size_t Capacity = std::max(Least, 2 * Want);
  if (Begin && Buffer.size() - Begin < std::max(Want, Least)) {
    memmove(Buffer.data(), Buffer.data() + Begin, Held);
    Begin = 0;
    End = Held;
  }
  if (Buffer.size() - Begin < Want || Buffer.empty()) {
    // A small file needs no large buffer; one extra byte detects its end.
    if (uint64_t Size = In.size())
      Capacity = size_t(std::min<uint64_t>(
          Capacity, Held + (Size - std::min(Size, In.offset())) + 1));
    Buffer.resize(std::max(Buffer.size(), Begin + Capacity));
  }
  if (End == Buffer.size()) // The file is longer than its stated size.
    Buffer.resize(End + Least);
  size_t Got = In.read(MutableArrayRef<uint8_t>(Buffer).drop_front(End));
  AtEnd = Got == 0;
  End += Got;
}

void RawWindow::unread(ArrayRef<uint8_t> Bytes) {
  Position -= Bytes.size();
  if (Bytes.size() <= Begin) {
    Begin -= Bytes.size();
    memcpy(Buffer.data() + Begin, Bytes.data(), Bytes.size());
    return;
  }
  std::vector<uint8_t> Joined;
  Joined.reserve(Bytes.size() + (End - Begin));
  Joined.assign(Bytes.begin(), Bytes.end());
  Joined.insert(Joined.end(), Buffer.begin() + Begin, Buffer.begin() + End);
  Buffer = std::move(Joined);
  Begin = 0;
  End = Buffer.size();
}
