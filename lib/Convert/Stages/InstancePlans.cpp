//===- InstancePlans.cpp - Where instances refer to others ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstancePlans.h"
#include "hprof/Format/DumpContext.h"
#include "hprof/Layout/DumpSizes.h"

using namespace hprof;
using namespace llvm;

const InstancePlan &InstancePlans::find(uint64_t Class) {
  // In a file made to hurt, the plans of a long chain of classes are as large
  // as the square of its length.
  constexpr size_t MaxSlots = 1 << 20;
  constexpr size_t MaxPlans = 1 << 18;
  auto It = Plans.find(Class);
  if (It == Plans.end()) {
    if (NumSlots > MaxSlots || Plans.size() > MaxPlans) {
      Plans.clear();
      NumSlots = 0;
    }
    It = Plans.try_emplace(Class, make(Class)).first;
    NumSlots += It->second->Slots.size();
  }
  Last = It->second.get();
  LastClass = Class;
  return *Last;
}

std::unique_ptr<InstancePlan> InstancePlans::make(uint64_t Class) const {
  auto Plan = std::make_unique<InstancePlan>();
  Plan->ObjectBytes = Sizes.instance(Class);
  std::vector<FieldSlot> Fields =
      Context.instanceLayout(Class, Plan->ValueBytes);
  const ClassInfo *C = Context.findClass(Class);
  Plan->IsKnown = C && C->IsDumped;
  // The layout is the class's own fields, then its superclass's, and so on.
  for (size_t End = Fields.size(); End;) {
    size_t Begin = End - 1;
    while (Begin && Fields[Begin - 1].Class == Fields[Begin].Class)
      --Begin;
    for (size_t I = Begin; I != End; ++I) {
      if (isReference(Fields[I].Type))
        Plan->Slots.push_back({Fields[I].Offset, Fields[I].NameId});
      else
        Plan->HasPrimitives = true;
    }
    End = Begin;
  }
  return Plan;
}
