//===- MemoryBudget.cpp - Limits memory use -------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Columns/MemoryBudget.h"
#include "Platform.h"
#include "SystemError.h"
#include "hprof/Analysis/Columns/SharedProcess.h"
#include "hprof/Format/Stream/Platform.h"
#include "hprof/Format/Stream/TemporaryFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include <algorithm>
#include <chrono>
#include <sys/mman.h>
#include <unistd.h>

using namespace hprof;
using namespace llvm;

/// Number of bytes to drop at a time.
static constexpr uint64_t DropBytes = 4 << 20;
/// Minimum size of files that are written to disk early.
static constexpr uint64_t EarlyBytes = 64 << 20;
/// Interval between requests to write pages to disk.
static constexpr std::chrono::milliseconds WriteEvery(50);
/// Interval between checks by the watcher thread.
static constexpr std::chrono::microseconds LookEvery(500);
/// Maximum number of checks that skip an input found not to be in use.
static constexpr unsigned LongestPause = 31;

static std::atomic<bool> IsShared{false};

void hprof::shareProcess(bool Is) { IsShared = Is; }

bool hprof::isProcessShared() { return IsShared; }

/// Returns the size of all \p Ranges in bytes.
template <class Range>
static uint64_t sizeOfAll(const std::vector<Range> &Ranges) {
  uint64_t Bytes = 0;
  for (const Range &R : Ranges)
    Bytes += R.Size;
  return Bytes;
}

std::shared_ptr<MemoryBudget> MemoryBudget::create(uint64_t Limit,
                                                   StringRef Directory) {
  return std::shared_ptr<MemoryBudget>(new MemoryBudget(Limit, Directory));
}

MemoryBudget::~MemoryBudget() {
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    IsStopping = true;
  }
  Stop.notify_all();
  Watcher.join();
  Writer.join();
}

Error MemoryBudget::plan(uint64_t Bytes, uint64_t Left) {
  std::lock_guard<std::mutex> Lock(Mutex);
  if (Bytes <= Limit)
    return Error::success();
  IsSpilling = true;
  WritesEarly = Bytes > Left;
  ErrorOr<sys::fs::space_info> Space = sys::fs::disk_space(Directory);
  if (!Space)
    return createFileError(Directory, Space.getError());
  if (Space->available + Limit < Bytes)
    return createFileError(
        Directory,
        createStringError(std::make_error_code(std::errc::no_space_on_device),
                          "about " + Twine(Bytes - Limit) +
                              " bytes are needed for temporary files, " +
                              Twine(Space->available) + " are available"));
  return Error::success();
}

void MemoryBudget::reserve(uint64_t Bytes) {
  std::lock_guard<std::mutex> Lock(Mutex);
  InMemory += Bytes;
}

Expected<uint8_t *> MemoryBudget::take(uint64_t Bytes, MemoryAccess Access,
                                       int &File) {
  std::lock_guard<std::mutex> Lock(Mutex);
  // If the limit is insufficient, a fifth of it is reserved for file pages,
  // which is enough for sequential access.
  uint64_t Own = Access == MemoryAccess::Random ? Limit / 5 * 4 : 0;
  File = -1;
  if (InMemory + Bytes <= (IsSpilling ? Own : Limit)) {
    uint8_t *P = columns::newPages(Bytes);
    if (!P)
      return systemError("cannot get " + Twine(Bytes) + " bytes of memory");
    InMemory += Bytes;
    return P;
  }
  IsSpilling = true;
  if (!Watcher.isJoinable() && !Watcher.start([this] { watch(); }))
    return createStringError(
        "cannot start the thread that enforces the memory limit");
  Expected<Range> Made = mapFile(Bytes);
  if (!Made)
    return createFileError(Directory, Made.takeError());
  File = Made->File;
  Files.push_back(*Made);
  InFiles += Bytes;
  // With random access, the same pages would be written to disk many times.
  if (WritesEarly && Access != MemoryAccess::Random && Bytes >= EarlyBytes)
    writeEarly(*Made);
  return Made->Data;
}

Expected<MemoryBudget::Range> MemoryBudget::mapFile(uint64_t Bytes) {
  Expected<int> Fd = createUnnamedFile(Directory);
  if (!Fd)
    return Fd.takeError();
  // Allocate now: a full disk later would raise a signal.
  if (int Code = columns::allocateFile(*Fd, Bytes)) {
    ::close(*Fd);
    errno = Code;
    return systemError("cannot get " + Twine(Bytes) +
                       " bytes for a temporary file");
  }
  void *P = ::mmap(nullptr, Bytes, PROT_READ | PROT_WRITE, MAP_SHARED, *Fd, 0);
  if (P == MAP_FAILED) {
    int Code = errno;
    ::close(*Fd);
    errno = Code;
    return systemError("cannot map a temporary file of " + Twine(Bytes) +
                       " bytes");
  }
  return Range{static_cast<uint8_t *>(P), Bytes, *Fd};
}

void MemoryBudget::writeEarly(const Range &R) {
  std::lock_guard<std::mutex> Lock(WriterMutex);
  Written.push_back(R.File);
  // If the thread cannot be started, the system decides when to write.
  if (!Writer.isJoinable())
    (void)Writer.start([this] { write(); });
}

