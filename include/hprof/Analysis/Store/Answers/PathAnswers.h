//===- PathAnswers.h - Why objects are alive --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What hprof-paths says of objects: the paths to them from the roots, or what
/// refers to them and what they refer to:
///
///     HeapQuestion Question;
///     Question.Text = "0x7f00";
///     Question.Targets = {Store->graph().find(0x7f00)};
///     auto Found = pathAnswer(std::move(Store), {Question}, PathRequest());
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_STORE_ANSWERS_PATHANSWERS_H
#define HPROF_ANALYSIS_STORE_ANSWERS_PATHANSWERS_H

#include "hprof/Analysis/Graph/HeapGraph.h"
#include "hprof/Answer/Answer.h"
#include "llvm/Support/Error.h"

namespace hprof {

class HeapStore;

/// Objects to answer for together.
struct HeapQuestion {
  std::string Text; ///< "com.acme.*" or "0x7f00".
  std::vector<Node> Targets;
  bool IsClass = false;
};

struct PathRequest {
  uint64_t Count = 1;          ///< Paths to each object.
  uint64_t Top = UINT64_MAX;   ///< Rows of each level.
  bool Incoming = false;       ///< What refers to the objects, not paths.
  bool Outgoing = false;       ///< What the objects refer to, not paths.
  unsigned Depth = 1;          ///< Steps of these.
  bool ByClass = false;        ///< A row of these is a class, not an object.
  bool IsWithRetained = false; ///< Say what objects keep alive.
  /// Follow soft, weak, final and phantom references only if there is no path
  /// of strong ones.
  bool StrongFirst = true;
  std::vector<std::string> Excluded; ///< For EdgeFilter.
  /// Classes of one name are one step of a path, whatever their loaders.
  bool JoinNames = false;
  /// Say what refers to objects that no path reaches; rows have no place for
  /// it.
  bool IsWithReferrers = true;

  bool asksForNeighbours() const { return Incoming || Outgoing; }
};

/// Computes the answer; there is at least one question.
llvm::Expected<std::unique_ptr<Answer>>
pathAnswer(std::shared_ptr<HeapStore> Store,
           std::vector<HeapQuestion> Questions, PathRequest Request);

/// The kind of answers with paths or with neighbours.
const AnswerInfo &pathAnswerKind(bool AsksForNeighbours);

} // namespace hprof

#endif // HPROF_ANALYSIS_STORE_ANSWERS_PATHANSWERS_H
