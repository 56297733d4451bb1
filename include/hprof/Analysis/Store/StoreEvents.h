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
  bool IsInBytes; ///< Whether the unit is bytes, rather than objects or steps.
};

/// Each function may be empty. Messages begin in lower case, do not end with a
/// period, and name the dump if necessary.
struct StoreEvents {
  /// Called with information that every reader of the results needs.
  std::function<void(const llvm::Twine &Text)> OnNote;
  /// Called with details about how results are obtained, for verbose output.
  std::function<void(const llvm::Twine &Text)> OnVerbose;
  /// Called with problems that make results doubtful.
  std::function<void(const llvm::Twine &Text)> OnWarning;
  /// Like OnNote. Called once if much of a damaged dump is unreachable. With
  /// StoreOptions::KeepUnreachable, unreachable objects are counted, too.
  std::function<void(const llvm::Twine &Text)> OnUnreachable;
  /// Called for damage found while reading the dump, including damage recorded
  /// in an index. May be called from another thread, but not concurrently.
  DamageHandler OnDamage;
  /// Called if there is an index, and the dump, which is then opened late,
  /// cannot be read. The contents of its objects will be missing.
  std::function<void(llvm::Error E)> OnLoss;
  /// Called if the input must be copied to StoreOptions::TempDir; \p What
  /// describes the input and the reason.
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
