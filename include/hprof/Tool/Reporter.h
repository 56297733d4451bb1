//===- Reporter.h - Errors, warnings and notes of a tool --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Everything that a tool says on standard error goes through a Reporter, which
/// gives it one shape and knows the exit status that follows from it:
///
///     hprof-dump: error: 'heap.hprof': offset 0x1a2b: record 0x1c: ...
///     hprof-dump: warning: ...
///     hprof-dump: note: ...
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_TOOL_REPORTER_H
#define HPROF_TOOL_REPORTER_H

#include "hprof/Format/Error.h"
#include "hprof/Tool/ExitStatus.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <unordered_set>

namespace llvm {
class raw_ostream;
enum class ColorMode;
} // namespace llvm

namespace hprof {

class Progress;

/// A wrong command line: exit status 2. A tool's body returns one for what the
/// option table cannot check.
class UsageError : public llvm::ErrorInfo<UsageError> {
public:
  static char ID;
  explicit UsageError(const llvm::Twine &What) : What(What.str()) {}
  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;

private:
  std::string What;
};

inline llvm::Error usageError(const llvm::Twine &What) {
  return llvm::make_error<UsageError>(What);
}

/// Prints messages and derives the exit status. All members may be called from
/// any thread.
class Reporter {
public:
  struct Options {
    bool Quiet = false;   ///< Errors only.
    bool Verbose = false; ///< verbose() prints; damage is told without limit.
    bool Strict = false;  ///< Damage is an error.
    llvm::ColorMode Color;
    Options();
  };

  /// \p Tool prefixes each message. \p OS must outlive the reporter.
  Reporter(llvm::StringRef Tool, llvm::raw_ostream &OS, Options O = Options());
  ~Reporter();

  /// Print each error in \p E, success included, and remember the failure.
  void error(llvm::Error E);
  void error(const llvm::Twine &What);
  void warning(const llvm::Twine &What);
  void note(const llvm::Twine &What);
  /// A note printed only with -v.
  void verbose(const llvm::Twine &What);

  /// A fault in the input \p Path that reading survived: a warning, or with
  /// --strict an error. Of one input the first 10 are printed, and finish()
  /// says how many more there were; -v prints all. What was told before of the
  /// same input, which then was read twice, is passed over.
  void damage(llvm::StringRef Path, const Damage &D);
  /// The handler that readers of \p Path want.
  DamageHandler damageHandler(llvm::StringRef Path);

  /// A budget was exceeded or a check has findings.
  void tripGate() { Status |= GateBit; }

  bool failed() const { return Status & (ErrorBit | UsageBit); }
  bool damaged() const { return Status & DamageBit; }
  bool gate() const { return Status & GateBit; }
  bool quiet() const { return Opts.Quiet; }
  bool isVerbose() const { return Opts.Verbose; }
  bool strict() const { return Opts.Strict; }

  /// Print what was held back. Called by toolMain.
  void finish();
  ExitStatus status() const;

  /// The line that must be cleared before a message is printed; may be null.
  void setProgress(Progress *P);

private:
  enum class Severity { Error, Warning, Note };
  enum : unsigned { ErrorBit = 1, UsageBit = 2, DamageBit = 4, GateBit = 8 };

  void print(Severity S, const llvm::Twine &What);
  void tellDamage(llvm::StringRef Path, const llvm::Twine &Text);

  std::string Tool;
  llvm::raw_ostream &OS;
  Options Opts;
  std::recursive_mutex Lock;
  Progress *Line = nullptr;
  std::atomic<unsigned> Status = 0;
  std::map<std::string, uint64_t> DamagePerInput;
  std::unordered_set<uint64_t> KnownDamage; ///< Hashes.
};

} // namespace hprof

#endif // HPROF_TOOL_REPORTER_H
