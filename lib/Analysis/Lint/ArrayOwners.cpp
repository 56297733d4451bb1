//===- ArrayOwners.cpp - Arrays that belong to others ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "hprof/Format/Context/DumpContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

void ArrayOwners::start(unsigned Threads) {
  Workers.resize(Threads);
  String = S.findClass("java.lang.String");
  if (String != NoClass)
    Places = StringPlaces::of(S.Contents.context(), S.G.classes()[String].Id);
  ownStatics();
}

/// Marks arrays in artificial static fields: HotSpot dumps the constants of a
/// class as a static field, whose array elements are null until they are
/// resolved; ART represents the memory of a class as an array.
void ArrayOwners::ownStatics() {
  const DumpContext &Context = S.Contents.context();
  for (const ClassInfo &C : Context.classes())
    for (const StaticField &F : C.Statics)
      if (isReference(F.Value.Type) && F.Value.Bits) {
        StringRef Name = Context.string(F.Name).value_or("");
        if (!Name.starts_with("<") && Name != "$staticOverhead")
          continue;
        if (Node N = S.G.find(F.Value.Bits); N != NoNode)
          S.Owned.insert(N);
      }
}

bool ArrayOwners::wants(ClassNumber C) {
  return (Places.Value && C == String) ||
         (Reader.plan(C).Array && Reader.plan(C).Row->facts().ownsArray()) ||
         Reader.buffer(C).Count;
}

void ArrayOwners::string(unsigned Thread, const LintInstance &I) {
  Node Array = S.follow(I, Places.Value);
  if (Array == NoNode || !S.G.classOf(Array).isArray())
    return;
  // Android's String also has a count, but no offset.
  if (Places.Offset) {
    int64_t From = I.getSigned(Places.Offset), N = I.getSigned(Places.Count);
    uint64_t All = S.G.arrayLength(Array);
    if (From < 0 || N < 0 || uint64_t(From + N) > All)
      return;
    if (uint64_t(N) != All) {
      Workers[Thread].Value.push_back(
          {Array, I.N, uint32_t(From), uint32_t(N)});
      return;
    }
  }
  if (!S.Strings.insert(Array)) {
    S.Shared.insert(Array);
    AnyShared = true;
  }
  if (I.get(Places.Coder))
    S.Utf16.insert(Array);
}

void ArrayOwners::instance(unsigned Thread, const LintInstance &I) {
  if (I.Class == String)
    return string(Thread, I);
  FieldPlace Place = Reader.plan(I.Class).Array;
  if (!Place)
    Place = Reader.buffer(I.Class).Array;
  if (Node Array = S.follow(I, Place); Array != NoNode)
    S.Owned.insert(Array);
}

/// Which String was visited first depends on timing, so all Strings are looked
/// up again in the graph, where a String refers to its class and its array.
void ArrayOwners::findSharers() {
  for (Node N = 0; N != S.G.size(); ++N) {
    if (S.G.types().get(N) != String || !S.T.isReachable(N))
      continue;
    Node Array = NoNode;
    S.G.forEachReference(N, [&](Node To) { Array = To; });
    if (Array != NoNode && S.Shared.contains(Array))
      S.Sharers.emplace_back(Array, N);
  }
  sort(S.Sharers);
}

Error ArrayOwners::finish(LintFinding &) {
  for (PerThread<std::vector<PartialString>> &W : Workers) {
    llvm::append_range(Partial, W.Value);
    std::vector<PartialString>().swap(W.Value);
  }
  sort(Partial, [](const PartialString &A, const PartialString &B) {
    return std::pair(A.Array, A.String) < std::pair(B.Array, B.String);
  });
  // The part that one String uses may be equal to the whole array of another.
  if (AnyShared)
    findSharers();
  if (!Partial.empty())
    llvm::erase_if(S.Sharers, [&](const std::pair<Node, Node> &P) {
      return std::binary_search(
          Partial.begin(), Partial.end(),
          PartialString{P.first, P.second, 0, 0},
          [](const PartialString &A, const PartialString &B) {
            return std::pair(A.Array, A.String) < std::pair(B.Array, B.String);
          });
    });
  return Error::success();
}
