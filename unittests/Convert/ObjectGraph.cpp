//===- ObjectGraph.cpp - Dumps as graphs, for comparison ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObjectGraph.h"
#include "hprof/Convert/Formats.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Context/InstanceReferences.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include <algorithm>
#include <tuple>
#include <unordered_map>

using namespace hprof;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
/// Finds the ids in an object's payload, which may be delivered in pieces.
class PayloadIds {
public:
  /// \p Offsets are the offsets of the ids; null if the payload consists only
  /// of ids.
  void begin(std::vector<uint64_t> &To, uint64_t Size, unsigned IdSize,
             const std::vector<uint64_t> *Offsets) {
    Out = &To;
    Width = IdSize;
    Slots = Offsets;
    Left = Size;
    Bytes.clear();
  }
  void add(ArrayRef<uint8_t> Chunk) {
    if (!Left)
      return;
    Chunk = Chunk.take_front(size_t(std::min<uint64_t>(Left, Chunk.size())));
    Left -= Chunk.size();
    Bytes.insert(Bytes.end(), Chunk.begin(), Chunk.end());
    if (!Left)
      find();
  }

private:
  void take(uint64_t At) {
    if (At + Width > Bytes.size())
      return;
    if (uint64_t Id = loadBE(Bytes.data() + At, Width))
      Out->push_back(Id);
  }
  void find() {
    if (Slots)
      for (uint64_t At : *Slots)
        take(At);
    else
      for (uint64_t At = 0; At < Bytes.size(); At += Width)
        take(At);
  }

  std::vector<uint64_t> *Out = nullptr;
  const std::vector<uint64_t> *Slots = nullptr;
  uint64_t Left = 0;
  unsigned Width = 8;
  std::vector<uint8_t> Bytes;
};

/// The offsets of references in instances of a class.
struct ReferenceSlots {
  std::vector<uint64_t> Offsets;
  bool IsKnown = false;
};

class GraphBuilder final : public RecordVisitor {
public:
  GraphBuilder(ObjectGraph &Graph, const DumpContext &Context)
      : Graph(Graph), Context(Context) {}

  using RecordVisitor::visit;
  void visit(const FileHeader &H) override { IdSize = H.IdSize; }
  void visit(const Utf8 &) override { endPayload(); }
  void visit(const Opaque &) override { endPayload(); }
  void payload(RecordKind, ArrayRef<uint8_t> Chunk) override { Ids.add(Chunk); }
  void visit(const ObjectSize &R) override { Size = R.Size; }

  void visit(const ClassDump &R) override;
  void visit(const ReferenceClass &R) override;
  void visit(const InstanceDump &R) override;
  void visit(const ObjectArrayDump &R) override;
  void visit(const PrimitiveArrayDump &R) override { primitives(R); }
  void visit(const PrimitiveArrayNoData &R) override { primitives(R); }
  void visit(const ReferenceObject &R) override;
  void visit(const ReferenceArray &R) override;

#define HPROF_SUBRECORD_BEGIN(NAME, TAG, TEXT, CARRIERS, GROUP)                \
  IS_##GROUP(NAME, TEXT)
#define IS_Root(NAME, TEXT)                                                    \
  void visit(const NAME &R) override {                                         \
    Graph.Roots.push_back({TEXT, R.Object});                                   \
  }
#define IS_Class(NAME, TEXT)
#define IS_Object(NAME, TEXT)
#define IS_Info(NAME, TEXT)
#include "hprof/Format/Records/Records.def"
#undef IS_Root
#undef IS_Class
#undef IS_Object
#undef IS_Info

  Error finish() override;

private:
  void endPayload() { Ids.begin(Ignored, 0, 1, nullptr); }
  GraphNode &add(uint64_t Id, NodeKind Kind, std::string ClassName);
  std::string nameOf(uint64_t Class, uint64_t NameId) const;
  const ReferenceSlots &slotsOf(uint64_t Class);
  template <class R> void primitives(const R &Rec);

