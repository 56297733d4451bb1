//===- HolderCounts.cpp - Counts the holders of suspects ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HolderCounts.h"
#include "hprof/Analysis/Dominators/DominatorClasses.h"
#include "hprof/Format/Base/ClassName.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

Node hprof::topOf(const DominatorTree &T, Node N) {
  while (T.parent(N) != NoNode)
    N = T.parent(N);
  return N;
}

namespace {

/// Finds the steps equivalent to a step of the path on the paths to all points.
class LikeSteps {
public:
  LikeSteps(const HeapGraph &G, const DominatorTree &T, const LeakSuspect &S)
      : G(G), T(T), S(S) {}
  /// Returns, for each equivalent step, the bytes of the points that it holds.
  DenseMap<Node, uint64_t> of(Node Step);

private:
  bool isLike(uint64_t Type, StringRef Name);
  Node on(Node Point, Node Step, StringRef Name);

  const HeapGraph &G;
  const DominatorTree &T;
  const LeakSuspect &S;
  DenseMap<TypeNumber, bool> Like; ///< By type.
};

} // namespace

bool LikeSteps::isLike(uint64_t Type, StringRef Name) {
  auto [It, IsNew] = Like.try_emplace(Type, false);
  if (IsNew)
    It->second = stableClassName(typeName(G, Type)) == Name;
  return It->second;
}

/// Returns \p Step itself if it is on the path to \p Point. Otherwise, returns
/// the closest object of a class called \p Name or, if there is none, the
/// outermost dominator.
Node LikeSteps::on(Node Point, Node Step, StringRef Name) {
  Node Closest = NoNode, Last = Point;
  for (Node At = Point; At != NoNode; At = T.parent(At)) {
    if (At == Step)
      return At;
    if (Closest == NoNode && isLike(G.types().get(At), Name))
      Closest = At;
    Last = At;
  }
  return Closest == NoNode ? Last : Closest;
}

DenseMap<Node, uint64_t> LikeSteps::of(Node Step) {
  Like.clear();
  const std::string Name = stableClassName(typeName(G, G.types().get(Step)));
  DenseMap<Node, uint64_t> Bytes;
  for (Node Point : S.Points)
    Bytes[on(Point, Step, Name)] += T.retained(Point);
  return Bytes;
}

void hprof::countHolders(const HeapGraph &G, const DominatorTree &T,
                         LeakSuspect &S) {
  if (S.Kind == SuspectKind::Group || S.Points.size() == 1)
    return;
  LikeSteps Steps(G, T, S);
  S.Holders = Steps.of(S.Way[S.Holder]).size();
  for (SuspectOwner *O : {&S.Owner, &S.Program}) {
    if (!is_contained(S.Way, O->Object))
      continue;
    const DenseMap<Node, uint64_t> Bytes = Steps.of(O->Object);
    O->InAll = Bytes.size();
    for (const auto &[Object, Held] : Bytes)
      O->MostBytes = std::max(O->MostBytes, Held);
  }
}
