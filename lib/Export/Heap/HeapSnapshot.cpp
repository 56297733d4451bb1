//===- HeapSnapshot.cpp - Heaps for DevTools ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// V8's heap snapshots, as written by Node and Chromium: flat arrays of nodes,
/// edges and strings. The members and their meaning are those of V8's
/// heap-snapshot-generator.cc. Nodes have six members and no trace, as "meta"
/// describes to readers.
///
/// The top root refers to each object that is a root by a "shortcut", from
/// which DevTools counts distances, and to a node for each kind of root, which
/// also refers to the objects, so that retainers show the kind. Weak edges do
/// not retain.
///
//===----------------------------------------------------------------------===//

#include "Export/Heap/Below.h"
#include "Export/Heap/HeapWriters.h"
#include "Export/Heap/NodeSet.h"
#include "hprof/Analysis/Paths/PathNames.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "hprof/Tool/Escape.h"
#include "hprof/Tool/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace hprof;
using namespace llvm;

namespace {
/// DevTools becomes unusable above this.
constexpr uint64_t MostNodes = 20000000;
/// Maximum size of a string in bytes.
constexpr size_t MostText = 1024;
/// Numbers per node.
constexpr unsigned NodeFields = 6;

// Positions in the lists of types below.
enum NodeType : unsigned { StringNode = 2, ObjectNode = 3, SyntheticNode = 9 };
enum EdgeType : unsigned {
  ElementEdge = 1,
  PropertyEdge = 2,
  InternalEdge = 3,
  ShortcutEdge = 5,
  WeakEdge = 6
};

constexpr StringLiteral Meta =
    R"("node_fields":["type","name","id","self_size","edge_count","trace_node_id"],)"
    R"("node_types":[["hidden","array","string","object","code","closure",)"
    R"("regexp","number","native","synthetic","concatenated string",)"
    R"("sliced string","symbol","bigint","object shape"],)"
    R"("string","number","number","number","number"],)"
    R"("edge_fields":["type","name_or_index","to_node"],)"
    R"("edge_types":[["context","element","property","internal","hidden",)"
    R"("shortcut","weak"],"string_or_number","node"],)"
    R"("trace_function_info_fields":["function_id","name","script_name",)"
    R"("script_id","line","column"],)"
    R"("trace_node_fields":["id","function_info_index","count","size",)"
    R"("children"],"sample_fields":["timestamp_us","last_assigned_id"],)"
    R"("location_fields":["object_index","script_id","line","column"])";

class SnapshotWriter {
public:
  SnapshotWriter(HeapStore &Heap, const HeapContents &C, const Below &Is,
                 NodeSet Of, ReferenceKinds Weak, raw_ostream &OS)
      : G(Heap.graph()), C(C), Is(Is), Of(std::move(Of)), Weak(Weak),
        HasMadeRoots(Heap.origin().KeepUnreachable && Is.tops().empty()),
        OS(OS) {}
  void write();

private:
  void listRoots();
  void addMadeRoots();
  void writeNodes();
  void writeEdges();
  void writeStrings();
  void node(NodeType T, uint64_t Name, uint64_t Size, uint64_t Edges);
  void edge(EdgeType T, uint64_t NameOrIndex, uint64_t To);
  void text(StringRef Text);
  uint64_t nameOf(const ReferenceLabel &L);
  uint64_t kindOf(Node Root) const;
  uint64_t position(Node N) const { return 1 + Kinds.size() + Of.number(N); }
  bool isString(Node N) const {
    return G.asClass(N) == NoClass && G.classNumber(N) == StringClass;
  }

  const HeapGraph &G;
  const HeapContents &C;
  const Below &Is;
  const NodeSet Of;
  const ReferenceKinds Weak;
  const bool HasMadeRoots;
  raw_ostream &OS;
  ClassNumber StringClass = NoClass;
  /// Objects that are roots, by kind, each once.
  std::map<RecordKind, std::vector<Node>> Kinds;
  std::vector<Node> Roots; ///< Each once.
  uint64_t Edges = 0, Strings = 0, Ids = 0;
  bool IsFirst = true;
  // The strings: "", the types, the kinds of roots, the values of the String
  // objects, and the names of fields.
  StringMap<uint64_t> Fields;
  std::vector<StringRef> FieldNames;
  uint64_t types() const { return 1; }
  uint64_t kinds() const { return types() + 2 * G.classes().size(); }
  uint64_t texts() const { return kinds() + Kinds.size(); }
};
} // namespace

