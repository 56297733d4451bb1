//===- ClassTreePart.h - A class tree as an answer --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_STORE_ANSWERS_CLASSTREEPART_H
#define LIB_ANALYSIS_STORE_ANSWERS_CLASSTREEPART_H

#include "GraphFacts.h"
#include "hprof/Analysis/Dominators/JoinedTree.h"

namespace hprof {

struct ClassTreeRow {
  /// If Shown is set, the row represents the smaller groups below this group.
  DominatorClasses::Number Group = 0;
  unsigned Depth = 0;
  uint64_t Rest = 0; ///< Bytes of the smaller groups.
  /// Number of the group's first children, which have rows.
  std::optional<size_t> Shown = {};
};

/// Groups below a row that are omitted.
struct ClassTreeRest {
  uint64_t Rows = 0;
  uint64_t Bytes = 0; ///< Retained by these groups.
};

/// Data that rows of a class tree refer to.
struct ClassTreeView {
  const GraphFacts &Facts;
  const DominatorClasses &Tree;
  const JoinedTree *Joined; ///< For Tree, or null.
  uint64_t Least, Top;      ///< Same as in ClassTreeWalk.

  const DominatorClasses::Group &of(const ClassTreeRow &R) const {
    return Tree.groups()[R.Group];
  }
  // For rows of smaller groups, only the retained size is known.
  std::optional<uint64_t> objects(const ClassTreeRow &R) const;
  std::optional<uint64_t> shallow(const ClassTreeRow &R) const;
  uint64_t retained(const ClassTreeRow &R) const;
  Prose named(const ClassTreeRow &R) const;
  /// Returns the groups omitted directly below a row; nullopt if none.
  std::optional<ClassTreeRest> rest(const ClassTreeRow &R) const;
};

/// Walks over a class tree in preorder.
class ClassTreeWalk {
public:
  ClassTreeWalk(const DominatorClasses &Tree, uint64_t Least, uint64_t Top)
      : Tree(Tree), Least(Least), Top(Top) {
    push({});
  }
  /// Returns the next row; null at the end.
  const ClassTreeRow *next();

private:
  void push(const ClassTreeRow &R);

  const DominatorClasses &Tree;
  uint64_t Least, Top;
  std::vector<ClassTreeRow> Stack; ///< Pending rows; the last one is next.
  ClassTreeRow Now;
};

/// The class tree of a file.
class ClassTreePart final : public GraphFacts, public FilePart {
public:
  static llvm::Expected<std::unique_ptr<ClassTreePart>>
  create(GraphFacts Facts, const DominatorRequest &Request);
  static const AnswerInfo &kind();

  std::unique_ptr<Rows> file() const override;
  std::unique_ptr<Rows> rows() const override;
  void present(Presenter &To) const override;
  bool isApart() const override { return !IsCollapsed; }

  /// Returns the groups omitted on the first level.
  std::unique_ptr<Rows> rest() const;

  uint64_t Least;

private:
  ClassTreePart(GraphFacts Facts, DominatorClasses Classes,
                const DominatorRequest &Request);
  void presentCollapsed(Presenter &To) const;

  DominatorClasses Classes;
  uint64_t Top;
  ClassTreeView Whole;
  bool IsCollapsed;
};

} // namespace hprof

#endif // LIB_ANALYSIS_STORE_ANSWERS_CLASSTREEPART_H
