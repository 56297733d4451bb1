//===- TreeWithout.cpp - Dominator tree without some edges ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An object keeps its immediate dominator unless another object newly dominates
// it. Dominators are on every path to an object. Thus, if several paths to an
// object are known that share no object below the old dominator, the dominator
// is unchanged. At first, only objects that lose a reference are examined. If
// one of them may get another dominator, the paths through it no longer prove
// anything, so the objects that it leads to are examined next. The immediate
// dominators of all objects that may have changed are then computed by
// iteration, as Cooper, Harvey and Kennedy do for all nodes.
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Dominators/TreeWithout.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <array>

using namespace hprof;
using namespace llvm;

namespace {

class TreeChange {
public:
  TreeChange(const KnownTree &Known, ReferenceKinds Without)
      : G(Known.G), T(Known.Tree), In(Known.Inbound.columns()), Known(Known),
        Without(Without), StepsLeft(Known.G.size() / 32 + 100000) {}

  Expected<std::optional<DominatorTree>> run();

private:
  using Chain = SmallVector<Node, 64>;

  bool isLeftOut(Node From) const {
    const uint8_t Head = G.heads()[G.types().get(From)];
    return Head && !HeapGraph::isLength(Head) &&
           Without.contains(ReferenceKind(Head));
  }
  Node referent(Node From) const;
  bool step(uint64_t Count = 1) {
    StepsLeft -= std::min(Count, StepsLeft);
    return StepsLeft != 0;
  }
  template <class Fn> void forEachSource(Node To, Fn &&F) const;
  bool findTargets();
  bool isUnchanged(Node N);
  bool hasWayAround(Node N, Node Over, Node Above);
  bool chainBelow(Node From, Node Above, Node Avoid, Chain &Into);
  bool tryAll();
  bool addFollowers(Node N);

  Node parent(Node N) const {
    auto It = Parents.find(N);
    return It == Parents.end() ? T.parent(N) : It->second;
  }
  bool solve();
  std::optional<Node> meet(Node N);
  bool isKnown(Node N);

  bool changeSizes();
  bool addLost();
  Error write(DominatorTree::Columns &Into) const;

  const HeapGraph &G;
  const DominatorTree &T;
  const InboundReferences::Columns &In;
  const KnownTree &Known;
  const ReferenceKinds Without;
  uint64_t StepsLeft;

  /// By class: the first instances with known paths, padded with NoNode.
  static constexpr size_t Examples = 4;
  std::vector<std::array<Node, Examples>> Instances;
  std::vector<Node> ToTry;
  DenseSet<Node> Tried;
  /// Objects whose dominator may change, in the order of discovery.
  std::vector<Node> Open;
  /// New parents of the objects in Open: Unknown at first and for lost objects.
  DenseMap<Node, Node> Parents;
  static constexpr Node Unknown = NoNode - 3;
  DenseMap<Node, int64_t> Sizes; ///< Changes of retained sizes.
  DenseSet<Node> Lost;           ///< No longer reachable.
};

} // namespace

/// Returns the referent of an excluded reference from \p From, or NoNode.
Node TreeChange::referent(Node From) const {
  return G.withWidth([&](auto Zero) {
    using T = decltype(Zero);
    using Entry = HeapGraph::Entry<T>;
    const T Start = T(G.starts().get(From));
    if (Start == Entry::None)
      return NoNode;
    const T First = Entry::value(*G.entries().from<T>(Start));
    return First == Entry::Null ? NoNode : Node(First);
  });
}

/// Calls \p F with the referrers of \p To through other references until \p F
/// returns false. References from instances to their classes are excluded.
template <class Fn> void TreeChange::forEachSource(Node To, Fn &&F) const {
  const uint64_t First = In.Firsts.get(To), Listed = In.listed();
  if (First == In.none())
    return;
  Node LeftOut = NoNode;
  auto Tell = [&](Node From) {
    // From can also refer to To through other fields.
    if (From != LeftOut && isLeftOut(From) && referent(From) == To) {
      LeftOut = From;
      return true;
    }
    return !T.isReachable(From) || F(From);
  };
  if (First < Listed) {
    Tell(First);
    return;
  }
  for (uint64_t At = First - Listed; At < In.Lists.size(); ++At) {
    const uint64_t From = In.Lists.get(At);
    if (!Tell(Node(From & ~Listed)) || From & Listed)
      return;
  }
}

