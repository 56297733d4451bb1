//===- SharedObjects.cpp - Objects whose identity is a value --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedObjects.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Context/InstanceReferences.h"
#include "hprof/Format/Kit/ValueGatherer.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "hprof/Java/JavaValues.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

/// A longer chain of superclasses is a cycle.
static constexpr unsigned MaxSuper = 256;

//===----------------------------------------------------------------------===//
// Walks
//===----------------------------------------------------------------------===//

/// Finds the objects in static fields, and all strings and boxed values, and
/// counts heap dumps.
class SharedObjects::Walk final : public ValueGatherer {
public:
  explicit Walk(SharedObjects &To) : To(To) {}
  using ValueGatherer::visit;
  void visit(const FileHeader &H) override {
    ++To.Files;
    To.Dumps.header(H);
    IdBase = H.Origin.IdBase;
    ValueGatherer::visit(H);
  }
  void visit(const ClassDump &R) override {
    Evidence.classObject(R.Class - IdBase);
  }
  FlattenedValues flattened() const { return Evidence.decide(IdBase); }
  void visit(const HeapDumpEnd &) override { To.Dumps.end(); }
  void beginFrame(const Frame &F) override { To.Dumps.frame(F); }

private:
  uint64_t wanted(const InstanceDump &R) override {
    Evidence.instance(R.Object - IdBase, R.Class);
    if (To.Held.contains(R.Object))
      To.ClassOf[R.Object] = R.Class;
    Values *Of = To.valuesOf(R.Class);
    if (!Of)
      return 0;
    To.All.insert(R.Object);
    Of->Ids.insert(R.Object);
    Of->First = std::min(Of->First, R.Object);
    if (!FlattenedEvidence::isCandidate(R.Object - IdBase))
      Of->InHeap = std::min(Of->InHeap, R.Object);
    const ArrayRef<Slot> S = To.slots(R.Class);
    Text = find_if(S, [](const Slot &Each) { return Each.IsText; });
    return Text == S.end() ? 0 : Text->Offset + idSize();
  }
  void take(ArrayRef<uint8_t> Bytes) override {
    const uint64_t Id = loadBE(Bytes.data() + Text->Offset, idSize());
    if (!Id)
      return;
    To.Texts.insert(Id);
    To.All.insert(Id);
    To.FirstText = std::min(To.FirstText, Id);
  }
  uint64_t wanted(const PrimitiveArrayDump &R) override {
    Evidence.array(R.Object - IdBase, 0);
    return 0;
  }
  bool wantsElements(const ObjectArrayDump &R) override {
    Evidence.array(R.Object - IdBase, R.Class);
    auto It =
        To.Held.contains(R.Object) ? To.Arrays.find(R.Object) : To.Arrays.end();
    Into = It == To.Arrays.end() ? nullptr : &It->second;
    return Into;
  }
  void element(uint64_t Id) override {
    if (Id)
      Into->push_back(Id);
  }

  SharedObjects &To;
  FlattenedEvidence Evidence;
  uint64_t IdBase = 0; ///< Ids are addresses plus this value.
  const Slot *Text = nullptr;
  std::vector<uint64_t> *Into = nullptr;
};

/// Finds the classes of the elements of held arrays.
class SharedObjects::ClassWalk final : public RecordVisitor {
public:
  ClassWalk(SharedObjects &To, const IdSet &Wanted) : To(To), Wanted(Wanted) {}
  using RecordVisitor::visit;
  void visit(const InstanceDump &R) override {
    if (Wanted.contains(R.Object))
      To.ClassOf[R.Object] = R.Class;
  }

private:
  SharedObjects &To;
  const IdSet &Wanted;
};

Error SharedObjects::look(Upstream &Stream) {
  Names = &Stream.names();
  if (Error E = Stream.collectNames())
    return E;
  for (const ClassInfo *C : Names->dumpedClasses()) {
    // A generated class may be unloaded while its objects are in use.
    const std::string Name = Names->className(*C);
    if (stableClassName(Name) != Name)
      continue;
    for (const StaticField &F : C->Statics)
      if (isReference(F.Value.Type) && F.Value.Bits) {
        Holders.push_back({C, F.Value.Bits});
        if (Held.insert(F.Value.Bits))
          Arrays.try_emplace(F.Value.Bits);
      }
  }
  Walk Objects(*this);
  if (Error E = Stream.walk(Objects))
    return E;
  if (Error E = expectOneDump()) {
    consumeError(std::move(E));
    All = Texts = IdSet();
    return Error::success();
  }
  Flattened = Objects.flattened();
  if (Flattened.count())
    for (auto &[Class, Of] : ByClass)
      Of.First = Of.InHeap;
  IdSet Wanted;
  for (const auto &[Id, Elements] : Arrays)
    for (uint64_t Element : Elements)
      if (!ClassOf.contains(Element))
        Wanted.insert(Element);
  ClassWalk Classes(*this, Wanted);
  if (Error E = Stream.walk(Classes))
    return E;
  addOwn();
  addValues();
  ClassOf.clear();
  Arrays.clear();
  Holders.clear();
  return Error::success();
}

