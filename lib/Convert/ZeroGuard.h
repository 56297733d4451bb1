//===- ZeroGuard.h - Limits synthetic zeros ---------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In formats that contain the length of an array but not its elements, a few
/// bytes can stand for gigabytes of zeros in HPROF. A dump of a real heap has
/// many other objects; one crafted to fill a disk does not. The limit grows
/// with the input: 1 GiB, plus 1024 bytes for each byte read.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_ZEROGUARD_H
#define HPROF_LIB_CONVERT_ZEROGUARD_H

#include "hprof/Convert/DumpSource.h"
#include "hprof/Format/Kit/Forward.h"
#include <optional>

namespace hprof {

/// Placed after a reader; stops it when there are too many zeros. The result
/// depends only on the input, so checking one of several walks is enough.
class ZeroGuard final : public Forward {
public:
  /// \p Most is the limit in bytes; nullopt to derive it from the input.
  ZeroGuard(RecordVisitor &Next, const Source &In, ZerosMade Zeros,
            std::optional<uint64_t> Most)
      : Forward(Next), In(In), Zeros(Zeros), Most(Most) {}

  using Forward::visit;
  void visit(const FileHeader &H) override;
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) override;
  void visit(const ReferenceArray &R) override;
  void visit(const ObjectArrayDump &R) override;
  void visit(const PrimitiveArrayNoData &R) override;
  /// Runs without zeros are passed through unchecked.
  RecordKindSet runKinds() const override;
  void run(const SubRecordRun &Run) override;
  bool wantsMore() const override { return !Failure && Forward::wantsMore(); }

  /// Must be called when the reader has finished.
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
