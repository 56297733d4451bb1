//===- SnapshotShapes.cpp - The classes of nodes --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A class has one size and one list of fields, but V8's arrays have any size,
/// and objects of one constructor differ by their assigned properties. So nodes
/// share a class only if they agree in all of these; reports merge the classes
/// of one name. Thus instances take no more space than their edges, and each
/// class no more than the edges of one node.
///
/// A class is expensive, though, and a program that uses objects as
/// dictionaries may have as many shapes as objects. Further shapes are
/// therefore merged: edges lose names that few shapes have, and the number of
/// unnamed edges is rounded up to a power of two. Sizes stay exact.
///
//===----------------------------------------------------------------------===//

#include "SnapshotReaderImpl.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"

using namespace hprof;
using namespace hprof::snapshot;
using namespace llvm;

/// Number of classes of one name before further ones are merged: small once
/// there are many classes in total.
uint64_t Reader::mostShapes() const {
  constexpr uint64_t Names = 16;
  if (Classes.size() < Names * Options.MaxShapes)
    return Options.MaxShapes;
  return std::max<uint64_t>(1, Options.MaxShapes / 256);
}

Reader::Shapes::NameCounts &Reader::Shapes::uses() {
  if (!Uses) {
    Uses = std::make_unique<NameCounts>();
    for (uint64_t Name : std::exchange(First, {}))
      ++(*Uses)[Name];
  }
  return *Uses;
}

void Reader::Shapes::use(uint64_t Name) {
  if (Count)
    ++uses()[Name];
  else
    First.push_back(Name);
}

/// Removes the names of rare edges among \p Of, the edges of an object whose
/// shape exceeds the limit for \p S.
void Reader::joinShapes(Shapes &S, MutableArrayRef<Edge> Of) {
  if (!std::exchange(S.IsJoined, true)) {
    Shapes::NameCounts Common;
    for (auto [Name, Uses] : S.uses())
      if (Uses > S.Count / 2)
        Common.try_emplace(Name, Uses);
    *S.Uses = std::move(Common);
  }
  // The remaining names still form too many combinations.
  if (S.Count >= uint64_t(2) * Options.MaxShapes)
    S.Uses->clear();
  for (Edge &E : Of)
    if (E.Name && !S.Uses->contains(E.Name)) {
      E.Name = 0;
      ++NumDroppedNames;
    }
}

std::pair<IdKey, IdKey> Reader::hashOfKey() const {
  const XXH128_hash_t Hash = xxh3_128bits(
      {reinterpret_cast<const uint8_t *>(Key.data()), Key.size() * 8});
  return {Hash.low64, Hash.high64};
}

/// Returns the class called \p Name for objects of \p Size with the edges
/// \p Of, and sends it if it is new. Removes names from \p Of that the class
/// lacks.
uint64_t Reader::classFor(uint64_t Name, uint32_t Size,
                          MutableArrayRef<Edge> Of) {
  Key.assign({Name, Size});
  for (const Edge &E : Of)
    Key.push_back(E.Name);
  if (auto Known = Classes.find(hashOfKey()); Known != Classes.end())
    return Known->second;
  Shapes &S = ShapesOf[Name];
  if (S.IsJoined || S.Count >= mostShapes()) {
    joinShapes(S, Of);
    uint64_t Unnamed = 0;
    Key.assign({Name, Size});
    for (const Edge &E : Of) {
      if (E.Name)
        Key.push_back(E.Name);
      else
        ++Unnamed;
    }
    // This key differs from all lists of names.
    Key.append({UINT64_MAX, PowerOf2Ceil(Unnamed)});
  } else {
    for (const Edge &E : Of)
      if (E.Name)
        S.use(E.Name);
  }
  const auto [Found, IsNew] = Classes.try_emplace(
      hashOfKey(), FirstClass + uint64_t(16) * (Classes.size() + 1));
  if (!IsNew)
    return Found->second;
  ++S.Count;
  ReferenceClass R;
  R.Offset = Start;
  R.Class = Found->second;
  R.Name = Name;
  R.Super = FirstClass;
  R.InstanceSize = Size;
  V.visit(R);
  return Found->second;
}