void SnapshotWriter::listRoots() {
  for (auto [I, Class] : enumerate(G.classes()))
    if (Class.Name == "java.lang.String")
      StringClass = ClassNumber(I);
  // A thread's roots are edges of the thread object.
  if (Is.tops().empty())
    for (const GraphRoot &R : G.roots())
      if (R.Object != NoNode && R.Thread == NoNode && Of.contains(R.Object))
        Kinds[R.Kind].push_back(R.Object);
  for (Node N : Is.tops())
    Kinds[RecordKind::RootUnknown].push_back(N);
  if (HasMadeRoots)
    addMadeRoots();
  for (auto &[Kind, Nodes] : Kinds) {
    llvm::sort(Nodes);
    Nodes.erase(llvm::unique(Nodes), Nodes.end());
    append_range(Roots, Nodes);
  }
  llvm::sort(Roots);
  Roots.erase(llvm::unique(Roots), Roots.end());
}

/// Adds roots until everything is reached: for unreachable objects, the
/// dominator tree has synthetic roots.
void SnapshotWriter::addMadeRoots() {
  std::vector<bool> IsReached(G.size());
  std::vector<Node> Left;
  auto Reach = [&](Node From) {
    if (IsReached[From])
      return;
    IsReached[From] = true;
    Left.push_back(From);
    while (!Left.empty()) {
      const Node At = Left.back();
      Left.pop_back();
      G.forEachReference(At, [&](Node To) {
        if (!Of.contains(To) || IsReached[To])
          return;
        IsReached[To] = true;
        Left.push_back(To);
      });
    }
  };
  for (const auto &[Kind, Nodes] : Kinds)
    for (Node N : Nodes)
      Reach(N);
  Of.forEach([&](Node N) {
    if (!IsReached[N] && Is.tree().parent(N) == NoNode) {
      Kinds[RecordKind::RootUnknown].push_back(N);
      Reach(N);
    }
  });
}

void SnapshotWriter::node(NodeType T, uint64_t Name, uint64_t Size,
                          uint64_t Count) {
  OS << (std::exchange(IsFirst, false) ? "" : ",\n") << unsigned(T) << ','
     << Name << ',' << 2 * Ids++ + 1 << ',' << Size << ',' << Count << ",0";
  Edges += Count;
}

void SnapshotWriter::edge(EdgeType T, uint64_t NameOrIndex, uint64_t To) {
  OS << (std::exchange(IsFirst, false) ? "" : ",\n") << unsigned(T) << ','
     << NameOrIndex << ',' << To * NodeFields;
}

void SnapshotWriter::writeNodes() {
  IsFirst = true;
  node(SyntheticNode, 0, 0, Kinds.size() + Roots.size());
  for (auto [I, Kind] : enumerate(Kinds))
    node(SyntheticNode, kinds() + I, 0, Kind.second.size());
  Of.forEach([&](Node N) {
    uint64_t Count = 0;
    G.forEachReference(N, [&](Node To) { Count += Of.contains(To); });
    if (isString(N))
      node(StringNode, texts() + Strings++, G.shallow(N), Count);
    else
      node(ObjectNode, types() + G.types().get(N), G.shallow(N), Count);
  });
}

uint64_t SnapshotWriter::nameOf(const ReferenceLabel &L) {
  const auto [It, IsNew] =
      Fields.try_emplace(C.spell(L), texts() + Strings + Fields.size());
  if (IsNew)
    FieldNames.push_back(It->getKey());
  return It->second;
}

/// Index of the first kind in Kinds that includes \p Root.
uint64_t SnapshotWriter::kindOf(Node Root) const {
  for (auto [I, Kind] : enumerate(Kinds))
    if (std::binary_search(Kind.second.begin(), Kind.second.end(), Root))
      return I;
  llvm_unreachable("no root");
}

