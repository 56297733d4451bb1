//===- PassStage.h - A stage with a single pass -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_PIPELINE_PASSSTAGE_H
#define HPROF_LIB_CONVERT_PIPELINE_PASSSTAGE_H

#include "hprof/Convert/Pipeline/Stage.h"
#include <tuple>
#include <utility>

namespace hprof {

/// A stage for a pass that needs no survey. The pass is constructed from the
/// next visitor, the loss account and copies of the arguments:
///
///     Stages.push_back(makePassStage<SetVersion>(std::string("1.0.2")));
template <class PassT, class... Ts> class PassStage final : public Stage {
public:
  explicit PassStage(std::optional<Lowering> Lowers, Ts... Args)
      : Lowers(Lowers), Args(std::move(Args)...) {}

  std::optional<Lowering> lowers() const override { return Lowers; }
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &Account) override {
    return std::apply(
        [&](const Ts &...Each) {
          return std::make_unique<PassT>(Next, Account, Each...);
        },
        Args);
  }

private:
  const std::optional<Lowering> Lowers;
  std::tuple<Ts...> Args;
};

template <class PassT, class... Ts>
std::unique_ptr<Stage> makePassStage(Ts... Args) {
  return std::make_unique<PassStage<PassT, Ts...>>(std::nullopt,
                                                   std::move(Args)...);
}

/// Same as above, for a pass that implements \p L.
template <class PassT, class... Ts>
std::unique_ptr<Stage> makeLoweringStage(Lowering L, Ts... Args) {
  return std::make_unique<PassStage<PassT, Ts...>>(L, std::move(Args)...);
}

} // namespace hprof

#endif // HPROF_LIB_CONVERT_PIPELINE_PASSSTAGE_H
