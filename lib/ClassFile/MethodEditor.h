//===- MethodEditor.h - Edits one method of a class file --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HPROF_LIB_CLASSFILE_METHODEDITOR_H
#define HPROF_LIB_CLASSFILE_METHODEDITOR_H

#include "CodeEdit.h"
#include "ConstantPool.h"
#include "Constructor.h"
#include "hprof/ClassFile/CallEditor.h"

namespace hprof::classfile {

struct MethodHead {
  llvm::StringRef Name, Descriptor;
  bool HasCode = false;
};

class MethodEditor {
public:
  MethodEditor(ConstantPool &Pool, uint16_t Major, bool HasSuper)
      : Pool(Pool), Major(Major), HasSuper(HasSuper) {}

  /// Adds the constants for the hooks. \return false if the pool is full.
  bool addHooks(const CallHooks &Hooks);

  /// Reads a method up to its attribute count.
  MethodHead readHead(ByteReader &R) const;

  /// Writes the method at \p R, passing \p Number to the hooks. On failure,
  /// the written bytes are invalid.
  llvm::Error edit(ByteReader R, const MethodHead &M, int32_t Number,
                   ByteWriter &W);

private:
  llvm::Error editCode(ByteReader R, const MethodHead &M, int32_t Number,
                       ByteWriter &W);
  llvm::Error editHandlers(ByteReader &R, const CodeEdit &Code,
                           llvm::ArrayRef<CodeRange> Protected,
                           ByteWriter &W) const;
  llvm::Error editAttributes(ByteReader R, const CodeEdit &Code,
                             const StackMap *Frames, ByteWriter &W);
  llvm::Expected<std::optional<StackMap>> findFrames(ByteReader R) const;
  std::vector<CodeRange> protectedRanges(const MethodHead &M,
                                         const CodeEdit &Code,
                                         const StackMap *Frames) const;

  ConstantPool &Pool;
  const uint16_t Major;
  const bool HasSuper;
  uint16_t Enter = 0, Exit = 0, Throwable = 0, StackMapName = 0;
};

} // namespace hprof::classfile

#endif // HPROF_LIB_CLASSFILE_METHODEDITOR_H
