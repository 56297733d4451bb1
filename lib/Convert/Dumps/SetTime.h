//===- SetTime.h - Adds a time to file headers ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_DUMPS_SETTIME_H
#define HPROF_LIB_CONVERT_DUMPS_SETTIME_H

#include "hprof/Format/Kit/Forward.h"

namespace hprof {

class LossAccount;

/// Sets the time of file headers that lack one.
class SetTime final : public Forward {
public:
  /// \p Millis is in milliseconds since 1970.
  SetTime(RecordVisitor &Next, LossAccount &, uint64_t Millis)
      : Forward(Next), Millis(Millis) {}

  using Forward::visit;
  void visit(const FileHeader &H) override {
    FileHeader Out = H;
    if (!Out.Millis)
      Out.Millis = Millis;
    Next.visit(Out);
  }
  RecordKindSet runKinds() const override { return Next.runKinds(); }

private:
  const uint64_t Millis;
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_DUMPS_SETTIME_H
