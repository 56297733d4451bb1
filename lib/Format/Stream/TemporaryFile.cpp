//===- TemporaryFile.cpp - Files removed on signals -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Stream/TemporaryFile.h"
#include "hprof/Format/Stream/Platform.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include <cerrno>
#include <string>
#include <unistd.h>

using namespace hprof;
using namespace llvm;

std::error_code hprof::createTemporaryFile(const Twine &Model, int &Descriptor,
                                           SmallVectorImpl<char> &Path) {
  constexpr unsigned MostTries = 128;
  const std::string Pattern = Model.str(); // Model may refer to Path.
  std::error_code EC;
  for (unsigned I = 0; I != MostTries; ++I) {
    sys::fs::createUniquePath(Pattern, Path, /*MakeAbsolute=*/false);
    const StringRef Name(Path.data(), Path.size());
    sys::RemoveFileOnSignal(Name);
    EC = sys::fs::openFile(Name, Descriptor, sys::fs::CD_CreateNew,
                           sys::fs::FA_Read | sys::fs::FA_Write,
                           sys::fs::OF_None,
                           sys::fs::owner_read | sys::fs::owner_write);
    if (!EC)
      return EC;
    sys::DontRemoveFileOnSignal(Name);
    if (EC != std::errc::file_exists)
      return EC;
  }
  return EC;
}

Expected<int> hprof::createUnnamedFile(StringRef Directory) {
  int Fd = openUnnamed(Directory.str());
  if (Fd >= 0)
    return Fd;
  SmallString<128> Path(Directory);
  sys::path::append(Path, "hprof-%%%%%%%%.tmp");
  if (std::error_code EC = createTemporaryFile(Path, Fd, Path))
    return errorCodeToError(EC);
  auto Finish = make_scope_exit([&] { sys::DontRemoveFileOnSignal(Path); });
  if (::unlink(Path.c_str())) {
    const std::error_code EC(errno, std::generic_category());
    ::close(Fd);
    return createFileError(Path, EC);
  }
  return Fd;
}
