//===- SnapshotEdges.cpp - Nodes with their edges -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The edges of all nodes are stored in node order. A node is sent after all
/// its edges have been read. SnapshotShapes.cpp finds its class.
///
//===----------------------------------------------------------------------===//

#include "SnapshotReaderImpl.h"
#include "hprof/Format/Base/Counted.h"

using namespace hprof;
using namespace hprof::snapshot;
using namespace llvm;

uint64_t Reader::classNameOf(size_t Node) {
  if (!M.NodeTypes[Types[Node]].IsNamed)
    return FirstTypeName + Types[Node];
  ClassNames.insert(Names[Node]);
  const uint64_t Name = text(Names[Node]);
  use(Name);
  return Name;
}

void Reader::sendObject(uint64_t Id, uint64_t Name, uint32_t Size,
                        MutableArrayRef<Edge> Of) {
  ReferenceObject R;
  R.Offset = Start;
  R.Object = Id;
  R.Class = classFor(Name, Size, Of);
  References.begin(8);
  for (const Edge &E : Of) {
    if (E.Name)
      use(E.Name);
    References.add({E.Name, E.To});
  }
  R.References = References.ref();
  V.visit(R);
}

/// Moves the edges to additional objects of size 0, as many as are necessary.
void Reader::divideEdges() {
  std::vector<Edge> Parts;
  for (MutableArrayRef<Edge> Left = Edges; !Left.empty();) {
    const size_t Count = std::min<size_t>(Left.size(), Options.MaxFields);
    // These ids are larger than those for nodes with impossible ids.
    const uint64_t Id = FirstMadeId + MostNodes + ++NumParts;
    sendObject(Id, PartName, 0, Left.take_front(Count));
    Parts.push_back({EdgeKind::Index, 0, Id});
    Left = Left.drop_front(Count);
  }
  Edges = std::move(Parts);
}

/// Sends the node At, after all of its edges have been read.
void Reader::finishNode() {
  if (isGroup(At)) {
    for (const Edge &E : Edges) {
      if (E.Kind == EdgeKind::Weak)
        continue;
      if (!At)
        Shortcuts.push_back(E.To);
      else
        Roots.push_back({E.To, Names[At]});
    }
    if (At && !Edges.empty())
      Groups.try_emplace(Names[At]);
  } else {
    for (const Edge &E : Edges) {
      if (E.Kind != EdgeKind::Weak)
        continue;
      WeakReference R;
      R.Offset = Start;
      R.Object = Ids[At];
      R.Name = E.Name;
      if (E.Name)
        use(E.Name);
      R.To = E.To;
      V.visit(R);
    }
    erase_if(Edges, [](const Edge &E) { return E.Kind == EdgeKind::Weak; });
    if (M.NodeTypes[Types[At]].IsSynthetic)
      Shortcuts.push_back(Ids[At]);
    if (Edges.size() > Options.MaxFields)
      divideEdges();
    sendObject(Ids[At], classNameOf(At), Sizes[At], Edges);
  }
  Edges.clear();
}

/// Reads the numbers of an edge, from the first number.
bool Reader::readEdge() {
  uint64_t Type = 0, Name = 0, To = 0;
  for (unsigned I = 0; I != M.Edge.Count; ++I) {
    if (I && !In.expect(','))
      return false;
    if (I == M.Edge.Type)
      Type = In.number();
    else if (I == M.Edge.Name)
      Name = In.number();
    else if (I == M.Edge.To)
      To = In.number();
    else if (!In.skipValue())
      return false;
    if (In.hasFailed())
      return false;
  }
  ++NumEdges;
  EdgeKind Kind = EdgeKind::Index;
  if (Type < M.EdgeTypes.size())
    Kind = M.EdgeTypes[Type];
  else
    odd(Oddity::EdgeType, format_errc::bad_value,
        "an edge of type " + Twine(Type) + ", expected a type below " +
            Twine(M.EdgeTypes.size()));
  const uint64_t Node = To / M.Node.Count;
  if (To % M.Node.Count || Node >= Ids.size()) {
    odd(Oddity::Target, format_errc::bad_value,
        "an edge to " + Twine(To) + ", where no node begins");
    return true;
  }
  // Root groups are not objects.
  if (isGroup(Node))
    return true;
  uint64_t NameId = 0;
  if (Kind != EdgeKind::Index) {
    if (Name < MostStrings)
      NameId = text(Name);
    else
      odd(Oddity::Name, format_errc::bad_value,
          "an edge with name string " + Twine(Name) +
              ", expected a string below " + Twine(MostStrings));
  }
  Edges.push_back({Kind, NameId, Ids[Node]});
  return true;
}

bool Reader::readEdges() {
  if (M.Nodes && M.Nodes != Ids.size())
    damage(format_errc::bad_length, In.offset(),
           "the snapshot declares " + Twine(M.Nodes) + " nodes, but contains " +
               Twine(Ids.size()));
  if (!In.expect('['))
    return false;
  bool IsFirst = true;
  for (At = 0; At != Ids.size() && V.wantsMore(); ++At) {
    Start = In.offset();
    for (uint32_t Left = EdgeCounts[At]; Left; --Left) {
      if (!In.nextElement(IsFirst)) {
        if (!In.hasFailed())
          In.fail(counted(Left, "more edge") + " of node " + Twine(Ids[At]));
        break;
      }
      if (!readEdge())
        break;
    }
    finishNode();
  }
  if (In.hasFailed() || !V.wantsMore())
    return false;
  if (M.Edges && M.Edges != NumEdges)
    damage(format_errc::bad_length, In.offset(),
           "the snapshot declares " + Twine(M.Edges) + " edges, but contains " +
               Twine(NumEdges));
  if (In.nextElement(IsFirst)) {
    In.fail("the end of the edges");
    return false;
  }
  return !In.hasFailed();
}
