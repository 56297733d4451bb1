//===- DumpSizes.cpp - Sizes of all objects in a dump ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Layout/DumpSizes.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Layout/StackCounts.h"

using namespace hprof;
using namespace llvm;

std::vector<ClassModel> hprof::classModels(const DumpContext &Context) {
  std::vector<const ClassInfo *> All;
  All.reserve(Context.classes().size());
  for (const ClassInfo &C : Context.classes())
    All.push_back(&C);
  return classModels(Context, All);
}

std::vector<ClassModel>
hprof::classModels(const DumpContext &Context,
                   ArrayRef<const ClassInfo *> Classes) {
  std::vector<ClassModel> Models;
  Models.reserve(Classes.size());
  for (const ClassInfo *Info : Classes) {
    const ClassInfo &C = *Info;
    ClassModel &M = Models.emplace_back();
    M.Id = C.Id;
    M.Super = C.Super;
    M.Name = C.IsLoaded ? Context.string(C.NameId).value_or("") : "";
    M.DeclaredSize = C.InstanceSize;
    M.Fields.reserve(C.Fields.size());
    for (const InstanceField &F : C.Fields)
      M.Fields.push_back({Context.string(F.Name).value_or(""), F.Type});
    M.Statics.reserve(C.Statics.size());
    for (const StaticField &F : C.Statics)
      M.Statics.push_back(
          {Context.string(F.Name).value_or(""), F.Value.Type, F.Value.Bits});
  }
  return Models;
}

DumpSizes::DumpSizes(const DumpContext &Context, const LayoutEvidence &Evidence,
                     StringRef Layout)
    : Context(Context), Models(classModels(Context)), Index(Models) {
  JavaRelease Release = deriveJavaRelease(Index, Context);
  Choice = chooseLayout(Evidence, Context.header().vmIdSize(), Index, Release);
  if (std::optional<LayoutChoice> Wanted =
          resolveLayout(Layout, Context.header().vmIdSize(), Choice))
    Choice = *Wanted;
  Flattened = Evidence.flattened(Choice.Layout);
  Elements = placeFlattened(Models, Index, Flattened, Choice.Layout);
  Sizes = std::make_unique<ShallowSizes>(Index, Choice.Layout, Release,
                                         Choice.Contended);
  if (std::optional<size_t> I = Sizes->stackChunks()) {
    StackClass = Models[*I].Id;
    StackOffset = stackLengthOffset(Models[*I], Context.header().IdSize);
  }
}

std::optional<size_t> DumpSizes::find(uint64_t Class) const {
  const ClassInfo *C = Context.findClass(Class);
  if (!C || !C->IsDumped)
    return std::nullopt;
  return Index.find(Class);
}

uint64_t DumpSizes::instance(uint64_t Class) const {
  std::optional<size_t> I = find(Class);
  if (!I)
    return Sizes->unknownInstance();
  if (isClassNamed(Models[*I].Name, "java/lang/Class"))
    return Sizes->plainMirror();
  return Sizes->instance(*I);
}

uint64_t DumpSizes::stackChunk(ArrayRef<uint8_t> Values) const {
  return stackChunkBytes(Choice.Layout, instance(StackClass),
                         stackLength(Values, *StackOffset));
}

uint64_t DumpSizes::beyond(const StackCounts &Counts) const {
  if (!StackOffset)
    return 0;
  StackLengths L = Counts.lengths(StackClass, *StackOffset);
  const uint64_t Bytes = instance(StackClass);
  return stackBytes(L, Choice.Layout, Bytes) - L.count() * Bytes;
}

uint64_t DumpSizes::classObject(uint64_t Class) const {
  std::optional<size_t> I = find(Class);
  if (!I)
    return Sizes->plainMirror();
  return Sizes->mirror(*I);
}
