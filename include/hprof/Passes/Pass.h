//===- Pass.h - Passes over heap dumps --------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A pass changes the records of a heap dump on their way from a reader to a
/// writer. Users specify passes and their parameters in a string:
///
///     strip-arrays(min=64k),segment(version=1.0.1)
///
/// parsePasses() turns it into calls, each of which adds stages and settings to
/// a plan. All passes are declared with their parameters in Passes.td.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_PASSES_PASS_H
#define HPROF_PASSES_PASS_H

#include "hprof/Answer/Argument.h"
#include "hprof/Convert/Pipeline/Stage.h"
#include "hprof/Format/Base/Format.h"
#include <deque>
#include <functional>

namespace hprof {

class Source;
struct RecordCounts;
struct SecretReport;
struct SmallFileLimit;

/// Requirements of the passes of a pipeline for the conversion that runs them.
struct PassPlan {
  /// Set by the caller: directory for copies that passes access randomly, and
  /// for data computed from them.
  std::string TempDir;
  unsigned Threads = 1;
  /// Whether notes about data left unchanged are shown, even if collecting them
  /// takes another walk.
  bool Explains = false;

  std::vector<std::unique_ptr<Stage>> Stages;
  /// Files that were read: policies, keys, mappings, rules.
  std::vector<std::string> Inputs;
  /// Objects shared by stages.
  std::vector<std::shared_ptr<const void>> Kept;
  /// The version of HPROF binary to write; Hprof for the input's.
  Format To = Format::Hprof;
  /// Maximum size of a segment's body in bytes; 0 for the writer's default.
  uint64_t SegmentSize = 0;
  /// The frames of the input can be kept: all records keep their sizes.
  bool KeepsFrames = true;
  /// The output is checked afterwards.
  bool Verifies = false;
  /// Files that passes write in addition to the dump.
  struct SideFile {
    std::string Path;
    std::function<std::string()> Text; ///< Called once the dump is complete.
  };
  std::vector<SideFile> Files;
  /// Findings of secret scans, available once the dump is complete.
  std::vector<std::shared_ptr<const SecretReport>> Secrets;

  /// \p KeepsFrames: the stage keeps the sizes of all records.
  void add(std::unique_ptr<Stage> S, bool KeepsFrames);
  /// Reads a file and adds it to Inputs. An empty file is an error.
  llvm::Expected<std::string> readInput(llvm::StringRef Path,
                                        SmallFileLimit Most);
  /// Returns the format to write for \p In, which is in format \p From.
  Format target(Source &In, Format From) const;
};

/// Adds the requirements of a pass with its arguments. Called at most once.
using AddPass = std::function<llvm::Error(PassPlan &Plan)>;

struct PassInfo {
  llvm::StringLiteral Name;
  llvm::StringLiteral Sentence; ///< Without its final period.
  /// Growth of memory use: "fixed", "grows with the number of objects".
  llvm::StringLiteral Memory;
  bool Judges; ///< The pass only reports and changes nothing.
  llvm::Expected<AddPass> (*Parse)(llvm::ArrayRef<Argument> Known,
                                   const GivenArguments &Given);

  llvm::ArrayRef<Argument> arguments() const;
};

llvm::ArrayRef<PassInfo> allPasses();

/// A pass with valid values for its parameters.
struct PassCall {
  const PassInfo *Pass;
  std::string Text; ///< As the user wrote it.
  size_t Column;    ///< Column of the pass in the string of passes, from 1.
  AddPass Add;
};

/// Parses the passes in \p Text, in order. Errors name the column. A value with
/// commas or parentheses is enclosed in single quotes. The value of a pass's
/// first parameter needs no name.
llvm::Expected<std::vector<PassCall>> parsePasses(llvm::StringRef Text);

/// Adds the requirements of \p Calls to \p Plan. With \p Counts, records are
/// counted before the first pass and after each. Errors except FileErrors name
/// the column.
llvm::Error planPasses(llvm::ArrayRef<PassCall> Calls, PassPlan &Plan,
                       std::deque<RecordCounts> *Counts);

} // namespace hprof

#endif // HPROF_PASSES_PASS_H
