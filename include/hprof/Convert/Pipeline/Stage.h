//===- Stage.h - Stages of a pipeline ---------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A list of stages connects a reader to a writer. Before any record reaches
/// the writer, the driver (Pipeline.h) lets the stages look at the stream, in
/// their order: a visitor of the stage sees the stream in a first walk, and
/// then the stage may walk through it again, as often as it needs to. It keeps
/// what it finds, and makes passes from that. A stage looks once, whatever
/// comes before or after it, so an input is read once for the writer and at
/// most once for each walk of a stage; stages that see the same records share
/// their first walk.
///
///     class FindRootsStage final : public Stage {
///       RecordVisitor *firstWalk(const DumpContext &) override {
///         return &(Survey = RootSurvey());
///       }
///       llvm::Error look(Upstream &Stream) override {
///         return Survey.HasRoots ? llvm::Error::success()
///                                : Stream.walk(References);
///       }
///
/// Passes record their losses in the account they are made with; losses of the
/// walks of a look are discarded.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_PIPELINE_STAGE_H
#define HPROF_CONVERT_PIPELINE_STAGE_H

#include "hprof/Format/Records/RecordVisitor.h"
#include <memory>
#include <optional>

namespace hprof {

class DumpContext;
class LossAccount;
enum class Lowering : uint8_t;

/// The stream that reaches a stage. Valid as long as the stage's pipeline runs.
class Upstream {
public:
  virtual ~Upstream();

  /// Sends \p V the whole stream and finishes it.
  virtual llvm::Error walk(RecordVisitor &V) = 0;

  /// The names that Stage::uses() asks for: during the first walk those of the
  /// records so far, after it all of them. They are shared by all stages that
  /// the same names reach, so that they may be complete before the first walk.
  /// The header is that of the last file.
  virtual const DumpContext &names() const = 0;
  /// Walks through the stream for the names alone, unless they are complete.
  virtual llvm::Error collectNames() = 0;

  /// For a stage that learns from most streams in time what it needs: allows
  /// its passes to call walk(), too. The pass's own walk is then suspended.
  virtual llvm::Error allowLateWalks() = 0;
};

/// What a stage or a target looks up in a stream's DumpContext.
enum class NamesUsed : uint8_t {
  None,
  Classes, ///< Strings, classes and fields, as a ClassBuilder collects them.
  All      ///< Stacks and threads, too.
};

class Stage {
public:
  virtual ~Stage();

  /// The lowering that it implements, if any.
  virtual std::optional<Lowering> lowers() const { return std::nullopt; }

  /// What it looks up in a DumpContext.
  virtual NamesUsed uses() const { return NamesUsed::None; }
  /// The visitor that must see the whole stream before look(), always wanting
  /// more; null if there is none. \p Names are those of Upstream::names(). The
  /// stage keeps ownership. Asked again if the stage before has turned out to
  /// change the stream: what was seen of it until then is not to be kept.
  virtual RecordVisitor *firstWalk(const DumpContext &Names) { return nullptr; }
  /// Finds out what else its passes need to know in advance. Called once,
  /// before any pass is made, after the stages before it have looked.
  virtual llvm::Error look(Upstream &) { return llvm::Error::success(); }

  /// The names of the stream after this stage, if its look has collected them;
  /// null otherwise.
  virtual const DumpContext *names() const { return nullptr; }
  /// Whether all that a DumpContext holds is the same before and after it.
  virtual bool keepsNames() const { return keepsStream(); }
  /// Whether all records are the same before and after it, which may be known
  /// only after its look.
  virtual bool keepsStream() const { return false; }
  /// The same before its look: false if it is certain that they are not.
  virtual bool mayKeepStream() const { return keepsStream(); }

  /// The stage, \p Next and \p Account must outlive the pass. May be called
  /// several times.
  /// Null if there is nothing to do in this stream.
  virtual std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                                  LossAccount &Account) = 0;
};

} // namespace hprof

#endif // HPROF_CONVERT_PIPELINE_STAGE_H
