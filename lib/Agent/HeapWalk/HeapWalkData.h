//===- HeapWalkData.h - What a heap walk has recorded ----------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// All that is known of the heap after a walk: enough for a heap dump in binary
/// and text.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAPWALK_HEAPWALKDATA_H
#define HPROF_LIB_AGENT_HEAPWALK_HEAPWALKDATA_H

#include "Agent/Records/Ids.h"
#include "Agent/Vm/JvmTi.h"
#include "HeapWalkArena.h"
#include "HeapWalkClasses.h"

namespace hprof::agent {

/// A reference or value that a class object has.
struct WalkClassValue {
  uint64_t Bits; ///< The number of an object, or a value.
  uint32_t Class;
  uint32_t Index; ///< For a static field or a constant.
  jvmtiHeapReferenceKind Kind;
  BasicType Type;
};

struct WalkRoot {
  uint64_t Object;
  jmethodID Method; ///< That of a frame; else null.
  uint32_t ThreadSerial;
  int32_t Depth; ///< Depth of a frame; -1 if there is none.
  jvmtiHeapReferenceKind Kind;
};

/// The length of an object array. They are in the order of their numbers.
struct WalkLength {
  uint64_t Object;
  uint32_t Length;
  uint32_t Size; ///< In units of 8 bytes.
};

/// What an object in WalkData::Objects begins with: its number, its class and
/// its trace.
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
  /// Whether these and the records have the last field of a class first.
  bool IsReversed = false;
  /// Bytes of an instance, by class; those of the last one found.
  std::vector<uint64_t> InstanceSizes;
  /// By loader: whether it was met.
  std::vector<bool> HasLoader;
  /// By class: whether it was met.
  std::vector<bool> HasClass;

  /// One piece per object, in the order of the walk: a WalkHeader, then
  ///   an instance          its values, as in the layout of its class
  ///   an object array      for each element that is not null, the distance
  ///                        from the index of the one before as LEB128, and its
  ///                        number; a distance of 0 at the end
  ///   a primitive array    its length in 4 bytes, a byte that is 1 if its
  ///                        elements follow, and these; all as in memory
  WalkArena Objects;
  WalkList<WalkLength> Lengths;
  WalkList<WalkClassValue> ClassValues;
  WalkList<WalkRoot> Roots;
  /// Objects without contents: class objects of primitive types, and virtual
  /// threads that the walk must not visit.
  std::vector<WalkHeader> Bare;
  uint64_t NumNotVisited = 0; ///< Virtual threads among them.
  uint32_t ClassOfClasses = WalkClass::None;
  /// The first one is that of objects without a site. To be set before output.
  std::vector<uint32_t> TraceSerials = {Numbers::SystemTrace};

  uint64_t NumObjects = 0; ///< Classes included.
  uint64_t NumBytes = 0;
};

/// A reference in a layout or an array.
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
