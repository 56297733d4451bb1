//===- SuspectPart.h - Leak suspects as an answer ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_STORE_ANSWERS_SUSPECTPART_H
#define LIB_ANALYSIS_STORE_ANSWERS_SUSPECTPART_H

#include "Analysis/Store/Lint/SuspectLint.h"
#include "GraphFacts.h"
#include "hprof/Analysis/Contents/NativeMemory.h"
#include "hprof/Analysis/Heap/OutOfMemory.h"
#include "hprof/Analysis/Leaks/SampledObjects.h"
#include "hprof/Analysis/Leaks/SuspectWords.h"

namespace hprof {

/// The most common stack of a group's threads, by retained size.
struct SharedStack {
  const ThreadInfo *Thread = nullptr; ///< The thread that retains the most.
  uint64_t Threads = 0;
  uint64_t Bytes = 0;    ///< Retained by these threads.
  uint64_t Compared = 0; ///< Number of threads with a stack.
};

struct ShownSuspect {
  const LeakSuspect *Is;
  std::optional<SharedStack> Stack; ///< Set only for thread groups.
  std::vector<Prose> Evidence;      ///< Referrers; used only for text output.
  std::vector<SuspectFinding> Lint; ///< Used only for text output.
  SampledAllocations Allocations;
};

/// The suspects of a file.
class SuspectPart final : public GraphFacts, public FilePart {
public:
  static llvm::Expected<std::unique_ptr<SuspectPart>>
  create(GraphFacts Facts, const DominatorRequest &Request);
  static const AnswerInfo &kind();

  std::unique_ptr<Rows> file() const override;
  std::unique_ptr<Rows> rows() const override;
  void present(Presenter &To) const override;

  /// Returns the kinds of references to ignore, even if they were followed.
  ReferenceKinds leftOut() const {
    return Report.followsIgnored() ? weakReferences() : Report.Ignored;
  }
  /// Returns the thread that holds \p S, or null.
  const ThreadInfo *thread(const LeakSuspect &S) const;

  const DominatorRequest Request;
  const LeakReport Report;
  const HeapContents &Contents;
  const SuspectWords Words;
  std::vector<ShownSuspect> Shown; ///< Requested suspects.
  uint64_t Least = 0;              ///< Minimum size of suspects.
  NativeMemory Native;             ///< Memory of held objects.
  uint64_t SamplesFound = 0;       ///< Number of sampled objects in the heap.

  /// Whether enough sampled objects are in the heap. Otherwise, the recording
  /// is of another VM, or most objects moved: the others can be chance hits.
  bool areSamplesOfHeap() const;
  /// The error that triggered the dump.
  std::optional<OutOfMemory> Failure;

  /// Whether to show no suspects: the heap did not cause the error, and no
  /// minimum size is given.
  bool areInnocent() const {
    return Failure && Failure->isNearlyEmpty() && Request.AskedLeast.empty();
  }

private:
  /// Sets the allocations in Shown.
  llvm::Error findAllocations();
  SuspectPart(GraphFacts Facts, const DominatorRequest &Request,
              LeakReport Found, const HeapContents &Contents);
};

/// Returns the root kinds of \p N, except those of threads.
std::vector<std::string> rootKinds(const HeapGraph &G, Node N);

} // namespace hprof

#endif // LIB_ANALYSIS_STORE_ANSWERS_SUSPECTPART_H
