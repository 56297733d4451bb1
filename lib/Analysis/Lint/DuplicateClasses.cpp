//===- DuplicateClasses.cpp - Classes with several loaders ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "LoaderLeak.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/Counted.h"
#include "llvm/ADT/MapVector.h"
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
  using ClassList = ArrayRef<const GraphClass *>;
  std::string loaderClass(uint64_t Loader) const;
  std::string detail(ClassList Classes) const;
  bool addTwins(ClassList Classes);
  void addTwinNotes(LintFinding &F);

  /// Maps loaders to the number of their classes that other loaders in the map
  /// also define.
  using Twins = MapVector<Node, uint64_t>;
  /// Loaders by class and name.
  std::map<std::string, Twins> ByName;
};

} // namespace

std::string DuplicateClasses::loaderClass(uint64_t Loader) const {
  Node N = Loader ? S.G.find(Loader) : NoNode;
  if (!Loader)
    return "bootstrap loader";
  return N == NoNode ? std::string("unknown loader") : S.G.describe(N);
}

/// Describes the loaders of \p Classes, all of which have the same name.
std::string DuplicateClasses::detail(ClassList Classes) const {
  // By loader class: the number of loaders, and the first loader.
  std::map<std::string, std::pair<size_t, uint64_t>> By;
  for (const GraphClass *C : Classes) {
    auto &Of = By[loaderClass(C->Loader)];
    if (!Of.first++)
      Of.second = C->Loader;
  }
  std::string Text;
  for (const auto &[Class, Of] : By) {
    Node First = Of.second ? S.G.find(Of.second) : NoNode;
    std::string Name = First == NoNode ? "" : S.loaderName(First);
    Text += Text.empty() ? "" : ", ";
    if (Of.first == 1)
      Text += Class + Name;
    else
      Text += std::to_string(Of.first) + " " + Class +
              (Name.empty() ? "" : ", for example" + Name);
  }
  return Text;
}

/// Records loaders of \p Classes with the same class and name, often of several
/// deployments of one application. \return whether there are any.
bool DuplicateClasses::addTwins(ClassList Classes) {
  std::map<std::string, SmallVector<Node, 2>> Loaders;
  for (const GraphClass *C : Classes)
    if (Node N = C->Loader ? S.G.find(C->Loader) : NoNode;
        N != NoNode && S.T.isReachable(N) && !isLoaderOfVM(S, N))
      Loaders[stableClassName(S.G.describe(N)) + S.loaderName(N)].push_back(N);
  bool HasTwins = false;
  for (const auto &[Name, Of] : Loaders) {
    if (all_equal(Of))
      continue;
    HasTwins = true;
    Twins &All = ByName[Name];
    for (Node N : Of)
      ++All[N];
  }
  return HasTwins;
}

/// Adds notes on the loaders that retain most, with their classes and holders.
void DuplicateClasses::addTwinNotes(LintFinding &F) {
  constexpr size_t MostNotes = 5;
  std::vector<std::pair<std::string, LoaderLeak>> Leaks;
  for (const auto &[Name, Of] : ByName) {
    LoaderLeak &L = Leaks.emplace_back(Name, LoaderLeak()).second;
    for (auto [N, Classes] : Of)
      L.add(S, N, Classes, S.T.retained(N));
  }
  sort(Leaks, [](const auto &A, const auto &B) {
    return std::tie(B.second.Sum.Bytes, A.first) <
           std::tie(A.second.Sum.Bytes, B.first);
  });
  for (const auto &[Name, L] : ArrayRef(Leaks).take_front(MostNotes)) {
    std::vector<LintHolder> Holders = L.Sum.row(S, "").Holders;
    F.Notes.push_back(
        std::to_string(L.Sum.Count) + " " + Name +
        " define the same classes: " + L.detail(S) +
        (Holders.empty() ? "" : "; most held by " + Holders[0].Name));
  }
  if (Leaks.size() > MostNotes)
    F.Notes.push_back("and " + counted(Leaks.size() - MostNotes, "more group") +
                      " of duplicate loaders");
}

Error DuplicateClasses::finish(LintFinding &F) {
  std::map<StringRef, std::vector<const GraphClass *>> Named;
  for (const GraphClass &C : S.G.classes())
    if (C.IsDumped && !C.isArray() && C.Object != NoNode &&
        S.T.isReachable(C.Object))
      Named[C.Name].push_back(&C);
  HolderTally Holders;
  for (auto &[Name, Classes] : Named) {
    sort(Classes, [](const GraphClass *A, const GraphClass *B) {
      return A->Loader < B->Loader;
    });
    size_t Loaders = 1;
    for (size_t I = 1; I != Classes.size(); ++I)
      Loaders += Classes[I]->Loader != Classes[I - 1]->Loader;
    if (Loaders < 2)
      continue;
    // Rows count all classes and the bytes of all class objects except the
    // first, which is not waste.
    Tally T;
    for (const GraphClass *C : Classes) {
      bool IsFirst = C == Classes.front();
      // The holder of a class is the object that keeps its loader alive.
      Node Loader = C->Loader ? S.G.find(C->Loader) : NoNode;
      Node Held = Loader == NoNode ? C->Object : pinOf(S, C->Object, Loader);
      T.add(S, C->Object, IsFirst ? 0 : C->MirrorBytes, C->MirrorBytes, Held);
      if (!IsFirst)
        Holders.add(S, Held, C->MirrorBytes);
    }
    LintRow R = T.row(S, Name.str());
    R.Detail = detail(Classes);
    R.IsAnySize = addTwins(Classes);
    F.IsAnySize |= R.IsAnySize;
    F.Count += R.Count - 1;
    F.Bytes += R.Bytes;
    F.Rows.push_back(std::move(R));
  }
  F.Holders = Holders.holders(S);
  // Counts come before bytes, which mean little for classes.
  sort(F.Rows, [](const LintRow &A, const LintRow &B) {
    return std::tie(B.IsAnySize, B.Count, B.Bytes, A.What) <
           std::tie(A.IsAnySize, A.Count, A.Bytes, B.What);
  });
  F.RowsInAll = F.Rows.size();
  if (F.Rows.size() > S.Options.MaxRows)
    F.Rows.resize(size_t(S.Options.MaxRows));
  addTwinNotes(F);
  F.Notes.push_back("sizes are those of java.lang.Class objects with their "
                    "static fields; dumps contain neither code nor metadata");
  return Error::success();
}

std::unique_ptr<LintCheck> hprof::makeDuplicateClasses(const LintPasses &P) {
  return std::make_unique<DuplicateClasses>(P.S);
}
