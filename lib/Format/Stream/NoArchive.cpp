//===- NoArchive.cpp - Archive.h without libarchive -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Stream/Archive.h"
#include "hprof/Format/Stream/Source.h"

using namespace hprof;

bool hprof::isArchive(Source &) { return false; }

llvm::Expected<std::unique_ptr<Source>>
hprof::openArchive(std::unique_ptr<Source>, RankEntry) {
  return llvm::createStringError("this build does not support archives");
}
