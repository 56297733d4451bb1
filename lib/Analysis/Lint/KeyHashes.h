//===- KeyHashes.h - Hash codes of map keys ---------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LINT_KEYHASHES_H
#define HPROF_LIB_ANALYSIS_LINT_KEYHASHES_H

#include "Boxes.h"
#include "CollectionPlans.h"

namespace hprof {

/// Computes hashCode() for objects whose hash code is specified in terms of
/// values in the dump: Strings, boxed values, and ArrayLists and results of
/// Arrays.asList() with such elements.
class KeyHashes {
public:
  KeyHashes(const LintFields &F, const CollectionPlans &Reader);

  /// Whether hash codes of instances of \p C can be computed.
  bool knows(ClassNumber C) const;
  /// Whether the hash code of objects of \p C never changes.
  bool isImmutable(ClassNumber C) const;
  /// Returns nullopt if unknown, for damaged objects and for long lists.
  std::optional<int32_t> of(Node N) const {
    unsigned Left = MostElements;
    return of(F.read(N), 0, Left);
  }

private:
  /// Limit for a list with nested lists. Larger lists are unlikely keys.
  static constexpr unsigned MostElements = 256;
  /// Visits at most \p Left elements.
  std::optional<int32_t> of(const LintInstance &I, unsigned Depth,
                            unsigned &Left) const;
  std::optional<int32_t> ofString(const LintInstance &I) const;
  std::optional<int32_t> ofList(const LintInstance &I, unsigned Depth,
                                unsigned &Left) const;

  const LintFields &F;
  const CollectionPlans &Reader;
  ClassPlans<BoxPlan> Boxes;
  ClassNumber String, ArrayList, AsList, Enum, Class;
  FieldPlace Cached, Value; ///< String.hash, String.value.
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LINT_KEYHASHES_H
