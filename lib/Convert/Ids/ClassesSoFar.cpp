//===- ClassesSoFar.cpp - Finds references in instances -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassesSoFar.h"
#include <utility>

using namespace hprof;
using namespace llvm;

uint64_t InstanceLayout::offset(uint64_t I) const {
  if (!Shape)
    return I < Offsets.size() ? Offsets[I] : UINT64_MAX;
  std::optional<FieldSlot> S = Shape->reference(FieldOrder::OwnFirst, I);
  return S ? S->Offset : UINT64_MAX;
}

/// Passes to \p Build those parts of a class that its instances depend on.
static void tellFields(DumpContext::Builder &Build, const ClassDump &R) {
  ClassDump Fields = R;
  Fields.Pool = ListRef<PoolEntry>();
  Fields.Statics = ListRef<StaticField>();
  Build.visit(Fields);
}

namespace {
/// Collects the classes of a stream's dumps.
class ClassTaker final : public RecordVisitor {
public:
  /// Starts at the dump with number \p First, counted from 1.
  ClassTaker(std::vector<std::unique_ptr<DumpContext>> &Dumps, size_t First)
      : Dumps(Dumps), First(First) {}

  using RecordVisitor::visit;
  void visit(const FileHeader &H) override {
    IsFull = Dumps.size() == MaxDumps;
    if (++Seen < First || IsFull)
      return;
    Dumps.push_back(std::make_unique<DumpContext>());
    Build.emplace(*Dumps.back()).visit(H);
  }
  void beginFrame(const Frame &F) override {
    if (Build)
      Build->beginFrame(F);
  }
  void visit(const HeapDumpEnd &R) override {
    if (Build)
      Build->visit(R);
  }
  void visit(const ClassDump &R) override {
    if (Build)
      tellFields(*Build, R);
  }
  RecordKindSet runKinds() const override {
    RecordKindSet Others = subRecordKinds();
    Others.reset(unsigned(RecordKind::ClassDump));
    return Others;
  }
  bool wantsMore() const override { return !IsFull; }

private:
  static constexpr size_t MaxDumps = 4096;

  std::vector<std::unique_ptr<DumpContext>> &Dumps;
  std::optional<DumpContext::Builder> Build;
  const size_t First;
  size_t Seen = 0;
  bool IsFull = false;
};
} // namespace

bool ClassesSoFar::takeAhead() {
  if (!Ahead.First || Dump < Ahead.First ||
      Dump - Ahead.First >= Ahead.Dumps.size())
    return false;
  Build.reset();
  Own.reset();
  Context = Ahead.Dumps[Dump - Ahead.First].get();
  return true;
}

void ClassesSoFar::begin(const FileHeader &H) {
  ++Dump;
  forgetLayouts();
  Lists = ReferenceOffsets();
  if (takeAhead())
    return;
  Build.reset();
  Own = std::make_unique<DumpContext>();
  Context = Own.get();
  Build.emplace(*Own).visit(H);
}

void ClassesSoFar::forgetLayouts() {
  Layouts.clear();
  ++Era;
}

void ClassesSoFar::add(const ClassDump &R) {
  if (!Build)
    return;
  // A new class does not affect classes that are already complete.
  const ClassInfo *Before = Context->findClass(R.Class);
  if (Before && Before->IsDumped)
    forgetLayouts();
  tellFields(*Build, R);
}

void ClassesSoFar::lookAhead() {
  Upstream *From = std::exchange(Ahead.From, nullptr);
  ClassTaker Taker(Ahead.Dumps, Dump);
  if (Error E = From->walk(Taker)) {
    Failure = joinErrors(std::move(Failure), std::move(E));
    HasFailed = true;
    return;
  }
  Ahead.First = Dump;
  if (takeAhead())
    forgetLayouts();
}

/// Returns the shape of \p Class, reading ahead for it; null if unknown.
const InstanceShape *ClassesSoFar::shapeOf(uint64_t Class) {
  if (!Context)
    return nullptr;
  const InstanceShape *S = Context->instances().find(Class);
  if (!S && Ahead.From && Build) {
    lookAhead();
    S = Context->instances().find(Class);
  }
  return S;
}

const InstanceLayout *ClassesSoFar::findSlow(uint64_t Class) {
  auto Kept = Layouts.find(Class);
  if (Kept == Layouts.end()) {
    const InstanceShape *S = shapeOf(Class);
    if (!S)
      return nullptr;
    std::optional<ArrayRef<uint32_t>> Offsets =
        Lists.add(*S, FieldOrder::OwnFirst);
    // Shapes become invalid when further classes are added.
    if (!Offsets)
      return &(Large = InstanceLayout(*S));
    Kept = Layouts.try_emplace(Class, InstanceLayout(*Offsets)).first;
  }
  Found &F = Recent[placeOf(Class)];
  F = {Class, Era, Kept->second};
  return &F.Layout;
}
