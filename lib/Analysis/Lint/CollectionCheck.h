//===- CollectionCheck.h - Base of checks on collections --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LINT_COLLECTIONCHECK_H
#define HPROF_LIB_ANALYSIS_LINT_COLLECTIONCHECK_H

#include "Checks.h"

namespace hprof {

/// Visits each collection that stores elements itself. A wrapper is treated as
/// part of the collection that it wraps.
class CollectionCheck : public TallyingCheck {
public:
  CollectionCheck(LintState &S, const CollectionPlans &Reader)
      : TallyingCheck(S), Reader(Reader) {}
  bool wants(ClassNumber C) override;
  void instance(unsigned Thread, const LintInstance &I) override;

protected:
  /// \p N is the collection or its wrapper, and has class \p C. The collection
  /// and its wrapper occupy \p Shells bytes, excluding the array.
  virtual void collection(unsigned Thread, Node N, ClassNumber C,
                          uint64_t Shells, const CollectionSize &Size) = 0;

private:
  bool isCountHidden(const CollectionSize &Size) const;

  const CollectionPlans &Reader;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LINT_COLLECTIONCHECK_H
