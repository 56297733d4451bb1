//===- Question.h - What hprof-paths is asked -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_PATHS_QUESTION_H
#define TOOLS_HPROF_PATHS_QUESTION_H

#include "hprof/Analysis/Paths/PathTree.h"
#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/Tool/Escape.h"

namespace llvm {
class raw_ostream;
namespace json {
class OStream;
} // namespace json
} // namespace llvm

namespace hprof {

class CsvWriter;
class Progress;

/// Objects to answer for together.
struct Question {
  std::string Text; ///< "com.acme.*" or "0x7f00".
  std::vector<Node> Targets;
  bool IsClass = false;
};

struct PathsView {
  uint64_t Count = 1; ///< Number of paths per object.
  uint64_t Top = 20;  ///< Number of rows per level.
  bool Incoming = false;
  bool Outgoing = false;
  unsigned Depth = 1;
  bool ByClass = false;
  bool Retained = false;
  /// Follow soft, weak, final and phantom references only if there is no path
  /// of strong ones.
  bool StrongFirst = true;
  std::vector<std::string> Excluded;
  EscapeMode Escape = EscapeMode::Escape;
};

/// The input and output of an answer.
struct Answering {
  HeapStore &S;
  const HeapGraph &G;
  const HeapContents &C;
  const DominatorTree *Tree; ///< Null without --retained.
  Progress &Line;
  const PathsView &View;
  llvm::StringRef Asked; ///< The question, for CSV.
  // One of these is set, by format.
  llvm::raw_ostream *OS = nullptr;
  llvm::json::OStream *J = nullptr;
  CsvWriter *Csv = nullptr;
};

llvm::Error answerPaths(const Answering &A, const Question &Q);
llvm::Error answerNeighbours(const Answering &A, const Question &Q);

/// Prints what refers to the objects (or what they refer to) as a level of
/// text, the value of a JSON attribute, or CSV rows.
llvm::Error printNeighbours(const Answering &A, llvm::ArrayRef<Node> Of,
                            bool Incoming, bool ByClass, unsigned Depth);

/// Bytes that the objects keep alive together; nested ones count once.
uint64_t retainedTogether(const DominatorTree &Tree,
                          llvm::ArrayRef<Node> Nodes);

/// "field", "static", ...
const char *labelKindName(LabelKind K);

} // namespace hprof

#endif // TOOLS_HPROF_PATHS_QUESTION_H
