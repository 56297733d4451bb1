//===- OutputPath.cpp - Names of output files -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

using namespace hprof::agent;
using namespace llvm;

std::string hprof::agent::expandPid(StringRef Pattern, pid_t Pid) {
  std::string Out;
  Out.reserve(Pattern.size());
  while (!Pattern.empty()) {
    if (Pattern.consume_front("%p")) {
      Out += std::to_string(Pid);
    } else if (Pattern.consume_front("%%")) {
      Out += '%';
    } else {
      Out += Pattern.front();
      Pattern = Pattern.drop_front();
    }
  }
  return Out;
}

std::string
hprof::agent::outputPath(const Options &O, pid_t Pid,
                         function_ref<bool(const std::string &)> Exists) {
  std::string Path = expandPid(O.File, Pid);
  if (O.Force || !Exists(Path))
    return Path;
  StringRef Stem = Path, Suffix;
  if (!O.Binary) {
    Suffix = ".txt";
    if (Stem.ends_with_insensitive(Suffix)) {
      Suffix = Stem.take_back(Suffix.size());
      Stem = Stem.drop_back(Suffix.size());
    }
  }
  std::string Numbered = (Stem + "." + Twine(Pid)).str();
  std::string Name = Numbered + Suffix.str();
  // A process writes only a few files. The bound is for an Exists that always
  // returns true; opening the file exclusively then fails.
  for (unsigned N = 2; N < 10000 && Exists(Name); ++N)
    Name = (Numbered + "." + Twine(N) + Suffix).str();
  return Name;
}
