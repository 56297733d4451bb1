//===- FindJavacore.cpp - Finds the javacore of a heap dump ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Threads/JoinThreads.h"
#include "hprof/Format/IBM/DumpName.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace hprof;
using namespace llvm;

static uint64_t distance(uint64_t A, uint64_t B) {
  return A < B ? B - A : A - B;
}

std::optional<std::string> hprof::findJavacoreBeside(StringRef Path) {
  constexpr uint64_t MaxSeconds = 120;
  std::optional<IbmDumpName> Heap = parseIbmDumpName(Path);
  if (!Heap || Heap->Kind != "heapdump")
    return std::nullopt;
  StringRef Folder = sys::path::parent_path(Path);
  std::string Best; // The file name of the best match so far.
  uint64_t BestDistance = UINT64_MAX;
  std::error_code EC;
  for (sys::fs::directory_iterator It(Folder.empty() ? "." : Folder, EC), End;
       It != End && !EC; It.increment(EC)) {
    StringRef File = sys::path::filename(It->path());
    std::optional<IbmDumpName> Name = parseIbmDumpName(File);
    if (!Name || Name->Kind != "javacore" ||
        !Name->Ending.starts_with(".txt") ||
        Name->ProcessId != Heap->ProcessId ||
        distance(Name->Seconds, Heap->Seconds) > MaxSeconds)
      continue;
    uint64_t D = distance(Name->Sequence, Heap->Sequence + 1);
    // Directories are unordered: of equally good files, the first name is used.
    if (D > BestDistance || (D == BestDistance && File >= Best))
      continue;
    Best = File.str();
    BestDistance = D;
  }
  if (Best.empty())
    return std::nullopt;
  SmallString<128> Full(Folder);
  sys::path::append(Full, Best);
  return Full.str().str();
}
