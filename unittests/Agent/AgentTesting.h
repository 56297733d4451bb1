//===- AgentTesting.h - What tests of the agent share ----------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_AGENT_AGENTTESTING_H
#define HPROF_UNITTESTS_AGENT_AGENTTESTING_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace hprof::agent {

/// Collects what is written to the standard error stream during its life.
class CapturedMessages {
public:
  CapturedMessages();
  ~CapturedMessages();
  /// All of it so far.
  std::string text() const;
  /// How many lines begin with "HPROF ERROR: ".
  unsigned numErrors() const;

private:
  int Before, Captured;
};

/// A folder that is removed at the end, with the files in it.
class TempFolder {
public:
  TempFolder();
  ~TempFolder();
  std::string path(llvm::StringRef Name) const;
  /// The names in it, sorted.
  std::vector<std::string> names() const;

private:
  std::string Path;
};

std::string contentOf(const std::string &Path);
void writeFile(const std::string &Path, llvm::StringRef Content);

/// The records of an HPROF file as YAML, one per line, without times. What is
/// not well-formed is a failure of the test.
std::string recordsIn(llvm::StringRef Bytes);

/// How often \p Part occurs in \p Text.
unsigned countOf(llvm::StringRef Text, llvm::StringRef Part);

} // namespace hprof::agent

#endif // HPROF_UNITTESTS_AGENT_AGENTTESTING_H
