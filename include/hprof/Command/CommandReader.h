//===- CommandReader.h - Commands from a byte stream ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Splits the bytes from a socket into commands:
///
///     while (auto C = Reader.take(Bytes)) ...
///
/// Commands are framed by their length: an invalid one is skipped, and the next
/// one is read where it should begin. The bytes are untrusted; memory use does
/// not depend on them.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_COMMAND_COMMANDREADER_H
#define HPROF_COMMAND_COMMANDREADER_H

#include "hprof/Command/Command.h"
#include <optional>

namespace hprof {

class CommandReader {
public:
  /// Removes bytes from the front of \p Bytes until a command is complete, and
  /// returns it, or an error for a command that is skipped. \return nothing if
  /// there are too few bytes.
  std::optional<llvm::Expected<Command>> take(llvm::ArrayRef<uint8_t> &Bytes);
  /// Whether the bytes so far end inside a command.
  bool isWithin() const { return NumKept || ToSkip; }

private:
  static constexpr size_t MaxKept = CommandHeader::Size + MaxCommandBody;

  bool keepUntil(size_t Count, llvm::ArrayRef<uint8_t> &Bytes);

  uint8_t Kept[MaxKept];
  size_t NumKept = 0;
  uint32_t ToSkip = 0; ///< Number of bytes left in a body that is too long.
};

} // namespace hprof

#endif // HPROF_COMMAND_COMMANDREADER_H
