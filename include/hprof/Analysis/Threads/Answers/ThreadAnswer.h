//===- ThreadAnswer.h - Thread dumps as an answer ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_THREADS_ANSWERS_THREADANSWER_H
#define HPROF_ANALYSIS_THREADS_ANSWERS_THREADANSWER_H

#include "hprof/Analysis/Threads/HeapThreads.h"
#include "hprof/Analysis/Threads/ThreadFilter.h"
#include "hprof/Answer/AnswerPart.h"
#include "hprof/Format/Base/Format.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>

namespace hprof {

struct ThreadReport;

/// The thread dumps of one file.
struct FileThreads {
  std::string File;
  Format Kind = Format::Jstack;
  std::vector<ThreadDump> Dumps;
  /// Whether the dumps record monitor owners. Heap dumps do not.
  bool HasMonitors = false;
  /// More data from heap dumps, by dump and thread; empty for thread dumps.
  std::vector<HeapThreads::AllFacts> OfHeap;
  /// Retained size of each thread in the first heap dump, if requested; nullopt
  /// if the thread object is not in the dump.
  std::vector<std::optional<uint64_t>> Retained;
};

/// The parts and threads to show.
struct ThreadRequest {
  // Parts.
  bool Summary = false;
  bool Deadlocks = false;
  bool Contention = false;
  bool Tree = false;
  bool Stacks = false;
  bool Compare = false; ///< Compare all dumps, instead of showing each.

  ThreadFilter Filter;
  bool Group = false;     ///< Merge threads with equal stacks.
  bool Ungrouped = false; ///< Never merge threads, even if there are many.
  uint64_t Ignore = 0;    ///< Number of innermost frames that may differ.
  bool Locals = false;    ///< Show local variables from heap dumps.
  uint64_t Top = UINT64_MAX;
  bool HasGate = false; ///< Whether deadlocks change the exit status.
};

/// States, stacks and locks of the threads in all dumps. The rows are the
/// selected threads.
class ThreadAnswer final : public Answer {
public:
  using AllFiles = std::shared_ptr<const std::vector<FileThreads>>;

  /// A comparison requires at least two dumps; see countDumps(). Several
  /// answers may share \p Files.
  ThreadAnswer(AllFiles Files, ThreadRequest Request)
      : Files(std::move(Files)), Request(std::move(Request)) {}
  ThreadAnswer(std::vector<FileThreads> Files, ThreadRequest Request)
      : ThreadAnswer(
            std::make_shared<const std::vector<FileThreads>>(std::move(Files)),
            std::move(Request)) {}
  static const AnswerInfo &kind();

  const AnswerInfo &info() const override { return kind(); }
  bool hasGate() const override { return Request.HasGate; }
  std::unique_ptr<Rows> files() const override;
  std::unique_ptr<Rows> facts() const override;
  std::unique_ptr<Rows> rows() const override;
  void present(Presenter &To) const override;

private:
  void presentDumps(Presenter &To) const;
  const AllFiles Files;
  const ThreadRequest Request;
};

size_t countDumps(llvm::ArrayRef<FileThreads> Files);
/// Returns reasons why a comparison of \p Files is doubtful: sentences without
/// a final period.
std::vector<std::string> comparisonNotes(llvm::ArrayRef<FileThreads> Files);

/// The threads of one dump, as a part of another answer.
class StacksOfThreads final : public AnswerPart {
public:
  /// Uses the first dump in \p File.
  StacksOfThreads(const FileThreads &File, const ThreadRequest &Request);
  ~StacksOfThreads() override;

  std::unique_ptr<Rows> facts() const override;
  void present(Presenter &To) const override;

private:
  std::unique_ptr<const ThreadReport> Is;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_THREADS_ANSWERS_THREADANSWER_H
