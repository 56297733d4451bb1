//===- HeapSurvey.cpp - What lowerings must know of a whole dump ----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeapSurvey.h"

using namespace hprof;

void HeapSurvey::beginFrame(const Frame &F) {
  // A file has a handful of dumps, a hostile one as many as it likes.
  constexpr size_t MaxCounted = 64;
  if (!Starts.begins(F))
    return;
  Current = nullptr;
  if (Counts.size() == MaxCounted)
    return;
  Counts.push_back(std::make_unique<ObjectCounts>());
  Current = Counts.back().get();
}

void HeapSurvey::visit(const HeapDumpEnd &) { Starts.end(); }

void HeapSurvey::visit(const InstanceDump &R) {
  Pass::visit(R);
  Evidence.instance(R.Object);
  if (Current)
    Current->instance(R.Class);
}

void HeapSurvey::visit(const ObjectArrayDump &R) {
  Pass::visit(R);
  Evidence.array(R.Object, BasicType::Object, R.Length);
  if (Current)
    Current->objectArray(R.Class, R.Length);
}

void HeapSurvey::visit(const PrimitiveArrayDump &R) {
  Pass::visit(R);
  Evidence.array(R.Object, R.ElementType, R.Length);
  if (Current)
    Current->primitiveArray(R.ElementType, R.Length);
}

void HeapSurvey::visit(const PrimitiveArrayNoData &R) {
  Pass::visit(R);
  Evidence.array(R.Object, R.ElementType, R.Length);
  if (Current)
    Current->primitiveArray(R.ElementType, R.Length);
}

void HeapSurvey::visit(const ClassDump &R) {
  Pass::visit(R);
  if (Current)
    Current->classObject();
}

const DumpSizes &HeapSurvey::sizes() const {
  if (!Sizes)
    Sizes = std::make_unique<DumpSizes>(Context, Evidence);
  return *Sizes;
}

HeapSurvey::Totals HeapSurvey::totals(size_t Index) const {
  Totals Sum;
  if (Index >= Counts.size())
    return Sum;
  const ObjectCounts &Dump = *Counts[Index];
  const ObjectLayout &Layout = sizes().layout().Layout;
  Dump.forEachInstance([&](uint64_t Class, uint64_t N) {
    Sum.Objects += N;
    Sum.Bytes += N * sizes().instance(Class);
  });
  Dump.forEachObjectArray([&](uint64_t, const ArrayLengths &L) {
    Sum.Objects += L.count();
    Sum.Bytes += L.bytes(Layout, BasicType::Object);
  });
#define HPROF_BASIC_TYPE(NAME, CODE, TEXT, DESCRIPTOR, WIDTH)                  \
  Sum.Objects += Dump.primitiveArrays(BasicType::NAME).count();                \
  Sum.Bytes +=                                                                 \
      Dump.primitiveArrays(BasicType::NAME).bytes(Layout, BasicType::NAME);
#include "hprof/Format/Hprof/BasicTypes.def"
  Sum.Objects += Dump.classObjects();
  // Dumps of one file are of one VM: they have mostly the same classes.
  if (Dump.classObjects())
    for (const ClassInfo &C : Context.classes())
      if (C.IsDumped)
        Sum.Bytes += sizes().classObject(C.Id);
  return Sum;
}
