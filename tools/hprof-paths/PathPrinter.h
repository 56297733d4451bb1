//===- PathPrinter.h - Prints a tree of paths -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_PATHS_PATHPRINTER_H
#define TOOLS_HPROF_PATHS_PATHPRINTER_H

#include "Question.h"

namespace hprof {

/// Runs of groups without a fork are printed below each other, so that a long
/// path does not wander off to the right.
class PathPrinter {
public:
  PathPrinter(const Answering &A, const PathTree &Tree) : A(A), Tree(Tree) {}

  /// \p Counts is the title of the column with the paths through each group,
  /// empty for none. \p Joining says that from each object there is one way
  /// on, which need not be repeated.
  void printText(llvm::StringRef Counts, bool Joining);
  /// The value of an attribute: an array.
  void printJson();
  void printCsv(llvm::StringRef Question, llvm::StringRef Through);

private:
  std::string rootText(const PathGroup &G) const;
  std::string linkText(const PathGroup &G) const;
  std::string objectsText(const PathGroup &G) const;
  std::string lineText(const PathGroup &G) const;
  std::string threadLocalText(Node Entry) const;
  /// The entry of a hash map that a way leads through, or NoNode: of \p G,
  /// which is the last of the bin on this way.
  Node mapEntry(const PathGroup &G) const;
  /// Which element of a list a way leads to inside of its chain of nodes.
  std::optional<uint64_t> listElement(const PathGroup &G) const;
  /// "["key" -> "value"]".
  std::string entryText(Node Entry) const;
  std::string shortText(Node N) const;
  void entryJson(Node Entry) const;
  std::string retainedText(const PathGroup &G) const;
  /// The label with the array index when there is only one.
  ReferenceLabel exactLabel(const PathGroup &G) const;
  void printLevel(llvm::ArrayRef<uint32_t> Groups, unsigned Depth);
  void jsonLevel(llvm::ArrayRef<uint32_t> Groups, unsigned Depth);
  void jsonGroup(const PathGroup &G);
  void row(const PathGroup &G, unsigned Depth, llvm::StringRef Text);

  const Answering &A;
  const PathTree &Tree;
  class TextTable *Table = nullptr;
  bool ShowCounts = false;
  bool IsJoining = false;
  llvm::DenseSet<Node> Printed; ///< When IsJoining.
};

} // namespace hprof

#endif // TOOLS_HPROF_PATHS_PATHPRINTER_H
