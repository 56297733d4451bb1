//===- LookaheadPass.h - Passes that see all before they begin --*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A pass that needs to know more of the stream than the records so far, found
/// out in as many walks as it takes, each for what the one before has shown:
///
///     class DropObjects final : public LookaheadPass {
///       llvm::Error look(const Stage::Lookahead &Show) override;
///
///     Stages.push_back(makeLookaheadStage<DropObjects>(Lowering::DropObjects,
///                                                      std::move(Options)));
///
/// A stage whose single survey suffices has Stage::survey() for that.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_LOOKAHEADPASS_H
#define HPROF_CONVERT_LOOKAHEADPASS_H

#include "hprof/Convert/Stage.h"
#include "hprof/Format/Kit/Forward.h"
#include <tuple>
#include <utility>

namespace hprof {

/// Looks before the first file header is passed on. After a failure the stream
/// ends early, and finish() returns the error.
class LookaheadPass : public Forward {
public:
  LookaheadPass(RecordVisitor &Next, Stage::Lookahead Show)
      : Forward(Next), Show(std::move(Show)) {}
  ~LookaheadPass() override { consumeError(std::move(Failure)); }

  using Forward::visit;
  void visit(const FileHeader &H) override {
    if (!std::exchange(HasLooked, true))
      fail(look(Show));
    Next.visit(H);
  }
  bool wantsMore() const override { return !HasFailed && Next.wantsMore(); }
  llvm::Error finish() override {
    return Failure ? std::move(Failure) : Forward::finish();
  }

protected:
  /// \p Show shows a visitor the whole stream.
  virtual llvm::Error look(const Stage::Lookahead &Show) = 0;
  /// \p E may be success.
  void fail(llvm::Error E) {
    HasFailed |= bool(E);
    Failure = joinErrors(std::move(Failure), std::move(E));
  }
  bool hasFailed() const { return HasFailed; }

private:
  const Stage::Lookahead Show;
  bool HasLooked = false, HasFailed = false;
  llvm::Error Failure = llvm::Error::success();
};

/// The stage of such a pass, with what it lowers, if anything. The pass is
/// constructed from the next visitor, the account, the means to look ahead, and
/// copies of the arguments.
template <class PassT, class... Ts> class LookaheadStage final : public Stage {
public:
  explicit LookaheadStage(std::optional<Lowering> Lowers, Ts... Args)
      : Lowers(Lowers), Args(std::move(Args)...) {}

  std::optional<Lowering> lowers() const override { return Lowers; }
  bool takeLookahead(const Lookahead &Ahead) override {
    Show = Ahead;
    return true;
  }
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &Account) override {
    return std::apply(
        [&](const Ts &...Each) {
          return std::make_unique<PassT>(Next, Account, Show, Each...);
        },
        Args);
  }

private:
  const std::optional<Lowering> Lowers;
  const std::tuple<Ts...> Args;
  Lookahead Show;
};

template <class PassT, class... Ts>
std::unique_ptr<Stage> makeLookaheadStage(std::optional<Lowering> L,
                                          Ts... Args) {
  return std::make_unique<LookaheadStage<PassT, Ts...>>(L, std::move(Args)...);
}

} // namespace hprof

#endif // HPROF_CONVERT_LOOKAHEADPASS_H
