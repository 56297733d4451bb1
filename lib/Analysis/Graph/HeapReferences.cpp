//===- HeapReferences.cpp - References with their names -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VisitRecord.h"
#include "hprof/Analysis/Graph/HeapContents.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace hprof {

/// Sees the one record of an object and tells of its references in the order
/// in which ReferenceWriter wrote them.
class ReferenceLister : public HeapVisitor {
public:
  ReferenceLister(const HeapContents &C, Node N,
                  function_ref<bool(const HeapReference &)> Tell)
      : C(C), N(N), IdSize(C.G.header().IdSize), Tell(Tell) {}

  using HeapVisitor::visit;
  void visit(const InstanceDump &R);
  void visit(const ObjectArrayDump &R);
  void visit(const PrimitiveArrayDump &) { tellClass(); }
  void visit(const PrimitiveArrayNoData &) { tellClass(); }
  void visit(const ClassDump &R);

private:
  void tell(const ReferenceLabel &L, uint64_t Id);
  void tell(LabelKind K, uint64_t Id) {
    ReferenceLabel L;
    L.Kind = K;
    tell(L, Id);
  }
  void tellClass();
  void tellLocals();

  const HeapContents &C;
  const Node N;
  const unsigned IdSize;
  function_ref<bool(const HeapReference &)> Tell;
  uint64_t Edges = 0; ///< Told of that the graph has.
  bool Wants = true;
};

void ReferenceLister::tell(const ReferenceLabel &L, uint64_t Id) {
  if (!Id || !Wants)
    return;
  HeapReference R;
  R.Label = L;
  R.Id = Id;
  R.To = C.find(Id);
  Edges += R.To != NoNode;
  Wants = Tell(R);
}

void ReferenceLister::tellClass() {
  Node Class = C.G.classNodes()[C.G.types().get(N)];
  if (Class != NoNode)
    tell(LabelKind::Class, C.G.id(Class));
}

void ReferenceLister::visit(const InstanceDump &R) {
  tellClass();
  const GraphClass &Class = C.G.classOf(N);
  ArrayRef<FieldSlot> Slots;
  if (Class.IsDumped && !Class.isArray())
    Slots = C.fields(R.Class);
  auto TellField = [&](const FieldSlot &F, ReferenceKind Strength) {
    if (R.Values.Bytes.size() < uint64_t(F.Offset) + IdSize)
      return;
    ReferenceLabel L;
    L.Kind = LabelKind::Field;
    L.Strength = Strength;
    L.Class = F.Class;
    L.NameId = F.NameId;
    tell(L, loadBE(&R.Values.Bytes[F.Offset], IdSize));
  };
  // The last one: a subclass may have a field of that name, too.
  const FieldSlot *Referent = nullptr;
  if (Class.Kind != ReferenceKind::Strong)
    for (const FieldSlot &F : Slots)
      if (isReference(F.Type) &&
          C.Context.string(F.NameId).value_or("") == "referent")
        Referent = &F;
  if (Referent)
    TellField(*Referent, Class.Kind);
  for (const FieldSlot &F : Slots) {
    if (!Wants)
      return;
    if (isReference(F.Type) && &F != Referent)
      TellField(F, ReferenceKind::Strong);
  }
  tellLocals();
}

/// Edges of the graph behind those of the fields: which root each one is.
void ReferenceLister::tellLocals() {
  auto It = C.Locals.find(N);
  if (It == C.Locals.end() || !Wants)
    return;
  ArrayRef<size_t> Roots = It->second; // By object, then as in the file.
  auto ObjectOf = [&](size_t I) { return C.G.roots()[I].Object; };
  DenseMap<Node, size_t> Used;
  uint64_t Skip = Edges;
  C.G.forEachReference(N, [&](Node To) {
    if (Skip) {
      --Skip;
      return;
    }
    const size_t *First =
        partition_point(Roots, [&](size_t I) { return ObjectOf(I) < To; });
    First += std::min(Used[To]++, size_t(Roots.end() - First));
    if (First == Roots.end() || ObjectOf(*First) != To)
      return;
    const GraphRoot &Root = C.G.roots()[*First];
    ReferenceLabel L;
    L.Kind = LabelKind::Local;
    L.Root = Root.Kind;
    L.ThreadSerial = Root.ThreadSerial;
    L.Frame = Root.Frame;
    tell(L, C.G.id(To));
  });
}

