//===- Pipeline.h - From sources through stages to a target -----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The driver of all that reads, changes and writes streams of records:
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
/// The sources are read one after the other, in the order in which they were
/// added: behind their own stages they are one stream, with a file header where
/// each begins. Nothing is read before run().
///
/// A stage's survey sees the whole stream that reaches the stage, in a walk of
/// its own: of one source before own stages, of all before common ones. So may
/// one for the names that the target needs. Sources that are walked more than
/// once, or may be by a stage that looks ahead, are told so first
/// (RecordSource::makeRepeatable). What comes of the walks of surveys but for
/// what they keep, losses and damage, is thrown away.
///
/// finish() is called for the own stages behind each source, and for the common
/// ones and the target behind the last. After an error it is not: the target
/// has what had come until then.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_PIPELINE_H
#define HPROF_LIB_CONVERT_PIPELINE_H

#include "hprof/Convert/RecordSource.h"
#include "hprof/Convert/Stage.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <functional>
#include <vector>

namespace hprof {

/// Which names a target looks up.
enum class NamesNeeded : uint8_t {
  None,
  Passed, ///< Of the stream as far as it has come.
  Whole   ///< Of all of it, from the beginning.
};

class Pipeline {
public:
  using StageList = std::vector<std::unique_ptr<Stage>>;
  /// Makes a target when all surveys are done. Its names are null when it needs
  /// none; they are those of the stream as it reaches the target.
  using TargetMaker = llvm::function_ref<std::unique_ptr<RecordVisitor>(
      const DumpContext *Names)>;

  /// What the last walk loses is entered in \p Losses, which outlives this.
  explicit Pipeline(LossAccount &Losses) : Losses(Losses) {}

  void addSource(std::unique_ptr<RecordSource> From, StageList Own = {});
  /// Behind all sources.
  void addStage(std::unique_ptr<Stage> S) { Common.push_back(std::move(S)); }

  /// What finish() of stages and of the target tells goes through \p F.
  void setFinishError(std::function<llvm::Error(llvm::Error)> F) {
    OnFinish = std::move(F);
  }

  /// Walks everything, once. Errors of a source and of its own stages carry the
  /// source's name (as llvm::FileError); those of common stages and of the
  /// target are as these gave them.
  llvm::Error run(RecordVisitor &Target);
  llvm::Error run(NamesNeeded Names, TargetMaker MakeTarget);

private:
  struct Input {
    std::unique_ptr<RecordSource> From;
    StageList Own;
    bool IsRepeatable = false; ///< It was told that it must be.
  };

  llvm::Error makeRepeatable(Input &I);
  llvm::Error prepare();
  llvm::Error survey(Input &I, size_t NumStages, RecordVisitor &V);
  llvm::Error survey(size_t NumStages, RecordVisitor &V);
  llvm::Error offerLookaheads();
  const DumpContext *namesOfStages() const;
  llvm::Error walk(Input &I, size_t NumStages, RecordVisitor &Last,
                   LossAccount &Account, Walk For);
  llvm::Error walk(size_t NumStages, RecordVisitor &Last, LossAccount &Account,
                   Walk For);
  llvm::Error finish(RecordVisitor &V);

  LossAccount &Losses;
  std::vector<Input> Inputs;
  StageList Common;
  std::function<llvm::Error(llvm::Error)> OnFinish;
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_PIPELINE_H
