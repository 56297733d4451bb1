//===- ZeroGuard.h - Limits made-up zeros -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Formats that state an array's length but not its elements let a few bytes
/// stand for gigabytes of zeros in HPROF. A dump of a real heap has many other
/// objects; one made to fill a disk does not. The limit grows with what was
/// read: 1 GiB, plus 1024 bytes for each byte of the input.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_ZEROGUARD_H
#define HPROF_LIB_CONVERT_ZEROGUARD_H

#include "hprof/Convert/DumpSource.h"
#include "hprof/Format/Kit/Forward.h"
#include <optional>

namespace hprof {

/// Follows a reader and stops it when the zeros become too many. That depends
/// on the input only, so checking one of several walks is enough.
class ZeroGuard final : public Forward {
public:
  /// \p Most is the limit in bytes, if it is not derived from the input.
  ZeroGuard(RecordVisitor &Next, const Source &In, ZerosMade Zeros,
            std::optional<uint64_t> Most)
      : Forward(Next), In(In), Zeros(Zeros), Most(Most) {}

  using Forward::visit;
  void visit(const FileHeader &H) override;
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) override;
  void visit(const ReferenceArray &R) override;
  void visit(const ObjectArrayDump &R) override;
  void visit(const PrimitiveArrayNoData &R) override;
  /// Runs that cannot produce zeros are passed through unchecked.
  RecordKindSet runKinds() const override;
  void run(const SubRecordRun &Run) override;
  bool wantsMore() const override { return !Failure && Forward::wantsMore(); }

  /// To be called when the reader is done.
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
