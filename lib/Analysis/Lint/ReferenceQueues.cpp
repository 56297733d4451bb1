//===- ReferenceQueues.cpp - References that wait in a queue --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"

using namespace hprof;
using namespace llvm;

namespace {

class ReferenceQueues : public TallyingCheck {
public:
  explicit ReferenceQueues(LintState &S) : TallyingCheck(S) {
    Queue = S.findClass("java.lang.ref.ReferenceQueue");
    Length = S.field(Queue, "queueLength", Queue);
    Head = S.field(Queue, "head", Queue);
  }
  bool wants(ClassNumber C) override { return Length && S.isA(C, Queue); }
  void instance(unsigned Thread, const LintInstance &I) override;
  Error finish(LintFinding &F) override;

private:
  ClassNumber Queue;
  FieldPlace Length, Head;
};

} // namespace

void ReferenceQueues::instance(unsigned Thread, const LintInstance &I) {
  int64_t N = I.getSigned(Length);
  if (N <= 0)
    return;
  Tally &T = tally(Thread, I.N);
  T.add(S, I.N, S.T.retained(I.N));
  T.Count = uint64_t(N);
  if (Node First = S.follow(I, Head); First != NoNode)
    T.Used = S.G.classNumber(First) + 1;
}

Error ReferenceQueues::finish(LintFinding &F) {
  fillFinding(
      S, F, joined(), [&](uint64_t Q) { return S.G.describe(Q); },
      [&](uint64_t, const Tally &T) {
        return T.Used ? "the first one is a " + S.G.classes()[T.Used - 1].Name
                      : std::string();
      });
  return Error::success();
}

std::unique_ptr<LintCheck> hprof::makeReferenceQueues(const LintPasses &P) {
  return std::make_unique<ReferenceQueues>(P.S);
}
