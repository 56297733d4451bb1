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

/// Inputs whose failure is an error.
enum class FailureMode : uint8_t {
  Any, ///< Every input that cannot be read.
  All, ///< Only if no input can be read.
  Warn ///< No input failure is an error; the exit status is then 3.
};

struct ProfileMergeRequest {
  struct Input {
    std::string Path;
    uint64_t Weight = 1;
  };
  std::vector<Input> Inputs;
  Format To = Format::HprofText;
  FailureMode Failures = FailureMode::Any;
  /// Destination for the report of losses.
  DumpMergeRequest Telling;
};

/// "3,cpu.txt": a weight and a path.
llvm::Expected<ProfileMergeRequest::Input> parseWeighted(llvm::StringRef Value);

/// Reads a list file: a path, or a weight and a path, in each line; empty lines
/// and those that begin with # are ignored.
llvm::Expected<std::vector<ProfileMergeRequest::Input>>
readList(llvm::StringRef Path);

/// Reads the inputs, and writes their sum to the tool's output. \p First is the
/// first of them, if already open.
llvm::Error mergeProfileInputs(ToolContext &C, const ProfileMergeRequest &Asked,
                               KnownInput First);

} // namespace hprof

#endif // TOOLS_HPROF_MERGE_PROFILEPART_H
