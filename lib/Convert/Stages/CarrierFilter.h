//===- CarrierFilter.h - Leaves out what the target cannot say --*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_STAGES_CARRIERFILTER_H
#define HPROF_LIB_CONVERT_STAGES_CARRIERFILTER_H

#include "hprof/Convert/Stage.h"
#include "hprof/Format/Kit/Forward.h"

namespace hprof {

/// Stands before a writer. Records that the target cannot carry, and Opaque
/// bytes, are left out and counted.
class CarrierFilter final : public Forward {
public:
  /// With \p KeepsAll everything that HPROF binary has tags for and Opaque
  /// bytes stay, as for a file that is written as it was.
  CarrierFilter(RecordVisitor &Next, LossAccount &Account, Format To,
                bool KeepsAll);

  using Forward::visit;
  void visit(const Opaque &R) override;
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) override;
#define HPROF_ANY_BEGIN(NAME) void visit(const NAME &R) override;
#include "hprof/Format/Hprof/Records.def"
  RecordKindSet runKinds() const override { return Next.runKinds() & Keeps; }

private:
  template <class R> void record(const R &Rec);

  LossAccount &Account;
  RecordKindSet Keeps;
};

/// The last stage before a writer.
std::unique_ptr<Stage> makeCarrierFilter(Format To, bool KeepsAll);

} // namespace hprof

#endif // HPROF_LIB_CONVERT_STAGES_CARRIERFILTER_H
