//===- StoreEvents.h - Events of a store ------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_STORE_STOREEVENTS_H
#define HPROF_ANALYSIS_STORE_STOREEVENTS_H

#include "hprof/Format/Base/Error.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <functional>

namespace hprof {

/// The progress of a computation.
struct StoreProgress {
  const char *Phase; ///< "reading references"; the same pointer for one phase.
  uint64_t Done;
  uint64_t All;   ///< 0 when unknown.
  bool IsInBytes; ///< If not, in objects or steps.
};

/// Each may be empty. Messages begin in lower case, do not end with a period,
/// and name the dump where that matters.
struct StoreEvents {
  /// Facts that every reader of the results should know.
  std::function<void(const llvm::Twine &Text)> OnNote;
  /// Details about how results are obtained, for verbose output.
  std::function<void(const llvm::Twine &Text)> OnVerbose;
  /// Problems that make results doubtful.
  std::function<void(const llvm::Twine &Text)> OnWarning;
  /// Like OnNote, once: much of a damaged dump is unreachable. With
  /// StoreOptions::KeepUnreachable, those objects are counted, too.
  std::function<void(const llvm::Twine &Text)> OnUnreachable;
  /// Damage found while reading the dump, including damage recorded in an
  /// index. May come from another thread, one at a time.
  DamageHandler OnDamage;
  /// The dump, opened late next to an index, cannot be read after all: the
  /// contents of its objects will be missing.
  std::function<void(llvm::Error E)> OnLoss;
  /// The input must be copied to StoreOptions::TempDir; \p What states the
  /// input and the reason.
  std::function<void(llvm::StringRef What)> OnCopy;
  /// Called from several threads, possibly at the same time.
  std::function<void(const StoreProgress &Now)> OnProgress;
  /// Called periodically, like OnProgress. When it returns true, the
  /// computation of a graph, dominator tree, histogram, retained sets or paths
  /// fails with std::errc::operation_canceled.
  std::function<bool()> ShouldEnd;
  /// Called when a computation that called OnProgress has finished.
  std::function<void()> OnProgressEnd;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_STORE_STOREEVENTS_H
