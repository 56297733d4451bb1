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
/// the writer, the driver (Pipeline.h) lets the stages survey the stream, in
/// their order: a visitor of the stage receives the stream in a first walk, and
/// then the stage may walk through it any number of times. The stage keeps its
/// findings and creates passes from them. It surveys the stream only once,
/// regardless of what precedes or follows it, so an input is read once for the
/// writer and at most once for each walk of a stage; stages that receive the
/// same records share their first walk.
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
/// Passes record their losses in the account given to makePass(); losses during
/// the walks of look() are discarded.
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

  /// The names according to Stage::uses(): during the first walk, those of the
  /// records so far; after it, all of them. They are shared by all stages that
  /// receive the same names, so they may be complete before the first walk. The
  /// header is that of the last file.
  virtual const DumpContext &names() const = 0;
  /// Walks through the stream to collect names only, unless they are complete.
  virtual llvm::Error collectNames() = 0;

  /// Allows the stage's passes to call walk(), too, for a stage that rarely
  /// needs to read ahead. During such a walk, the pass's own walk is suspended.
  virtual llvm::Error allowLateWalks() = 0;
};

/// Parts of a stream's DumpContext that a stage or a target uses.
enum class NamesUsed : uint8_t {
  None,
  Classes, ///< Strings, classes and fields, as a ClassBuilder collects them.
  All      ///< Stacks and threads, too.
};

class Stage {
public:
  virtual ~Stage();

  /// The lowering that the stage implements, if any.
  virtual std::optional<Lowering> lowers() const { return std::nullopt; }

  /// Parts of a DumpContext that the stage uses.
  virtual NamesUsed uses() const { return NamesUsed::None; }
  /// Returns the visitor that must receive the whole stream before look(), and
  /// must not stop it; may be null. \p Names are Upstream::names(). The stage
  /// keeps ownership. Called again if the previous stage turns out to change
  /// the stream: anything collected until then must be discarded.
  virtual RecordVisitor *firstWalk(const DumpContext &Names) { return nullptr; }
  /// Collects further information that the passes need in advance. Called once,
  /// before any pass is created, after look() of the previous stages.
  virtual llvm::Error look(Upstream &) { return llvm::Error::success(); }

  /// The names of the stream after this stage, if look() has collected them;
  /// null otherwise.
  virtual const DumpContext *names() const { return nullptr; }
  /// Whether the stage leaves all contents of a DumpContext unchanged.
  virtual bool keepsNames() const { return keepsStream(); }
  /// Whether all records are the same before and after the stage, which may be
  /// known only after look().
  virtual bool keepsStream() const { return false; }
  /// Same as above, before look(): false if the records certainly differ.
  virtual bool mayKeepStream() const { return keepsStream(); }

  /// Creates a pass; returns null if there is nothing to do in this stream. The
  /// stage, \p Next and \p Account must outlive the pass. May be called several
  /// times.
  virtual std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                                  LossAccount &Account) = 0;
};

} // namespace hprof

#endif // HPROF_CONVERT_PIPELINE_STAGE_H
