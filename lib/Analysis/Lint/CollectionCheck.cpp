//===- CollectionCheck.cpp - Base class of checks on collections ----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollectionCheck.h"

using namespace hprof;

bool CollectionCheck::wants(ClassNumber C) {
  const CollectionRow *Row = Reader.plan(C).Row;
  return Row && Row->facts().Storage == CollectionStorage::Grows;
}

/// Whether the array of a collection of \p Size shows that the element count
/// was zeroed: some tools that zero fields do not preserve all counts.
bool CollectionCheck::isCountHidden(const CollectionSize &Size) const {
  if (!S.Prepared.HidesFields || Size.Size || Size.Array == NoObject)
    return false;
  const GraphClass &C = S.G.classOf(Size.Array);
  return isReference(C.Element.value_or(BasicType::Int)) &&
         S.countElements(Size.Array);
}

void CollectionCheck::instance(unsigned Thread, const LintInstance &I) {
  std::optional<CollectionSize> Size = Reader.size(I);
  if (!Size || isCountHidden(*Size))
    return;
  Node Shown = I.N;
  uint64_t Shells = S.G.shallow(I.N);
  for (unsigned Depth = 0; Depth != 8; ++Depth) {
    Node P = S.T.parent(Shown);
    if (P == NoNode || S.G.asClass(P) != NoClass || S.G.classOf(P).isArray())
      break;
    const CollectionRow *Row = Reader.plan(S.G.classNumber(P)).Row;
    if (!Row || Row->Shape != CollectionShape::Wrapper)
      break;
    Shown = P;
    Shells += S.G.shallow(P);
  }
  collection(Thread, Shown, S.G.classNumber(Shown), Shells, *Size);
}
