//===- ClassFacts.cpp - Facts that identify classes -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassFacts.h"
#include "hprof/Format/Context/InstanceReferences.h"
#include "hprof/Format/Kit/ValueGatherer.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

/// Maximum number of bytes of an object that are examined.
static constexpr uint64_t MaxBytes = 64 << 10;
/// More classes than any VM has loaded: input that claims more is damaged.
static constexpr size_t MaxClasses = 1 << 22;

/// Whether object number \p Number of its class is examined: the first objects
/// are, and a sample of the later ones.
static bool isSample(uint64_t Number) {
  return Number <= 64 || Number % 1024 == 0;
}

/// Returns an id for the type of a primitive array. It differs from all class
/// ids, which are addresses, or count up from 1.
static uint64_t arrayKind(uint8_t ElementType) {
  return UINT64_MAX - ElementType;
}

uint32_t ClassFacts::add(uint64_t Id) {
  auto [It, IsNew] = ById.try_emplace(Id, uint32_t(Classes.size()));
  if (IsNew) {
    Class C;
    C.Id = Id;
    C.Info = Context.findClass(Id);
    Classes.push_back(C);
    addPlaces(Classes.back());
  }
  return It->second;
}

void ClassFacts::addPlaces(Class &C) {
  auto Take = [&](uint32_t N) {
    const auto First = uint32_t(Places.size());
    Places.resize(Places.size() + N);
    return First;
  };
  C.Elements = Take(1);
  if (!C.isDumped())
    return;
  C.NumStatics = uint32_t(C.Info->Statics.size());
  C.NumFields = uint32_t(C.Info->Fields.size());
  C.FirstStatic = Take(C.NumStatics);
  C.FirstField = Take(C.NumFields);
  for (uint32_t I = 0; I != C.NumStatics; ++I)
    if (isReference(C.Info->Statics[I].Value.Type))
      sample(C.FirstStatic + I, C.Info->Statics[I].Value.Bits);
}

void ClassFacts::sample(uint32_t Number, uint64_t Object) {
  Place &P = Places[Number];
  if (!Object || P.Objects.size() == Place::MaxSamples ||
      is_contained(P.Objects, Object))
    return;
  P.Objects.push_back(Object);
  (void)Wanted.try_emplace(Object, 0);
}

std::optional<uint32_t> ClassFacts::find(uint64_t Id) const {
  auto It = ById.find(Id);
  if (It == ById.end())
    return std::nullopt;
  return It->second;
}

std::optional<uint64_t> ClassFacts::onlyClassAt(uint32_t Number) const {
  const Place &P = Places[Number];
  if (P.Classes.size() != 1)
    return std::nullopt;
  return P.Classes.front();
}

/// Counts objects and records some of the references.
class ClassFacts::Sampler final : public ValueGatherer {
public:
  explicit Sampler(ClassFacts &Facts) : Facts(Facts) {}

private:
  uint64_t wanted(const InstanceDump &R) override {
    Class *C = take(R.Class);
    if (!C)
      return 0;
    if (!C->Instances++)
      C->Length = R.Length;
    Shape = Facts.Context.instances().find(R.Class);
    return Shape && Shape->references() && R.Values.Size <= MaxBytes &&
                   isSample(C->Instances)
               ? R.Values.Size
               : 0;
  }
  void take(ArrayRef<uint8_t> Bytes) override {
    const ClassInfo *Declarer = nullptr;
    uint32_t First = 0, Index = 0;
    Shape->forEachField(Bytes.size(), [&](const FieldSlot &S) {
      if (S.Class != Declarer) {
        Declarer = S.Class;
        std::optional<uint32_t> Found = Facts.find(S.Class->Id);
        First = Found ? Facts.Classes[*Found].FirstField : 0;
        Index = 0;
      }
      if (First && isReference(S.Type) && S.Offset + idSize() <= Bytes.size())
        Facts.sample(First + Index, loadBE(Bytes.data() + S.Offset, idSize()));
      ++Index;
    });
  }
  bool wantsElements(const ObjectArrayDump &R) override {
    Class *C = take(R.Class);
    if (!C)
      return false;
    Array = C->Elements;
    return isSample(++C->Arrays) && R.Elements.Size <= MaxBytes;
  }
  void element(uint64_t Id) override { Facts.sample(Array, Id); }

  Class *take(uint64_t Id) {
    if (Last && LastId == Id)
      return &Facts.Classes[*Last];
    if (Facts.Classes.size() >= MaxClasses)
      return nullptr;
    Last = Facts.add(Id);
    LastId = Id;
    return &Facts.Classes[*Last];
  }

  ClassFacts &Facts;
  const InstanceShape *Shape = nullptr;
  uint32_t Array = 0;
  std::optional<uint32_t> Last;
  uint64_t LastId = 0;
};

/// Finds the classes of the referenced objects.
class ClassFacts::Resolver final : public RecordVisitor {
public:
  explicit Resolver(ClassFacts &Facts) : Facts(Facts) {}

  using RecordVisitor::visit;
  void visit(const InstanceDump &R) override { see(R.Object, R.Class); }
  void visit(const ObjectArrayDump &R) override { see(R.Object, R.Class); }
  void visit(const PrimitiveArrayDump &R) override {
    see(R.Object, arrayKind(uint8_t(R.ElementType)));
  }

private:
  void see(uint64_t Object, uint64_t Class) {
    auto It = Facts.Wanted.find(Object);
    if (It != Facts.Wanted.end() && !It->second)
      It->second = Class;
  }

  ClassFacts &Facts;
};

Error ClassFacts::collect(Walk Dump) {
  for (const ClassInfo &C : Context.classes())
    if (C.Id && Classes.size() < MaxClasses)
      add(C.Id);
  Sampler Sampling(*this);
  if (Error E = Dump(Sampling))
    return E;
  Resolver Resolving(*this);
  if (Error E = Dump(Resolving))
    return E;
  for (Place &P : Places)
    for (uint64_t Object : P.Objects)
      if (uint64_t Class = Wanted.lookup(Object))
        if (!is_contained(P.Classes, Class))
          P.Classes.push_back(Class);
  return Error::success();
}
