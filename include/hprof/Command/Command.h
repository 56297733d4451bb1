//===- Command.h - Commands from a peer to an agent -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Encodes and decodes commands sent to an agent over its socket; Commands.def
/// lists them. On the socket, all numbers are big-endian:
///
///     u1 tag, u4 serial number, u4 length of the body, body
///
/// Sources: the manual of the JDK's HPROF agent, "Socket Connection and
/// Communication"; for the options of CONTROL, also the behavior of that agent.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_COMMAND_COMMAND_H
#define HPROF_COMMAND_COMMAND_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace hprof {

enum class CommandTag : uint8_t {
#define HPROF_COMMAND(Name, Tag, Body, Title, Word, Help) Name = Tag,
#include "hprof/Command/Commands.def"
};

enum class ControlOption : uint8_t {
#define HPROF_CONTROL(Name, Number, Body, Word, Help) Name = Number,
#include "hprof/Command/Commands.def"
};

struct Command {
  // Flags of ALLOC SITES.
  static constexpr uint16_t Incremental = 1, ByAllocation = 2, CollectFirst = 4;
  /// By default, rows with a smaller share are omitted.
  static constexpr float DefaultCutoff = 0.0001f;

  CommandTag Tag = CommandTag::ForceGc;
  uint32_t Serial = 0;

  uint16_t Flags = 0;           ///< For ALLOC SITES.
  float Cutoff = DefaultCutoff; ///< For ALLOC SITES, CPU SAMPLES; >= 0.
  ControlOption Option = ControlOption::TracesOn; ///< For CONTROL.
  uint64_t Thread = 0; ///< Id of a thread object; 0 for all.
  uint16_t Depth = 0;  ///< Depth of traces.

  /// Returns the name in the manual, such as "ALLOC SITES".
  llvm::StringRef title() const;
  /// Same as above, but includes the option of CONTROL: "CONTROL depth".
  std::string name() const;

  /// Appends the encoded command to \p Out.
  void encode(llvm::SmallVectorImpl<uint8_t> &Out) const;
};

/// The bytes before the body of a command.
struct CommandHeader {
  static constexpr size_t Size = 9;
  uint8_t Tag = 0;
  uint32_t Serial = 0;
  uint32_t Length = 0; ///< Length of the body.

  static CommandHeader decode(llvm::ArrayRef<uint8_t> Bytes);
};

/// Maximum length of any command's body.
constexpr size_t MaxCommandBody = 10;

/// Decodes the command with the header \p H. \p Body contains the H.Length
/// bytes of the body, or the first MaxCommandBody if there are more. The error
/// gives the value found and the value expected.
llvm::Expected<Command> decodeCommand(const CommandHeader &H,
                                      llvm::ArrayRef<uint8_t> Body);

} // namespace hprof

#endif // HPROF_COMMAND_COMMAND_H
