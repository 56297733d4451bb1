//===- Neighbours.cpp - Incoming and outgoing references ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Paths/Neighbours.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <tuple>

using namespace hprof;
using namespace llvm;

namespace {
/// One level: the neighbours of some objects.
class NeighbourLevel {
public:
  NeighbourLevel(const HeapContents &C, bool ByClass)
      : C(C), G(C.graph()), ByClass(ByClass) {}

  void addOutgoing(ArrayRef<Node> Of);
  void addIncoming(const InboundReferences &Inbound, ArrayRef<Node> Of);
  std::vector<Neighbour> finish();

private:
  void addIncomingOf(const InboundReferences &Inbound, Node To);
  bool hasMany(Node From) const;
  ArrayRef<ReferenceLabel> labels(Node From, Node To);
  void add(const ReferenceLabel &L, Node N);
  void forEachEdge(Node From,
                   function_ref<bool(const ReferenceLabel &, Node)> F) const;

  using Key = std::tuple<uint8_t, uint64_t, uint64_t, uint64_t, uint64_t>;
  const HeapContents &C;
  const HeapGraph &G;
  bool ByClass;
  /// If there are several targets: the targets whose referrers are requested.
  DenseSet<Node> Wanted;
  /// Labels of the references to wanted objects, for sources with many
  /// references.
  DenseMap<Node, DenseMap<Node, std::vector<ReferenceLabel>>> Labels;
  std::map<Key, size_t> ByKey;
  std::vector<Neighbour> Found;
};
} // namespace

void NeighbourLevel::add(const ReferenceLabel &L, Node N) {
  uint64_t Name = 0, Class = 0;
  if (L.Kind == LabelKind::Field || L.Kind == LabelKind::Static) {
    Name = L.NameId;
    Class = L.Class ? L.Class->Id : 0;
  } else if (!ByClass) {
    Name = L.Index;
    Class = uint64_t(L.Frame);
  }
  Key K{uint8_t(L.Kind), Name, Class, G.types().get(N), ByClass ? NoNode : N};
  auto [It, IsNew] = ByKey.try_emplace(K, Found.size());
  if (IsNew)
    Found.emplace_back().Label = L;
  Neighbour &Here = Found[It->second];
  ++Here.References;
  if (Here.Nodes.empty() || Here.Nodes.back() != N)
    Here.Nodes.push_back(N);
}

/// Reads the dump only to determine array indices.
void NeighbourLevel::forEachEdge(
    Node From, function_ref<bool(const ReferenceLabel &, Node)> F) const {
  if (ByClass || !G.classOf(From).isArray())
    return C.forEachEdge(From, F);
  C.forEachReference(From, [&](const HeapReference &R) {
    return R.To == NoNode || F(R.Label, R.To);
  });
}

void NeighbourLevel::addOutgoing(ArrayRef<Node> Of) {
  for (Node From : Of)
    forEachEdge(From, [&](const ReferenceLabel &L, Node To) {
      add(L, To);
      return true;
    });
}

/// Whether scanning all references of \p From for each target would be slow.
bool NeighbourLevel::hasMany(Node From) const {
  constexpr uint64_t Many = 64;
  if (G.asClass(From) != NoClass || C.hasLocals(From))
    return true;
  if (G.classOf(From).isArray())
    return G.arrayLength(From) >= Many;
  const InstanceShape *Shape = C.shape(G.classNumber(From));
  return Shape && Shape->references() >= Many;
}

/// Returns the labels of references from \p From, which has many references, to
/// \p To, which is in Wanted.
ArrayRef<ReferenceLabel> NeighbourLevel::labels(Node From, Node To) {
  auto [It, IsNew] = Labels.try_emplace(From);
  auto &Of = It->second;
  if (IsNew)
    forEachEdge(From, [&](const ReferenceLabel &L, Node Target) {
      if (Wanted.contains(Target))
        Of[Target].push_back(L);
      return true;
    });
  auto Found = Of.find(To);
  if (Found == Of.end())
    return {};
  return Found->second;
}

void NeighbourLevel::addIncoming(const InboundReferences &Inbound,
                                 ArrayRef<Node> Of) {
  if (Of.size() > 1)
    Wanted.insert(Of.begin(), Of.end());
  for (Node To : Of)
    addIncomingOf(Inbound, To);
}

void NeighbourLevel::addIncomingOf(const InboundReferences &Inbound, Node To) {
  Node Last = NoNode;
  uint64_t Times = 0;
  auto Tell = [&] {
    if (Last == NoNode)
      return;
    // Most referrers of a class are its instances, which need not be read.
    if (Times == 1 && G.classNodes()[G.types().get(Last)] == To)
      return add(ReferenceLabel(), Last);
    if (ByClass && G.classOf(Last).isArray()) {
      ReferenceLabel L;
      L.Kind = LabelKind::Element;
      for (; Times; --Times)
        add(L, Last);
      return;
    }
    if (!Wanted.empty() && hasMany(Last)) {
      for (const ReferenceLabel &L : labels(Last, To))
        add(L, Last);
      return;
    }
    forEachEdge(Last, [&](const ReferenceLabel &L, Node Target) {
      if (Target == To)
        add(L, Last);
      return true;
    });
  };
  Inbound.forEach(To, [&](Node From) {
    if (From != Last) {
      Tell();
      Last = From;
      Times = 0;
    }
    ++Times;
    return true;
  });
  Tell();
}

std::vector<Neighbour> NeighbourLevel::finish() {
  for (Neighbour &N : Found) {
    llvm::sort(N.Nodes);
    N.Nodes.erase(std::unique(N.Nodes.begin(), N.Nodes.end()), N.Nodes.end());
  }
  if (ByClass)
    llvm::stable_sort(Found, [](const Neighbour &X, const Neighbour &Y) {
      return X.Nodes.size() > Y.Nodes.size();
    });
  return std::move(Found);
}

std::vector<Neighbour> hprof::neighboursOf(const HeapContents &C,
                                           ArrayRef<Node> Of,
                                           const InboundReferences *Inbound,
                                           bool ByClass) {
  NeighbourLevel Level(C, ByClass);
  if (Inbound)
    Level.addIncoming(*Inbound, Of);
  else
    Level.addOutgoing(Of);
  return Level.finish();
}
