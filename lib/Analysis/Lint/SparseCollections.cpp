//===- SparseCollections.cpp - Collections with many unused slots ---------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollectionCheck.h"

using namespace hprof;
using namespace llvm;

namespace {

class SparseCollections : public CollectionCheck {
public:
  using CollectionCheck::CollectionCheck;
  void collection(unsigned Thread, Node N, ClassNumber C, uint64_t Shells,
                  const CollectionSize &Size) override;
  Error finish(LintFinding &F) override;
};

} // namespace

void SparseCollections::collection(unsigned Thread, Node N, ClassNumber C,
                                   uint64_t, const CollectionSize &Size) {
  uint64_t Limit = S.limit(LintId::SparseCollections);
  if (!Size.Size || Size.Size >= Size.Slots ||
      double(Size.Size) * 100 >= double(Limit) * double(Size.Slots))
    return;
  uint64_t Slot = uint64_t(Size.SlotReferences) * S.G.layout().ReferenceBytes;
  Tally &T = tally(Thread, S.joined(C), N);
  T.Used += Size.Size;
  T.Room += Size.Slots;
  addWaste(T, N, (Size.Slots - Size.Size) * Slot);
}

Error SparseCollections::finish(LintFinding &F) {
  fillFinding(
      S, F, joined(),
      [&](uint64_t Key) { return S.joinedName(ClassNumber(Key)); },
      [](uint64_t, const Tally &T) {
        return std::to_string(T.Used) + " of " + std::to_string(T.Room) +
               " slots in use";
      });
  return Error::success();
}

std::unique_ptr<LintCheck> hprof::makeSparseCollections(const LintPasses &P) {
  return std::make_unique<SparseCollections>(P.S, P.Reader);
}
