//===- ObjectMatch.cpp - Matches objects of two dumps by id ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Diff/ObjectMatch.h"
#include "hprof/Format/ClassName.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

uint32_t ObjectMatch::classOf(const std::string &Name) {
  std::string Key = stableClassName(Name);
  auto [It, IsNew] = Position.try_emplace(Key, uint32_t(Classes.size()));
  if (IsNew)
    Classes.emplace_back().Name = Key;
  return It->second;
}

std::vector<uint32_t> ObjectMatch::classesOf(const HeapGraph &G) {
  std::vector<uint32_t> Numbers;
  for (const GraphClass &C : G.classes())
    Numbers.push_back(classOf(C.Name));
  return Numbers;
}

ObjectMatch::ObjectMatch(const HeapGraph &Before) {
  std::vector<uint32_t> Numbers = classesOf(Before);
  Objects.reserve(Before.size());
  for (Node N = 0; N != Before.size(); ++N) {
    uint32_t Class = Numbers[Before.classNumber(N)];
    Objects.push_back({Before.id(N), Class});
    ++Classes[Class].Before;
  }
  llvm::sort(Objects,
             [](const Object &A, const Object &B) { return A.Id < B.Id; });
}

void ObjectMatch::match(const HeapGraph &After) {
  std::vector<uint32_t> Numbers = classesOf(After);
  NumAfter = After.size();
  for (Node N = 0; N != After.size(); ++N) {
    uint32_t Class = Numbers[After.classNumber(N)];
    ++Classes[Class].After;
    const uint64_t Id = After.id(N);
    auto It =
        partition_point(Objects, [&](const Object &O) { return O.Id < Id; });
    if (It == Objects.end() || It->Id != Id)
      continue;
    if (It->Class != Class) {
      ++NumChanged;
      continue;
    }
    ++Classes[Class].Kept;
    ++NumKept;
  }
}

std::vector<MatchedClass> ObjectMatch::classes() const {
  std::vector<MatchedClass> Sorted;
  for (const MatchedClass &C : Classes)
    if (C.Before || C.After)
      Sorted.push_back(C);
  llvm::sort(Sorted, [](const MatchedClass &A, const MatchedClass &B) {
    if (A.added() != B.added())
      return A.added() > B.added();
    return A.Name < B.Name;
  });
  return Sorted;
}
