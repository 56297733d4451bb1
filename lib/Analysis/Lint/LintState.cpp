//===- LintState.cpp - The state that all checks share --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LintState.h"
#include "ClosestAbove.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Java/JavaPackages.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

/// Maximum number of steps, for adversarial class hierarchies.
static constexpr unsigned MostSteps = 256;

Expected<SharedNodeSet> SharedNodeSet::make(uint64_t Limit,
                                            MemoryBudget *Budget) {
  Expected<BigArray<uint64_t>> Words =
      BigArray<uint64_t>::make(Limit / 64 + 1, Budget, MemoryAccess::Random);
  if (!Words)
    return Words.takeError();
  SharedNodeSet S;
  S.Words = std::move(*Words);
  return S;
}

void LintState::joinClasses() {
  StringMap<ClassNumber> First;
  std::vector<DenseSet<IdKey>> Loaders(G.classes().size());
  std::vector<uint64_t> Sizes(G.classes().size());
  JoinedNames.resize(G.classes().size());
  for (auto [I, C] : enumerate(G.classes())) {
    std::string Name = stableClassName(C.Name);
    ClassNumber Of = First.try_emplace(Name, ClassNumber(I)).first->second;
    Joined.push_back(Of);
    JoinedNames[Of] = std::move(Name);
    ++Sizes[Of];
    Loaders[Of].insert(C.Loader);
  }
  for (auto [Of, Size] : zip(Loaders, Sizes))
    JoinedSizes.push_back(
        Of.size() > 1 ? " (" + counted(Of.size(), "loader") + ")"
        : Size > 1    ? " (" + counted(Size, "class", "classes") + ")"
                      : "");
}

std::string LintState::joinedName(ClassNumber C, const Twine &Fields) const {
  if (Joined.empty())
    return (G.classes()[C].Name + Fields).str();
  return (JoinedNames[Joined[C]] + Fields + JoinedSizes[Joined[C]]).str();
}

std::string LintState::loaderName(Node N) const {
  std::optional<std::string> Name = Contents.loaderName(N);
  return Name ? " '" + *Name + "'" : "";
}

bool LintState::isOfJdk(Node N) const {
  Node Holder = holderOf(N).Holder;
  return Holder != NoNode && IsOfJdk[G.types().get(Holder)];
}

ArrayRef<std::pair<Node, Node>> LintState::sharers(Node Array) const {
  if (!Shared.contains(Array))
    return {};
  auto Begin = lower_bound(Sharers, std::pair(Array, Node(0)));
  auto End = std::upper_bound(Begin, Sharers.end(), std::pair(Array, NoNode));
  return ArrayRef(&*Begin, size_t(End - Begin));
}

Expected<std::unique_ptr<LintState>>
LintState::make(const HeapContents &C, const DominatorTree &T,
                const LintOptions &Options) {
  std::unique_ptr<LintState> S(new LintState(C, T, Options));
  if (Options.JoinByName)
    S->joinClasses();
  std::vector<SharedNodeSet *> Sets = {&S->Strings, &S->Utf16, &S->Shared,
                                       &S->Owned};
  if (Options.Checks.test(unsigned(LintId::StaleKeys)))
    Sets.insert(Sets.end(), {&S->Keys, &S->KeysAgain});
  for (SharedNodeSet *Set : Sets) {
    Expected<SharedNodeSet> New =
        SharedNodeSet::make(S->G.size(), S->G.memory());
    if (!New)
      return New.takeError();
    *Set = std::move(*New);
  }
  if (Options.Checks.test(unsigned(LintId::StaleThreadLocals)) ||
      Options.Checks.test(unsigned(LintId::ClassLoaders))) {
    Expected<WasteLedger> Wasted = WasteLedger::make(S->G);
    if (!Wasted)
      return Wasted.takeError();
    S->Wasted = std::move(*Wasted);
  }
  ClassNumber Thread = S->findClass("java.lang.Thread");
  ClassNumber Loader = S->findClass("java.lang.ClassLoader");
  // Programs also use threads, loaders and collections of the class library.
  for (unsigned Packages : {Machinery | Internal, unsigned(Jdk)})
    for (const GraphClass &Class : S->G.classes())
      S->IsOfJdk.push_back(isOfPackage(Class.Name, Packages));
  std::vector<uint8_t> Plumbing(S->G.classes().size());
  for (auto [I, Class] : enumerate(S->G.classes())) {
    if (S->isA(I, Thread) || S->isA(I, Loader))
      continue;
    if (Class.isArray() || isOfPackage(Class.Name, Container) ||
        Class.Name == "java.lang.String")
      Plumbing[I] = 2;
    else if (isOfPackage(Class.Name, Library))
      Plumbing[I] = 1;
  }
  S->Holders = std::make_unique<HolderFinder>(S->G, T, std::move(Plumbing));
  return S;
}

