//===- ObjectFinder.cpp - Finds objects by their ids ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Heap/ObjectFinder.h"

using namespace hprof;
using namespace llvm;

ObjectFinder::~ObjectFinder() = default;

Error ObjectFinder::fetch(ArrayRef<uint64_t> Ids, size_t MaxBytes) {
  IdsToFind Wanted;
  for (uint64_t Id : Ids) {
    auto It = Known.find(Id);
    bool IsKnown = It != Known.end() && (!It->second || It->second->isWhole() ||
                                         It->second->Bytes.size() >= MaxBytes);
    if (Id && !IsKnown)
      Wanted.insert(Id);
  }
  return Wanted.empty() ? Error::success() : find(Wanted, MaxBytes);
}

Error ObjectFinder::fetchTypes(ArrayRef<uint64_t> Ids) {
  IdsToFind Wanted;
  for (uint64_t Id : Ids)
    if (Id && !Types.count(Id))
      Wanted.insert(Id);
  return Wanted.empty() ? Error::success() : findTypes(Wanted);
}

const ObjectType *ObjectFinder::type(uint64_t Id) const {
  auto It = Types.find(Id);
  return It == Types.end() ? nullptr : &It->second;
}

const FoundObject *ObjectFinder::get(uint64_t Id) const {
  auto It = Known.find(Id);
  return It == Known.end() ? nullptr : It->second.get();
}
