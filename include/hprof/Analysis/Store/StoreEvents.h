//===- StoreEvents.h - What a store reports ---------------------*- C++ -*-===//
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
  bool IsInBytes; ///< Else in objects or steps.
};

/// Each may be empty. Texts are for people: they begin in lower case, have no
/// full stop, and name the dump where that matters.
struct StoreEvents {
  /// What every reader of the results should know.
  std::function<void(const llvm::Twine &Text)> OnNote;
  /// Details on how results are obtained, for those who ask.
  std::function<void(const llvm::Twine &Text)> OnVerbose;
  /// What makes results doubtful.
  std::function<void(const llvm::Twine &Text)> OnWarning;
  /// Like OnNote, once: no root reaches much of a damaged dump.
  /// StoreOptions::KeepUnreachable counts those objects, too.
  std::function<void(const llvm::Twine &Text)> OnUnreachable;
  /// Damage found while reading the dump, including damage recorded in an
  /// index. May come from another thread, one at a time.
  DamageHandler OnDamage;
  /// The dump, opened late next to an index, cannot be read after all: the
  /// contents of its objects will be missing.
  std::function<void(llvm::Error E)> OnLoss;
  /// A copy of the input has to be made in StoreOptions::TempDir; \p What says
  /// of what, and why.
  std::function<void(llvm::StringRef What)> OnCopy;
  /// Called from several threads, possibly at the same time.
  std::function<void(const StoreProgress &Now)> OnProgress;
  /// Asked now and then, as OnProgress is called. Once it is true, a graph, a
  /// dominator tree or a histogram that is being computed is given up, with
  /// std::errc::operation_canceled.
  std::function<bool()> ShouldEnd;
  /// A computation that called OnProgress is over.
  std::function<void()> OnProgressEnd;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_STORE_STOREEVENTS_H
