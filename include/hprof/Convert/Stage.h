//===- Stage.h - A pass before it is placed in the stream -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What stands between a reader and a writer is a list of stages. A stage makes
/// its pass once the driver (Pipeline.h) knows what comes behind it, and may
/// ask to see the whole stream first: the driver then walks the source once
/// more, through the stages before it, to the stage's survey. What passes lose
/// is entered in the account they are made with; that of a survey's walk is
/// thrown away.
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

  /// What it lowers, if that is what it is for.
  virtual std::optional<Lowering> lowers() const { return std::nullopt; }

  /// Who must see the whole stream, as it reaches this stage, before a pass is
  /// made; null when nobody. It stays the stage's. Asked once.
  virtual RecordVisitor *survey() { return nullptr; }

  /// Shows a visitor all of the stream as it reaches the stage, and its end. To
  /// be called by a pass, whose own walk stands still meanwhile.
  using Lookahead = std::function<llvm::Error(RecordVisitor &)>;
  /// For a stage that most streams tell in time what it must know: it keeps
  /// \p Show, for those that do not, and returns true. Sources are made
  /// repeatable then, as for a survey, but not walked. Asked once, before
  /// surveys.
  virtual bool takeLookahead(const Lookahead &Show) { return false; }

  /// The names of the stream behind this stage, where its survey has learned
  /// them; null otherwise.
  virtual const DumpContext *names() const { return nullptr; }
  /// Whether what names the stream has are the same before and behind it.
  virtual bool keepsNames() const { return false; }

  /// \p Next and \p Account outlive the pass. May be called several times.
  virtual std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                                  LossAccount &Account) = 0;
};

} // namespace hprof

#endif // HPROF_CONVERT_STAGE_H
