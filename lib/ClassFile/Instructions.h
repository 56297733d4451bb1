//===- Instructions.h - Splits code into instructions -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HPROF_LIB_CLASSFILE_INSTRUCTIONS_H
#define HPROF_LIB_CLASSFILE_INSTRUCTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <vector>

namespace hprof::classfile {

enum class OpKind : uint8_t {
  Invalid,
  Plain, ///< Operands do not depend on the position.
  Branch,
  FarBranch, ///< With a 32-bit offset.
  TableSwitch,
  LookupSwitch,
  Return,
  Ret,
  Throw,
  New,
  Special, ///< invokespecial
  Wide,
};

OpKind kindOf(uint8_t Opcode);

struct Instruction {
  uint32_t Offset; ///< Offset in the code.
  uint32_t Size;
  OpKind Kind;
};

/// Splits \p Code into its instructions, in order. \p Base is its offset in the
/// class file, for messages.
llvm::Expected<std::vector<Instruction>> splitCode(llvm::ArrayRef<uint8_t> Code,
                                                   size_t Base);

/// Number of bytes between the opcode of a switch at \p Offset and its
/// operands.
inline uint32_t switchPadding(uint32_t Offset) { return 3 - Offset % 4; }

} // namespace hprof::classfile

#endif // HPROF_LIB_CLASSFILE_INSTRUCTIONS_H
