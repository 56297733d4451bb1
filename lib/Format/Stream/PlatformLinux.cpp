//===- PlatformLinux.cpp - System functions on Linux ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Stream/Platform.h"
#include <cinttypes>
#include <cstdio>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace hprof;
using namespace llvm;

bool hprof::makePipe(int (&Ends)[2]) { return ::pipe2(Ends, O_CLOEXEC) == 0; }

void hprof::widenPipe(int Fd) {
  // With the default of 64 KiB, a pipe switches threads every 64 KiB.
  ::fcntl(Fd, F_SETPIPE_SZ, 1 << 20);
}

int hprof::openUnnamed(const std::string &Directory) {
  return ::open(Directory.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
}

static void advise(ArrayRef<uint8_t> Bytes, int What) {
  ::madvise(const_cast<uint8_t *>(Bytes.data()), Bytes.size(), What);
}

// The kernel keeps track of each page's file.
MappedFile::MappedFile(ArrayRef<uint8_t> Bytes, int) : Bytes(Bytes) {}
MappedFile::~MappedFile() = default;

void MappedFile::expectJumps(bool AreExpected) {
  advise(Bytes, AreExpected ? MADV_RANDOM : MADV_NORMAL);
}

bool hprof::isMappedFile(ArrayRef<uint8_t> Bytes) {
  bool Found = false;
  if (FILE *F = ::fopen("/proc/self/maps", "re")) {
    char Line[512];
    auto First = reinterpret_cast<uintptr_t>(Bytes.begin());
    auto Last = reinterpret_cast<uintptr_t>(Bytes.end());
    while (!Found && ::fgets(Line, sizeof(Line), F)) {
      uint64_t From, To, Inode;
      char Access[8];
      Found = ::sscanf(Line, "%" SCNx64 "-%" SCNx64 " %7s %*s %*s %" SCNu64,
                       &From, &To, Access, &Inode) == 4 &&
              From <= First && Last <= To && Access[1] == '-' && Inode;
    }
    ::fclose(F);
  }
  return Found;
}

void hprof::giveBackPages(ArrayRef<uint8_t> Pages) {
  advise(Pages, MADV_DONTNEED);
}
