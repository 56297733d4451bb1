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
/// a plan. All passes are listed only in the table allPasses().
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_PASSES_PASS_H
#define HPROF_PASSES_PASS_H

#include "hprof/Convert/Pipeline/Stage.h"
#include "hprof/Format/Base/Format.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hprof {

class PassCall;
class Source;
struct RecordCounts;
struct SecretReport;

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

  /// Returns the format to write for \p In, which is in format \p From.
  Format target(Source &In, Format From) const;
};

struct PassParameter {
  enum class Kind : uint8_t {
    Flag,    ///< Present or not: "nodata".
    Size,    ///< Bytes, with a suffix: "64k".
    Number,  ///< Signed, decimal or "0x...".
    Text,    ///< Any string; may be repeated.
    Once,    ///< Any string.
    Choice,  ///< One of Choices.
    Required ///< Required string; may be repeated.
  };
  const char *Name;
  Kind Of;
  const char *Value; ///< Placeholder for the value in help, or the choices.
  const char *Help;
};

struct PassInfo {
  const char *Name;
  /// A sentence without its final period.
  const char *Help;
  llvm::ArrayRef<PassParameter> Parameters;
  /// Growth of memory use: "fixed", "with the number of objects".
  const char *Memory;
  llvm::Error (*Add)(const PassCall &Call, PassPlan &Plan);
  /// Whether the pass only reports and changes nothing.
  bool Judges = false;
};

llvm::ArrayRef<PassInfo> allPasses();

/// A pass with valid values for its parameters.
class PassCall {
public:
  struct Argument {
    const PassParameter *Of;
    std::string Value;
  };

  PassCall(const PassInfo &Pass, std::string Text, size_t Column)
      : Pass(&Pass), Text(std::move(Text)), Column(Column) {}

  const PassInfo &pass() const { return *Pass; }
  /// As the user wrote it.
  const std::string &text() const { return Text; }
  void setText(std::string T) { Text = std::move(T); }
  /// Column of the pass in the string of all passes, from 1.
  size_t column() const { return Column; }

  bool has(llvm::StringRef Parameter) const { return find(Parameter); }
  /// Empty if the parameter is not given.
  llvm::StringRef get(llvm::StringRef Parameter) const;
  std::vector<std::string> getAll(llvm::StringRef Parameter) const;
  uint64_t size(llvm::StringRef Parameter, uint64_t Default) const;
  int64_t number(llvm::StringRef Parameter) const;

  /// Fails on an unknown parameter, a bad value, or a repeated one.
  llvm::Error add(llvm::StringRef Name, llvm::StringRef Value, bool HasValue,
                  size_t Column);
  /// Fails if a required parameter is missing.
  llvm::Error check() const;

private:
  const Argument *find(llvm::StringRef Parameter) const;

  const PassInfo *Pass;
  std::string Text;
  size_t Column;
  std::vector<Argument> Arguments;
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
