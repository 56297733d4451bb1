//===- StackMap.h - The attribute StackMapTable -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The frames that state for the verifier which types locals and stack have
/// where branches meet: section 4.7.4 of the specification.
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
  /// The class of an Object, for an Uninitialized the offset of its new.
  uint16_t Value;
};

struct StackFrame {
  enum class Kind : uint8_t { Same, SameWithStack, Chop, Append, Full };

  uint32_t Offset; ///< In the code.
  Kind K;
  uint16_t NumChopped; ///< For Chop.
  /// What the frame states: its new or all locals, then the stack.
  llvm::ArrayRef<VerificationType> Locals, Stack;
};

class StackMap {
public:
  /// Reads an attribute's content.
  static llvm::Expected<StackMap> read(ByteReader R);

  StackMap() = default;
  StackMap(StackMap &&) = default;
  StackMap &operator=(StackMap &&) = default;

  /// By rising offset.
  const std::vector<StackFrame> &frames() const { return Frames; }

  /// Writes an attribute's content with all offsets changed by \p Map. Then
  /// follows a frame for the handler at \p Handler, which finds no locals and
  /// an object of the class \p Thrown. \p Base is for messages.
  llvm::Error write(ByteWriter &W, const CodeMap &Map, uint32_t Handler,
                    uint16_t Thrown, size_t Base) const;

private:
  std::vector<StackFrame> Frames;
  std::vector<VerificationType> Types; ///< Types in all frames; does not grow.
};

} // namespace hprof::classfile

#endif // HPROF_LIB_CLASSFILE_STACKMAP_H
