//===- Forward.h - Forwards the record stream -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A pass receives records, changes some of them and forwards the stream. The
/// base class forwards everything, including framing and payloads, so that a
/// pass overrides only what it changes:
///
///     class DropRoots : public Forward {
///     public:
///       using Forward::Forward;
///       using Forward::visit;
///       void visit(const RootUnknown &) override {}
///     };
///
/// Runs of sub-records are not accepted by default, because the base class
/// cannot determine which members a pass overrides. A pass that leaves some
/// kinds unchanged overrides runKinds() and returns those kinds among them that
/// Next accepts.
///
/// A pass that drops or replaces a record with a payload must also handle the
/// payload() events that follow if it is incomplete.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_KIT_FORWARD_H
#define HPROF_FORMAT_KIT_FORWARD_H

#include "hprof/Format/Records/RecordVisitor.h"

namespace hprof {

class Forward : public RecordVisitor {
public:
  /// \p Next must outlive the pass.
  explicit Forward(RecordVisitor &Next) : Next(Next) {}

  void visit(const FileHeader &H) override;
  void beginFrame(const Frame &F) override;
  void endFrame(const Frame &F, uint64_t Length) override;
  void visit(const Opaque &R) override;
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) override;
#define HPROF_ANY_BEGIN(NAME) void visit(const NAME &R) override;
#include "hprof/Format/Records/Records.def"
  uint64_t runRoom() const override;
  void run(const SubRecordRun &Run) override;
  bool wantsMore() const override;
  /// An override that holds back records must end with Forward::finish().
  llvm::Error finish() override;

protected:
  RecordVisitor &Next;
};

} // namespace hprof

#endif // HPROF_FORMAT_KIT_FORWARD_H
