//===- ClassPlanner.h - How instances of each class are read ----*- C++ -*-===//
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

/// Fills the plans of all classes that the dump describes, and what a graph
/// says of them: superclass and kind. Time and memory are linear in the classes
/// and the fields they declare, however long the chains of superclasses.
class ClassPlanner {
public:
  /// The plans have the types of their classes, and \p Plans the numbers. The
  /// context must outlive the plans.
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
  /// By class number: what a name in the chain says, whether or not there is a
  /// referent.
  std::vector<ReferenceKind> Kinds;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_GRAPH_CLASSPLANNER_H
