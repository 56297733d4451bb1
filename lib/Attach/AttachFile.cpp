//===- AttachFile.cpp - A file in a folder of the target ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttachFile.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <fcntl.h>
#include <random>
#include <sys/stat.h>

using namespace llvm;
using namespace hprof;

// The path goes through a descriptor: the target's /proc/PID would disappear
// with the target. The path is registered with the signal handler before the
// file exists, so that no signal can prevent its removal.
AttachFile::AttachFile(int Folder, StringRef Name)
    : Folder(Folder), Name(Name),
      Path(("/proc/self/fd/" + Twine(Folder) + "/" + Name).str()) {
  sys::RemoveFileOnSignal(Path);
}

AttachFile::~AttachFile() {
  if (Exists)
    unlinkat(Folder, Name.c_str(), 0);
  sys::DontRemoveFileOnSignal(Path);
}

void AttachFile::keep() {
  Exists = false;
  sys::DontRemoveFileOnSignal(Path);
}

std::unique_ptr<AttachFile> AttachFile::createOrTake(int Folder, StringRef Name,
                                                     uid_t Owner,
                                                     std::error_code &EC) {
  std::unique_ptr<AttachFile> New(new AttachFile(Folder, Name));
  int Flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  New->File = Descriptor(openat(Folder, New->Name.c_str(), Flags, 0600));
  int Errno = errno;
  struct stat Status;
  if (New->File) {
    New->Exists = true;
    // On file systems that map users, another user may own the file. The VM
    // would ignore it.
    Errno = EPERM;
    if (!fstat(New->File.get(), &Status) && Status.st_uid == Owner)
      return New;
  } else if (Errno == EEXIST &&
             !fstatat(Folder, New->Name.c_str(), &Status,
                      AT_SYMLINK_NOFOLLOW) &&
             S_ISREG(Status.st_mode) && Status.st_uid == Owner) {
    New->Exists = true;
    return New;
  }
  EC = std::error_code(Errno, std::generic_category());
  return nullptr;
}

std::unique_ptr<AttachFile> AttachFile::createUnique(int Folder, StringRef Stem,
                                                     StringRef Ending,
                                                     mode_t Mode,
                                                     std::error_code &EC) {
  std::random_device Random;
  int Flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  for (int Try = 0; Try != 128; ++Try) {
    std::string Name;
    raw_string_ostream(Name)
        << Stem << format_hex_no_prefix(Random(), 8) << Ending;
    std::unique_ptr<AttachFile> New(new AttachFile(Folder, Name));
    New->File = Descriptor(openat(Folder, Name.c_str(), Flags, Mode));
    int Errno = errno;
    if (New->File) {
      New->Exists = true;
      fchmod(New->File.get(), Mode); // Regardless of the umask.
      return New;
    }
    EC = std::error_code(Errno, std::generic_category());
    if (Errno != EEXIST)
      break;
  }
  return nullptr;
}
