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
#include "hprof/Format/DumpContext.h"

namespace hprof {

/// Fills the plans of all classes that the dump describes, and what a graph
/// says of them: superclass and kind. Time and memory are linear in the classes
/// and the fields they declare, however long the chains of superclasses.
class ClassPlanner {
public:
  /// The plans have the types of their classes, and \p Plans the numbers.
  ClassPlanner(const DumpContext &Context,
               llvm::MutableArrayRef<GraphClass> Classes, NodePlans &Plans)
      : Context(Context), Classes(Classes), Plans(Plans) {}
  void run();

  /// So many offsets of inherited references are copied into the plans of
  /// subclasses, where they are read fastest; then plans lead to those of
  /// superclasses. A variable for tests.
  static size_t MostCopies;

private:
  /// What subclasses take from a class.
  struct Heritage {
    uint32_t Plan = 0; ///< With the fields.
    /// By a name in the chain, whether or not there is a referent.
    ReferenceKind Kind = ReferenceKind::Strong;
    /// Of the field "referent" that is declared closest to the top.
    uint64_t Referent = NoReferent;
    bool IsReferentOut = false; ///< The plan's fields are without it.
  };
  static constexpr uint64_t NoReferent = UINT64_MAX;
  void plan(ClassNumber N, const ClassInfo &C, ClassNumber Super);
  void addFields(Heritage &Mine, const ClassInfo &C, const Heritage *Above);
  llvm::StringRef nameOf(const ClassInfo &C) const;

  const DumpContext &Context;
  llvm::MutableArrayRef<GraphClass> Classes;
  NodePlans &Plans;
  std::vector<Heritage> Heritages; ///< By class number.
  size_t Copies = 0;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_GRAPH_CLASSPLANNER_H
