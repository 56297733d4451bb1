//===- ReferenceQueues.cpp - References that wait in a queue --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Lint/Checks.h"
#include "Analysis/Lint/ClosestAbove.h"
#include "BusyTakers.h"
#include "llvm/ADT/DenseSet.h"

using namespace hprof;
using namespace llvm;

namespace {

/// The references in a queue form a list linked by Reference.next, whose last
/// element refers to itself. The references often have other holders: cleaners
/// are also in a separate list. The check therefore computes how much would be
/// freed if all references in the queue were removed.
class ReferenceQueues : public LintCheck {
public:
  explicit ReferenceQueues(LintState &S) : LintCheck(S) {
    Queue = S.findClass("java.lang.ref.ReferenceQueue");
    Reference = S.findClass("java.lang.ref.Reference");
    for (const char *Name :
         {"jdk.internal.ref.PhantomCleanable", "jdk.internal.ref.WeakCleanable",
          "jdk.internal.ref.SoftCleanable"})
      if (ClassNumber C = S.findClass(Name); C != NoClass)
        Cleanables.push_back(C);
  }
  void start(unsigned Threads) override { Workers.resize(Threads); }
  bool wants(ClassNumber C) override;
  void instance(unsigned Thread, const LintInstance &I) override;
  Error finish(LintFinding &F) override;

private:
  struct Waiting {
    Node Queue;
    uint64_t Length;
    Node First;
    uint64_t Bytes = 0; ///< Retained by the references.
  };
  bool isCleanable(Node N) const;
  void addReferences(size_t Position, const Waiting &Of);
  Error addRetained(std::vector<Waiting> &All);

  ClassNumber Queue, Reference;
  std::vector<ClassNumber> Cleanables;
  /// The fields of a queue class. In JDK 21, the VM's queues are instances of a
  /// subclass, so fields of the subclass precede those of ReferenceQueue.
  struct Plan {
    FieldPlace Length, Head;
  };
  ClassPlans<Plan> Plans;
  DenseMap<ClassNumber, FieldPlace> Nexts;
  std::vector<PerThread<std::vector<Waiting>>> Workers;
  /// Pairs of a reference and the position of its queue, ascending by
  /// reference.
  std::vector<std::pair<Node, size_t>> References;
  DenseSet<Node> Seen; ///< Objects in References.
};

} // namespace

bool ReferenceQueues::wants(ClassNumber C) {
  if (!S.isA(C, Queue))
    return false;
  Plans[C] = {S.field(C, "queueLength", Queue), S.field(C, "head", Queue)};
  return bool(Plans[C].Length);
}

void ReferenceQueues::instance(unsigned Thread, const LintInstance &I) {
  const Plan &P = Plans.at(I.Class);
  if (int64_t N = I.getSigned(P.Length); N > 0)
    Workers[Thread].Value.push_back({I.N, uint64_t(N), S.follow(I, P.Head)});
}

/// Whether \p N is a reference that the thread of a java.lang.ref.Cleaner takes
/// from a queue. Cleanables of files have a class of their own.
bool ReferenceQueues::isCleanable(Node N) const {
  if (S.G.asClass(N) != NoClass)
    return false;
  return any_of(Cleanables,
                [&](ClassNumber C) { return S.isA(S.G.classNumber(N), C); }) ||
         StringRef(S.G.classOf(N).Name)
             .starts_with("jdk.internal.ref.CleanerImpl$");
}

void ReferenceQueues::addReferences(size_t Position, const Waiting &Of) {
  Node N = Of.First;
  // The declared length may be wrong, and queues may share a list. A reference
  // in several queues is counted only in the first of them.
  for (uint64_t I = 0; N != NoNode && I != Of.Length && Seen.insert(N).second;
       ++I) {
    LintInstance R = S.read(N);
    if (R.Class == NoClass || !S.T.isReachable(N) || !S.isA(R.Class, Reference))
      return;
    References.emplace_back(N, Position);
    auto [It, IsNew] = Nexts.try_emplace(R.Class);
    if (IsNew)
      It->second = S.field(R.Class, "next", Reference);
    Node Next = S.follow(R, It->second);
    if (Next == N)
      return;
    N = Next;
  }
}

Error ReferenceQueues::addRetained(std::vector<Waiting> &All) {
  for (size_t I = 0; I != All.size(); ++I)
    addReferences(I, All[I]);
  sort(References);
  std::vector<Node> Nodes;
  Nodes.reserve(References.size());
  for (auto [N, Position] : References)
    Nodes.push_back(N);
  Expected<ClosestAbove> Closest = ClosestAbove::make(S.G, S.T, Nodes);
  if (!Closest)
    return Closest.takeError();
  for (auto [N, Position] : References) {
    std::optional<size_t> Above = Closest->find(S.T.parent(N));
    if (!Above || References[*Above].second != Position)
      All[Position].Bytes += S.T.retained(N);
  }
  return Error::success();
}

Error ReferenceQueues::finish(LintFinding &F) {
  std::vector<Waiting> All;
  for (PerThread<std::vector<Waiting>> &W : Workers)
    llvm::append_range(All, W.Value);
  if (All.empty())
    return Error::success();
  sort(All,
       [](const Waiting &A, const Waiting &B) { return A.Queue < B.Queue; });
  if (Error E = addRetained(All))
    return E;
  Tallies ByQueue;
  // Queues that a cleaner or the finalizer thread reads.
  DenseSet<Node> OfCleaners, OfFinalizers;
  for (const Waiting &Q : All) {
    Tally &T = ByQueue[Q.Queue];
    T.add(S, Q.Queue, std::max(S.T.retained(Q.Queue), Q.Bytes));
    T.Count = Q.Length;
    if (Q.First == NoNode)
      continue;
    T.Used = S.G.classNumber(Q.First) + 1;
    StringRef Name = S.G.classOf(Q.First).Name;
    if (Name == "java.lang.ref.Finalizer")
      OfFinalizers.insert(Q.Queue);
    else if (isCleanable(Q.First))
      OfCleaners.insert(Q.Queue);
  }
  // The check for finalizers also reports the stack.
  std::vector<std::string> Cleaner, Finalizer;
  if (!OfCleaners.empty())
    Cleaner = busyTakers(S, TakerKind::Cleaner);
  if (!OfFinalizers.empty())
    Finalizer = busyTakers(S, TakerKind::Finalizer);
  llvm::append_range(F.Notes, Cleaner);
  if (!S.Options.Checks.test(unsigned(LintId::Finalizers)))
    llvm::append_range(F.Notes, Finalizer);
  fillFinding(
      S, F, ByQueue, [&](uint64_t Q) { return S.G.describe(Q); },
      [&](uint64_t, const Tally &T) {
        return T.Used ? "the first is a " + S.G.classes()[T.Used - 1].Name
                      : std::string();
      },
      [&](uint64_t Q, const Tally &) {
        return (!Cleaner.empty() && OfCleaners.contains(Q)) ||
               (!Finalizer.empty() && OfFinalizers.contains(Q));
      });
  return Error::success();
}

std::unique_ptr<LintCheck> hprof::makeReferenceQueues(const LintPasses &P) {
  return std::make_unique<ReferenceQueues>(P.S);
}
