//===- HeapReferences.cpp - References with their names -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Contents/EntryLabels.h"
#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Analysis/Heap/VisitRecord.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Java/JavaFields.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Returns the label of \p F, reference \p I in an instance of class \p Of.
ReferenceLabel fieldLabel(const HeapGraph &G, ClassNumber Of,
                          const FieldSlot &F, uint64_t I) {
  ReferenceLabel L;
  L.Of = Of;
  L.Kind = LabelKind::Field;
  // If the kind of a class is not Strong, its first reference is the referent.
  L.Strength = I ? ReferenceKind::Strong : G.classes()[Of].Kind;
  L.Class = F.Class;
  L.NameId = F.NameId;
  return L;
}

/// Labels of a thread's local variables, in the order of the graph's entries.
class LocalLabels {
public:
  /// \p Roots must be sorted by object, then in file order.
  LocalLabels(const HeapGraph &G, ArrayRef<size_t> Roots)
      : G(G), Roots(Roots) {}

  std::optional<ReferenceLabel> next(Node To) {
    auto ObjectOf = [&](size_t I) { return G.roots()[I].Object; };
    const size_t *First =
        partition_point(Roots, [&](size_t I) { return ObjectOf(I) < To; });
    First += std::min(Used[To]++, size_t(Roots.end() - First));
    if (First == Roots.end() || ObjectOf(*First) != To)
      return std::nullopt;
    const GraphRoot &Root = G.roots()[*First];
    ReferenceLabel L;
    L.Kind = LabelKind::Local;
    L.Root = Root.Kind;
    L.ThreadSerial = Root.ThreadSerial;
    L.Frame = Root.Frame;
    return L;
  }

private:
  const HeapGraph &G;
  ArrayRef<size_t> Roots;
  DenseMap<Node, size_t> Used;
};
} // namespace

namespace hprof {

/// Reads one object's record and reports its references in the order in which
/// EntryBuilder wrote them.
class ReferenceLister : public HeapVisitor {
public:
  ReferenceLister(const HeapContents &C, Node N,
                  function_ref<bool(const HeapReference &)> Tell,
                  uint64_t First)
      : C(C), N(N), IdSize(C.G.header().IdSize), Tell(Tell), First(First) {}

  using HeapVisitor::visit;
  void visit(const InstanceDump &R);
  void visit(const ObjectArrayDump &R);
  void visit(const PrimitiveArrayDump &) { tellClass(); }
  void visit(const PrimitiveArrayNoData &) { tellClass(); }
  void visit(const ClassDump &R);

private:
  void tell(const ReferenceLabel &L, uint64_t Id);
  void tellClass();
  void tellLocals();

  const HeapContents &C;
  const Node N;
  const unsigned IdSize;
  function_ref<bool(const HeapReference &)> Tell;
  const uint64_t First; ///< The first element of an array.
  uint64_t Edges = 0;   ///< Reported references that are in the graph.
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
    tell(ReferenceLabel(), C.G.id(Class));
}

void ReferenceLister::visit(const InstanceDump &R) {
  tellClass();
  const GraphClass &Class = C.G.classOf(N);
  ArrayRef<uint8_t> Values = R.Values.Bytes;
  uint64_t I = 0;
  if (const InstanceShape *Shape = C.shape(C.G.classNumber(N)))
    Shape->forEachReference(
        entryOrder(Class), Values.size(), [&](const FieldSlot &F) {
          uint64_t Number = I++;
          if (uint64_t(F.Offset) + IdSize > Values.size())
            return true;
          if (uint64_t Id = loadBE(&Values[F.Offset], IdSize))
            tell(fieldLabel(C.G, C.G.classNumber(N), F, Number), Id);
          return Wants;
        });
  tellLocals();
}

/// Reports the references after those of fields: local variables, with roots.
void ReferenceLister::tellLocals() {
  ArrayRef<size_t> Roots = C.localsOf(N);
  if (Roots.empty() || !Wants)
    return;
  LocalLabels Labels(C.G, Roots);
  uint64_t Skip = Edges;
  C.G.forEachReference(N, [&](Node To) {
    if (Skip)
      --Skip;
    else if (std::optional<ReferenceLabel> L = Labels.next(To))
      tell(*L, C.G.id(To));
  });
}

void ReferenceLister::visit(const ObjectArrayDump &R) {
  if (!First)
    tellClass();
  ReferenceLabel L;
  L.Kind = LabelKind::Element;
  ArrayRef<uint8_t> Ids = R.Elements.Bytes;
  for (L.Index = First; Wants && L.Index < Ids.size() / IdSize; ++L.Index)
    tell(L, loadBE(&Ids[size_t(L.Index) * IdSize], IdSize));
}

void ReferenceLister::visit(const ClassDump &R) {
  tellClass();
  const ClassInfo *Class = C.context().findClass(R.Class);
  forEachClassReference(R, C.G.layout().Rule == SizeRule::MAT,
                        [&](LabelKind K, uint64_t Which, uint64_t Id) {
                          bool IsField = K == LabelKind::Static;
                          ReferenceLabel L;
                          L.Kind = K;
                          L.Class = IsField ? Class : nullptr;
                          (IsField ? L.NameId : L.Index) = Which;
                          tell(L, Id);
                        });
}

} // namespace hprof

