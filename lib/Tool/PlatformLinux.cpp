//===- PlatformLinux.cpp - File functions of Linux ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Platform.h"
#include "llvm/ADT/STLExtras.h"
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/vfs.h>

using namespace llvm;
using namespace hprof;

bool hprof::namesStdout(StringRef Path) {
  return is_contained({"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}, Path);
}

/// Unknown file systems may be shared.
bool hprof::isOfThisMachine(int Directory) {
  struct statfs Info;
  if (::fstatfs(Directory, &Info))
    return false;
  constexpr unsigned long Xfs = 0x58465342, Zfs = 0x2fc12fc1;
  constexpr unsigned long Local[] = {EXT4_SUPER_MAGIC,
                                     BTRFS_SUPER_MAGIC,
                                     F2FS_SUPER_MAGIC,
                                     OVERLAYFS_SUPER_MAGIC,
                                     TMPFS_MAGIC,
                                     Xfs,
                                     Zfs};
  return is_contained(Local, static_cast<unsigned long>(Info.f_type));
}

int hprof::renameExclusively(const char *From, const char *To) {
  return renameat2(AT_FDCWD, From, AT_FDCWD, To, RENAME_NOREPLACE) ? errno : 0;
}
