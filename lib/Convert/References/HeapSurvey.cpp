//===- HeapSurvey.cpp - Survey of a whole dump for lowerings --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeapSurvey.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

void HeapSurvey::visit(const FileHeader &H) {
  Forward::visit(H);
  IdBase = H.Origin.IdBase;
  Evidence.setBase(IdBase);
  Dumps.header();
}

void HeapSurvey::beginFrame(const Frame &F) {
  Forward::beginFrame(F);
  // Real files contain a few dumps, adversarial files may contain any number.
  constexpr size_t MaxCounted = 64;
  if (!Dumps.frame(F))
    return;
  Current = &Rest;
  if (Counts.size() == MaxCounted)
    return;
  Counts.push_back(std::make_unique<Counted>());
  Current = Counts.back().get();
}

void HeapSurvey::visit(const HeapDumpEnd &R) {
  Forward::visit(R);
  Dumps.end();
}

void HeapSurvey::visit(const InstanceDump &R) {
  Forward::visit(R);
  Evidence.instance(R.Object, R.Class);
  if (Current->Objects.instance(
          R.Class, FlattenedEvidence::isCandidate(R.Object - IdBase)))
    Current->Stacks.meet(R.Class, Context);
  Current->Stacks.instance(R.Class, R.Values.Bytes);
}

void HeapSurvey::visit(const ObjectArrayDump &R) {
  Forward::visit(R);
  Evidence.array(R.Object, BasicType::Object, R.Length, R.Class);
  Current->Objects.objectArray(R.Class, R.Length);
  InLargeArray = R.Elements.Size > LargeArray;
  if (!InLargeArray)
    return;
  LargeArrays.push_back(0);
  Elements.begin(Context.header().IdSize);
  payload(R.Kind, R.Elements.Bytes);
}

void HeapSurvey::payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
  if (!InLargeArray || Of != RecordKind::ObjectArrayDump)
    return Forward::payload(Of, Chunk);
  Elements.add(Chunk, [&](uint64_t Id) { LargeArrays.back() += Id != 0; });
}

void HeapSurvey::visit(const PrimitiveArrayDump &R) {
  Forward::visit(R);
  Evidence.array(R.Object, R.ElementType, R.Length);
  Current->Objects.primitiveArray(R.ElementType, R.Length);
}

void HeapSurvey::visit(const PrimitiveArrayNoData &R) {
  Forward::visit(R);
  Evidence.array(R.Object, R.ElementType, R.Length);
  Current->Objects.primitiveArray(R.ElementType, R.Length);
}

void HeapSurvey::visit(const ClassDump &R) {
  Current->Objects.classObject();
  Evidence.classObject(R.Class);
  const bool Counts = !Build->hasClass(R.Class);
  Forward::visit(R);
  if (!Counts)
    return;
  std::vector<uint64_t> Ids;
  forEach(R.Pool, [&](const PoolEntry &E) {
    if (isReference(E.Value.Type) && E.Value.Bits)
      Ids.push_back(E.Value.Bits);
  });
  if (!Ids.empty())
    Constants[R.Class] = std::move(Ids);
}

const DumpSizes &HeapSurvey::sizes() const {
  if (!Sizes)
    Sizes = std::make_unique<DumpSizes>(Context, Evidence, Layout);
  return *Sizes;
}

void HeapSurvey::tellLayout(LossAccount &Account) const {
  const LayoutChoice &Choice = sizes().layout();
  if (Choice.Certain || !Evidence.objects())
    return;
  Account.note(("layout: " + Choice.Layout.Text + ", uncertain (" +
                Choice.Evidence + (Choice.Evidence.empty() ? "" : "; ") +
                "--layout selects another)")
                   .str());
}

std::optional<HeapSurvey::Totals> HeapSurvey::totals(size_t Index) const {
  if (Index >= Counts.size())
    return std::nullopt;
  Totals Sum;
  const ObjectCounts &Dump = Counts[Index]->Objects;
  const ObjectLayout &Layout = sizes().layout().Layout;
  Dump.forEachInstance([&](uint64_t Class, uint64_t N) {
    Sum.Objects += N;
    Sum.Bytes += N * sizes().instance(Class);
  });
  if (sizes().flattened().count())
    Dump.forEachCandidate([&](uint64_t Class, uint64_t N) {
      Sum.Bytes -= N * sizes().instance(Class);
    });
  Sum.Bytes += sizes().beyond(Counts[Index]->Stacks);
  Dump.forEachObjectArray([&](uint64_t Class, const ArrayLengths &L) {
    Sum.Objects += L.count();
    const uint32_t Flat = sizes().flatElement(Class);
    Sum.Bytes +=
        Flat ? L.flatBytes(Layout, Flat) : L.bytes(Layout, BasicType::Object);
  });
#define HPROF_BASIC_TYPE(NAME, CODE, TEXT, DESCRIPTOR, WIDTH)                  \
  Sum.Objects += Dump.primitiveArrays(BasicType::NAME).count();                \
  Sum.Bytes +=                                                                 \
      Dump.primitiveArrays(BasicType::NAME).bytes(Layout, BasicType::NAME);
#include "hprof/Format/Base/BasicTypes.def"
  Sum.Objects += Dump.classObjects();
  // Dumps of one file come from one VM: their classes are mostly the same.
  if (Dump.classObjects())
    for (const ClassInfo &C : Context.classes())
      if (C.IsDumped)
        Sum.Bytes += sizes().classObject(C.Id);
  return Sum;
}

std::vector<uint64_t> HeapSurvey::undescribedClasses() const {
  std::vector<uint64_t> Ids;
  auto Add = [&](uint64_t Class) {
    const ClassInfo *C = Context.findClass(Class);
    if (Class && (!C || !C->IsDumped))
      Ids.push_back(Class);
  };
  for (const std::unique_ptr<Counted> &Dump : Counts)
    Dump->Objects.forEachInstance(
        [&](uint64_t Class, uint64_t) { Add(Class); });
  Rest.Objects.forEachInstance([&](uint64_t Class, uint64_t) { Add(Class); });
  sort(Ids);
  Ids.erase(std::unique(Ids.begin(), Ids.end()), Ids.end());
  return Ids;
}

ArrayRef<uint64_t> HeapSurvey::constants(uint64_t Class) const {
  auto It = Constants.find(Class);
  if (It == Constants.end())
    return {};
  return It->second;
}

void HeapSurvey::addString(uint64_t Id, StringRef Text) {
  Utf8 R;
  R.Id = Id;
  R.Text = arrayRefFromStringRef(Text);
  Build->visit(R);
}

void HeapSurvey::rename(uint64_t Class, uint64_t NameId) {
  LoadClass R;
  if (const ClassInfo *C = Context.findClass(Class))
    R.ClassSerial = C->Serial;
  R.Class = Class;
  R.Name = NameId;
  Build->visit(R);
}
