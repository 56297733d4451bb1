//===- ObjectCollector.cpp - First walk: which objects there are ----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObjectCollector.h"

using namespace hprof;

void ObjectCollector::merge(ObjectCollector &Other) {
  Ids.merge(Other.Ids);
  Neighbours.merge(Other.Neighbours);
  Roots.insert(Roots.end(), Other.Roots.begin(), Other.Roots.end());
  Places.merge(Other.Places);
  Other.Seen.forEach([&](uint64_t Class, const ClassUse &Use) {
    if (!Use.isUsed())
      return;
    ClassUse &Mine = Seen[Class];
    Mine.HasArrays |= Use.HasArrays;
    Mine.Instances += Use.Instances;
  });
  Primitives |= Other.Primitives;
}