Error LintState::keepFromHints(ArrayRef<Node> Roots) {
  if (Roots.empty())
    return Error::success();
  Expected<SharedNodeSet> New = SharedNodeSet::make(G.size(), G.memory());
  if (!New)
    return New.takeError();
  Certain = std::move(*New);
  HasCertain = true;
  Expected<ClosestAbove> Closest = ClosestAbove::make(G, T, Roots);
  if (!Closest)
    return Closest.takeError();
  for (Node N = 0; N != G.size(); ++N)
    if (T.isReachable(N) && Closest->find(N))
      Certain.insert(N);
  return Error::success();
}

LintFields::LintFields(const HeapContents &C) : Contents(C), G(C.graph()) {
  for (auto [I, Class] : enumerate(G.classes()))
    if (Class.IsDumped)
      ByName.try_emplace(Class.Name, ClassNumber(I));
}

ClassNumber LintFields::findClass(StringRef Name) const {
  std::string Dotted = Name.str();
  std::replace(Dotted.begin(), Dotted.end(), '/', '.');
  auto It = ByName.find(Dotted);
  return It == ByName.end() ? NoClass : It->second;
}

bool LintFields::isA(ClassNumber C, ClassNumber Base) const {
  if (Base == NoClass)
    return false;
  for (unsigned I = 0; C != NoClass && I != MostSteps; ++I) {
    if (C == Base)
      return true;
    C = G.classes()[C].Super;
  }
  return false;
}

FieldPlace LintFields::field(ClassNumber C, StringRef Name,
                             ClassNumber Declarer) const {
  if (C == NoClass || !G.classes()[C].Id)
    return {};
  const DumpContext &Context = Contents.context();
  const uint64_t Id = G.classes()[C].Id;
  return Declarer == NoClass
             ? findField(Context, Id, Name)
             : findFieldFrom(Context, Id, G.classes()[Declarer].Id, Name);
}

uint64_t LintFields::countElements(Node Array) const {
  uint64_t Used = 0;
  if (!G.counts().Dangling) {
    G.forEachReference(Array, [&](Node) { ++Used; });
    return Used - (G.classNodes()[G.types().get(Array)] != NoNode);
  }
  Contents.forEachReference(Array, [&](const HeapReference &R) {
    Used += R.Label.Kind == LabelKind::Element;
    return true;
  });
  return Used;
}

Node LintFields::staticField(ClassNumber C, StringRef Name) const {
  const DumpContext &Context = Contents.context();
  const ClassInfo *Info =
      C == NoClass ? nullptr : Context.findClass(G.classes()[C].Id);
  if (!Info)
    return NoNode;
  for (const StaticField &F : Info->Statics)
    if (isReference(F.Value.Type) && F.Value.Bits &&
        Context.string(F.Name).value_or("") == Name)
      return G.find(F.Value.Bits);
  return NoNode;
}

LintInstance LintFields::read(Node N) const {
  if (N == NoNode || G.classOf(N).isArray() || G.asClass(N) != NoClass)
    return {};
  std::optional<FoundObject> O = Contents.object(N);
  if (!O)
    return {};
  return {N, G.classNumber(N), O->Bytes};
}
