//===- OutputGroup.h - Output files that appear together --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_TOOL_OUTPUTGROUP_H
#define HPROF_TOOL_OUTPUTGROUP_H

#include "hprof/Tool/OutputFile.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace hprof {

/// Several outputs, of which the last makes readers look for the others. Either
/// all appear or none does, except that empty ones are omitted. The last one
/// appears after the others, and its old version is removed before the others
/// change.
class OutputGroup {
public:
  /// Opens binary outputs at \p Paths; see OutputFile::create().
  static llvm::Expected<OutputGroup> create(llvm::ArrayRef<std::string> Paths,
                                            bool Force);

  /// Streams, in the order of the paths.
  std::vector<llvm::raw_ostream *> streams();
  /// Number of bytes written so far.
  uint64_t bytes();
  /// See OutputFile::keepAll(). Afterwards, no file is empty.
  llvm::Error keep();

private:
  std::vector<std::unique_ptr<OutputFile>> Files;
};

} // namespace hprof

#endif // HPROF_TOOL_OUTPUTGROUP_H
