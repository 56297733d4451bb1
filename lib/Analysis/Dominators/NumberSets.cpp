//===- NumberSets.cpp - Unique sets of numbers ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NumberSets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"

using namespace hprof;
using namespace llvm;

NumberSets::Set NumberSets::intern(ArrayRef<uint32_t> Sorted) {
  if (Sorted.empty() && size())
    return Empty;
  // DenseMap reserves the two largest keys.
  uint64_t Hash =
      xxh3_64bits(ArrayRef(reinterpret_cast<const uint8_t *>(Sorted.data()),
                           Sorted.size() * sizeof(uint32_t))) >>
      1;
  Set New = Set(size());
  auto [It, IsNew] = ByHash.try_emplace(Hash, New);
  if (!IsNew)
    for (Set S = It->second;; S = NextOfHash[S]) {
      if (members(S) == Sorted)
        return S;
      if (!NextOfHash[S])
        break;
    }
  Members.insert(Members.end(), Sorted.begin(), Sorted.end());
  Begins.push_back(Members.size());
  NextOfHash.push_back(IsNew ? 0 : It->second);
  It->second = New;
  return New;
}

NumberSets::Set NumberSets::with(Set S, uint32_t Number,
                                 ArrayRef<uint32_t> Others) {
  auto [It, IsNew] = Withs.try_emplace(uint64_t(S) << 32 | Number, S);
  if (!IsNew || isFull())
    return It->second;
  Scratch.clear();
  ArrayRef<uint32_t> Old = members(S);
  std::set_union(Old.begin(), Old.end(), Others.begin(), Others.end(),
                 std::back_inserter(Scratch));
  if (Scratch.size() == Old.size())
    return S;
  return It->second = intern(Scratch);
}

NumberSets::Set NumberSets::meet(Set A, Set B) {
  if (A == B)
    return A;
  if (!A || !B)
    return Empty;
  auto [It, IsNew] =
      Meets.try_emplace(uint64_t(std::min(A, B)) << 32 | std::max(A, B), Empty);
  if (!IsNew || isFull())
    return It->second;
  Scratch.clear();
  ArrayRef<uint32_t> InA = members(A), InB = members(B);
  std::set_intersection(InA.begin(), InA.end(), InB.begin(), InB.end(),
                        std::back_inserter(Scratch));
  return It->second = intern(Scratch);
}
