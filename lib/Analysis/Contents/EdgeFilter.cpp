//===- EdgeFilter.cpp - References that a search follows ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Contents/EdgeFilter.h"
#include "hprof/Format/Base/ClassPattern.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Layout/Superclasses.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

Error EdgeFilter::check(StringRef Excluded) {
  auto [Class, Field] = Excluded.rsplit('.');
  if (Excluded.ends_with("[]") || (!Class.empty() && !Field.empty()))
    return Error::success();
  return createStringError("'" + Excluded +
                           "' is neither class.field nor class[]");
}

Expected<EdgeFilter> EdgeFilter::create(const HeapGraph &G,
                                        ReferenceKinds Ignored,
                                        const HeapContents *Contents,
                                        ArrayRef<std::string> Excluded) {
  EdgeFilter F(G);
  F.Ignored = Ignored;
  F.Contents = Contents;
  if (!Excluded.empty())
    F.Special.assign(2 * G.classes().size(), 0);
  for (StringRef Text : Excluded) {
    Exclusion &E = F.Exclusions.emplace_back();
    if (Error Bad = check(Text))
      return Bad;
    StringRef Class = Text;
    if (!Text.ends_with("[]")) {
      std::tie(Class, std::ignore) = Text.rsplit('.');
      E.Field = Text.rsplit('.').second.str();
    }
    Expected<ClassPattern> P = ClassPattern::create(Class);
    if (!P)
      return P.takeError();
    for (const GraphClass &C : G.classes())
      if (P->matches(C.Name))
        E.Classes.insert(C.Id);
    if (E.Classes.empty())
      return createStringError("no class matches '" + Class + "' in '" + Text +
                               "'");
    if (!E.Field.empty() && !F.isDeclared(E))
      return createStringError("no class '" + Class + "' has a field '" +
                               E.Field + "'");
    F.markClasses(F.Exclusions.size() - 1);
  }
  return F;
}

/// Whether a class named by \p E, or a superclass, declares its field.
bool EdgeFilter::isDeclared(const Exclusion &E) const {
  const DumpContext &Context = Contents->context();
  auto IsField = [&](const auto &Slot) {
    return Context.string(Slot.Name) == StringRef(E.Field);
  };
  ArrayRef<GraphClass> Classes = G->classes();
  std::vector<bool> Has(Classes.size());
  bool Found = false;
  forEachFromTheTop(
      Classes.size(), [&](size_t I) { return Classes[I].superclass(); },
      [&](size_t I, std::optional<size_t> Super) {
        const ClassInfo *C = Context.findClass(Classes[I].Id);
        Has[I] =
            (Super && Has[*Super]) ||
            (C && (any_of(C->Fields, IsField) || any_of(C->Statics, IsField)));
        Found |= Has[I] && E.Classes.contains(Classes[I].Id);
      });
  return Found;
}

void EdgeFilter::markClasses(size_t Pattern) {
  const Exclusion &E = Exclusions[Pattern];
  ArrayRef<GraphClass> Classes = G->classes();
  forEachFromTheTop(
      Classes.size(), [&](size_t I) { return Classes[I].superclass(); },
      [&](size_t I, std::optional<size_t> Super) {
        bool IsNamed = E.Classes.contains(Classes[I].Id);
        if (IsNamed)
          Special[Classes.size() + I] = 1;
        // A class inherits the fields of its superclass.
        if (IsNamed || (Super && Special[*Super]))
          Special[I] = 1;
      });
}

bool EdgeFilter::allows(Node N, const ReferenceLabel &L) const {
  if (L.Strength != ReferenceKind::Strong && Ignored.contains(L.Strength))
    return false;
  if (Exclusions.empty())
    return true;
  bool IsField = L.Kind == LabelKind::Field || L.Kind == LabelKind::Static;
  if (!IsField && L.Kind != LabelKind::Element)
    return true;
  ClassNumber Own =
      L.Kind == LabelKind::Static ? G->asClass(N) : G->classNumber(N);
  for (const Exclusion &E : Exclusions) {
    if (IsField != !E.Field.empty() ||
        (IsField && Contents->name(L) != E.Field))
      continue;
    if ((Own != NoClass && E.Classes.contains(G->classes()[Own].Id)) ||
        (L.Class && E.Classes.contains(L.Class->Id)))
      return false;
  }
  return true;
}

bool EdgeFilter::allows(Node From, Node To) const {
  bool IsPlain = G->classOf(From).Kind == ReferenceKind::Strong &&
                 (Special.empty() || !Special[G->types().get(From)]);
  if (IsPlain)
    return true;
  bool Allowed = false;
  forEachReference(From, [&](Node T) { Allowed |= T == To; });
  return Allowed;
}
