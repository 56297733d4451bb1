//===- Pipeline.h - From sources through stages to a target -----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The driver of all code that reads, changes and writes record streams:
///
///     source - its own stages -+
///     source - its own stages -+- common stages - target
///     source - its own stages -+
///
///     LossAccount Losses;
///     Pipeline P(Losses);
///     P.addSource(makeDumpSource(*In, formatInfo(Kind), {}), std::move(Own));
///     P.addStage(makePassStage<SetVersion>(std::string("1.0.2")));
///     if (Error E = P.run(Writer))
///       ...
///
/// The sources are read in the order in which they were added: after their own
/// stages they form one stream, with a file header at the beginning of each.
/// Nothing is read before run().
///
/// First the stages look, in their order: own stages at the records from their
/// source, common ones at the stream of all sources. Each walk of a look, and
/// one for names that the target needs, reads the sources once more;
/// RecordSource::makeRepeatable is called first. Stages that receive, or may
/// receive, the same records share their first walk. Names are collected along
/// with the first walk where they are looked up, and shared by all stages that
/// receive the same names. The losses and damage of these walks are discarded;
/// only the findings of the stages are kept.
///
/// finish() is called for the own stages after each source, and for the common
/// ones and the target after the last. It is not called after an error: the
/// target has then received everything before the error.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_PIPELINE_PIPELINE_H
#define HPROF_LIB_CONVERT_PIPELINE_PIPELINE_H

#include "hprof/Convert/Pipeline/RecordSource.h"
#include "hprof/Convert/Pipeline/Stage.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <deque>
#include <functional>
#include <vector>

namespace hprof {

/// Names that a target looks up.
enum class NamesNeeded : uint8_t {
  None,
  Passed, ///< Names of the stream up to the current record.
  Whole   ///< Names of the whole stream, from the beginning.
};

class Pipeline {
public:
  using StageList = std::vector<std::unique_ptr<Stage>>;
  /// Creates a target after look() of all stages. The names, those of the
  /// stream that reaches the target, are null if it needs none.
  using TargetMaker = llvm::function_ref<std::unique_ptr<RecordVisitor>(
      const DumpContext *Names)>;

  /// \p Losses receives the losses of the last walk; it must outlive this.
  explicit Pipeline(LossAccount &Losses);

  /// Adds a source. \p Account receives the losses of this source and its
  /// stages, instead of the common account; it must outlive this.
  void addSource(std::unique_ptr<RecordSource> From, StageList Own = {},
                 LossAccount *Account = nullptr);
  /// Adds a common stage, after all sources.
  void addStage(std::unique_ptr<Stage> S) { Common.push_back(std::move(S)); }

  /// Passes errors from finish() of stages and of the target through \p F.
  void setFinishError(std::function<llvm::Error(llvm::Error)> F) {
    OnFinish = std::move(F);
  }

  /// Sends the records of all sources through the stages to \p Target, once.
  /// Errors of a source and of its own stages carry the source's name (as
  /// llvm::FileError); errors of common stages and of the target do not.
  llvm::Error run(RecordVisitor &Target);
  llvm::Error run(NamesNeeded Names, TargetMaker MakeTarget);

  /// Number of times that a source was read; if there are several, the maximum.
  uint64_t reads() const;

  Pipeline(const Pipeline &) = delete;
  Pipeline &operator=(const Pipeline &) = delete;
  ~Pipeline();

private:
  class Place;
  class Trial;
  using TrialList = std::deque<std::unique_ptr<Trial>>;
  struct SharedNames;
  struct Input {
    std::unique_ptr<RecordSource> From;
    StageList Own;
    LossAccount *Account = nullptr;
    bool IsRepeatable = false; ///< Whether makeRepeatable() has been called.
    uint64_t Reads = 0;
  };

  llvm::Error makeRepeatable(Input &I);
  Place &placeBefore(Input *Of, size_t N, Place *Previous);
  NamesUsed usedFrom(const Input *Of, size_t N) const;
  llvm::Error firstWalks(llvm::ArrayRef<std::unique_ptr<Stage>> Stages,
                         Place &Here, TrialList &Tried);
  void tellDamage(Input *Of);
  llvm::Expected<Place *> look(Input *Of, Place &Begin);
  llvm::Expected<Place *> prepare(NamesUsed ByTarget);
  llvm::Error walk(Input &I, size_t NumStages, RecordVisitor &Last,
                   LossAccount &Account, Walk For);
  llvm::Error walk(size_t NumStages, RecordVisitor &Last, LossAccount &Account,
                   Walk For);
  llvm::Error lastWalk(RecordVisitor &Target);
  llvm::Error finish(RecordVisitor &V);

  LossAccount &Losses;
  std::vector<Input> Inputs;
  StageList Common;
  std::vector<std::unique_ptr<SharedNames>> Names;
  std::vector<std::unique_ptr<Place>> Places;
  NamesUsed TargetUses = NamesUsed::None;
  unsigned NumWalks = 0; ///< Number of nested walks in progress.
  std::function<llvm::Error(llvm::Error)> OnFinish;
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_PIPELINE_PIPELINE_H
