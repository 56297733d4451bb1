//===- ZeroGuard.h - Bounds what is made up ---------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Formats that tell an array's length and not its elements make a few bytes
/// stand for gigabytes of zeros in HPROF. A dump of a real heap has many other
/// objects; one that was made to fill a disk has not. What is allowed grows
/// with what was read: 1 GiB, and 1024 bytes for each byte of the input.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_ZEROGUARD_H
#define HPROF_LIB_CONVERT_ZEROGUARD_H

#include "hprof/Convert/DumpSource.h"
#include "hprof/Format/Kit/Forward.h"
#include <optional>

namespace hprof {

/// Stands behind a reader and stops it when the zeros become too many. That
/// depends on the input only, so one of several walks is enough to know.
class ZeroGuard final : public Forward {
public:
  /// \p Most is the bytes allowed, if they do not follow from what was read.
  ZeroGuard(RecordVisitor &Next, const Source &In, ZerosMade Zeros,
            std::optional<uint64_t> Most)
      : Forward(Next), In(In), Zeros(Zeros), Most(Most) {}

  using Forward::visit;
  void visit(const FileHeader &H) override;
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) override;
  void visit(const ReferenceArray &R) override;
  void visit(const ObjectArrayDump &R) override;
  void visit(const PrimitiveArrayNoData &R) override;
  /// What can make no zeros is let through unseen.
  RecordKindSet runKinds() const override;
  void run(const SubRecordRun &Run) override;
  bool wantsMore() const override { return !Failure && Forward::wantsMore(); }

  /// To be asked when the reader is done.
  llvm::Error takeError();

private:
  bool allows(uint64_t Offset, uint64_t Count, unsigned Width);

  const Source &In;
  const ZerosMade Zeros;
  const std::optional<uint64_t> Most;
  unsigned IdSize = 8;
  uint64_t Made = 0;
  std::optional<FormatError> Failure;
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_ZEROGUARD_H
