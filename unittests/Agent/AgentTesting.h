//===- AgentTesting.h - Shared helpers of the agent's tests ---------------===//
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

/// Captures everything written to standard error during the object's lifetime.
class CapturedMessages {
public:
  CapturedMessages();
  ~CapturedMessages();
  /// The text captured so far.
  std::string text() const;
  /// Number of lines that begin with "HPROF ERROR: ".
  unsigned numErrors() const;

private:
  int Before, Captured;
};

/// A folder that the destructor removes, with the files in it.
class TempFolder {
public:
  TempFolder();
  ~TempFolder();
  std::string path(llvm::StringRef Name) const;
  /// Names of the files in the folder, sorted.
  std::vector<std::string> names() const;

private:
  std::string Path;
};

std::string contentOf(const std::string &Path);
void writeFile(const std::string &Path, llvm::StringRef Content);

/// The records of an HPROF file as YAML, one per line, without times. The test
/// fails if the file is not well-formed.
std::string recordsIn(llvm::StringRef Bytes);

/// Number of occurrences of \p Part in \p Text.
unsigned countOf(llvm::StringRef Text, llvm::StringRef Part);

} // namespace hprof::agent

#endif // HPROF_UNITTESTS_AGENT_AGENTTESTING_H