  ObjectGraph &Graph;
  const DumpContext &Context;
  unsigned IdSize = 8;
  std::optional<uint64_t> Size; ///< Size of the next object.
  std::unordered_map<uint64_t, ReferenceSlots> Slots;
  PayloadIds Ids;
  std::vector<uint64_t> Ignored;
};
} // namespace

/// Appends an object. The reference is valid until the next call.
GraphNode &GraphBuilder::add(uint64_t Id, NodeKind Kind,
                             std::string ClassName) {
  endPayload();
  GraphNode &N = Graph.Nodes.emplace_back();
  N.Id = Id;
  N.Kind = Kind;
  N.ClassName = std::move(ClassName);
  N.Size = Size;
  Size.reset();
  return N;
}

std::string GraphBuilder::nameOf(uint64_t Class, uint64_t NameId) const {
  if (NameId)
    return javaClassName(Context.string(NameId).value_or("?"));
  return Context.className(Class);
}

const ReferenceSlots &GraphBuilder::slotsOf(uint64_t Class) {
  auto [It, IsNew] = Slots.try_emplace(Class);
  auto &Found = It->second;
  if (!IsNew)
    return Found;
  const InstanceShape *Shape = Context.instances().find(Class);
  Found.IsKnown = Shape;
  if (Shape)
    Shape->forEachReference(
        FieldOrder::OwnFirst, UINT64_MAX,
        [&](const FieldSlot &F) { Found.Offsets.push_back(F.Offset); });
  return Found;
}

void GraphBuilder::visit(const ClassDump &R) {
  GraphNode &N = add(R.Class, NodeKind::Class, Context.className(R.Class));
  N.Super = R.Super;
  auto Refer = [&](uint64_t Id) {
    if (Id)
      N.References.push_back(Id);
  };
  Refer(R.Loader);
  Refer(R.Signers);
  Refer(R.Domain);
  forEach(R.Pool, [&](const PoolEntry &E) {
    if (isReference(E.Value.Type))
      Refer(E.Value.Bits);
  });
  forEach(R.Statics, [&](const StaticField &F) {
    if (isReference(F.Value.Type))
      Refer(F.Value.Bits);
  });
}

void GraphBuilder::visit(const ReferenceClass &R) {
  GraphNode &N = add(R.Class, NodeKind::Class, nameOf(R.Class, R.Name));
  N.Super = R.Super;
  forEach(R.References, [&](const NamedReference &E) {
    if (E.Object)
      N.References.push_back(E.Object);
  });
}

void GraphBuilder::visit(const InstanceDump &R) {
  const ReferenceSlots &S = slotsOf(R.Class);
  GraphNode &N = add(R.Object, NodeKind::Instance, Context.className(R.Class));
  N.IsUnexplained = !S.IsKnown;
  if (!S.IsKnown)
    return;
  Ids.begin(N.References, R.Values.Size, IdSize, &S.Offsets);
  Ids.add(R.Values.Bytes);
}

void GraphBuilder::visit(const ObjectArrayDump &R) {
  GraphNode &N =
      add(R.Object, NodeKind::ObjectArray, Context.className(R.Class));
  N.Length = R.Length;
  Ids.begin(N.References, R.Elements.Size, IdSize, nullptr);
  Ids.add(R.Elements.Bytes);
}

template <class R> void GraphBuilder::primitives(const R &Rec) {
  add(Rec.Object, NodeKind::PrimitiveArray,
      basicTypeName(Rec.ElementType).str() + "[]")
      .Length = Rec.Length;
}

void GraphBuilder::visit(const ReferenceObject &R) {
  GraphNode &N =
      add(R.Object, NodeKind::Instance, nameOf(R.Class, R.ClassName));
  forEach(R.References, [&](const NamedReference &E) {
    if (E.Object)
      N.References.push_back(E.Object);
  });
}

