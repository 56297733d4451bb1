//===- RegularFile.cpp - Opens regular files only -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegularFile.h"
#include "llvm/Support/Errno.h"
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

using namespace hprof;
using namespace llvm;

Expected<RegularFile> RegularFile::open(StringRef Path) {
  // Without O_NONBLOCK, opening a pipe blocks until there is a writer.
  const std::string Name = Path.str();
  RegularFile F(sys::RetryAfterSignal(-1, [&] {
    return ::open(Name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  }));
  if (F.Fd < 0)
    return createFileError(Path,
                           std::error_code(errno, std::generic_category()));
  if (std::error_code EC = sys::fs::status(F.Fd, F.Status))
    return createFileError(Path, EC);
  if (F.Status.type() != sys::fs::file_type::regular_file)
    return createFileError(Path, createStringError("is not a regular file"));
  return F;
}

Expected<size_t> RegularFile::read(MutableArrayRef<char> Into,
                                   uint64_t Offset) const {
  size_t Done = 0;
  while (Done != Into.size()) {
    Expected<size_t> Now =
        sys::fs::readNativeFileSlice(Fd, Into.drop_front(Done), Offset + Done);
    if (!Now)
      return Now.takeError();
    if (!*Now)
      break;
    Done += *Now;
  }
  return Done;
}

RegularFile::~RegularFile() {
  if (Fd >= 0)
    ::close(Fd);
}
