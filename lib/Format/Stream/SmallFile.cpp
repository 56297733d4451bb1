//===- SmallFile.cpp - Reads small files ----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Stream/SmallFile.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"

using namespace hprof;
using namespace llvm;

Expected<std::string> hprof::readSmallFile(StringRef Path,
                                           SmallFileLimit Most) {
  const bool IsInput = Path == "-";
  sys::fs::file_t File = sys::fs::getStdinHandle();
  if (!IsInput) {
    Expected<sys::fs::file_t> Opened = sys::fs::openNativeFileForRead(Path);
    if (!Opened)
      return createFileError(Path, Opened.takeError());
    File = *Opened;
  }
  auto Close = make_scope_exit([&] {
    if (!IsInput)
      (void)sys::fs::closeFile(File);
  });
  const size_t Limit = size_t(Most.MiB) << 20;
  std::string Text;
  while (true) {
    constexpr size_t Step = 64 << 10;
    const size_t Old = Text.size();
    Text.resize(Old + Step);
    Expected<size_t> Got =
        sys::fs::readNativeFile(File, MutableArrayRef(&Text[Old], Step));
    if (!Got)
      return createFileError(Path, Got.takeError());
    Text.resize(Old + *Got);
    if (!*Got)
      return Text;
    if (Text.size() > Limit)
      return createFileError(
          Path, createStringError("larger than " + Twine(Most.MiB) +
                                  " MiB, the limit for " + Most.What));
  }
}
