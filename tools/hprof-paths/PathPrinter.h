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

/// The key or the value of a map entry: a reference.
struct EntryPart {
  Node N = NoNode; ///< NoNode also if a damaged dump has lost the object.
  uint64_t Id = 0; ///< 0 for null.
};

/// Runs of groups without a fork are printed below each other, so that the
/// indentation of a long path does not grow.
class PathPrinter {
public:
  PathPrinter(const Answering &A, const PathTree &Tree) : A(A), Tree(Tree) {}

  /// \p Counts is the title of the column with the paths through each group,
  /// empty for none. With \p Joining, there is only one way on from each
  /// object, which is not repeated.
  void printText(llvm::StringRef Counts, bool Joining);
  /// Writes the value of an attribute: an array.
  void printJson();
  void printCsv(llvm::StringRef Question, llvm::StringRef Through);

private:
  std::string linkText(const PathGroup &G) const;
  std::string objectsText(const PathGroup &G) const;
  std::string lineText(const PathGroup &G) const;
  std::string threadLocalText(Node Entry) const;
  /// The entry of a hash map that a path goes through, or NoNode: it is in \p
  /// G, the last group of the bin on this path.
  Node mapEntry(const PathGroup &G) const;
  /// The index of the list element that a path leads to, in a chain of nodes.
  std::optional<uint64_t> listElement(const PathGroup &G) const;
  /// "["key" -> "value"]".
  std::string entryText(Node Entry) const;
  std::string shortText(const EntryPart &Part) const;
  void entryJson(Node Entry) const;
  std::string retainedText(const PathGroup &G) const;
  /// The label, with the array index if it is unique.
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
  llvm::DenseSet<Node> Printed; ///< Used if IsJoining.
};

} // namespace hprof

#endif // TOOLS_HPROF_PATHS_PATHPRINTER_H
