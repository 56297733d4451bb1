//===- KeyHashes.h - Hash codes of what maps have as keys -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LINT_KEYHASHES_H
#define HPROF_LIB_ANALYSIS_LINT_KEYHASHES_H

#include "Boxes.h"
#include "CollectionReader.h"

namespace hprof {

/// What hashCode() of an object returns, where the specification of its class
/// says how that is computed from values that a dump has: Strings, boxes, and
/// ArrayLists and results of Arrays.asList() of these.
class KeyHashes {
public:
  KeyHashes(const ClassFields &F, const CollectionReader &Reader);

  /// Whether there is an answer for instances of \p C.
  bool knows(ClassNumber C) const;
  /// Whether objects of \p C never change their hash code.
  bool isImmutable(ClassNumber C) const;
  /// None when that is not known, for damaged objects and long lists.
  std::optional<int32_t> of(Node N) const {
    unsigned Left = MostElements;
    return of(F.read(N), 0, Left);
  }

private:
  /// Of a list with those in it, each time. What has more is no key.
  static constexpr unsigned MostElements = 256;
  /// \p Left elements may be looked at.
  std::optional<int32_t> of(const LintInstance &I, unsigned Depth,
                            unsigned &Left) const;
  std::optional<int32_t> ofString(const LintInstance &I) const;
  std::optional<int32_t> ofList(const LintInstance &I, unsigned Depth,
                                unsigned &Left) const;

  const ClassFields &F;
  const CollectionReader &Reader;
  ClassPlans<BoxPlan> Boxes;
  ClassNumber String, ArrayList, AsList, Enum, Class;
  FieldPlace Cached, Value; ///< String.hash, String.value.
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LINT_KEYHASHES_H
