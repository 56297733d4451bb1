//===- CancelledTasks.cpp - Cancelled tasks that are still queued ---------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Lint/Checks.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {

/// A queue class, with the class of its tasks and the lowest state of a
/// cancelled task.
struct QueueRow {
  StringLiteral Queue, Task;
  int64_t Cancelled;
};

/// Cancelled tasks remain in a queue until their start time, unless
/// setRemoveOnCancelPolicy() was called on the pool, or Timer.purge() is
/// called.
class CancelledTasks : public LintCheck {
public:
  explicit CancelledTasks(LintState &S) : LintCheck(S) {}
  void start(unsigned Threads) override { Workers.resize(Threads); }
  bool wants(ClassNumber C) override;
  void instance(unsigned Thread, const LintInstance &I) override;
  Error finish(LintFinding &F) override;

private:
  struct Plan {
    const QueueRow *Row = nullptr;
    FieldPlace Queue;
  };
  struct Found {
    Node Array;
    const QueueRow *Of;
    bool operator<(const Found &F) const { return Array < F.Array; }
  };
  bool isCancelled(Node N, const QueueRow &In);

  ClassPlans<Plan> Plans;
  DenseMap<ClassNumber, FieldPlace> States;
  std::vector<PerThread<std::vector<Found>>> Workers;
};

} // namespace

// The states are those of TimerTask and FutureTask since JDK 7.
static constexpr QueueRow Queues[] = {
    {"java.util.TaskQueue", "java.util.TimerTask", 3},
    {"java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue",
     "java.util.concurrent.FutureTask", 4},
};

bool CancelledTasks::wants(ClassNumber C) {
  Plan &P = Plans[C];
  for (const QueueRow &R : Queues)
    if (S.G.classes()[C].Name == R.Queue)
      P = {&R, S.field(C, "queue")};
  return bool(P.Queue);
}

void CancelledTasks::instance(unsigned Thread, const LintInstance &I) {
  const Plan &P = Plans.at(I.Class);
  if (Node Array = S.follow(I, P.Queue); Array != NoNode)
    Workers[Thread].Value.push_back({Array, P.Row});
}

bool CancelledTasks::isCancelled(Node N, const QueueRow &In) {
  if (S.G.asClass(N) != NoClass || S.G.classOf(N).isArray())
    return false;
  const LintInstance I = S.read(N);
  if (I.Class == NoClass) // The record of the task is missing.
    return false;
  const auto [It, IsNew] = States.try_emplace(I.Class);
  if (IsNew)
    if (ClassNumber Task = S.findClass(In.Task); S.isA(I.Class, Task))
      It->second = S.field(I.Class, "state", Task);
  const FieldPlace State = It->second;
  return State && State.isIn(I.Bytes) && I.getSigned(State) >= In.Cancelled;
}

Error CancelledTasks::finish(LintFinding &F) {
  std::vector<Found> All;
  for (PerThread<std::vector<Found>> &W : Workers)
    llvm::append_range(All, W.Value);
  llvm::sort(All);
  Tallies ByClass;
  DenseSet<Node> Seen;
  for (const Found &Of : All)
    S.G.forEachReference(Of.Array, [&](Node N) {
      if (!Seen.insert(N).second || !isCancelled(N, *Of.Of))
        return;
      const bool IsOnlyHere = S.T.parent(N) == Of.Array;
      Tally &T = ByClass[S.isOfJdk(N) ? JdkKey : S.joined(S.G.classNumber(N))];
      T.Used += IsOnlyHere;
      T.add(S, N, IsOnlyHere ? S.T.retained(N) : S.G.shallow(N));
    });
  fillFinding(
      S, F, ByClass, [&](uint64_t C) { return S.joinedName(ClassNumber(C)); },
      [](uint64_t, const Tally &T) {
        const uint64_t Others = T.Count - T.Used;
        return Others ? std::to_string(Others) + " also held elsewhere" : "";
      });
  return Error::success();
}

std::unique_ptr<LintCheck> hprof::makeCancelledTasks(const LintPasses &P) {
  return std::make_unique<CancelledTasks>(P.S);
}
