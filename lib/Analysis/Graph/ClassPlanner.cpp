//===- ClassPlanner.cpp - Plans for reading instances ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassPlanner.h"
#include "hprof/Analysis/Graph/ClassReferences.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Layout/ClassModel.h"
#include "hprof/Layout/Superclasses.h"

using namespace hprof;
using namespace llvm;

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
  Kinds.resize(Classes.size());
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
  // The dump may lack a CLASS DUMP for the superclass.
  if (const ClassInfo *Info = C.Super ? Context.findClass(C.Super) : nullptr)
    IsThread |= isClassNamed(nameOf(*Info), "java/lang/Thread");
  Plans.Plans[N].IsThread = IsThread;

  const InstanceShape *Shape = Context.instances().find(C.Id);
  Plans.Plans[N].IsKnown = Shape;
  if (!Shape)
    return;
  Kinds[N] = kindOf(nameOf(C));
  if (Super != NoClass && Kinds[N] == ReferenceKind::Strong)
    Kinds[N] = Kinds[Super];
  // Fields declared in an array class are present only in its subclasses.
  if (!Class.isArray())
    planFields(N, *Shape);
}

void ClassPlanner::planFields(ClassNumber N, const InstanceShape &Shape) {
  GraphClass &Class = Classes[N];
  NodePlan &P = Plans.Plans[N];
  P.Size = Shape.bytes();
  std::optional<FieldSlot> Referent = Shape.referent();
  if (Referent)
    Class.Kind = Kinds[N];
  bool HasHead = Class.Kind != ReferenceKind::Strong;
  if (HasHead)
    P.Referent = Referent->Offset;
  P.NumFields = Shape.references() - HasHead;
  if (std::optional<ArrayRef<uint32_t>> List =
          Plans.Lists.add(Shape, entryOrder(Class)))
    P.Fields = List->drop_front(HasHead);
  else
    P.Shape = &Shape;
}
