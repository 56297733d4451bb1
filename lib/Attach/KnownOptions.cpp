//===- KnownOptions.cpp - Options that a VM was started with --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownOptions.h"
#include "JavaCommand.h"
#include "PerfData.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace hprof;

/// PerfMaxStringConstLength of the VM.
static constexpr size_t MostInCounter = 1024;

static std::optional<std::vector<std::string>> fromCounters(StringRef File) {
  std::optional<StringRef> Flags = perfDataString(File, "java.rt.vmFlags");
  std::optional<StringRef> Arguments = perfDataString(File, "java.rt.vmArgs");
  if (!Flags || !Arguments || Flags->size() >= MostInCounter ||
      Arguments->size() >= MostInCounter)
    return std::nullopt;
  std::vector<std::string> Found;
  SmallVector<StringRef, 16> Words;
  SplitString(*Flags, Words);
  for (StringRef Word : Words)
    Found.push_back(("-XX:" + Word).str());
  Words.clear();
  SplitString(*Arguments, Words);
  for (StringRef Word : Words)
    Found.push_back(Word.str());
  return Found;
}

KnownOptions hprof::knownOptions(StringRef Counters,
                                 ArrayRef<std::string> Arguments,
                                 ArrayRef<std::string> Environment) {
  if (auto Stated = fromCounters(Counters))
    return {std::move(*Stated), ""};
  KnownOptions Found{effectiveOptions(Arguments, Environment), ""};
  auto File = find_if(Found.Options, [](StringRef One) {
    return One.starts_with("@") || One.starts_with("-XX:Flags=") ||
           One.starts_with("-XX:VMOptionsFile=");
  });
  if (Arguments.empty())
    Found.Gap = "its command line cannot be read";
  else if (!isJavaLauncher(Arguments.front()))
    Found.Gap = "its program '" + Arguments.front() + "' is not java";
  else if (File != Found.Options.end())
    Found.Gap = "'" + *File + "' refers to an option file";
  return Found;
}