Error SharedObjects::expectOneDump() const {
  if (Dumps.dumps() > 1)
    return createStringError("expected one heap dump, found " +
                             Twine(Dumps.dumps()) +
                             "; select one with take-dump");
  if (Files > 1)
    return createStringError("expected one file, found " + Twine(Files) +
                             "; select the heap dump with take-dump");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

SharedObjects::Values *SharedObjects::valuesOf(uint64_t Class) {
  auto [It, IsNew] = Known.try_emplace(Class, nullptr);
  if (IsNew && isValueClass(Names->className(Class)))
    It->second = &ByClass[Class];
  return It->second;
}

/// Returns the class that declares an object of \p Class in a static field of
/// \p Holder as a constant, or 0.
uint64_t SharedObjects::ownConstant(const ClassInfo &Holder,
                                    uint64_t Class) const {
  const std::string Name = Names->className(Holder);
  uint64_t Id = Class;
  for (unsigned Depth = 0; Depth != MaxSuper; ++Depth) {
    const ClassInfo *C = Names->findClass(Id);
    if (!C || !C->Super)
      return 0; // Object has no constants.
    StringRef Rest = Name;
    if (Rest.consume_front(Names->className(*C)) &&
        (Rest.empty() || Rest.starts_with("$"))) {
      const bool IsEnum = Names->className(C->Super) == "java.lang.Enum";
      return IsEnum ? Id : Class;
    }
    Id = C->Super;
  }
  return 0;
}

void SharedObjects::add(uint64_t Id, uint64_t Keeper, uint64_t GroupClass) {
  if (Flattened.contains(Id))
    return;
  auto [It, IsNew] = Constants.try_emplace(Id);
  if (!IsNew)
    return;
  auto [G, IsNewGroup] =
      GroupOf.try_emplace(GroupClass, uint32_t(Groups.size()));
  if (IsNewGroup) {
    Groups.emplace_back();
    Groups.back().Class = GroupClass;
  }
  It->second = {Keeper, G->second};
  Group &To = Groups[G->second];
  To.First = std::min(To.First, Id);
  All.insert(Id);
}

/// Adds constants in their own classes. Fields precede arrays: constants of an
/// enum are in both.
void SharedObjects::addOwn() {
  for (const Holder &H : Holders)
    if (auto It = ClassOf.find(H.Object); It != ClassOf.end())
      if (uint64_t Of = ownConstant(*H.Class, It->second))
        add(H.Object, H.Class->Id, Of);
  for (const Holder &H : Holders)
    if (auto A = Arrays.find(H.Object); A != Arrays.end())
      for (uint64_t Id : A->second)
        if (auto It = ClassOf.find(Id); It != ClassOf.end())
          if (uint64_t Of = ownConstant(*H.Class, It->second))
            add(Id, A->first, Of);
}

/// Adds the strings and boxed values in static fields.
void SharedObjects::addValues() {
  auto Add = [&](uint64_t Id, uint64_t Keeper) {
    if (All.contains(Id))
      for (const auto &[Class, Of] : ByClass)
        if (Of.Ids.contains(Id))
          return add(Id, Keeper, Class);
  };
  for (const Holder &H : Holders)
    Add(H.Object, H.Class->Id);
  for (const Holder &H : Holders)
    if (auto A = Arrays.find(H.Object); A != Arrays.end())
      for (uint64_t Id : A->second)
        Add(Id, A->first);
}

//===----------------------------------------------------------------------===//
// Lookup
//===----------------------------------------------------------------------===//

uint64_t SharedObjects::valueFor(uint64_t Id) const {
  for (const auto &[Class, Of] : ByClass)
    if (Of.Ids.contains(Id)) {
      auto It = GroupOf.find(Class);
      return It == GroupOf.end() ? Of.First : Groups[It->second].First;
    }
  return 0;
}

ArrayRef<SharedObjects::Slot> SharedObjects::slots(uint64_t Class) {
  auto [It, IsNew] = Slots.try_emplace(Class);
  auto &Found = It->second;
  const InstanceShape *Shape = IsNew ? Names->instances().find(Class) : nullptr;
  if (Shape)
    Shape->forEachReference(
        FieldOrder::OwnFirst, Shape->bytes(), [&](const FieldSlot &S) {
          const bool IsText =
              Names->className(*S.Class) == "java.lang.String" &&
              Names->string(S.NameId).value_or("") == "value";
          Found.push_back({S.Offset, IsText});
        });
  return It->second;
}
