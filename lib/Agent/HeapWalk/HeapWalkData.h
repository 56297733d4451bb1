//===- HeapWalkData.h - Data recorded by a heap walk -----------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The heap as recorded by a walk: enough for a heap dump in binary and text.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAPWALK_HEAPWALKDATA_H
#define HPROF_LIB_AGENT_HEAPWALK_HEAPWALKDATA_H

#include "Agent/Records/Ids.h"
#include "Agent/Vm/JvmTi.h"
#include "HeapWalkArena.h"
#include "HeapWalkClasses.h"

namespace hprof::agent {

/// A reference or value in a class object.
struct WalkClassValue {
  uint64_t Bits; ///< Object number or primitive value.
  uint32_t Class;
  uint32_t Index; ///< For a static field or a constant.
  jvmtiHeapReferenceKind Kind;
  BasicType Type;
};

struct WalkRoot {
  uint64_t Object;
  jmethodID Method; ///< Method of a frame; null for other roots.
  uint32_t ThreadSerial;
  int32_t Depth; ///< Depth of a frame; -1 if there is none.
  jvmtiHeapReferenceKind Kind;
};

/// Length of an object array. The list is sorted by object number.
struct WalkLength {
  uint64_t Object;
  uint32_t Length;
  uint32_t Size; ///< In units of 8 bytes.
};

/// Header of an object in WalkData::Objects: its number, class and trace.
struct WalkHeader {
  static constexpr unsigned Size = 12;
  uint64_t Object;
  uint32_t Class;
  uint32_t Trace; ///< Index into WalkData::TraceSerials.

  static constexpr uint32_t MaxClasses = 1U << 24;

  void store(uint8_t *P) const {
    const uint64_t First = Object | uint64_t(Class) << 40;
    std::memcpy(P, &First, 8);
    std::memcpy(P + 8, &Trace, 4);
  }
  static WalkHeader load(const uint8_t *P) {
    uint64_t First;
    WalkHeader H;
    std::memcpy(&First, P, 8);
    std::memcpy(&H.Trace, P + 8, 4);
    H.Object = First & ((UINT64_C(1) << 40) - 1);
    H.Class = uint32_t(First >> 40);
    return H;
  }
};

struct WalkData {
  explicit WalkData(TableMemory &From)
      : Objects(From), Lengths(From), ClassValues(From), Roots(From) {}

  std::vector<WalkClass> Classes;
  std::vector<WalkLayout> Layouts;
  /// Whether fields of a class are in reverse order in layouts and records.
  bool IsReversed = false;
  /// Size of an instance in bytes, by class; taken from the last instance
  /// found.
  std::vector<uint64_t> InstanceSizes;
  /// Whether the walk found the loader, by loader.
  std::vector<bool> HasLoader;
  /// Whether the walk found the class object, by class.
  std::vector<bool> HasClass;

  /// One piece per object, in the order of the walk: a WalkHeader, then
  ///   an instance          its values, as in the layout of its class
  ///   an object array      for each non-null element, the distance
  ///                        from the previous such index as LEB128, and its
  ///                        object number; a distance of 0 at the end
  ///   a primitive array    its length in 4 bytes, a byte that is 1 if its
  ///                        elements follow, and the elements; all in the
  ///                        machine's byte order
  WalkArena Objects;
  WalkList<WalkLength> Lengths;
  WalkList<WalkClassValue> ClassValues;
  WalkList<WalkRoot> Roots;
  /// Objects without contents: class objects of primitive types, and virtual
  /// threads that the walk must not visit.
  std::vector<WalkHeader> Bare;
  uint64_t NumNotVisited = 0; ///< Number of virtual threads in Bare.
  uint32_t ClassOfClasses = WalkClass::None;
  /// The first serial is for objects without a site. Must be set before output.
  std::vector<uint32_t> TraceSerials = {Numbers::SystemTrace};

  uint64_t NumObjects = 0; ///< Includes classes.
  uint64_t NumBytes = 0;
};

/// Stores a reference in a layout or an array.
inline void storeNumber(uint8_t *P, uint64_t N) {
  for (unsigned I = 0; I != WalkReferenceSize; ++I)
    P[I] = uint8_t(N >> (8 * I));
}
inline uint64_t loadNumber(const uint8_t *P) {
  uint64_t N = 0;
  for (unsigned I = 0; I != WalkReferenceSize; ++I)
    N |= uint64_t(P[I]) << (8 * I);
  return N;
}

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAPWALK_HEAPWALKDATA_H