void GraphBuilder::visit(const ReferenceArray &R) {
  std::string Name = R.ClassName ? nameOf(0, R.ClassName)
                                 : Context.className(R.ElementClass) + "[]";
  GraphNode &N = add(R.Object, NodeKind::ObjectArray, std::move(Name));
  if (R.ArrayLength != UINT32_MAX)
    N.Length = R.ArrayLength;
  Ids.begin(N.References, R.Elements.Size, IdSize, nullptr);
  Ids.add(R.Elements.Bytes);
}

Error GraphBuilder::finish() {
  for (GraphNode &N : Graph.Nodes)
    sort(N.References);
  // Several dumps in a file may have objects with the same id.
  sort(Graph.Nodes, [](const GraphNode &A, const GraphNode &B) {
    bool IsObject = A.Kind != NodeKind::Class;
    bool IsOtherObject = B.Kind != NodeKind::Class;
    return std::tie(IsObject, A.Id, A.Kind, A.ClassName, A.References) <
           std::tie(IsOtherObject, B.Id, B.Kind, B.ClassName, B.References);
  });
  sort(Graph.Roots);
  Graph.Roots.erase(std::unique(Graph.Roots.begin(), Graph.Roots.end()),
                    Graph.Roots.end());
  return Error::success();
}

uint64_t ObjectGraph::numReferences() const {
  uint64_t Sum = 0;
  for (const GraphNode &N : Nodes)
    Sum += N.References.size();
  return Sum;
}

