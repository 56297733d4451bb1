//===- ProfilePart.h - Merges profiles --------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_MERGE_PROFILEPART_H
#define TOOLS_HPROF_MERGE_PROFILEPART_H

#include "DumpPart.h"
#include "hprof/Convert/Merge/MergeProfiles.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace hprof {

class ToolContext;

/// Which inputs that cannot be read are errors.
enum class FailureMode : uint8_t {
  Any, ///< Each.
  All, ///< Only if none can be read.
  Warn ///< None; the exit status is 3.
};

struct ProfileMergeRequest {
  struct Input {
    std::string Path;
    uint64_t Weight = 1;
  };
  std::vector<Input> Inputs;
  Format To = Format::HprofText;
  FailureMode Failures = FailureMode::Any;
  /// How losses are reported.
  DumpMergeRequest Telling;
};

/// "3,cpu.txt": a weight and a path.
llvm::Expected<ProfileMergeRequest::Input> parseWeighted(llvm::StringRef Value);

/// The inputs in a list file: a path, or a weight and a path, in each line;
/// empty lines and those that begin with # do not count.
llvm::Expected<std::vector<ProfileMergeRequest::Input>>
readList(llvm::StringRef Path);

/// Reads the inputs, and writes their sum to the tool's output. \p First is the
/// first of them if it is open.
llvm::Error mergeProfileInputs(ToolContext &C, const ProfileMergeRequest &Asked,
                               KnownInput First);

} // namespace hprof

#endif // TOOLS_HPROF_MERGE_PROFILEPART_H
