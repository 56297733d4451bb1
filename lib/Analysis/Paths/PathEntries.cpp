//===- PathEntries.cpp - Map and list entries on paths --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Paths/PathEntries.h"
#include "hprof/Analysis/Contents/ObjectContents.h"
#include "hprof/Analysis/Contents/ObjectTitle.h"
#include "hprof/Java/CollectionRows.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

static std::string idText(uint64_t Id) {
  return "0x" + utohexstr(Id, /*LowerCase=*/true);
}

/// Classes that extend an entry of a bin.
static constexpr StringRef MapNodes[] = {
    "java.util.HashMap$TreeNode", "java.util.LinkedHashMap$Entry",
    "java.util.concurrent.ConcurrentHashMap$TreeNode"};
/// Classes of nodes of lists and queues.
static constexpr StringRef ListNodes[] = {
    "java.util.LinkedList$Node",
    "java.util.LinkedList$Entry",
    "java.util.concurrent.ConcurrentLinkedQueue$Node",
    "java.util.concurrent.ConcurrentLinkedDeque$Node",
    "java.util.concurrent.LinkedBlockingQueue$Node",
    "java.util.concurrent.LinkedBlockingDeque$Node"};

static bool isOneOf(const HeapGraph &G, Node N, ArrayRef<StringRef> Classes) {
  return G.asClass(N) == NoClass && is_contained(Classes, G.classOf(N).Name);
}

static bool isMapNode(const HeapGraph &G, Node N) {
  const EntryRow *Row =
      G.asClass(N) == NoClass ? findEntry(G.classOf(N).Name) : nullptr;
  return Row ? Row->Kind == EntryKind::Bucket : isOneOf(G, N, MapNodes);
}

Node hprof::mapEntry(const HeapContents &C, const PathTree &Tree,
                     const PathGroup &G) {
  bool IsInMap = G.Label.Kind == LabelKind::Field ||
                 (G.Label.Kind == LabelKind::Element && G.Objects == 1);
  if (G.Parent == PathGroup::None || !IsInMap || G.Children.size() > 1 ||
      !isMapNode(C.graph(), G.Example))
    return NoNode;
  if (G.Children.empty())
    return G.Objects == 1 ? G.Example : NoNode;
  const PathGroup &Next = Tree.groups()[G.Children.front()];
  if (isMapNode(C.graph(), Next.Example))
    return NoNode; // The bin continues.
  if (G.Objects == 1)
    return G.Example;
  return !G.Ends && Next.Objects == 1 ? Next.From : NoNode;
}

std::optional<uint64_t> hprof::listElement(const HeapContents &C,
                                           const PathTree &Tree,
                                           const PathGroup &G) {
  auto Name = [&](const PathGroup &Of) {
    return Of.Label.Kind == LabelKind::Field ? C.name(Of.Label) : "";
  };
  if (G.Parent == PathGroup::None || Name(G) != "next" || G.Targets != 1 ||
      G.Children.size() > 1 || !isOneOf(C.graph(), G.Example, ListNodes))
    return std::nullopt;
  // If there were several paths, each would end at a different element.
  uint64_t Nodes = 0;
  const PathGroup *At = &G;
  for (; isOneOf(C.graph(), At->Example, ListNodes);
       At = &Tree.groups()[At->Parent]) {
    bool EndsHere = At == &G && At->Children.empty() && At->Ends == 1;
    if (At->Parent == PathGroup::None || (At->Ends && !EndsHere))
      return std::nullopt;
    Nodes += At->Objects;
    std::string Field = Name(*At);
    if (Field == "next")
      continue;
    if (At->Objects != 1 || (Field != "first" && Field != "head"))
      return std::nullopt;
    // The head nodes of queues contain no element.
    std::optional<FoundObject> Head = C.object(At->Example);
    std::optional<Value> Item = Head ? C.field(*Head, "item") : std::nullopt;
    if (!Item)
      return std::nullopt;
    bool IsEmpty = !Item->Bits;
    return Nodes > IsEmpty ? std::optional(Nodes - 1 - IsEmpty) : std::nullopt;
  }
  return std::nullopt;
}

std::string hprof::entryPartText(const HeapContents &C, const EntryPart &Part) {
  if (!Part.Id)
    return "null";
  Node N = Part.N;
  if (N == NoNode)
    return idText(Part.Id) + " (not in the dump)";
  const HeapGraph &G = C.graph();
  if (G.asClass(N) == NoClass && G.classOf(N).Name == "java.lang.String") {
    if (std::optional<std::string> Text = objectContent(C, N))
      return '"' + *Text + '"';
  } else if (std::optional<ObjectContents> Of = objectValue(C, N);
             Of && Of->What != ObjectContents::Kind::Text &&
             Of->What != ObjectContents::Kind::Stack) {
    return C.masked(std::move(Of->Text));
  }
  return objectKind(G, N) + " " + idText(G.id(N));
}

std::pair<EntryPart, EntryPart> hprof::entryParts(const HeapContents &C,
                                                  Node Entry) {
  std::optional<FoundObject> O = C.object(Entry);
  auto Follow = [&](ArrayRef<StringRef> Names) {
    for (StringRef Name : Names)
      if (std::optional<Value> V = O ? C.field(*O, Name) : std::nullopt;
          V && isReference(V->Type) && V->Bits)
        return EntryPart{C.find(V->Bits), V->Bits};
    return EntryPart();
  };
  return {Follow({"key", "referent"}), Follow({"value", "val"})};
}

std::string hprof::entryText(const HeapContents &C, Node Entry) {
  auto [Key, Value] = entryParts(C, Entry);
  return "[" + entryPartText(C, Key) + " -> " + entryPartText(C, Value) + "]";
}
