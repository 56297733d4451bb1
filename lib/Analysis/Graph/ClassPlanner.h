//===- ClassPlanner.h - Plans for reading instances -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_GRAPH_CLASSPLANNER_H
#define HPROF_LIB_ANALYSIS_GRAPH_CLASSPLANNER_H

#include "EntryBuilder.h"

namespace hprof {

/// Fills in the plans of all classes that the dump describes, and the
/// superclass and kind of the graph's classes. Time and memory are linear in
/// the number of classes and declared fields, with superclass chains of any
/// length.
class ClassPlanner {
public:
  /// Requires the types of classes in the plans, and the class numbers in \p
  /// Plans, to be set. The context must outlive the plans.
  ClassPlanner(const DumpContext &Context,
               llvm::MutableArrayRef<GraphClass> Classes, NodePlans &Plans)
      : Context(Context), Classes(Classes), Plans(Plans) {}
  void run();

private:
  void plan(ClassNumber N, const ClassInfo &C, ClassNumber Super);
  void planFields(ClassNumber N, const InstanceShape &Shape);
  llvm::StringRef nameOf(const ClassInfo &C) const;

  const DumpContext &Context;
  llvm::MutableArrayRef<GraphClass> Classes;
  NodePlans &Plans;
  /// By class number: the kind according to the class names in the superclass
  /// chain, even if there is no referent.
  std::vector<ReferenceKind> Kinds;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_GRAPH_CLASSPLANNER_H