Expected<ObjectGraph> hprof::readObjectGraph(Source &In,
                                             DamageHandler OnDamage) {
  Expected<Format> Kind = identifyFormat(In);
  if (!Kind)
    return Kind.takeError();
  const FormatInfo &Format = formatInfo(*Kind);
  DumpContext Context;
  DumpContext::Builder Names(Context);
  if (Error E = Format.Read(In, Names, nullptr))
    return E;
  if (Error E = In.rewind())
    return E;
  ObjectGraph Graph;
  Graph.HasRoots = RootUnknown::Carriers.has(Context.header().Carrier);
  GraphBuilder Build(Graph, Context);
  if (Error E = Format.Read(In, Build, std::move(OnDamage)))
    return E;
  if (Error E = Build.finish())
    return E;
  return Graph;
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

static StringRef kindName(NodeKind K) {
  switch (K) {
  case NodeKind::Class:
    return "class";
  case NodeKind::Instance:
    return "instance";
  case NodeKind::ObjectArray:
    return "object array";
  case NodeKind::PrimitiveArray:
    return "primitive array";
  }
  llvm_unreachable("unhandled NodeKind");
}

static std::string hex(uint64_t Id) {
  return "0x" + utohexstr(Id, /*LowerCase=*/true);
}

static std::string describe(const GraphNode &N) {
  return (kindName(N.Kind) + " " + hex(N.Id) + " (" + N.ClassName + ")").str();
}

/// The first ids of \p L that are missing in \p R, taking repetitions into
/// account.
static std::string missing(const std::vector<uint64_t> &L,
                           const std::vector<uint64_t> &R) {
  constexpr size_t Shown = 5;
  std::vector<uint64_t> Only;
  std::set_difference(L.begin(), L.end(), R.begin(), R.end(),
                      std::back_inserter(Only));
  std::string Text;
  for (size_t I = 0; I != std::min(Shown, Only.size()); ++I)
    Text += (I ? ", " : "") + hex(Only[I]);
  if (Only.size() > Shown)
    Text += " and " + utostr(Only.size() - Shown) + " more";
  return Only.empty() ? "nothing" : Text;
}

/// Reports that \p What differs, if both graphs have a value for it.
static std::optional<std::string>
compareFact(const GraphNode &N, StringRef What, std::optional<uint64_t> A,
            std::optional<uint64_t> B, bool IsId) {
  if (!A || !B || *A == *B)
    return std::nullopt;
  return (describe(N) + ": " + What + " " + (IsId ? hex(*A) : utostr(*A)) +
          " and " + (IsId ? hex(*B) : utostr(*B)))
      .str();
}

static std::optional<std::string> compareNodes(const GraphNode &A,
                                               const GraphNode &B,
                                               const GraphIgnore &Ignore) {
  if (A.Kind != B.Kind)
    return describe(A) + ": also " + kindName(B.Kind).str();
  if (!Ignore.Names && A.ClassName != B.ClassName)
    return describe(A) + ": also called " + B.ClassName;
  bool IsIgnored = A.Kind == NodeKind::Class && Ignore.ClassReferences;
  if (!IsIgnored && !A.IsUnexplained && !B.IsUnexplained &&
      A.References != B.References)
    return describe(A) + ": references: only the first has " +
           missing(A.References, B.References) + "; only the second has " +
           missing(B.References, A.References);
  std::optional<std::string> Found;
  if (!Ignore.Supers)
    Found = compareFact(A, "superclass", A.Super, B.Super, true);
  if (!Found && !Ignore.Lengths)
    Found = compareFact(A, "length", A.Length, B.Length, false);
  if (!Found && !Ignore.Sizes)
    Found = compareFact(A, "size", A.Size, B.Size, false);
  return Found;
}

/// The names of classes that have objects.
static StringSet<> usedNames(const ObjectGraph &G) {
  StringSet<> Names;
  for (const GraphNode &N : G.Nodes)
    if (N.Kind != NodeKind::Class)
      Names.insert(N.ClassName);
  return Names;
}

static std::optional<std::string> compareRoots(const ObjectGraph &A,
                                               const ObjectGraph &B) {
  auto Describe = [](const ObjectGraphRoot &R, StringRef Which) {
    return (R.Kind + " " + hex(R.Object) + ": only in the " + Which).str();
  };
  auto L = A.Roots.begin(), R = B.Roots.begin();
  for (;; ++L, ++R) {
    if (R == B.Roots.end() || L == A.Roots.end()) {
      if (L != A.Roots.end())
        return Describe(*L, "first");
      if (R != B.Roots.end())
        return Describe(*R, "second");
      return std::nullopt;
    }
    if (*L < *R)
      return Describe(*L, "first");
    if (*R < *L)
      return Describe(*R, "second");
  }
}

std::optional<std::string> hprof::firstDifference(const ObjectGraph &A,
                                                  const ObjectGraph &B,
                                                  const GraphIgnore &Ignore) {
  auto Before = [](const GraphNode &L, const GraphNode &R) {
    return std::make_pair(L.Kind != NodeKind::Class, L.Id) <
           std::make_pair(R.Kind != NodeKind::Class, R.Id);
  };
  StringSet<> Used[2];
  if (Ignore.UnusedClasses) {
    Used[0] = usedNames(A);
    Used[1] = usedNames(B);
  }
  auto L = A.Nodes.begin(), R = B.Nodes.begin();
  while (L != A.Nodes.end() || R != B.Nodes.end()) {
    bool OnlyFirst =
        R == B.Nodes.end() || (L != A.Nodes.end() && Before(*L, *R));
    bool OnlySecond = !OnlyFirst && (L == A.Nodes.end() || Before(*R, *L));
    if (OnlyFirst || OnlySecond) {
      const GraphNode &N = OnlyFirst ? *L++ : *R++;
      if (Ignore.UnusedClasses && N.Kind == NodeKind::Class &&
          !Used[OnlySecond].contains(N.ClassName))
        continue;
      return describe(N) + ": only in the " + (OnlyFirst ? "first" : "second");
    }
    if (std::optional<std::string> Found = compareNodes(*L, *R, Ignore))
      return Found;
    ++L;
    ++R;
  }
  if (!Ignore.Roots && A.HasRoots && B.HasRoots)
    return compareRoots(A, B);
  return std::nullopt;
}
