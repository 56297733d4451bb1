//===- NoteOrigin.h - Keeps values of file headers --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_MERGE_NOTEORIGIN_H
#define HPROF_LIB_CONVERT_MERGE_NOTEORIGIN_H

#include "hprof/Format/Kit/Forward.h"

namespace hprof {

class LossAccount;

/// Adds to each file header an origin with the values that later passes change.
class NoteOrigin final : public Forward {
public:
  NoteOrigin(RecordVisitor &Next, LossAccount &) : Forward(Next) {}

  using Forward::visit;
  void visit(const FileHeader &H) override {
    FileHeader Out = H;
    if (!Out.Origin) {
      Out.Origin.Millis = H.Millis;
      Out.Origin.IdSize = H.IdSize;
    }
    Next.visit(Out);
  }
  RecordKindSet runKinds() const override { return Next.runKinds(); }
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_MERGE_NOTEORIGIN_H
