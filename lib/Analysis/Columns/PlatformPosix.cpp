//===- PlatformPosix.cpp - Memory functions of POSIX systems --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// MAP_ANONYMOUS, ru_minflt and _SC_PHYS_PAGES are not in POSIX.1-2017, but
/// exist in all current systems; the first is in POSIX.1-2024.
///
//===----------------------------------------------------------------------===//

#include "Platform.h"
#include "hprof/Analysis/Columns/MemoryBudget.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

using namespace hprof;

uint8_t *columns::newPages(uint64_t Bytes) {
  void *P = ::mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return P == MAP_FAILED ? nullptr : static_cast<uint8_t *>(P);
}

void columns::populatePages(uint8_t *, uint64_t) {}

// A new mapping in place of the old one has no pages yet. The system may ignore
// advice to drop pages.

void columns::zeroPages(uint8_t *Begin, uint64_t Bytes) {
  if (::mmap(Begin, Bytes, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
    std::memset(Begin, 0, Bytes); // Too many mappings: keep the old one.
}

void columns::giveBackFilePages(uint8_t *Begin, uint64_t Bytes, int File,
                                uint64_t Offset) {
  (void)::mmap(Begin, Bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
               File, off_t(Offset));
}

/// posix_fallocate() is optional; a byte in each block has the same effect.
int columns::allocateFile(int File, uint64_t Bytes) {
  struct statvfs Info;
  if (::fstatvfs(File, &Info) != 0)
    return errno;
  const uint64_t Unit = std::max<uint64_t>(Info.f_frsize, 512);
  if (Bytes / Unit > Info.f_bavail)
    return ENOSPC;
  if (::ftruncate(File, off_t(Bytes)) != 0)
    return errno;
  for (uint64_t At = 0; At < Bytes; At += Unit)
    if (::pwrite(File, "", 1, off_t(At)) != 1)
      return errno;
  return 0;
}

void columns::startWriting(int File) { ::fsync(File); }

/// Returns the number of page faults of the process so far.
uint64_t columns::residentMark() {
  struct rusage Usage = {};
  ::getrusage(RUSAGE_SELF, &Usage);
  return uint64_t(Usage.ru_minflt) + uint64_t(Usage.ru_majflt);
}

uint64_t columns::residentBytes(bool, uint64_t Since) {
  // On a page fault, systems also map the neighbouring pages of the file. Linux
  // 6.18 maps 2 MB at a time if it has read the file into large pages.
  constexpr uint64_t BytesPerFault = 1 << 21;
  return (residentMark() - Since) * BytesPerFault;
}

bool columns::isResidentExact() { return false; }

/// Leaves half of the memory to other processes, whose use is unknown.
uint64_t hprof::availableMemory() {
  const long Pages = ::sysconf(_SC_PHYS_PAGES);
  if (Pages <= 0)
    return UINT64_MAX;
  return uint64_t(Pages) * uint64_t(::sysconf(_SC_PAGESIZE)) / 2;
}
