//===- ClassTreePart.h - A tree of classes as an answer ---------*- C++ -*-===//
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
  /// With Shown, the row is for the smaller groups below it.
  DominatorClasses::Number Group = 0;
  unsigned Depth = 0;
  uint64_t Rest = 0; ///< Bytes of the smaller groups.
  /// How many of its children have rows, the first ones.
  std::optional<size_t> Shown = {};
};

/// Groups below a row that are left out.
struct ClassTreeRest {
  uint64_t Rows = 0;
  uint64_t Bytes = 0; ///< What they retain.
};

/// What rows of a tree of classes refer to.
struct ClassTreeView {
  const GraphFacts &Facts;
  const DominatorClasses &Tree;
  const JoinedTree *Joined; ///< The one of Tree, or null.
  uint64_t Least, Top;      ///< As in ClassTreeWalk.

  const DominatorClasses::Group &of(const ClassTreeRow &R) const {
    return Tree.groups()[R.Group];
  }
  // These are none for smaller groups, but for what they retain.
  std::optional<uint64_t> objects(const ClassTreeRow &R) const;
  std::optional<uint64_t> shallow(const ClassTreeRow &R) const;
  uint64_t retained(const ClassTreeRow &R) const;
  Prose named(const ClassTreeRow &R) const;
  /// What is left out directly below a row; nothing if that is nothing.
  std::optional<ClassTreeRest> rest(const ClassTreeRow &R) const;
};

/// Walks over a tree of classes in preorder.
class ClassTreeWalk {
public:
  ClassTreeWalk(const DominatorClasses &Tree, uint64_t Least, uint64_t Top)
      : Tree(Tree), Least(Least), Top(Top) {
    push({});
  }
  /// The next row; null at the end.
  const ClassTreeRow *next();

private:
  void push(const ClassTreeRow &R);

  const DominatorClasses &Tree;
  uint64_t Least, Top;
  std::vector<ClassTreeRow> Stack; ///< Rows to come, the next one last.
  ClassTreeRow Now;
};

/// The tree of classes of a file.
class ClassTreePart final : public GraphFacts, public FilePart {
public:
  static llvm::Expected<std::unique_ptr<ClassTreePart>>
  create(GraphFacts Facts, const DominatorRequest &Request);
  static const AnswerInfo &kind();

  std::unique_ptr<Rows> file() const override;
  std::unique_ptr<Rows> rows() const override;
  void present(Presenter &To) const override;
  bool isApart() const override { return !IsCollapsed; }

  /// What is left out of the first level.
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
