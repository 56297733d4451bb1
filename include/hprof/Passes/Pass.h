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
/// writer. Users name passes and their parameters in a text:
///
///     strip-arrays(min=64k),segment(version=1.0.1)
///
/// parsePasses() turns it into calls, each of which adds stages and settings to
/// a plan. The table of passes (allPasses()) is the only place that knows all
/// of them.
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

/// What the passes of a pipeline ask of the conversion that runs them.
struct PassPlan {
  /// Set by the caller: for copies that passes read at random, and for what
  /// they compute from these.
  std::string TempDir;
  unsigned Threads = 1;
  /// What passes note about what they leave as it is will be read, even where
  /// it takes another walk to find out.
  bool Explains = false;

  std::vector<std::unique_ptr<Stage>> Stages;
  /// Files that were read: policies, keys, mappings, rules.
  std::vector<std::string> Inputs;
  /// What stages share.
  std::vector<std::shared_ptr<const void>> Kept;
  /// The version of HPROF binary to write; Hprof for the input's.
  Format To = Format::Hprof;
  /// The largest body of a segment in bytes; 0 for the writer's usual one.
  uint64_t SegmentSize = 0;
  /// The frames of the input can be kept, since all records keep their sizes.
  bool KeepsFrames = true;
  /// The output is to be checked.
  bool Verifies = false;
  /// Files that passes make in addition to the dump.
  struct SideFile {
    std::string Path;
    std::function<std::string()> Text; ///< Once the dump is complete.
  };
  std::vector<SideFile> Files;
  /// What scans for secrets have found, once the dump is complete.
  std::vector<std::shared_ptr<const SecretReport>> Secrets;

  /// The format to write for \p In, which is in format \p From.
  Format target(Source &In, Format From) const;
};

/// What later passes can rely on.
enum class PassFact : uint8_t {
  Contents, ///< Arrays have their elements.
  Ids,      ///< Objects have the ids of the input.
  Names     ///< Classes, fields and methods have the names of the input.
};

struct PassParameter {
  enum class Kind : uint8_t {
    Flag,    ///< Present or not: "nodata".
    Size,    ///< Bytes, with a suffix: "64k".
    Number,  ///< With a sign, decimal or "0x...".
    Text,    ///< Any text; may be repeated.
    Once,    ///< Any text.
    Choice,  ///< One of Choices.
    Required ///< Text that must be given; may be repeated.
  };
  const char *Name;
  Kind Of;
  const char *Value; ///< What stands for the value in help; the choices.
  const char *Help;
};

struct PassInfo {
  const char *Name;
  /// A sentence without its full stop.
  const char *Help;
  llvm::ArrayRef<PassParameter> Parameters;
  llvm::ArrayRef<PassFact> Needs, Breaks;
  /// How its memory grows: "fixed", "with the number of objects".
  const char *Memory;
  llvm::Error (*Add)(const PassCall &Call, PassPlan &Plan);
  /// It changes nothing: its result is what it says of the dump.
  bool Judges = false;
};

llvm::ArrayRef<PassInfo> allPasses();

/// A pass with the values of its parameters, which are valid.
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
  /// Where it begins in the text of all passes, from 1.
  size_t column() const { return Column; }

  bool has(llvm::StringRef Parameter) const { return find(Parameter); }
  /// Empty if it is not given.
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

/// The passes named in \p Text, in order. Errors name the column. A value with
/// commas or parentheses stands in single quotes. The value of a pass's first
/// parameter needs no name. Also fails if a pass breaks what a later one needs.
llvm::Expected<std::vector<PassCall>> parsePasses(llvm::StringRef Text);

/// Adds what \p Calls ask for to \p Plan. With \p Counts, it counts before the
/// first and after each. Errors name the column, except FileErrors.
llvm::Error planPasses(llvm::ArrayRef<PassCall> Calls, PassPlan &Plan,
                       std::deque<RecordCounts> *Counts);

} // namespace hprof

#endif // HPROF_PASSES_PASS_H