bool TreeChange::findTargets() {
  std::vector<bool> IsWanted;
  for (uint8_t Head : G.heads())
    IsWanted.push_back(Head && !HeapGraph::isLength(Head) &&
                       Without.contains(ReferenceKind(Head)));
  if (!is_contained(IsWanted, true))
    return true;
  std::vector<uint8_t> Count(G.heads().size());
  Instances.resize(G.classes().size());
  for (Node N = 0; N != G.size(); ++N) {
    const uint64_t Type = G.types().get(N);
    if (Count[Type] != Examples && Type < Instances.size() &&
        Known.IsReached(N))
      Instances[Type][Count[Type]++] = N;
    if (!IsWanted[Type] || !T.isReachable(N))
      continue;
    if (!step())
      return false;
    if (Node To = referent(N); To != NoNode)
      ToTry.push_back(To);
  }
  for (auto [Of, All] : zip(Instances, Count))
    std::fill(Of.begin() + All, Of.end(), NoNode);
  sort(ToTry);
  ToTry.erase(std::unique(ToTry.begin(), ToTry.end()), ToTry.end());
  return true;
}

/// Adds \p From and its predecessors on the known path, up to but excluding \p
/// Above. \return false if there is no such path, or if it contains \p Avoid.
bool TreeChange::chainBelow(Node From, Node Above, Node Avoid, Chain &Into) {
  constexpr size_t Longest = 256;
  if (!Known.IsReached(From))
    return false;
  for (Node N = From; N != Above; N = Known.Before(N)) {
    if (N == NoNode || N == Avoid || Into.size() == Longest || !step())
      return false;
    Into.push_back(N);
  }
  return true;
}

/// Whether a short backward search from \p N finds a path that avoids \p Over,
/// which is on all known paths from \p Above.
bool TreeChange::hasWayAround(Node N, Node Over, Node Above) {
  constexpr size_t Most = 48;
  SmallVector<Node, Most> Seen = {N};
  bool IsFound = false;
  for (size_t I = 0; I != Seen.size() && !IsFound; ++I)
    forEachSource(Seen[I], [&](Node From) {
      if (From == Over || is_contained(Seen, From))
        return step();
      IsFound = From == Above;
      if (!IsFound && Known.IsReached(From)) {
        Node At = From;
        while (At != Above && At != Over && At != N && At != NoNode && step())
          At = Known.Before(At);
        IsFound = At == Above;
      }
      if (!IsFound && Seen.size() != Most)
        Seen.push_back(From);
      return !IsFound && Seen.size() != Most && step();
    });
  return IsFound && StepsLeft;
}

/// Whether known paths prove that \p N keeps its immediate dominator.
bool TreeChange::isUnchanged(Node N) {
  const Node Above = T.parent(N);
  if (Above == NoNode &&
      std::binary_search(G.rootNodes().begin(), G.rootNodes().end(), N))
    return true;
  bool IsFirst = true, IsShown = false;
  unsigned Left = 64; // Number of sources to examine.
  Chain Common;
  auto Look = [&](Node From) {
    IsShown = From == Above;
    if (IsShown || !Left-- || !step())
      return false;
    Chain Path;
    if (!chainBelow(From, Above, N, Path))
      return true;
    if (std::exchange(IsFirst, false))
      Common = std::move(Path);
    else
      erase_if(Common, [&](Node Of) { return !is_contained(Path, Of); });
    IsShown = Common.empty();
    return !IsShown;
  };
  forEachSource(N, Look);
  if (const ClassNumber C = G.asClass(N); C != NoClass && !IsShown)
    for (Node Instance : Instances[C])
      if (Instance == NoNode || !Look(Instance))
        break;
  return IsShown || (!IsFirst && all_of(Common, [&](Node Over) {
           return hasWayAround(N, Over, Above);
         }));
}

bool TreeChange::tryAll() {
  for (size_t I = 0; I != ToTry.size(); ++I) {
    const Node N = ToTry[I];
    if (!T.isReachable(N) || !Tried.insert(N).second || isUnchanged(N))
      continue;
    // All instances refer to their class; there can be too many to examine.
    if (G.asClass(N) != NoClass || !step())
      return false;
    Open.push_back(N);
    if (!addFollowers(N))
      return false;
  }
  return StepsLeft != 0;
}

