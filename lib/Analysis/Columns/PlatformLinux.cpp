//===- PlatformLinux.cpp - Memory functions of Linux ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Platform.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace hprof;
using namespace llvm;

uint8_t *columns::newPages(uint64_t Bytes) {
  void *P = ::mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return P == MAP_FAILED ? nullptr : static_cast<uint8_t *>(P);
}

void columns::populatePages(uint8_t *Begin, uint64_t Bytes) {
#ifdef MADV_POPULATE_WRITE
  // This fails before kernel 5.14; pages are then allocated on the first write.
  ::madvise(Begin, Bytes, MADV_POPULATE_WRITE);
#endif
}

void columns::zeroPages(uint8_t *Begin, uint64_t Bytes) {
  ::madvise(Begin, Bytes, MADV_DONTNEED);
}

void columns::giveBackFilePages(uint8_t *Begin, uint64_t Bytes, int, uint64_t) {
  ::madvise(Begin, Bytes, MADV_DONTNEED);
}

int columns::allocateFile(int File, uint64_t Bytes) {
  return ::posix_fallocate(File, 0, off_t(Bytes));
}

void columns::startWriting(int File) {
  ::sync_file_range(File, 0, 0, SYNC_FILE_RANGE_WRITE);
}

uint64_t columns::residentBytes(bool OnlyFiles, uint64_t) {
  // Kept open and parsed by hand because it is read often.
  static const int Statm = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  char Text[128];
  ssize_t Length = Statm < 0 ? 0 : ::pread(Statm, Text, sizeof(Text), 0);
  StringRef Numbers(Text, size_t(std::max<ssize_t>(Length, 0)));
  uint64_t Size = 0, Pages = 0, OfFiles = 0;
  for (uint64_t *N : {&Size, &Pages, &OfFiles}) {
    if (Numbers.consumeInteger(10, *N))
      return 0;
    Numbers = Numbers.ltrim();
  }
  return (OnlyFiles ? OfFiles : Pages) * uint64_t(::sysconf(_SC_PAGESIZE));
}

bool columns::isResidentExact() { return true; }

uint64_t columns::residentMark() { return 0; }
