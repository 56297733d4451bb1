//===- StoreEvents.h - What a store tells -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_STORE_STOREEVENTS_H
#define HPROF_ANALYSIS_STORE_STOREEVENTS_H

#include "hprof/Format/Error.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <functional>

namespace hprof {

/// How far a computation is.
struct StoreProgress {
  const char *Phase; ///< "reading references"; the same pointer for one phase.
  uint64_t Done;
  uint64_t All;   ///< 0 when nobody knows.
  bool IsInBytes; ///< Or else in objects or steps.
};

/// Each may be empty. Texts are for people: they begin in lower case, have no
/// full stop, and name the dump where that matters.
struct StoreEvents {
  /// What everybody who reads the answers should know.
  std::function<void(const llvm::Twine &Text)> OnNote;
  /// What only those want to know who ask how answers come about.
  std::function<void(const llvm::Twine &Text)> OnVerbose;
  /// What makes answers doubtful.
  std::function<void(const llvm::Twine &Text)> OnWarning;
  /// Like OnNote, once: much of a damaged dump is reached by no root.
  /// StoreOptions::KeepUnreachable counts that, too.
  std::function<void(const llvm::Twine &Text)> OnUnreachable;
  /// What reading the dump had to survive, also that which an index remembers.
  /// Maybe by another thread, one at a time.
  DamageHandler OnDamage;
  /// The dump, opened late beside an index, cannot be read after all: contents
  /// of its objects will be missing.
  std::function<void(llvm::Error E)> OnLoss;
  /// A copy of the input has to be made in StoreOptions::TempDir; \p What says
  /// of what, and why.
  std::function<void(llvm::StringRef What)> OnCopy;
  /// From several threads, at the same time too.
  std::function<void(const StoreProgress &Now)> OnProgress;
  /// A computation that told OnProgress is over.
  std::function<void()> OnProgressEnd;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_STORE_STOREEVENTS_H
