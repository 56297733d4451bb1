//===- StreamWatch.h - Finds the end of a record stream ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_TOOLS_HPROF_LISTEN_STREAMWATCH_H
#define HPROF_TOOLS_HPROF_LISTEN_STREAMWATCH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace hprof {

/// Follows the framing of an HPROF stream to detect truncation. Contents are
/// not checked.
class StreamWatch {
public:
  /// Bytes at the start of every stream.
  static constexpr llvm::StringLiteral Magic = "JAVA PROFILE 1.0";

  /// Processes the next bytes, in pieces of any size. \return false if this is
  /// not HPROF.
  bool take(llvm::ArrayRef<uint8_t> Bytes);

  uint64_t size() const { return Size; }
  bool hasHeader() const { return Is != State::Magic && Is != State::Foreign; }
  /// Describes a fault at the end of the stream; empty if there is none.
  std::string fault() const;
  /// Offset of the fault.
  uint64_t faultOffset() const { return RecordAt; }

private:
  enum class State { Magic, Version, IdsAndTime, Record, Body, Text, Foreign };

  void takeByte(uint8_t B);
  void endHeader();

  State Is = State::Magic;
  uint64_t Size = 0;
  uint64_t RecordAt = 0; ///< Offset of the current record.
  uint8_t Header[9];     ///< Header of the current record.
  unsigned NumHeader = 0;
  uint32_t Left = 0; ///< Remaining bytes of a body.
  bool IsInDump = false;
  uint8_t Last = 0;
};

} // namespace hprof

#endif // HPROF_TOOLS_HPROF_LISTEN_STREAMWATCH_H
