//===- EmptyCollections.cpp - Collections without elements ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollectionCheck.h"
#include "hprof/Format/Base/Counted.h"

using namespace hprof;
using namespace llvm;

namespace {

class EmptyCollections : public CollectionCheck {
public:
  using CollectionCheck::CollectionCheck;
  void collection(unsigned Thread, Node N, ClassNumber C, uint64_t Shells,
                  const CollectionSize &Size) override;
  Error finish(LintFinding &F) override;
};

} // namespace

void EmptyCollections::collection(unsigned Thread, Node N, ClassNumber C,
                                  uint64_t Shells, const CollectionSize &Size) {
  if (Size.Size)
    return;
  // An array that is shared, as in new ArrayLists, costs nothing.
  bool HasOwn = false;
  uint64_t Bytes = Shells;
  if (Size.Array != NoNode) {
    Node Up = Size.Array;
    for (unsigned Depth = 0; !HasOwn && Up != NoNode && Depth != 8; ++Depth) {
      Up = S.T.parent(Up);
      HasOwn = Up == N;
    }
  }
  // Concurrent collections also have nodes, locks and counters, and a subclass
  // may have any fields.
  const StringRef Name = S.G.classes()[C].Name;
  if (Name.starts_with("java.util.concurrent.") && isCollectionClass(Name))
    Bytes = S.T.retained(N);
  else if (HasOwn)
    // Up to JDK 7, the array of a ConcurrentHashMap retains further objects.
    Bytes += Size.Row->Shape == CollectionShape::Segments
                 ? S.T.retained(Size.Array)
                 : S.G.shallow(Size.Array);
  Tally &T = tally(Thread, 2 * uint64_t(S.joined(C)) + HasOwn, N);
  T.Room += HasOwn ? Size.Slots : 0;
  addWaste(T, N, Bytes);
}

Error EmptyCollections::finish(LintFinding &F) {
  fillFinding(
      S, F, joined(),
      [&](uint64_t Key) { return S.joinedName(ClassNumber(Key / 2)); },
      [](uint64_t Key, const Tally &T) {
        if (Key % 2 == 0)
          return std::string("without their own array");
        return counted(T.Room, "slot") + " in total";
      });
  return Error::success();
}

std::unique_ptr<LintCheck> hprof::makeEmptyCollections(const LintPasses &P) {
  return std::make_unique<EmptyCollections>(P.S, P.Reader);
}