void HeapContents::forEachReference(Node N,
                                    function_ref<bool(const HeapReference &)> F,
                                    uint64_t First) const {
  ReferenceLister V(*this, N, F, First);
  auto [All, Offset] = record(N);
  visitAt(All, Offset, G.header().IdSize, V);
}

/// Implements forEachEdge() with the labels of an index; returns false if
/// labels are missing.
template <class T>
bool HeapContents::forEachLabeled(
    Node N, function_ref<bool(const ReferenceLabel &, Node)> F) const {
  using Entry = HeapGraph::Entry<T>;
  const GraphClass &OwnClass = G.classOf(N);
  const InstanceShape *Shape = shape(G.classNumber(N));
  uint64_t Known = Shape ? Shape->references() : 0;
  const NumberArray &Entries = G.entries();
  T Start = T(G.starts().get(N));
  bool HasLocals = false;
  if (Start != Entry::None)
    for (T At = Start;; ++At) {
      uint8_t Label = Labels->get(At);
      HasLocals |= Label == EntryLabels::Local;
      if (Label != EntryLabels::Local && Label >= Known)
        return false;
      if (Entry::isLast(T(Entries.get(At))))
        break;
    }
  uint64_t Type = G.types().get(N);
  if (Node Class = G.classNodes()[Type]; Class != NoNode)
    if (!F(ReferenceLabel(), Class))
      return true;
  if (Start == Entry::None)
    return true;
  std::optional<LocalLabels> Locals;
  if (HasLocals)
    Locals.emplace(G, localsOf(N));
  const uint8_t Head = G.heads()[Type];
  bool IsHead = Head != 0;
  for (T At = Start;; ++At, IsHead = false) {
    T E = T(Entries.get(At)), To = Entry::value(E);
    uint8_t Label = Labels->get(At);
    bool Wants = true;
    if (IsHead && (Head == HeapGraph::StackHead || To == Entry::Null))
      ;
    else if (Label != EntryLabels::Local) {
      // An index file can contain labels of fields that do not exist.
      if (std::optional<FieldSlot> Slot =
              Shape->reference(entryOrder(OwnClass), Label))
        Wants = F(fieldLabel(G, G.classNumber(N), *Slot, Label), Node(To));
    } else if (std::optional<ReferenceLabel> L =
                   Locals ? Locals->next(Node(To)) : std::nullopt)
      Wants = F(*L, Node(To));
    if (!Wants || Entry::isLast(E))
      return true;
  }
}

void HeapContents::forEachEdge(
    Node N, function_ref<bool(const ReferenceLabel &, Node)> F,
    uint64_t Skip) const {
  bool IsInstance = G.asClass(N) == NoClass;
  if (IsInstance && G.classOf(N).isArray()) {
    ReferenceLabel L;
    if (Skip || G.classNodes()[G.types().get(N)] == NoNode)
      L.Kind = LabelKind::Element;
    return G.forEachReferenceAfter(N, Skip, [&](Node To) {
      const bool Wants = F(L, To);
      L.Kind = LabelKind::Element;
      return Wants;
    });
  }
  if (IsInstance && Labels && G.withWidth([&](auto Zero) {
        return forEachLabeled<decltype(Zero)>(N, F);
      }))
    return;
  forEachReference(N, [&](const HeapReference &R) {
    return R.To == NoNode || F(R.Label, R.To);
  });
}

std::optional<ReferenceLabel> HeapContents::labelOf(Node From, Node To) const {
  std::optional<ReferenceLabel> Best;
  auto IsPlain = [](const ReferenceLabel &L) {
    return L.Kind != LabelKind::Class && L.Strength == ReferenceKind::Strong;
  };
  auto Look = [&](const ReferenceLabel &L, Node Target) {
    if (Target != To)
      return true;
    if (!Best || IsPlain(L))
      Best = L;
    return !IsPlain(*Best);
  };
  // Labels of array elements contain an index, which forEachEdge() omits.
  if (G.classOf(From).isArray())
    forEachReference(From, [&](const HeapReference &R) {
      return R.To == NoNode || Look(R.Label, R.To);
    });
  else
    forEachEdge(From, Look);
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
    return fieldName(*Context, G.classes()[L.Of].Id, *L.Class, L.NameId);
  case LabelKind::Static:
    return Context->string(L.NameId).value_or("?").str();
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
