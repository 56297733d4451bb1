//===- DuplicateClasses.cpp - Classes of several loaders ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace hprof;
using namespace llvm;

namespace {

class DuplicateClasses : public LintCheck {
public:
  using LintCheck::LintCheck;
  bool needsValues() const override { return false; }
  Error finish(LintFinding &F) override;

private:
  std::string loaderClass(uint64_t Loader) const;
};

} // namespace

std::string DuplicateClasses::loaderClass(uint64_t Loader) const {
  Node N = Loader ? S.G.find(Loader) : NoNode;
  if (!Loader)
    return "bootstrap loader";
  return N == NoNode ? std::string("unknown loader") : S.G.describe(N);
}

Error DuplicateClasses::finish(LintFinding &F) {
  std::map<StringRef, std::vector<const GraphClass *>> ByName;
  for (const GraphClass &C : S.G.classes())
    if (C.IsDumped && !C.isArray() && C.Object != NoNode &&
        S.T.isReachable(C.Object))
      ByName[C.Name].push_back(&C);
  HolderTally Holders;
  for (auto &[Name, Classes] : ByName) {
    sort(Classes, [](const GraphClass *A, const GraphClass *B) {
      return A->Loader < B->Loader;
    });
    size_t Loaders = 1;
    for (size_t I = 1; I != Classes.size(); ++I)
      Loaders += Classes[I]->Loader != Classes[I - 1]->Loader;
    if (Loaders < 2)
      continue;
    // Rows count classes and the bytes of all class objects but the first,
    // which is not waste.
    Tally T;
    // By loader class: the count, and the first loader.
    std::map<std::string, std::pair<size_t, uint64_t>> By;
    for (const GraphClass *C : Classes) {
      bool IsFirst = C == Classes.front();
      T.add(S, C->Object, IsFirst ? 0 : C->MirrorBytes, C->MirrorBytes);
      if (!IsFirst)
        Holders.add(S, C->Object, C->MirrorBytes);
      auto &Of = By[loaderClass(C->Loader)];
      if (!Of.first++)
        Of.second = C->Loader;
    }
    LintRow R = T.row(S, Name.str());
    for (const auto &[Class, Of] : By) {
      Node First = Of.second ? S.G.find(Of.second) : NoNode;
      std::string Name = First == NoNode ? "" : S.loaderName(First);
      R.Detail += R.Detail.empty() ? "" : ", ";
      if (Of.first == 1)
        R.Detail += Class + Name;
      else
        R.Detail += std::to_string(Of.first) + " " + Class +
                    (Name.empty() ? "" : ", such as" + Name);
    }
    F.Count += R.Count - 1;
    F.Bytes += R.Bytes;
    F.Rows.push_back(std::move(R));
  }
  F.Holders = Holders.holders(S);
  // Most loaders first: bytes mean little for classes.
  sort(F.Rows, [](const LintRow &A, const LintRow &B) {
    return std::tie(B.Count, B.Bytes, A.What) <
           std::tie(A.Count, A.Bytes, B.What);
  });
  F.RowsInAll = F.Rows.size();
  if (F.Rows.size() > S.Options.MaxRows)
    F.Rows.resize(size_t(S.Options.MaxRows));
  F.Notes.push_back("bytes are those of java.lang.Class objects with static "
                    "fields; code and metadata are not in a dump");
  return Error::success();
}

std::unique_ptr<LintCheck> hprof::makeDuplicateClasses(const LintPasses &P) {
  return std::make_unique<DuplicateClasses>(P.S);
}
