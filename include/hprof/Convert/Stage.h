//===- Stage.h - Stages of a pipeline ---------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A list of stages connects a reader to a writer. A stage makes its pass once
/// the driver (Pipeline.h) knows what follows it, and may ask to see the whole
/// stream first: the driver then walks the source once more, through the stages
/// before it, to the stage's survey. Passes record their losses in the account
/// they are made with; the account of a survey's walk is discarded.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_STAGE_H
#define HPROF_CONVERT_STAGE_H

#include "hprof/Format/Hprof/RecordVisitor.h"
#include <functional>
#include <memory>
#include <optional>

namespace hprof {

class DumpContext;
class LossAccount;
enum class Lowering : uint8_t;

class Stage {
public:
  virtual ~Stage();

  /// The lowering that it implements, if any.
  virtual std::optional<Lowering> lowers() const { return std::nullopt; }

  /// The visitor that must see the whole stream, as it reaches this stage,
  /// before a pass is made; null if there is none. The stage keeps ownership.
  /// Asked once.
  virtual RecordVisitor *survey() { return nullptr; }

  /// Shows a visitor the whole stream as it reaches the stage, and its end. To
  /// be called by a pass, whose own walk is suspended meanwhile.
  using Lookahead = std::function<llvm::Error(RecordVisitor &)>;
  /// For a stage that learns in time what it needs from most streams: it keeps
  /// \p Show, for the others, and returns true. Sources are then made
  /// repeatable, as for a survey, but not walked. Asked once, before surveys.
  virtual bool takeLookahead(const Lookahead &Show) { return false; }

  /// The names of the stream after this stage, if its survey has collected
  /// them; null otherwise.
  virtual const DumpContext *names() const { return nullptr; }
  /// Whether the names of the stream are the same before and after it.
  virtual bool keepsNames() const { return false; }

  /// \p Next and \p Account must outlive the pass. May be called several times.
  virtual std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                                  LossAccount &Account) = 0;
};

} // namespace hprof

#endif // HPROF_CONVERT_STAGE_H