void MemoryBudget::give(uint8_t *Data, uint64_t Bytes, int File) {
  if (File >= 0) {
    std::lock_guard<std::mutex> Lock(WriterMutex);
    erase(Written, File);
  }
  std::lock_guard<std::mutex> Lock(Mutex);
  if (File >= 0) {
    InFiles -= Bytes;
    auto It = find_if(Files, [&](const Range &R) { return R.Data == Data; });
    if (size_t(It - Files.begin()) < Hand)
      --Hand;
    Files.erase(It);
    ::close(File);
  } else {
    InMemory -= Bytes;
  }
  ::munmap(Data, Bytes);
}

void MemoryBudget::addInput(ArrayRef<uint8_t> Mapped) {
  if (Mapped.empty() || !isMappedFile(Mapped))
    return;
  std::lock_guard<std::mutex> Lock(Mutex);
  uint64_t Page = uint64_t(::sysconf(_SC_PAGESIZE));
  uint64_t Into = reinterpret_cast<uintptr_t>(Mapped.begin()) % Page;
  Inputs.push_back(
      {const_cast<uint8_t *>(Mapped.begin()) - Into, Mapped.size() + Into});
  // Without the thread, the system reclaims these pages when memory is short.
  if (IsShared && !Watcher.isJoinable() && Limit / 2 < sizeOfAll(Inputs))
    (void)Watcher.start([this] { watch(); });
}

void MemoryBudget::removeInput(ArrayRef<uint8_t> Mapped) {
  std::lock_guard<std::mutex> Lock(Mutex);
  // The same range may have been added more than once.
  const auto It = find_if(
      Inputs, [&](const Range &R) { return R.Data + R.Size == Mapped.end(); });
  if (It == Inputs.end())
    return;
  if (Watcher.isJoinable())
    giveBackPages(ArrayRef(It->Data, It->Size));
  Inputs.erase(It);
}

void MemoryBudget::watch() {
  std::unique_lock<std::mutex> Lock(Mutex);
  while (!Stop.wait_for(Lock, LookEvery, [&] { return IsStopping; }))
    trim();
}

void MemoryBudget::write() {
  for (;;) {
    {
      std::unique_lock<std::mutex> Lock(Mutex);
      if (Stop.wait_for(Lock, WriteEvery, [&] { return IsStopping; }))
        return;
    }
    for (size_t I = 0;; ++I) {
      // Locked for one file at a time: the call may wait for the disk.
      std::lock_guard<std::mutex> Lock(WriterMutex);
      if (I >= Written.size())
        break;
      columns::startWriting(Written[I]);
    }
  }
}

uint64_t MemoryBudget::resident() const {
  const uint64_t Pages = columns::residentBytes(IsShared, DroppedAt);
  if (columns::isResidentExact())
    return Pages + (IsShared ? InMemory : 0);
  // Blocks in memory remain when pages are dropped. File pages cannot exceed
  // the size of the files.
  return InMemory + std::min(Pages, InFiles + sizeOfAll(Inputs));
}

void MemoryBudget::trim() {
  // Headroom until the next check: pages in the page cache are mapped again at
  // 40 to 50 MB per millisecond, and are dropped more slowly. Without file
  // pages, there is nothing to drop.
  uint64_t Most = std::clamp<uint64_t>(Limit / 8 * 3, uint64_t(8) << 20,
                                       uint64_t(320) << 20);
  uint64_t Spare = std::min(Most, (Limit - std::min(InMemory, Limit)) / 3 * 2);
  uint64_t High = Limit > 2 * Spare ? Limit - Spare : Limit / 2;
  uint64_t Low = High - High / 16;
  uint64_t Resident = resident();
  if (InputPause)
    --InputPause;
  if (Resident <= High)
    return;
  if (!columns::isResidentExact())
    return dropAll();
  if (!InputPause) {
    dropInputs();
    uint64_t Left = resident();
    // If little was dropped, the inputs are not being read.
    if (Resident - std::min(Left, Resident) < High / 32)
      InputPause = NextPause = std::min(2 * NextPause + 1, LongestPause);
    else
      NextPause = 0;
    Resident = Left;
  }
  uint64_t Round = InFiles / DropBytes + Files.size() + 1;
  for (uint64_t N = 0; Resident > Low && N < Round; ++N) {
    if (!dropNext())
      break;
    if (N % 2 == 1)
      Resident = resident();
  }
}

void MemoryBudget::dropInputs() {
  for (const Range &R : Inputs)
    giveBackPages(ArrayRef(R.Data, R.Size));
}

void MemoryBudget::dropAll() {
  // Marked before dropping: other threads may map pages in the meantime.
  DroppedAt = columns::residentMark();
  dropInputs();
  for (const Range &R : Files)
    columns::giveBackFilePages(R.Data, R.Size, R.File, 0);
}

bool MemoryBudget::dropNext() {
  if (Files.empty())
    return false;
  if (Hand >= Files.size())
    Hand = HandOffset = 0;
  const Range &R = Files[Hand];
  if (HandOffset < R.Size)
    columns::giveBackFilePages(R.Data + HandOffset,
                               std::min(DropBytes, R.Size - HandOffset), R.File,
                               HandOffset);
  HandOffset += DropBytes;
  if (HandOffset >= R.Size) {
    ++Hand;
    HandOffset = 0;
  }
  return true;
}
