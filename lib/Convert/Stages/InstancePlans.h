//===- InstancePlans.h - Where instances refer to others --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_STAGES_INSTANCEPLANS_H
#define HPROF_LIB_CONVERT_STAGES_INSTANCEPLANS_H

#include "hprof/Format/IdKey.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <memory>
#include <vector>

namespace hprof {

class DumpContext;
class DumpSizes;

/// What the instances of one class have in common.
struct InstancePlan {
  /// A field that refers to an object, by where its value lies.
  struct Slot {
    uint32_t Offset; ///< Into INSTANCE DUMP's values.
    uint64_t NameId;
  };
  /// Those of the root superclass first, then down to the class itself; those
  /// of one class in the order of their declaration.
  std::vector<Slot> Slots;
  uint64_t ValueBytes = 0;  ///< Of all fields.
  uint64_t ObjectBytes = 0; ///< Of an instance in the VM's heap.
  bool IsKnown = false;     ///< The dump has the class.
  bool HasPrimitives = false;

  /// Whether an instance with \p Length bytes of values is laid out so. No
  /// values are known where a superclass is missing.
  bool explains(uint64_t Length) const {
    return IsKnown && ValueBytes <= Length && (ValueBytes || !Length);
  }
};

/// Makes each class's plan once.
class InstancePlans {
public:
  /// Both must be complete and outlive the plans.
  InstancePlans(const DumpContext &Context, const DumpSizes &Sizes)
      : Context(Context), Sizes(Sizes) {}

  /// Valid until the next call.
  const InstancePlan &of(uint64_t Class) {
    if (Last && Class == LastClass)
      return *Last;
    return find(Class);
  }

private:
  const InstancePlan &find(uint64_t Class);
  std::unique_ptr<InstancePlan> make(uint64_t Class) const;

  const DumpContext &Context;
  const DumpSizes &Sizes;
  llvm::DenseMap<IdKey, std::unique_ptr<InstancePlan>> Plans;
  size_t NumSlots = 0; ///< Of all plans.
  const InstancePlan *Last = nullptr;
  uint64_t LastClass = 0;
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_STAGES_INSTANCEPLANS_H
