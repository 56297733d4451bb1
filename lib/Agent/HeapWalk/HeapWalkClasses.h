//===- HeapWalkClasses.h - Classes and fields in a heap walk ---*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// JVM TI reports fields by index; a heap dump has the values of an object's
/// fields one after another. This describes classes as both need them.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAPWALK_HEAPWALKCLASSES_H
#define HPROF_LIB_AGENT_HEAPWALK_HEAPWALKCLASSES_H

#include "hprof/Format/Base/BasicType.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace hprof::agent {

struct WalkField {
  uint32_t Name = 0; ///< What it is, the maker of the list decides.
  BasicType Type = BasicType::Object;
  bool IsStatic = false;
};

struct WalkClass {
  enum class Form : uint8_t { Plain, ObjectArray, PrimitiveArray };
  static constexpr uint32_t None = UINT32_MAX;

  uint64_t Id = 0;
  Form Is = Form::Plain;
  BasicType Element = BasicType::Object; ///< For a primitive array.
  uint32_t Super = None;                 ///< Index of a class.
  uint32_t Loader = 0;                   ///< Number of a loader; 0 the VM's.
  /// Instances are Java virtual threads.
  bool IsVirtualThread = false;
  std::vector<uint32_t> Interfaces; ///< Those it names itself.
  std::vector<WalkField> Fields;    ///< In the order of GetClassFields.
};

/// Where a value lies that JVM TI reports by index.
struct WalkSlot {
  uint32_t Offset = 0;
  BasicType Type = BasicType::Object;
  bool IsKept = false; ///< False for static fields, and for what is not wanted.
};

/// How instances of a class are kept: the values of their fields in the order
/// of an INSTANCE DUMP, the class's own first, then its superclass's; numbers
/// big-endian, references as numbers of WalkReferenceSize bytes.
struct WalkLayout {
  uint32_t FirstIndex = 0; ///< The index that belongs to Slots[0].
  std::vector<WalkSlot> Slots;
  uint32_t FirstStatic = 0; ///< The index of the class's own first field.
  uint32_t Size = 0;        ///< In bytes, as kept.
  uint32_t RecordSize = 0;  ///< In an INSTANCE DUMP with ids of 8 bytes.

  /// The kept values in order: bytes to copy, then a reference. The last one
  /// has no reference.
  struct Step {
    uint32_t Bytes;
    bool HasReference;
  };
  std::vector<Step> Steps;
  /// The references with their names, superclasses' first.
  struct Reference {
    uint32_t Offset;
    uint32_t Name;
  };
  std::vector<Reference> References;

  const WalkSlot *slot(int64_t Index) const {
    const int64_t I = Index - int64_t(FirstIndex);
    if (I < 0 || I >= int64_t(Slots.size()) || !Slots[size_t(I)].IsKept)
      return nullptr;
    return &Slots[size_t(I)];
  }
};

/// Bytes of a reference in a layout: a number below 2^40.
constexpr unsigned WalkReferenceSize = 5;
/// Bytes of an id in the output.
constexpr unsigned WalkIdSize = 8;

/// The layouts of \p Classes, in the same order. Without \p HasValues fields of
/// primitive types are left out. With \p IsReversed the fields of each class
/// are in the opposite order, the last one first. Malformed input (a class that
/// is its own superclass) gives layouts without fields.
std::vector<WalkLayout> layoutsOf(llvm::ArrayRef<WalkClass> Classes,
                                  bool HasValues, bool IsReversed = false);

/// The indices of \p Num fields in the order of the output.
template <class Fn> void inOrder(size_t Num, bool IsReversed, Fn Do) {
  for (size_t I = 0; I != Num; ++I)
    Do(IsReversed ? Num - 1 - I : I);
}

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAPWALK_HEAPWALKCLASSES_H
