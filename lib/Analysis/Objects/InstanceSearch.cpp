//===- InstanceSearch.cpp - Searches for objects of a class ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstanceSearch.h"
#include "ObjectTables.h"
#include "hprof/Format/Base/ClassPattern.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Layout/DumpSizes.h"
#include "llvm/ADT/DenseSet.h"

using namespace hprof;
using namespace llvm;

namespace {
/// The classes whose instances are searched.
struct Wanted {
  std::string Text; ///< The requested class, for messages.
  DenseSet<IdKey> Classes;
  SmallVector<BasicType, 8> Elements; ///< For primitive arrays.
  /// The classes themselves, if java.lang.Class is among those searched.
  std::vector<const ClassInfo *> Objects;

  bool operator()(const FoundObject &O) const {
    if (O.Class)
      return Classes.contains(O.Class);
    return O.isArray() && is_contained(Elements, O.ElementType);
  }
};
} // namespace

/// Adds all subclasses of \p Classes. Visits each class once.
static void addSubclasses(const ObjectScope &S, DenseSet<IdKey> &Classes) {
  DenseSet<IdKey> Seen;
  for (const ClassInfo &Start : S.Context.classes()) {
    std::vector<uint64_t> Path;
    const ClassInfo *C = &Start;
    while (C && !Classes.contains(C->Id) && Seen.insert(C->Id).second) {
      Path.push_back(C->Id);
      C = S.Context.findClass(C->Super);
    }
    if (C && Classes.contains(C->Id))
      Classes.insert(Path.begin(), Path.end());
  }
}

static Expected<Wanted> findClasses(const ObjectScope &S, StringRef Text,
                                    bool WithSubclasses) {
  Expected<ClassPattern> Pattern = ClassPattern::create(Text);
  if (!Pattern)
    return Pattern.takeError();
  Wanted W;
  W.Text = Pattern->text().str();
  constexpr StringLiteral ClassClass = "java.lang.Class";
  bool WantsObjects = Pattern->matches(ClassClass);
  ClassSuggestion Near(*Pattern);
  for (const ClassInfo &C : S.Context.classes()) {
    std::string Name = S.Context.className(C);
    if (Pattern->matches(Name, C.Id))
      W.Classes.insert(C.Id);
    Near.offer(Name);
  }
#define HPROF_BASIC_TYPE(NAME, CODE, TEXT, DESCRIPTOR, WIDTH)                  \
  if (!isReference(BasicType::NAME) && Pattern->matches(TEXT "[]"))            \
    W.Elements.push_back(BasicType::NAME);
#include "hprof/Format/Base/BasicTypes.def"
  if (WithSubclasses)
    addSubclasses(S, W.Classes);
  for (const ClassInfo &C : S.Context.classes())
    WantsObjects |=
        W.Classes.contains(C.Id) && S.Context.className(C) == ClassClass;
  if (WantsObjects)
    for (const ClassInfo &C : S.Context.classes())
      if (C.IsDumped)
        W.Objects.push_back(&C);
  if (W.Classes.empty() && W.Elements.empty() && W.Objects.empty())
    return createStringError(
        (Pattern->isName() ? "no class is called '" : "no class matches '") +
        W.Text + "'" + Near.text());
  return W;
}

/// Returns the first \p S.Top of the found objects and classes, in file order.
static std::vector<ListedObject> listInOrder(const ObjectScope &S,
                                             const Wanted &W,
                                             ArrayRef<FoundObject> Found,
                                             const DumpSizes &Sizes) {
  std::vector<ListedObject> All;
  All.reserve(W.Objects.size() + Found.size());
  for (const ClassInfo *C : W.Objects)
    All.push_back({C->Id, offsetOf(S, *C), Sizes.classObject(C->Id), 0});
  const size_t Classes = All.size();
  for (const FoundObject &O : Found) {
    ListedObject &Row = All.emplace_back(ListedObject{
        O.Id, O.Offset, Sizes.instance(O.Class), O.Length, O.isArray()});
    if (Sizes.flattened().contains(O.Id))
      Row.Shallow = 0;
    else if (O.Kind == RecordKind::ObjectArrayDump)
      Row.Shallow = Sizes.objectArray(O.Class, O.Length);
    else if (O.isArray())
      Row.Shallow = Sizes.array(O.ElementType, O.Length);
    else if (Sizes.isStackChunk(O.Class))
      if (const FoundObject *Whole = S.Finder.get(O.Id))
        Row.Shallow = Sizes.stackChunk(Whole->Bytes);
  }
  auto IsEarlier = [](const ListedObject &A, const ListedObject &B) {
    return A.Offset < B.Offset;
  };
  auto Objects = All.begin() + ptrdiff_t(Classes);
  std::stable_sort(All.begin(), Objects, IsEarlier);
  std::inplace_merge(All.begin(), Objects, All.end(), IsEarlier);
  if (All.size() > S.Top)
    All.erase(All.begin() + ptrdiff_t(S.Top), All.end());
  return All;
}

Expected<Instances> Instances::find(const ObjectScope &S, StringRef Class,
                                    bool WithSubclasses) {
  Expected<Wanted> W = findClasses(S, Class, WithSubclasses);
  if (!W)
    return W.takeError();
  Instances All;
  LayoutEvidence Evidence;
  Expected<std::vector<FoundObject>> Found =
      S.Search.select(std::cref(*W), S.Top, All.Count, &Evidence);
  if (!Found)
    return Found.takeError();
  All.Count += W->Objects.size();
  std::vector<uint64_t> Ids;
  for (const FoundObject &O : *Found)
    Ids.push_back(O.Id);
  if (Error E = fetchStrings(S.Finder, Ids, StringPreview))
    return E;
  const DumpSizes Sizes(S.Context, Evidence);
  All.Class = std::move(W->Text);
  const LayoutChoice &Layout = Sizes.layout();
  All.Layout = {Layout.Layout.Name.str(), Layout.Layout.Text.str(),
                Layout.Certain, Layout.Evidence, /*Release=*/0};
  All.Objects = listInOrder(S, *W, *Found, Sizes);
  All.LackValues =
      any_of(*Found, [&](const FoundObject &O) { return lacksValues(S, O); });
  return All;
}
