//===- PlatformPosix.cpp - System functions on POSIX ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Stream/Platform.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <fcntl.h>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

using namespace hprof;
using namespace llvm;

bool hprof::makePipe(int (&Ends)[2]) {
  if (::pipe(Ends) != 0)
    return false;
  for (int End : Ends)
    ::fcntl(End, F_SETFD, FD_CLOEXEC);
  return true;
}

void hprof::widenPipe(int) {}

int hprof::openUnnamed(const std::string &) { return -1; }

namespace {
struct KnownFile {
  ArrayRef<uint8_t> Bytes;
  int Fd; ///< -1 if the system had no free descriptor.
  bool HasJumps = false;
};

/// Mapped files with the data needed to map them again.
struct KnownFiles {
  std::mutex Mutex; ///< Guards all members below and the mappings.
  std::vector<KnownFile> All;

  /// Returns the file that contains \p Bytes, or null.
  KnownFile *find(ArrayRef<uint8_t> Bytes) {
    const auto It = find_if(All, [&](const KnownFile &F) {
      return F.Bytes.begin() <= Bytes.begin() && Bytes.end() <= F.Bytes.end();
    });
    return It == All.end() ? nullptr : &*It;
  }
};
} // namespace

/// Never destroyed, because static objects may hold files.
static KnownFiles &files() {
  static auto *Files = new KnownFiles;
  return *Files;
}

static void advise(ArrayRef<uint8_t> Bytes, bool HasJumps) {
  ::posix_madvise(const_cast<uint8_t *>(Bytes.data()), Bytes.size(),
                  HasJumps ? POSIX_MADV_RANDOM : POSIX_MADV_NORMAL);
}

MappedFile::MappedFile(ArrayRef<uint8_t> Bytes, int Fd) : Bytes(Bytes) {
  const std::lock_guard<std::mutex> Lock(files().Mutex);
  files().All.push_back({Bytes, ::fcntl(Fd, F_DUPFD_CLOEXEC, 0)});
}

MappedFile::~MappedFile() {
  const std::lock_guard<std::mutex> Lock(files().Mutex);
  const auto It = find_if(files().All, [&](const KnownFile &F) {
    return F.Bytes.data() == Bytes.data();
  });
  if (It->Fd >= 0)
    ::close(It->Fd);
  files().All.erase(It);
}

void MappedFile::expectJumps(bool AreExpected) {
  const std::lock_guard<std::mutex> Lock(files().Mutex);
  files().find(Bytes)->HasJumps = AreExpected;
  advise(Bytes, AreExpected);
}

bool hprof::isMappedFile(ArrayRef<uint8_t> Bytes) {
  const std::lock_guard<std::mutex> Lock(files().Mutex);
  return files().find(Bytes);
}

/// POSIX has no call for this purpose, and its POSIX_MADV_DONTNEED may do
/// nothing. Therefore, a new mapping without any pages replaces the old one.
void hprof::giveBackPages(ArrayRef<uint8_t> Pages) {
  const std::lock_guard<std::mutex> Lock(files().Mutex);
  const KnownFile *F = files().find(Pages);
  if (!F || F->Fd < 0 || Pages.empty())
    return;
  if (::mmap(const_cast<uint8_t *>(Pages.data()), Pages.size(), PROT_READ,
             MAP_PRIVATE | MAP_FIXED, F->Fd,
             off_t(Pages.data() - F->Bytes.data())) != MAP_FAILED &&
      F->HasJumps)
    advise(Pages, /*HasJumps=*/true);
}
