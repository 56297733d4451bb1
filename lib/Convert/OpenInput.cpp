//===- OpenInput.cpp - Opens inputs and archives --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/OpenInput.h"
#include "hprof/Convert/Formats.h"
#include "hprof/Format/Stream/Archive.h"

using namespace hprof;
using namespace llvm;

/// 2 for a heap dump, 1 for a format with threads only.
static unsigned rankOf(StringRef Head) {
  const FormatInfo *F = formatOfHead(Head);
  return !F ? 0 : InThreads.has(F->Kind) ? 1 : 2;
}

Expected<std::unique_ptr<Source>>
hprof::openInput(StringRef Path, const SourceOptions &Options) {
  Expected<std::unique_ptr<Source>> In = Source::open(Path, Options);
  if (!In || !isArchive(**In))
    return In;
  std::string Name = (*In)->name();
  Expected<std::unique_ptr<Source>> Dump = openArchive(std::move(*In), rankOf);
  if (!Dump)
    return createFileError(Name, Dump.takeError());
  return Dump;
}