/// Adds to ToTry the objects to which \p N leads. If paths to \p N are known,
/// adds only objects with the same immediate dominator as \p N, which still
/// dominates all objects that \p N dominates.
bool TreeChange::addFollowers(Node N) {
  const Node Above = T.parent(N);
  const bool IsReached = Known.IsReached(N);
  DenseSet<Node> Inside, Outside;
  SmallVector<Node, 16> Stack = {N};
  Inside.insert(N);
  /// Whether N dominates To. Climbs until it reaches a classified object.
  auto IsInside = [&](Node To) -> bool {
    SmallVector<Node, 16> Way;
    bool Is = false;
    for (Node At = To; At != NoNode && At != Above && step();
         At = T.parent(At)) {
      Is = Inside.contains(At);
      if (Is || Outside.contains(At))
        break;
      Way.push_back(At);
    }
    if (!Is)
      Outside.insert(Way.begin(), Way.end());
    return Is;
  };
  while (!Stack.empty()) {
    const Node At = Stack.pop_back_val();
    G.forEachReference(At, [&](Node To) {
      if (!step() || Inside.contains(To))
        return;
      const Node Over = T.parent(To);
      if (Over != Above && IsInside(To)) {
        Inside.insert(To);
        Stack.push_back(To);
      } else if ((Over == Above || !IsReached) && !Tried.contains(To))
        ToTry.push_back(To);
    });
    if (!StepsLeft)
      return false;
  }
  return true;
}

/// Whether all dominators of \p N are known.
bool TreeChange::isKnown(Node N) {
  for (; N != NoNode; N = parent(N))
    if (N == Unknown || !step())
      return false;
  return true;
}

/// Returns the closest common dominator of all referrers of \p N, or NoNode;
/// nullopt if it cannot be determined yet.
std::optional<Node> TreeChange::meet(Node N) {
  // The path down to the current result, which is shortened for each referrer.
  DenseMap<Node, size_t> Depth;
  std::vector<Node> Way;
  bool IsFirst = true;
  forEachSource(N, [&](Node From) {
    if (!isKnown(From))
      return StepsLeft != 0;
    if (std::exchange(IsFirst, false)) {
      for (Node At = From; At != NoNode; At = parent(At))
        Way.push_back(At);
      std::reverse(Way.begin(), Way.end());
      for (auto [I, At] : enumerate(Way))
        Depth[At] = I;
      return step(Way.size());
    }
    Node At = From;
    auto Is = [&](Node Of) {
      auto It = Depth.find(Of);
      return It != Depth.end() && It->second < Way.size();
    };
    while (At != NoNode && !Is(At) && step())
      At = parent(At);
    Way.resize(At == NoNode ? 0 : Depth[At] + 1);
    return !Way.empty() && StepsLeft;
  });
  if (IsFirst)
    return std::nullopt;
  return Way.empty() ? NoNode : Way.back();
}

bool TreeChange::solve() {
  for (Node N : Open)
    Parents[N] = Unknown;
  for (bool HasChanged = true; HasChanged;) {
    HasChanged = false;
    for (Node N : Open) {
      const std::optional<Node> New = meet(N);
      if (!StepsLeft)
        return false;
      Node &Old = Parents[N];
      if (!New || *New == Old)
        continue;
      Old = *New;
      HasChanged = true;
    }
  }
  // Keep only the objects whose dominators differ.
  for (Node N : Open)
    if (Parents[N] == T.parent(N))
      Parents.erase(N);
  return true;
}

/// Adds the objects reachable only from nodes that are no longer reachable.
bool TreeChange::addLost() {
  SmallVector<Node, 16> Stack;
  for (const auto &[N, Parent] : Parents)
    if (Parent == Unknown)
      Stack.push_back(N);
  for (Node N : Stack)
    Lost.insert(N);
  while (!Stack.empty()) {
    const Node At = Stack.pop_back_val();
    G.forEachReference(At, [&](Node To) {
      if (Lost.contains(To))
        return;
      for (Node Over = To; Over != NoNode && step(); Over = parent(Over))
        if (Over == Unknown || Lost.contains(Over)) {
          Lost.insert(To);
          Stack.push_back(To);
          return;
        }
    });
    if (!StepsLeft)
      return false;
  }
  return true;
}