void SnapshotWriter::writeEdges() {
  IsFirst = true;
  for (Node N : Roots)
    edge(ShortcutEdge, kinds() + kindOf(N), position(N));
  for (uint64_t I = 0; I != Kinds.size(); ++I)
    edge(ElementEdge, I, 1 + I);
  for (const auto &[Kind, Nodes] : Kinds)
    for (auto [I, N] : enumerate(Nodes))
      edge(ElementEdge, I, position(N));
  Of.forEach([&](Node N) {
    auto Add = [&](const ReferenceLabel &L, Node To) {
      if (!Of.contains(To))
        return;
      if (L.Strength != ReferenceKind::Strong && Weak.contains(L.Strength))
        edge(WeakEdge, nameOf(L), position(To));
      else if (L.Kind == LabelKind::Element)
        edge(ElementEdge, L.Index, position(To));
      else if (L.Kind == LabelKind::Field || L.Kind == LabelKind::Static)
        edge(PropertyEdge, nameOf(L), position(To));
      else
        edge(InternalEdge, nameOf(L), position(To));
    };
    C.forEachReference(N, [&](const HeapReference &R) {
      if (R.To != NoNode)
        Add(R.Label, R.To);
      return true;
    });
  });
}

void SnapshotWriter::text(StringRef Text) {
  if (!std::exchange(IsFirst, false))
    OS << ",\n";
  json::OStream(OS).value(takeCharacters(Text, MostText));
}

void SnapshotWriter::writeStrings() {
  IsFirst = true;
  text("");
  for (uint64_t T = 0; T != 2 * G.classes().size(); ++T)
    text(unescapeSlashes(toUtf8(typeName(G, T))));
  for (const auto &[Kind, Nodes] : Kinds)
    text("(" + rootText(Kind) + ")");
  Of.forEach([&](Node N) {
    if (!isString(N))
      return;
    const std::optional<JavaString> S = C.string(N);
    text(S ? toUtf8(S->Text) : "");
  });
  for (StringRef Name : FieldNames)
    text(toUtf8(Name));
}

void SnapshotWriter::write() {
  listRoots();
  // The counts precede the nodes, but are unknown until all nodes are visited.
  uint64_t Nodes = 1 + Kinds.size() + Of.size();
  uint64_t All = Kinds.size() + Roots.size();
  for (const auto &[Kind, Of] : Kinds)
    All += Of.size();
  Of.forEach([&](Node N) {
    G.forEachReference(N, [&](Node To) { All += Of.contains(To); });
  });
  OS << R"({"snapshot":{"meta":{)" << Meta << R"(},"node_count":)" << Nodes
     << R"(,"edge_count":)" << All << R"(,"trace_function_count":0},)" << '\n'
     << R"("nodes":[)";
  writeNodes();
  OS << "],\n" << R"("edges":[)";
  writeEdges();
  OS << "],\n"
     << R"("trace_function_infos":[],"trace_tree":[],"samples":[],)"
     << R"("locations":[],)" << '\n'
     << R"("strings":[)";
  writeStrings();
  OS << "]}\n";
}

Error hprof::writeHeapSnapshot(HeapStore &Heap,
                               const HeapExportRequest &Request,
                               raw_ostream &OS) {
  Expected<Below> Is = Below::of(Heap, Request.Below);
  if (!Is)
    return Is.takeError();
  const HeapGraph &G = Heap.graph();
  NodeSet Of(G.size());
  for (Node N = 0; N != G.size(); ++N)
    if (Is->contains(N))
      Of.insert(N);
  Of.count();
  const uint64_t Most = Request.MaxObjects ? Request.MaxObjects : MostNodes;
  if (Of.size() > Most)
    return createFileError(
        Heap.name(),
        createStringError(Twine(Of.size()) + " objects exceed the limit of " +
                          Twine(Most) +
                          " for viewers; use --object=<id> for the objects "
                          "that one dominates, or --max-objects=<n>"));
  Expected<const HeapContents *> C = Heap.contents();
  if (!C)
    return C.takeError();
  const std::unique_ptr<raw_ostream> Safe = safeJson(OS);
  SnapshotWriter(Heap, **C, *Is, std::move(Of), Heap.origin().Ignored, *Safe)
      .write();
  Safe->flush();
  return Error::success();
}
