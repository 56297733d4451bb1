//===- PathAnswers.h - Output of hprof-paths --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Output of hprof-paths for objects: the paths to them from GC roots, or their
/// incoming and outgoing references:
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

/// Objects that are reported together.
struct HeapQuestion {
  std::string Text; ///< "com.acme.*" or "0x7f00".
  std::vector<Node> Targets;
  bool IsClass = false;
};

struct PathRequest {
  uint64_t Count = 1;          ///< Number of paths to each object.
  uint64_t Top = UINT64_MAX;   ///< Limit on rows per level.
  bool Incoming = false;       ///< Show incoming references, not paths.
  bool Outgoing = false;       ///< Show outgoing references, not paths.
  unsigned Depth = 1;          ///< Number of steps along these references.
  bool ByClass = false;        ///< Merge these references by class.
  bool IsWithRetained = false; ///< Show retained sizes.
  /// Follow references weaker than strong only if there is no strong path.
  bool StrongFirst = true;
  std::vector<std::string> Excluded; ///< Excluded references; see EdgeFilter.
  /// Merge steps through classes with the same name in different loaders.
  bool JoinNames = false;
  /// Show the referrers of objects without a path; row formats cannot.
  bool IsWithReferrers = true;

  bool asksForNeighbours() const { return Incoming || Outgoing; }
};

/// Computes the answer to at least one question.
llvm::Expected<std::unique_ptr<Answer>>
pathAnswer(std::shared_ptr<HeapStore> Store,
           std::vector<HeapQuestion> Questions, PathRequest Request);

/// Returns the kind of answers with paths or with neighbours.
const AnswerInfo &pathAnswerKind(bool AsksForNeighbours);

} // namespace hprof

#endif // HPROF_ANALYSIS_STORE_ANSWERS_PATHANSWERS_H
