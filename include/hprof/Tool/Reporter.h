//===- Reporter.h - Errors, warnings and notes of a tool --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// All messages of a tool on standard error go through a Reporter, which
/// formats them uniformly and derives the exit status:
///
///     hprof-dump: error: 'heap.hprof': offset 0x1a2b: record 0x1c: ...
///     hprof-dump: warning: ...
///     hprof-dump: note: ...
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_TOOL_REPORTER_H
#define HPROF_TOOL_REPORTER_H

#include "hprof/Format/Base/Error.h"
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

/// A wrong command line: exit status 2. A tool's body returns this error for
/// faults that the option table cannot detect.
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
    bool Verbose = false; ///< verbose() prints; all damage is printed.
    bool Strict = false;  ///< Damage is an error.
    llvm::ColorMode Color;
    Options();
  };

  /// \p Tool prefixes each message. \p OS must outlive the reporter.
  Reporter(llvm::StringRef Tool, llvm::raw_ostream &OS, Options O = Options());
  ~Reporter();

  /// Prints each error in \p E, which may be success, and records the failure.
  void error(llvm::Error E);
  void error(const llvm::Twine &What);
  /// Prints an error that is not a failure of the tool, such as a mistake at a
  /// prompt: the exit status stays the same.
  void mistake(llvm::Error E);
  void warning(const llvm::Twine &What);
  void note(const llvm::Twine &What);
  /// Prints a note only with -v.
  void verbose(const llvm::Twine &What);

  /// Reports damage in the input \p Path from which its reader recovered: a
  /// warning, or with --strict an error. The first 10 per input are printed,
  /// and finish() reports the number of others; -v prints all. Damage that was
  /// already reported in an earlier walk over the same input is skipped.
  void damage(llvm::StringRef Path, const Damage &D);
  /// Returns the handler for readers of \p Path.
  DamageHandler damageHandler(llvm::StringRef Path);

  /// Records that an input was omitted, after a message about it.
  void markDamaged() { Status |= DamageBit; }

  /// Records an exceeded budget or a check with findings.
  void tripGate() { Status |= GateBit; }
  /// Records that the input cannot be read, or leaves the gate undecided.
  void leaveGateOpen() { Status |= UnknownBit; }

  bool failed() const { return Status & (ErrorBit | UsageBit); }
  bool damaged() const { return Status & DamageBit; }
  /// Whether damage in the input \p Path was reported but not yet summarized.
  bool isDamaged(llvm::StringRef Path) const;
  bool gate() const { return Status & GateBit; }
  /// Whether the gate is undecided for an input, or something failed, and no
  /// input tripped it.
  bool isGateOpen() const {
    return (Status & (UnknownBit | ErrorBit)) && !gate();
  }
  bool quiet() const { return Opts.Quiet; }
  bool isVerbose() const { return Opts.Verbose; }
  bool strict() const { return Opts.Strict; }

  /// Prints pending messages. Called by toolMain.
  void finish();
  ExitStatus status() const;

  /// Sets the progress line to clear before messages; may be null.
  void setProgress(Progress *P);

private:
  enum class Severity { Error, Warning, Note };
  enum : unsigned {
    ErrorBit = 1,
    UsageBit = 2,
    DamageBit = 4,
    GateBit = 8,
    UnknownBit = 16
  };

  void print(Severity S, const llvm::Twine &What);
  void tellDamage(llvm::StringRef Path, const llvm::Twine &Text);

  std::string Tool;
  llvm::raw_ostream &OS;
  Options Opts;
  mutable std::recursive_mutex Lock;
  Progress *Line = nullptr;
  std::atomic<unsigned> Status = 0;
  std::map<std::string, uint64_t> DamagePerInput;
  std::unordered_set<uint64_t> KnownDamage; ///< Hashes.
};

} // namespace hprof

#endif // HPROF_TOOL_REPORTER_H
