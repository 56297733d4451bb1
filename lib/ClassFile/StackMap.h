//===- StackMap.h - The attribute StackMapTable -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file The frames that describe the types of locals and the stack to the
/// verifier at branch targets: section 4.7.4 of the specification.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CLASSFILE_STACKMAP_H
#define HPROF_LIB_CLASSFILE_STACKMAP_H

#include "ByteReader.h"
#include "ByteWriter.h"
#include "CodeMap.h"

namespace hprof::classfile {

struct VerificationType {
  enum : uint8_t { UninitializedThis = 6, Object = 7, Uninitialized = 8 };

  uint8_t Tag;
  /// Class of an Object; for an Uninitialized, offset of its new instruction.
  uint16_t Value;
};

struct StackFrame {
  enum class Kind : uint8_t { Same, SameWithStack, Chop, Append, Full };

  uint32_t Offset; ///< Offset in the code.
  Kind K;
  uint16_t NumChopped; ///< For Chop.
  /// The frame's added or complete locals, then its stack.
  llvm::ArrayRef<VerificationType> Locals, Stack;
};

class StackMap {
public:
  /// Reads an attribute's contents.
  static llvm::Expected<StackMap> read(ByteReader R);

  StackMap() = default;
  StackMap(StackMap &&) = default;
  StackMap &operator=(StackMap &&) = default;

  /// Frames in order of offset.
  const std::vector<StackFrame> &frames() const { return Frames; }

  /// Writes an attribute's contents with all offsets mapped by \p Map, and a
  /// final frame for the handler at \p Handler, with no locals and an object of
  /// the class \p Thrown on the stack. \p Base is for messages.
  llvm::Error write(ByteWriter &W, const CodeMap &Map, uint32_t Handler,
                    uint16_t Thrown, size_t Base) const;

private:
  std::vector<StackFrame> Frames;
  std::vector<VerificationType>
      Types; ///< Types in all frames; never reallocated.
};

} // namespace hprof::classfile

#endif // HPROF_LIB_CLASSFILE_STACKMAP_H
