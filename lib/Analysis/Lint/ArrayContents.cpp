//===- ArrayContents.cpp - Groups of arrays with equal contents -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArrayContents.h"
#include "hprof/Analysis/Columns/MemoryBudget.h"
#include "hprof/Format/Parallel/RunThreads.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"
#include <atomic>
#include <cstring>

using namespace hprof;
using namespace llvm;

ContentClient::~ContentClient() = default;

void ArrayContents::start(unsigned Threads) {
  Workers.resize(Threads);
  uint64_t Arrays = 0;
  std::vector<bool> IsPrimitive(2 * S.G.classes().size());
  for (auto [I, C] : enumerate(S.G.classes()))
    IsPrimitive[I] = C.Element && !isReference(*C.Element);
  for (Node N = 0; N != S.G.size(); ++N)
    Arrays += IsPrimitive[S.G.types().get(N)] && S.T.isReachable(N);
  uint64_t Bytes = Arrays * sizeof(Print);
  uint64_t Most = S.Options.MaxFingerprintBytes;
  // Sorting temporarily copies some of the fingerprints.
  if (const MemoryBudget *Memory = S.G.memory())
    Most = std::min(Most, Memory->limit() / 4);
  Most = std::max<uint64_t>(Most, 1 << 16);
  Walks = unsigned(std::max<uint64_t>(divideCeil(Bytes, Most), 1));
  // Hashing makes the parts about equal in size; a tenth is added for variance.
  uint64_t Each = Arrays / Walks / Threads / NumParts;
  for (Parts &P : Workers)
    for (std::vector<Print> &V : P)
      V.reserve(size_t(Each + Each / 10));
  for (ContentClient *C : Clients)
    C->startGroups(Threads);
}

static ArrayPattern patternOf(ArrayRef<uint8_t> Content, unsigned Width) {
  size_t N = Content.size();
  if (N <= Width ||
      std::memcmp(Content.data(), Content.data() + Width, N - Width) != 0)
    return ArrayPattern::Mixed;
  return all_of(Content.take_front(Width), [](uint8_t B) { return !B; })
             ? ArrayPattern::Zero
             : ArrayPattern::Constant;
}

void ArrayContents::append(Parts &To, Node N, BasicType T,
                           ArrayRef<uint8_t> Content) {
  XXH128_hash_t H = xxh3_128bits(Content);
  // Arrays of different types are different even if their bytes are equal.
  H.low64 ^= (uint64_t(T) + 1) * 0x9e3779b97f4a7c15;
  if (Walks > 1 && H.high64 % Walks != Walk)
    return;
  ArrayPattern Pattern = patternOf(Content, widthOf(T, 8));
  uint64_t Rest = (H.high64 >> (NodeBits + 2) << 2 | uint64_t(Pattern))
                  << NodeBits;
  To[H.low64 >> 58].push_back({H.low64, Rest | N});
}

void ArrayContents::add(unsigned Thread, Node N, BasicType T,
                        ArrayRef<uint8_t> Content) {
  append(Workers[Thread], N, T, Content);
}

void ArrayContents::addPartial(Node String, ArrayRef<uint8_t> Content) {
  HasPartial = true;
  append(Workers.front(), String, BasicType::Char, Content);
}

void ArrayContents::findGroups(unsigned Thread, std::vector<Print> &Prints) {
  enum Kind { Other, Latin1, Wide, NumKinds };
  std::vector<Node> Arrays[NumKinds], Partial;
  for (size_t I = 0, End; I != Prints.size(); I = End) {
    for (auto &A : Arrays)
      A.clear();
    Partial.clear();
    for (End = I; End != Prints.size() && Prints[End].Hash == Prints[I].Hash &&
                  Prints[End].rest() == Prints[I].rest();
         ++End) {
      Node N = Prints[End].node();
      if (HasPartial && !S.G.classOf(N).isArray())
        Partial.push_back(N);
      else
        Arrays[!S.Strings.contains(N) ? Other
               : S.Utf16.contains(N)  ? Wide
                                      : Latin1]
            .push_back(N);
    }
    for (Kind K : {Other, Latin1, Wide}) {
      ContentGroup Group;
      Group.Arrays = Arrays[K];
      // Only Strings with a char[] can use a part; these have no encoding.
      if (K == Latin1)
        Group.PartialStrings = Partial;
      Group.Pattern = ArrayPattern(Prints[I].rest() & 3);
      Group.IsString = K != Other;
      if (!Group.Arrays.empty() || !Group.PartialStrings.empty())
        for (ContentClient *C : Clients)
          C->group(Thread, Group);
    }
  }
}

void ArrayContents::finishWalk() {
  std::atomic<unsigned> Next{0};
  runThreads(unsigned(Workers.size()), [&](unsigned Thread) {
    for (unsigned Part; (Part = Next++) < NumParts;) {
      std::vector<Print> All;
      size_t Size = 0;
      for (Parts &P : Workers)
        Size += P[Part].size();
      if (Workers.size() == 1)
        All = std::move(Workers[0][Part]);
      else
        All.reserve(Size);
      for (Parts &P : Workers) {
        All.insert(All.end(), P[Part].begin(), P[Part].end());
        std::vector<Print>().swap(P[Part]);
      }
      sort(All);
      findGroups(Thread, All);
    }
  });
  ++Walk;
}
