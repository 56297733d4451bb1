//===- JavaResources.cpp - Resources that programs must close -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Java/JavaResources.h"
#include "hprof/Format/Context/DumpContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace hprof;
using namespace llvm;

static constexpr OpenValues set() { return {OpenValues::Set}; }
static constexpr OpenValues clear() { return {OpenValues::Clear}; }
static constexpr OpenValues within(int64_t First, int64_t Last) {
  return {OpenValues::Within, First, Last};
}
static constexpr OpenValues never() { return within(1, 0); }

static constexpr ResourceRow Rows[] = {
#define HPROF_RESOURCE(CLASS, KIND, LOSS, NATIVE, FIELDS, OPEN, RELEASES)      \
  {CLASS, KIND, ResourceLoss::LOSS, NATIVE, FIELDS, OPEN, RELEASES},
#include "JavaResources.def"
};

ArrayRef<ResourceRow> hprof::resourceRows() { return Rows; }

/// The rows of each class, in order.
static const StringMap<SmallVector<const ResourceRow *, 2>> &rowsByClass() {
  static const auto ByClass = [] {
    StringMap<SmallVector<const ResourceRow *, 2>> Map;
    for (const ResourceRow &R : Rows)
      Map[R.Class].push_back(&R);
    return Map;
  }();
  return ByClass;
}

/// Plan of \p Row for \p Class, whose superclass \p Of is in the row.
static ResourcePlan planOf(const DumpContext &Context, uint64_t Class,
                           uint64_t Of, const ResourceRow &Row) {
  ResourcePlan Plan;
  SmallVector<StringRef, 2> Fields;
  StringRef(Row.Fields).split(Fields, ',');
  for (StringRef Field : Fields) {
    auto [Name, Rest] = Field.split('.');
    FieldPlace Place = findFieldFrom(Context, Class, Of, Name);
    if (Place && (Rest.empty() || isReference(Place.Type)))
      Plan.Paths.push_back({Place, Rest});
  }
  if (Plan.Paths.empty())
    return Plan;
  Plan.Row = &Row;
  if (!Row.Native.empty())
    // A subclass may declare the field.
    Plan.Native = findField(Context, Class, Row.Native);
  return Plan;
}

ResourcePlan hprof::planResource(const DumpContext &Context, uint64_t Class) {
  // Limit for adversarial class hierarchies.
  constexpr unsigned MostSteps = 256;
  const auto &ByClass = rowsByClass();
  const ClassInfo *C = Context.findClass(Class);
  for (unsigned I = 0; C && I != MostSteps; ++I) {
    auto It = ByClass.find(Context.className(*C));
    if (It != ByClass.end())
      for (const ResourceRow *Row : It->second)
        if (ResourcePlan Plan = planOf(Context, Class, C->Id, *Row); Plan.Row)
          return Plan;
    C = Context.findClass(C->Super);
  }
  return {};
}