void ReferenceLister::visit(const ObjectArrayDump &R) {
  tellClass();
  ReferenceLabel L;
  L.Kind = LabelKind::Element;
  ArrayRef<uint8_t> Ids = R.Elements.Bytes;
  for (size_t At = 0; Wants && At + IdSize <= Ids.size(); At += IdSize) {
    tell(L, loadBE(&Ids[At], IdSize));
    ++L.Index;
  }
}

void ReferenceLister::visit(const ClassDump &R) {
  tellClass();
  tell(LabelKind::Super, R.Super);
  tell(LabelKind::Loader, R.Loader);
  if (C.G.layout().Rule != SizeRule::MAT) {
    tell(LabelKind::Signers, R.Signers);
    tell(LabelKind::Domain, R.Domain);
    forEach(R.Pool, [&](const PoolEntry &E) {
      ReferenceLabel L;
      L.Kind = LabelKind::Constant;
      L.Index = E.Index;
      if (isReference(E.Value.Type))
        tell(L, E.Value.Bits);
    });
  }
  forEach(R.Statics, [&](const StaticField &F) {
    ReferenceLabel L;
    L.Kind = LabelKind::Static;
    L.Class = C.Context.findClass(R.Class);
    L.NameId = F.Name;
    if (isReference(F.Value.Type))
      tell(L, F.Value.Bits);
  });
}

} // namespace hprof

void HeapContents::forEachReference(
    Node N, function_ref<bool(const HeapReference &)> F) const {
  ReferenceLister V(*this, N, F);
  auto [All, Offset] = record(N);
  visitAt(All, Offset, G.header().IdSize, V);
}

std::vector<HeapReference> HeapContents::references(Node N,
                                                    uint64_t Max) const {
  std::vector<HeapReference> All;
  forEachReference(N, [&](const HeapReference &R) {
    if (All.size() < Max)
      All.push_back(R);
    return All.size() < Max;
  });
  return All;
}

std::optional<ReferenceLabel> HeapContents::labelOf(Node From, Node To) const {
  std::optional<ReferenceLabel> Best;
  auto IsPlain = [](const ReferenceLabel &L) {
    return L.Kind != LabelKind::Class && L.Strength == ReferenceKind::Strong;
  };
  forEachReference(From, [&](const HeapReference &R) {
    if (R.To != To)
      return true;
    if (!Best || IsPlain(R.Label))
      Best = R.Label;
    return !IsPlain(*Best);
  });
  return Best;
}

static StringRef localName(RecordKind K) {
  switch (K) {
  case RecordKind::RootJniLocal:
    return "<JNI local>";
  case RecordKind::RootNativeStack:
    return "<native stack>";
  case RecordKind::RootThreadBlock:
    return "<thread block>";
  default:
    return "<local>";
  }
}

std::string HeapContents::name(const ReferenceLabel &L) const {
  switch (L.Kind) {
  case LabelKind::Class:
    return "<class>";
  case LabelKind::Super:
    return "<super>";
  case LabelKind::Loader:
    return "<loader>";
  case LabelKind::Signers:
    return "<signers>";
  case LabelKind::Domain:
    return "<domain>";
  case LabelKind::Constant:
    return "<constant " + std::to_string(L.Index) + ">";
  case LabelKind::Element:
    return "[" + std::to_string(L.Index) + "]";
  case LabelKind::Field:
  case LabelKind::Static:
    return Context.string(L.NameId).value_or("?").str();
  case LabelKind::Local:
    return localName(L.Root).str();
  }
  llvm_unreachable("all kinds are named");
}

std::string HeapContents::spell(const ReferenceLabel &L) const {
  std::string Name = name(L);
  if (L.Kind == LabelKind::Static)
    return "static " + Name;
  if (L.Kind != LabelKind::Local)
    return Name;
  std::string Frame = frameText(L.ThreadSerial, L.Frame);
  return Frame.empty() ? Name : Name + " in " + Frame;
}
