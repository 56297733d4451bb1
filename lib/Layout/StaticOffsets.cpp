//===- StaticOffsets.cpp - Layout evidence in static fields ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StaticOffsets.h"
#include "hprof/Layout/ClassModel.h"
#include "hprof/Layout/Superclasses.h"
#include "llvm/Support/FormatVariadic.h"

using namespace hprof;
using namespace llvm;

static constexpr StringLiteral AtomicInteger =
    "java/util/concurrent/atomic/AtomicInteger";
static constexpr StringLiteral Synchronizer =
    "java/util/concurrent/locks/AbstractQueuedSynchronizer";

/// Returns the value of a static field if it is set: offsets are not 0.
static std::optional<uint64_t> staticValue(const ClassIndex &Classes,
                                           StringRef Class, StringRef Field) {
  std::optional<size_t> C = Classes.findName(Class);
  if (!C)
    return std::nullopt;
  for (const FieldModel &F : Classes.classes()[*C].Statics)
    if (F.Name == Field && !isReference(F.Type) && F.Bits)
      return F.Bits;
  return std::nullopt;
}

/// Returns the size of a reference.
static std::optional<uint64_t> referenceBytes(const ClassIndex &Classes) {
  if (std::optional<uint64_t> Scale =
          staticValue(Classes, "sun/misc/Unsafe", "ARRAY_OBJECT_INDEX_SCALE"))
    return Scale;
  // Two references with no other field between them.
  std::optional<uint64_t> Head =
      staticValue(Classes, Synchronizer, "headOffset");
  std::optional<uint64_t> Tail =
      staticValue(Classes, Synchronizer, "tailOffset");
  if (Head && Tail)
    return *Tail > *Head ? *Tail - *Head : *Head - *Tail;
  return std::nullopt;
}

std::optional<LayoutChoice> hprof::layoutByStatics(const ClassIndex &Classes) {
  // The class's only field follows the header.
  std::optional<uint64_t> Header =
      staticValue(Classes, AtomicInteger, "valueOffset");
  if (!Header)
    return std::nullopt;
  std::optional<uint64_t> Reference = referenceBytes(Classes);
  StringRef Name;
  if (*Header == 8)
    Name = "32bit";
  else if (*Header == 12)
    Name = Reference == 8U ? "uncompressed" : "compressed";
  else if (*Header == 16)
    Name = Reference == 4U ? "compressed-oops-only" : "uncompressed-klass";
  else
    return std::nullopt;
  const ObjectLayout &Layout = *findObjectLayout(Name);
  if (Reference && *Reference != Layout.ReferenceBytes)
    return std::nullopt;
  return LayoutChoice{
      Layout, true, formatv("AtomicInteger.valueOffset is {0}", *Header).str()};
}

LayoutChoice hprof::layoutBySizes(const ClassIndex &Classes,
                                  uint64_t ObjectBytes) {
  // Android, and 32-bit VMs.
  if (ObjectBytes < 16)
    return {*findObjectLayout("32bit"), true, ""};
  const ObjectLayout &Full = *findObjectLayout("uncompressed-klass");
  auto SuperOf = [&](size_t I) -> std::optional<size_t> {
    uint64_t Super = Classes.classes()[I].Super;
    return Super ? Classes.find(Super) : std::nullopt;
  };
  // With fewer references, a class may be as large with compressed references
  // as without.
  constexpr uint64_t Telling = 3;
  std::vector<uint64_t> References(Classes.classes().size());
  uint64_t Asked = 0, TooSmall = 0;
  forEachFromTheTop(
      References.size(), SuperOf, [&](size_t I, std::optional<size_t> Super) {
        const ClassModel &C = Classes.classes()[I];
        uint64_t &N = References[I];
        N = Super ? References[*Super] : 0;
        for (const FieldModel &F : C.Fields)
          N += isReference(F.Type);
        if (N < Telling || !C.DeclaredSize)
          return;
        ++Asked;
        TooSmall += C.DeclaredSize < Full.HeaderBytes + N * Full.ReferenceBytes;
      });
  return {TooSmall || !Asked ? *findObjectLayout("compressed") : Full,
          Asked != 0, ""};
}

bool hprof::areReferencesFirstByStatics(const ClassIndex &Classes) {
  std::optional<uint64_t> Head =
      staticValue(Classes, Synchronizer, "headOffset");
  std::optional<uint64_t> State =
      staticValue(Classes, Synchronizer, "stateOffset");
  return Head && State && *Head < *State;
}
