//===- SuspectLint.cpp - What lint finds in leak suspects -----------------===//
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
/// Instances of Class, or of a subclass, are what Check looks at.
struct LintTrigger {
  StringLiteral Class;
  LintId Check;
};

/// What a check finds in one suspect.
struct FoundHere {
  uint64_t Count = 0, Bytes = 0; ///< In all rows with an example in it.
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

/// Adds the checks that look at objects of \p C.
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
    // A group has many of few classes.
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
    if (Type < G.classes().size()) // That of a class is larger.
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
/// The objects of a suspect. Each is looked up once.
class SuspectObjects {
public:
  SuspectObjects(const DominatorTree &Tree, const LeakSuspect &S)
      : Tree(Tree), OnWay(S.Way.begin(), S.Way.end()) {
    for (Node N : S.Points)
      IsBelow[N] = true;
  }
  /// Whether the suspect retains \p N, or \p N is on the way to it.
  bool contain(Node N) { return OnWay.contains(N) || isBelow(N); }

private:
  bool isBelow(Node N);

  const DominatorTree &Tree;
  const DenseSet<Node> OnWay;
  DenseMap<Node, bool> IsBelow; ///< As far as it is known.
};
} // namespace

bool SuspectObjects::isBelow(Node N) {
  Node End = N;
  while (End != NoNode && !IsBelow.count(End))
    End = Tree.parent(End);
  const bool Is = End != NoNode && IsBelow.lookup(End);
  for (Node At = N; At != End; At = Tree.parent(At))
    IsBelow[At] = Is;
  return Is;
}

/// Rows whose largest examples are elsewhere do not count.
static FoundHere findIn(SuspectObjects &Objects, const LintFinding &F) {
  FoundHere Here;
  for (const LintRow &R : F.Rows) {
    const auto Found =
        find_if(R.Examples, [&](Node N) { return Objects.contain(N); });
    if (Found == R.Examples.end())
      continue;
    Here.Count += R.Count;
    Here.Bytes += R.Bytes;
    if (Here.Example == NoNode)
      Here.Example = *Found;
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
  // As in hprof-lint: canonicalizing maps and cleaners hold nothing.
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
      if (Here.Example == NoNode || Here.Bytes < S.Retained / 10)
        continue;
      Prose Line = "Lint finds ";
      Line << F.Info->Text << " (" << std::to_string(Here.Count) << " with ";
      Line.prose(Words.size(Here.Bytes)) << "), such as ";
      To.push_back({Line.prose(Words.object(Here.Example)), F.Info->Name});
    }
  }
  return Lines;
}
