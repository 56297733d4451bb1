//===- ClassPlanner.cpp - How instances of each class are read ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassPlanner.h"
#include "hprof/Layout/ClassModel.h"
#include "hprof/Layout/Superclasses.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

size_t ClassPlanner::MostCopies = 1 << 22;

StringRef ClassPlanner::nameOf(const ClassInfo &C) const {
  return C.IsLoaded ? Context.string(C.NameId).value_or("") : "";
}

static ReferenceKind kindOf(StringRef Class) {
  if (isClassNamed(Class, "java/lang/ref/SoftReference"))
    return ReferenceKind::Soft;
  if (isClassNamed(Class, "java/lang/ref/WeakReference"))
    return ReferenceKind::Weak;
  if (isClassNamed(Class, "java/lang/ref/PhantomReference"))
    return ReferenceKind::Phantom;
  if (isClassNamed(Class, "java/lang/ref/FinalReference") ||
      isClassNamed(Class, "java/lang/ref/FinalizerReference"))
    return ReferenceKind::Final;
  return ReferenceKind::Strong;
}

void ClassPlanner::run() {
  Heritages.resize(Classes.size());
  auto InfoOf = [&](ClassNumber N) {
    return Classes[N].IsDumped ? Context.findClass(Classes[N].Id) : nullptr;
  };
  for (ClassNumber N = 0; N != Classes.size(); ++N)
    if (const ClassInfo *C = InfoOf(N); C && C->Super)
      if (uint32_t Super = Plans.ByClass[C->Super])
        Classes[N].Super = Super - 1;
  forEachFromTheTop(
      Classes.size(), [&](size_t N) { return Classes[N].superclass(); },
      [&](size_t N, std::optional<size_t> Super) {
        if (const ClassInfo *C = InfoOf(ClassNumber(N)))
          plan(ClassNumber(N), *C, ClassNumber(Super.value_or(NoClass)));
      });
}

void ClassPlanner::plan(ClassNumber N, const ClassInfo &C, ClassNumber Super) {
  GraphClass &Class = Classes[N];
  bool IsThread = isClassNamed(nameOf(C), "java/lang/Thread");
  if (Super != NoClass)
    IsThread |= Plans.Plans[Super].IsThread;
  // It need not have a CLASS DUMP to say so.
  if (const ClassInfo *Info = C.Super ? Context.findClass(C.Super) : nullptr)
    IsThread |= isClassNamed(nameOf(*Info), "java/lang/Thread");
  Plans.Plans[N].IsThread = IsThread;

  std::optional<InstanceShape> Shape = Context.instanceShape(C.Id);
  Plans.Plans[N].IsKnown = Shape.has_value();
  if (!Shape)
    return;
  const Heritage *Above = Super != NoClass ? &Heritages[Super] : nullptr;
  Heritage &Mine = Heritages[N];
  Mine.Kind = kindOf(nameOf(C));
  if (Above && Mine.Kind == ReferenceKind::Strong)
    Mine.Kind = Above->Kind;
  Mine.Plan = N;
  if (Class.isArray()) {
    // Whatever an array class is said to declare only its subclasses have.
    if (!Shape->Fields)
      return;
    Mine.Plan = uint32_t(Plans.Plans.size());
    Plans.Plans.emplace_back();
  }
  addFields(Mine, C, Above);
  NodePlan &P = Plans.Plans[Mine.Plan];
  P.Size = Shape->Bytes;
  if (Class.isArray() || Mine.Kind == ReferenceKind::Strong ||
      Mine.Referent >= NodePlan::NoField)
    return;
  Class.Kind = Mine.Kind;
  P.Referent = uint32_t(Mine.Referent);
  erase(P.Fields, P.Referent);
  P.NumFields -= !Mine.IsReferentOut;
  Mine.IsReferentOut = true;
}

/// Adds the references that \p C declares and those it inherits.
void ClassPlanner::addFields(Heritage &Mine, const ClassInfo &C,
                             const Heritage *Above) {
  NodePlan &P = Plans.Plans[Mine.Plan];
  uint64_t Own = 0; // At most 65,535 fields take these bytes.
  for (const InstanceField &F : C.Fields) {
    if (isReference(F.Type)) {
      P.Fields.push_back(uint32_t(Own));
      if (Context.string(F.Name).value_or("") == "referent")
        Mine.Referent = Own;
    }
    Own += widthOf(F.Type, Context.header().IdSize);
  }
  P.NumFields = P.Fields.size();
  if (!Above)
    return;
  if (Above->Referent != NoReferent)
    Mine.Referent = Own + Above->Referent;
  Mine.IsReferentOut = Above->IsReferentOut;
  const NodePlan &Super = Plans.Plans[Above->Plan];
  P.NumFields += Super.NumFields;
  if (Super.Rest == NodePlan::NoPlan &&
      Copies + Super.Fields.size() <= MostCopies) {
    Copies += Super.Fields.size();
    for (uint32_t Offset : Super.Fields)
      if (Own + Offset <= UINT32_MAX) // No instance has more.
        P.Fields.push_back(uint32_t(Own + Offset));
    return;
  }
  bool IsEmpty = Super.Fields.empty();
  P.Rest = IsEmpty ? Super.Rest : Above->Plan;
  P.RestAt = IsEmpty ? Own + Super.RestAt : Own;
}
