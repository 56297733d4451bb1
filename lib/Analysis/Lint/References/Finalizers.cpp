//===- Finalizers.cpp - Objects with a finalizer --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Lint/Checks.h"
#include "BusyTakers.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {

/// Every object with a finalizer has a java.lang.ref.Finalizer. While the
/// Finalizer waits for the finalizer thread, its Reference.queue is
/// ReferenceQueue.ENQUEUED.
class Finalizers : public TallyingCheck {
public:
  explicit Finalizers(LintState &S) : TallyingCheck(S) {
    Finalizer = S.findClass("java.lang.ref.Finalizer");
    ClassNumber Reference = S.findClass("java.lang.ref.Reference");
    if (Reference == NoClass)
      return;
    Referent = S.field(Finalizer, "referent", Reference);
    Next = S.field(Finalizer, "next", Reference);
    Queue = S.field(Finalizer, "queue", Reference);
    Enqueued =
        S.staticField(S.findClass("java.lang.ref.ReferenceQueue"), "ENQUEUED");
  }
  bool wants(ClassNumber C) override { return Referent && C == Finalizer; }
  void instance(unsigned Thread, const LintInstance &I) override;
  Error finish(LintFinding &F) override;

private:
  bool waits(const LintInstance &I) const;

  ClassNumber Finalizer;
  FieldPlace Referent, Next, Queue;
  Node Enqueued = NoNode;
};

} // namespace

/// Whether \p I is in the queue. Both the last reference in the queue and a
/// reference that was removed refer to themselves, so Reference.next alone is
/// not sufficient.
bool Finalizers::waits(const LintInstance &I) const {
  if (Queue && Enqueued != NoNode)
    return I.get(Queue) == S.G.id(Enqueued);
  uint64_t NextId = I.get(Next);
  return NextId && NextId != S.G.id(I.N);
}

void Finalizers::instance(unsigned Thread, const LintInstance &I) {
  Node Object = S.follow(I, Referent);
  if (Object == NoNode)
    return;
  Tally &T = tally(Thread, S.joined(S.G.classNumber(Object)));
  bool IsOnlyHere = S.T.parent(Object) == I.N;
  T.Used += waits(I);
  T.Room += IsOnlyHere;
  uint64_t Bytes = S.G.shallow(I.N);
  // Objects without other holders are alive only because of their finalizer.
  if (IsOnlyHere)
    Bytes += S.T.retained(Object);
  T.add(S, Object, Bytes);
}

Error Finalizers::finish(LintFinding &F) {
  Tallies All = joined();
  if (any_of(All, [](const auto &Of) { return Of.second.Used != 0; }))
    llvm::append_range(F.Notes, busyTakers(S, TakerKind::Finalizer));
  const bool IsStuck = !F.Notes.empty();
  fillFinding(
      S, F, All, [&](uint64_t C) { return S.joinedName(ClassNumber(C)); },
      [](uint64_t, const Tally &T) {
        return std::to_string(T.Used) + " in the queue, " +
               std::to_string(T.Room) + " kept alive only by the finalizer";
      },
      [&](uint64_t, const Tally &T) { return IsStuck && T.Used != 0; });
  return Error::success();
}

std::unique_ptr<LintCheck> hprof::makeFinalizers(const LintPasses &P) {
  return std::make_unique<Finalizers>(P.S);
}
