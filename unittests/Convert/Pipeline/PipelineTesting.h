//===- PipelineTesting.h - Stages for tests of pipelines --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_CONVERT_PIPELINE_PIPELINETESTING_H
#define HPROF_UNITTESTS_CONVERT_PIPELINE_PIPELINETESTING_H

#include "Convert/PassTesting.h"
#include <utility>

namespace hprof {

using Events = std::vector<std::string>;

/// Adds a number to the ids of roots.
class AddPass : public Forward {
public:
  AddPass(RecordVisitor &Next, LossAccount &, uint64_t N)
      : Forward(Next), N(N) {}
  using Forward::visit;
  void visit(const RootUnknown &R) override {
    RootUnknown Out = R;
    Out.Object += N;
    Next.visit(Out);
  }

private:
  const uint64_t N;
};

/// Adds up the ids in its first walk and adds the sum to each id in its pass.
class SumStage final : public Stage {
public:
  SumStage(Events &Log, llvm::StringRef Name)
      : Log(Log), Name(Name), Seen(*this) {}
  llvm::Error look(Upstream &Stream) override {
    Log.push_back(Name + " looks");
    return Stream.walk(Seen);
  }
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &Account) override {
    EXPECT_TRUE(WasSeen);
    return std::make_unique<AddPass>(Next, Account, Sum);
  }

private:
  struct Adder final : RecordVisitor {
    explicit Adder(SumStage &S) : S(S) {}
    using RecordVisitor::visit;
    void visit(const RootUnknown &R) override { S.Sum += R.Object; }
    llvm::Error finish() override {
      S.WasSeen = true;
      return llvm::Error::success();
    }
    SumStage &S;
  };
  Events &Log;
  const std::string Name;
  Adder Seen;
  uint64_t Sum = 0;
  bool WasSeen = false;
};

} // namespace hprof

#endif // HPROF_UNITTESTS_CONVERT_PIPELINE_PIPELINETESTING_H
