//===- HeapWalkClasses.h - Classes and fields in a heap walk ---*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// JVM TI reports fields by index; a heap dump contains the values of an
/// object's fields one after another. These structures describe classes for
/// both.
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
  uint32_t Name = 0; ///< Meaning is up to the creator.
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
  uint32_t Loader = 0; ///< Number of a loader; 0 for the VM's.
  /// Whether instances are Java virtual threads.
  bool IsVirtualThread = false;
  std::vector<uint32_t> Interfaces; ///< Direct interfaces only.
  std::vector<WalkField> Fields;    ///< In the order of GetClassFields.
};

/// Position of a value that JVM TI reports by index.
struct WalkSlot {
  uint32_t Offset = 0;
  BasicType Type = BasicType::Object;
  bool IsKept = false; ///< False for static and omitted fields.
};

/// Layout of recorded instances of a class: the field values in the order of an
/// INSTANCE DUMP, the class's own first, then its superclass's. Primitive
/// values are big-endian; references are object numbers of WalkReferenceSize
/// bytes.
struct WalkLayout {
  uint32_t FirstIndex = 0; ///< Index of Slots[0].
  std::vector<WalkSlot> Slots;
  uint32_t FirstStatic = 0; ///< Index of the class's own first field.
  uint32_t Size = 0;        ///< In bytes, as recorded.
  uint32_t RecordSize = 0;  ///< In an INSTANCE DUMP with 8-byte ids.

  /// The recorded values in order: bytes to copy, then a reference. The last
  /// step has no reference.
  struct Step {
    uint32_t Bytes;
    bool HasReference;
  };
  std::vector<Step> Steps;
  /// References with their names, superclasses' first.
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

/// Size of a reference in a layout: a number below 2^40.
constexpr unsigned WalkReferenceSize = 5;
/// Size of an id in the output.
constexpr unsigned WalkIdSize = 8;

/// Returns the layouts of \p Classes, in the same order. Without \p HasValues,
/// fields of primitive types are omitted. With \p IsReversed, the fields of
/// each class are in reverse order. Malformed input (a class that is its own
/// superclass) results in layouts without fields.
std::vector<WalkLayout> layoutsOf(llvm::ArrayRef<WalkClass> Classes,
                                  bool HasValues, bool IsReversed = false);

/// Calls \p Do with the indices of \p Num fields in output order.
template <class Fn> void inOrder(size_t Num, bool IsReversed, Fn Do) {
  for (size_t I = 0; I != Num; ++I)
    Do(IsReversed ? Num - 1 - I : I);
}

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAPWALK_HEAPWALKCLASSES_H
