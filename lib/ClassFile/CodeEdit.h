//===- CodeEdit.h - Code with calls at entry and exit -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HPROF_LIB_CLASSFILE_CODEEDIT_H
#define HPROF_LIB_CLASSFILE_CODEEDIT_H

#include "ByteWriter.h"
#include "CodeMap.h"
#include "Instructions.h"

namespace hprof::classfile {

/// A call of a hook with the method number: two instructions of three bytes
/// each.
struct HookCall {
  static constexpr unsigned Size = 6;

  uint8_t PushOpcode; ///< sipush or ldc_w.
  uint16_t PushOperand;
  uint16_t Hook; ///< The Methodref.

  void write(ByteWriter &W) const;
};

/// The code of one method and the new offsets of its instructions: a call of
/// Enter is inserted at the start, a call of Exit before each return, and the
/// handler at the end.
class CodeEdit {
public:
  static constexpr unsigned HandlerSize = HookCall::Size + 1;

  /// \p Base is the offset of \p Code in the class file.
  static llvm::Expected<CodeEdit> plan(llvm::ArrayRef<uint8_t> Code,
                                       size_t Base);

  const std::vector<Instruction> &instructions() const { return All; }
  llvm::ArrayRef<uint8_t> code() const { return Code; }
  const CodeMap &map() const { return Map; }
  uint32_t handler() const { return Map.newSize(); }

  /// Writes the new code, preceded by its length.
  llvm::Error write(ByteWriter &W, const HookCall &Enter,
                    const HookCall &Exit) const;

private:
  CodeEdit(llvm::ArrayRef<uint8_t> Code, size_t Base)
      : Code(Code), Base(Base), Map(uint32_t(Code.size())) {}

  llvm::Error writeBranch(ByteWriter &W, const Instruction &I) const;
  llvm::Error writeSwitch(ByteWriter &W, const Instruction &I) const;
  llvm::Expected<int32_t> distance(const Instruction &I, size_t Operand) const;

  llvm::ArrayRef<uint8_t> Code;
  size_t Base;
  std::vector<Instruction> All;
  CodeMap Map;
};

} // namespace hprof::classfile

#endif // HPROF_LIB_CLASSFILE_CODEEDIT_H
