//===- SetVersion.h - Sets the version of HPROF binary ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_CARRIERS_SETVERSION_H
#define HPROF_LIB_CONVERT_CARRIERS_SETVERSION_H

#include "hprof/Format/Kit/Forward.h"

namespace hprof {

class LossAccount;

/// Sets the version of HPROF binary in file headers. The writer, with
/// Framing::Own, frames the heap for that version.
class SetVersion final : public Forward {
public:
  SetVersion(RecordVisitor &Next, LossAccount &, std::string Version)
      : Forward(Next), Version(std::move(Version)) {}

  using Forward::visit;
  void visit(const FileHeader &H) override {
    FileHeader Changed = H;
    Changed.Version = Version;
    Next.visit(Changed);
  }
  RecordKindSet runKinds() const override { return Next.runKinds(); }

private:
  const std::string Version;
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_CARRIERS_SETVERSION_H
