//===- StackCounts.cpp - Lengths of stack chunks in a walk ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Layout/StackCounts.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Layout/ClassModel.h"

using namespace hprof;
using namespace llvm;

void StackCounts::meet(uint64_t Class, const DumpContext &Context) {
  const ClassInfo *C = Context.findClass(Class);
  std::optional<StringRef> Name;
  if (C && C->IsLoaded)
    Name = Context.string(C->NameId);
  if (Name && !isStackChunkName(*Name))
    return;
  if (ByClass.size() >= (Name ? 2 * MostClasses : MostClasses))
    return;
  ByClass.try_emplace(Class);
  Filter |= bitOf(Class);
}

void StackCounts::count(uint64_t Class, ArrayRef<uint8_t> Values) {
  auto It = ByClass.find(Class);
  if (It == ByClass.end())
    return;
  std::vector<StackLengths> &Ints = It->second;
  size_t N = std::min(Values.size() / 4, MostStackInts);
  if (Ints.size() < N)
    Ints.resize(N);
  for (size_t I = 0; I != N; ++I)
    Ints[I].add(stackLength(Values, uint32_t(4 * I)));
}

void StackCounts::merge(const StackCounts &Other) {
  Filter |= Other.Filter;
  for (const auto &[Class, Ints] : Other.ByClass) {
    std::vector<StackLengths> &Mine = ByClass[Class];
    if (Mine.size() < Ints.size())
      Mine.resize(Ints.size());
    for (size_t I = 0; I != Ints.size(); ++I)
      Mine[I].merge(Ints[I]);
  }
}

StackLengths StackCounts::lengths(uint64_t Class, uint32_t Offset) const {
  auto It = ByClass.find(Class);
  if (It == ByClass.end() || Offset % 4 || Offset / 4 >= It->second.size())
    return {};
  return It->second[Offset / 4];
}
