//===- TreePart.h - A dominator tree as an answer ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_STORE_ANSWERS_TREEPART_H
#define LIB_ANALYSIS_STORE_ANSWERS_TREEPART_H

#include "GraphFacts.h"
#include "hprof/Analysis/Dominators/DominatorChildren.h"

namespace hprof {

class TreePart;

struct TreeRow {
  Node Object = NoNode; ///< NoNode in a row for smaller objects.
  unsigned Depth = 0;
  Node Parent = NoNode;
  /// The first object of the chain that contains Parent.
  Node RowAbove = NoNode;
  uint64_t Rest = 0; ///< Bytes of the smaller objects.
  DominatorChildren::Chain Chain = {};
  SmallerChildren Smaller = {};
  bool isSmaller() const { return Object == NoNode; }
};

/// Walks over a tree in preorder. Not recursive, because the tree is as deep as
/// the longest list.
class TreeWalk {
public:
  /// Includes rows for smaller objects if \p HasSmaller is true.
  TreeWalk(const TreePart &Of, bool HasSmaller);
  /// Returns the next row; null at the end.
  const TreeRow *next();
  /// Whether rows were omitted because they are too deep.
  bool wasCut() const { return WasCut; }

private:
  void push(const TreeRow &R);

  const TreePart &Of;
  bool HasSmaller;
  bool WasCut = false;
  std::vector<TreeRow> Stack; ///< Pending rows; the last one is next.
  TreeRow Now;
};

/// The dominator tree of a file, or parts of it.
class TreePart final : public GraphFacts, public FilePart {
public:
  static llvm::Expected<std::unique_ptr<TreePart>>
  create(GraphFacts Facts, const DominatorRequest &Request);
  static const AnswerInfo &kind();

  std::unique_ptr<Rows> file() const override;
  std::unique_ptr<Rows> rows() const override;
  void present(Presenter &To) const override;

  std::vector<Node> Asked; ///< Requested objects; empty for the whole tree.
  std::vector<Node> Start;
  std::optional<uint64_t> StartRest; ///< Bytes of smaller objects at the top.
  DominatorChildren Children;
  uint64_t Least, Top;
  unsigned Depth;

private:
  TreePart(GraphFacts Facts, DominatorChildren Children,
           const DominatorRequest &Request);
  void start();
  llvm::Error countSmaller();
  void presentDominators(Presenter &To, Node N) const;

  /// Contents of the rows for smaller objects, in order; empty if these rows
  /// are not shown.
  std::vector<SmallerChildren> Smaller;
  bool HasSmaller = false;
};

/// Returns the nodes of \p Ids, which must be in the tree.
llvm::Expected<std::vector<Node>> nodesOf(const GraphFacts &Of,
                                          llvm::ArrayRef<uint64_t> Ids);

/// Returns the label of a row for \p Objects smaller objects, of which \p
/// OfType are of type \p Type.
Prose smallerText(const HeapGraph &G, uint64_t Objects, uint64_t OfType,
                  uint64_t Type);

} // namespace hprof

#endif // LIB_ANALYSIS_STORE_ANSWERS_TREEPART_H
