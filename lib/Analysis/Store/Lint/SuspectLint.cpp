//===- SuspectLint.cpp - Lint findings in leak suspects -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Store/Lint/SuspectLint.h"
#include "hprof/Analysis/Lint/Lint.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <climits>
#include <set>

using namespace hprof;
using namespace llvm;

namespace {
/// A check that examines instances of Class or a subclass.
struct LintTrigger {
  StringLiteral Class;
  LintId Check;
};

/// Findings of a check in one suspect.
struct FoundHere {
  uint64_t Count = 0;            ///< In the suspect.
  uint64_t InAll = 0, Bytes = 0; ///< In all rows with an example in it.
  Node Example = NoNode;
};
} // namespace

static constexpr LintTrigger Triggers[] = {
    {"java.lang.ThreadLocal$ThreadLocalMap$Entry", LintId::StaleThreadLocals},
    {"java.lang.ref.Finalizer", LintId::Finalizers},
    {"java.util.WeakHashMap$Entry", LintId::HeldWeakKeys},
    {"java.lang.ref.WeakReference", LintId::ClearedReferences},
    {"java.lang.ref.SoftReference", LintId::ClearedReferences},
    {"java.nio.Buffer", LintId::ArraySlack},
    {"java.lang.ref.ReferenceQueue", LintId::ReferenceQueues},
    {"java.util.TimerTask", LintId::CancelledTasks},
    {"java.util.concurrent.FutureTask", LintId::CancelledTasks},
    {"java.lang.ClassLoader", LintId::ClassLoaders},
};

/// Adds the checks that examine objects of \p C.
static void addChecks(const HeapGraph &G, ClassNumber C,
                      std::bitset<NumLints> &To) {
  constexpr unsigned MaxSteps = 64;
  for (unsigned I = 0; I != MaxSteps && C != NoClass; ++I) {
    for (const LintTrigger &T : Triggers)
      if (G.classes()[C].Name == T.Class)
        To.set(unsigned(T.Check));
    C = G.classes()[C].Super;
  }
}

static std::bitset<NumLints> checksFor(const HeapGraph &G,
                                       ArrayRef<LeakSuspect> Suspects) {
  std::set<uint64_t> Types;
  for (const LeakSuspect &S : Suspects) {
    for (Node N : S.Way)
      Types.insert(G.types().get(N));
    // A group has many points of few classes.
    constexpr size_t MaxPoints = 1000;
    for (Node N : ArrayRef(S.Points).take_front(MaxPoints))
      Types.insert(G.types().get(N));
    for (ArrayRef<SuspectContent> All :
         {ArrayRef(S.Elements), ArrayRef(S.Children), ArrayRef(S.Contents)})
      for (const SuspectContent &C : All)
        Types.insert(C.Type);
  }
  std::bitset<NumLints> Checks;
  for (uint64_t Type : Types)
    if (Type < G.classes().size()) // The type of a class object is larger.
      addChecks(G, ClassNumber(Type), Checks);
  return Checks;
}

static Expected<LintReport> runChecks(HeapStore &Store,
                                      const HeapContents &Contents,
                                      const DominatorTree &Tree,
                                      std::bitset<NumLints> Checks) {
  LintOptions How;
  How.Checks = Checks;
  How.InGraph = true;
  How.IsCut = Store.isCut();
  How.MaxRows = UINT64_MAX;
  How.MaxExamples = UINT_MAX;
  How.JoinByName = true;
  return lint(Contents, Tree, How);
}

namespace {
/// The objects of a suspect. Each object is looked up once.
class SuspectObjects {
public:
  SuspectObjects(const DominatorTree &Tree, const LeakSuspect &S);
  /// Whether the suspect retains \p N, or \p N is on the path to it.
  bool contain(Node N) { return OnWay.contains(N) || isBelow(N); }

private:
  bool isBelow(Node N);

  const DominatorTree &Tree;
  DenseSet<Node> OnWay;
  DenseMap<Node, bool> IsBelow; ///< Cached results.
};
} // namespace

SuspectObjects::SuspectObjects(const DominatorTree &Tree, const LeakSuspect &S)
    : Tree(Tree), OnWay(S.Way.begin(), S.Way.end()) {
  for (Node N : S.Points)
    IsBelow[N] = true;
  // Adds paths to other points, no longer than that to the first.
  constexpr size_t MostPoints = 1000;
  for (Node N : ArrayRef(S.Points).take_front(MostPoints)) {
    size_t Steps = S.Way.size();
    while (Steps-- && (N = Tree.parent(N)) != NoNode && OnWay.insert(N).second)
      ;
  }
}

bool SuspectObjects::isBelow(Node N) {
  Node End = N;
  while (End != NoNode && !IsBelow.count(End))
    End = Tree.parent(End);
  const bool Is = End != NoNode && IsBelow.lookup(End);
  for (Node At = N; At != End; At = Tree.parent(At))
    IsBelow[At] = Is;
  return Is;
}

/// Sums up the rows with an example in a suspect. Rows whose largest examples
/// are elsewhere are ignored.
static FoundHere findIn(SuspectObjects &Objects, const LintFinding &F) {
  FoundHere Here;
  for (const LintRow &R : F.Rows) {
    uint64_t Inside = 0;
    for (Node N : R.Examples)
      if (Objects.contain(N)) {
        ++Inside;
        if (Here.Example == NoNode)
          Here.Example = N;
      }
    if (!Inside)
      continue;
    // Rows of some checks have one example for several objects.
    const bool IsAll = Inside == R.Examples.size();
    Here.Count += IsAll ? R.Count : Inside;
    Here.InAll += R.Count;
    Here.Bytes += R.Bytes;
  }
  return Here;
}

Expected<std::vector<std::vector<SuspectFinding>>>
hprof::lintSuspects(HeapStore &Store, const HeapContents &Contents,
                    const SuspectWords &Words, ArrayRef<LeakSuspect> Suspects) {
  std::vector<std::vector<SuspectFinding>> Lines(Suspects.size());
  const HeapGraph &G = Contents.graph();
  const std::bitset<NumLints> Checks = checksFor(G, Suspects);
  if (Checks.none())
    return Lines;
  // As in hprof-lint, canonicalizing maps and cleaners do not hold objects.
  DominatorOptions Options;
  Options.Ignored.insert(ReferenceKind::Weak);
  Options.Ignored.insert(ReferenceKind::Phantom);
  Options.KeepUnreachable = Store.origin().KeepUnreachable;
  Expected<DominatorTree> Tree = DominatorTree::compute(G, Options);
  if (!Tree)
    return Tree.takeError();
  Expected<LintReport> Report = runChecks(Store, Contents, *Tree, Checks);
  if (!Report)
    return Report.takeError();
  for (auto [S, To] : zip_equal(Suspects, Lines)) {
    SuspectObjects Objects(*Tree, S);
    for (const LintFinding &F : Report->Findings) {
      const FoundHere Here = findIn(Objects, F);
      // The share of bytes outside the suspect is estimated and excluded.
      const double Part =
          double(Here.Count) / double(std::max<uint64_t>(Here.InAll, 1));
      if (Here.Example == NoNode ||
          double(Here.Bytes) * Part < double(S.Retained) / 10)
        continue;
      Prose Line = "Lint finds ";
      (Line << F.Info->Text << " (").number(Here.Count);
      if (Here.Count != Here.InAll)
        (Line << " of ").number(Here.InAll);
      (Line << " with ").bytes(Here.Bytes) << "), for example ";
      To.push_back({Line.prose(Words.object(Here.Example)), F.Info->Name});
    }
  }
  return Lines;
}
