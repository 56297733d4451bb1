//===- BufferSlack.cpp - Unused ends of buffers ---------------------------===//
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

class BufferSlack : public TallyingCheck {
public:
  BufferSlack(LintState &S, const CollectionPlans &Reader)
      : TallyingCheck(S), Reader(Reader) {}
  bool wants(ClassNumber C) override { return bool(Reader.buffer(C).Count); }
  void instance(unsigned Thread, const LintInstance &I) override;
  Error finish(LintFinding &F) override;

private:
  const CollectionPlans &Reader;
};

} // namespace

void BufferSlack::instance(unsigned Thread, const LintInstance &I) {
  const BufferPlan &P = Reader.buffer(I.Class);
  Node Array = S.follow(I, P.Array);
  if (Array == NoNode)
    return;
  const std::optional<BasicType> Element = S.G.classOf(Array).Element;
  if (!Element)
    return;
  BasicType Type = *Element;
  int64_t Used = I.getSigned(P.Count);
  if (Type == BasicType::Byte && I.get(P.Coder))
    Used *= 2;
  uint64_t Length = S.G.arrayLength(Array);
  if (Used < 0 || uint64_t(Used) >= Length)
    return;
  const ObjectLayout &L = S.G.layout();
  uint64_t Bytes =
      L.arrayBytes(Type, Length) - L.arrayBytes(Type, uint64_t(Used));
  if (!Bytes)
    return;
  Tally &T = tally(Thread, S.joined(I.Class), I.N);
  T.Used += uint64_t(Used);
  T.Room += Length;
  addWaste(T, I.N, Bytes);
}

Error BufferSlack::finish(LintFinding &F) {
  fillFinding(
      S, F, joined(), [&](uint64_t C) { return S.joinedName(ClassNumber(C)); },
      [](uint64_t, const Tally &T) {
        return std::to_string(T.Used) + " of " + std::to_string(T.Room) +
               " elements in use";
      });
  return Error::success();
}

std::unique_ptr<LintCheck> hprof::makeBufferSlack(const LintPasses &P) {
  return std::make_unique<BufferSlack>(P.S, P.Reader);
}