/// Updates the retained sizes for objects with another parent. First, the size
/// of each such object is subtracted from its old dominators, up to the next
/// dominator that has another parent itself. Then it is added to the new
/// dominators, in bottom-up order.
bool TreeChange::changeSizes() {
  for (const auto &[N, Parent] : Parents)
    for (Node At = T.parent(N); At != NoNode && step(); At = T.parent(At)) {
      Sizes[At] -= int64_t(T.retained(N));
      if (Parents.count(At))
        break;
    }
  DenseMap<Node, Node> Over;
  DenseMap<Node, size_t> Below;
  std::vector<Node> Ready;
  auto IsMoved = [&](Node N) { return Parents.count(N) != 0; };
  for (const auto &[N, Parent] : Parents) {
    Node At = Parent;
    while (At != NoNode && At != Unknown && !IsMoved(At) && step())
      At = T.parent(At);
    Over[N] = At;
    if (At != NoNode && At != Unknown)
      ++Below[At];
  }
  for (const auto &[N, Parent] : Parents)
    if (!Below.lookup(N))
      Ready.push_back(N);
  for (; !Ready.empty() && StepsLeft;) {
    const Node N = Ready.back();
    Ready.pop_back();
    const int64_t Size = int64_t(T.retained(N)) + Sizes.lookup(N);
    const Node End = Over[N];
    for (Node At = Parents[N]; At != NoNode && At != Unknown && step();
         At = T.parent(At)) {
      Sizes[At] += Size;
      if (At == End)
        break;
    }
    if (End != NoNode && End != Unknown && !--Below[End])
      Ready.push_back(End);
  }
  return StepsLeft != 0;
}

/// Returns a copy of \p Old, a column of \p G, with the sizes in \p New.
static Expected<SizeColumn> changed(const HeapGraph &G, const SizeColumn &Old,
                                    const DenseMap<Node, uint64_t> &New) {
  if (!Old.isPacked()) {
    Expected<BigArray<uint64_t>> Plain =
        BigArray<uint64_t>::make(G.size(), G.memory(), MemoryAccess::Random);
    if (!Plain)
      return Plain.takeError();
    llvm::copy(Old.plain().ref(), Plain->data());
    for (const auto &[N, Size] : New)
      (*Plain)[N] = Size;
    return SizeColumn(std::move(*Plain));
  }
  const unsigned Unit = std::max<unsigned>(G.layout().Alignment, 1);
  Expected<BigArray<uint16_t>> Smalls =
      BigArray<uint16_t>::make(G.size(), G.memory(), MemoryAccess::Random);
  if (!Smalls)
    return Smalls.takeError();
  for (Node N = 0; N != G.size(); ++N)
    (*Smalls)[N] = SizeColumn::pack(Old.get(N), Unit);
  std::vector<SizeColumn::Large> Large;
  for (const SizeColumn::Large &L : Old.larges())
    if (!New.count(L.Position))
      Large.push_back(L);
  for (const auto &[N, Size] : New) {
    (*Smalls)[N] = SizeColumn::pack(Size, Unit);
    if ((*Smalls)[N] == SizeColumn::IsLarge)
      Large.push_back({N, Size});
  }
  sort(Large,
       [](const auto &A, const auto &B) { return A.Position < B.Position; });
  Expected<BigArray<SizeColumn::Large>> Larges =
      BigArray<SizeColumn::Large>::make(Large.size(), G.memory());
  if (!Larges)
    return Larges.takeError();
  llvm::copy(Large, Larges->data());
  return SizeColumn::packed(std::move(*Smalls), std::move(*Larges), Unit);
}

Error TreeChange::write(DominatorTree::Columns &Into) const {
  const DominatorTree::Columns &Old = T.columns();
  Expected<NumberArray> New = NumberArray::make(
      Old.Parents.width(), G.size(), G.memory(), MemoryAccess::Random);
  if (!New)
    return New.takeError();
  for (Node N = 0; N != G.size(); ++N)
    New->set(N, Old.Parents.get(N));
  Into.Totals = Old.Totals;
  DenseMap<Node, uint64_t> Retained;
  for (const auto &[N, Change] : Sizes)
    Retained[N] = T.retained(N) + uint64_t(Change);
  Into.Parents = std::move(*New);
  for (const auto &[N, Parent] : Parents)
    Into.Parents.set(N, Parent == NoNode ? Into.top() : Parent);
  for (Node N : Lost) {
    Into.Parents.set(N, Into.unreachable());
    Retained[N] = 0;
    --Into.Totals.Objects;
    Into.Totals.Bytes -= G.shallow(N);
    Into.Totals.UnreachableBytes += G.shallow(N);
  }
  Expected<SizeColumn> Changed = changed(G, Old.Retained, Retained);
  if (!Changed)
    return Changed.takeError();
  Into.Retained = std::move(*Changed);
  return Error::success();
}

Expected<std::optional<DominatorTree>> TreeChange::run() {
  if (!findTargets() || !tryAll() || !solve() || !changeSizes() || !addLost())
    return std::nullopt;
  DominatorTree::Columns Made;
  if (Error E = write(Made))
    return E;
  return DominatorTree::fromColumns(std::move(Made));
}

Expected<std::optional<DominatorTree>>
hprof::treeWithout(const KnownTree &Known, ReferenceKinds Without) {
  return TreeChange(Known, Without).run();
}
