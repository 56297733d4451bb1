//===- AttachAnswers.h - Results of attach queries --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ATTACH_ATTACHANSWERS_H
#define HPROF_ATTACH_ATTACHANSWERS_H

#include "hprof/Answer/Answer.h"
#include "hprof/Attach/JvmList.h"

namespace hprof {

struct AttachPlan;

/// The JVMs to which an agent can be attached.
class JvmAnswer final : public Answer {
public:
  explicit JvmAnswer(JvmList Found);
  const AnswerInfo &info() const override;
  std::unique_ptr<Rows> files() const override { return rows(); }
  std::unique_ptr<Rows> facts() const override { return nullptr; }
  std::unique_ptr<Rows> rows() const override;
  void present(Presenter &To) const override;

private:
  std::vector<RunningJvm> Jvms;
};

/// Describes what an attach to the process \p Pid would do.
std::vector<Prose> planLines(uint64_t Pid, const AttachPlan &Plan);

} // namespace hprof

#endif // HPROF_ATTACH_ATTACHANSWERS_H
