//===- CodeTables.h - Line numbers and local variables ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HPROF_LIB_CLASSFILE_CODETABLES_H
#define HPROF_LIB_CLASSFILE_CODETABLES_H

#include "ByteReader.h"
#include "ByteWriter.h"
#include "CodeMap.h"

namespace hprof::classfile {

/// Writes the contents of a LineNumberTable with mapped offsets.
llvm::Error moveLines(ByteReader R, const CodeMap &Map, ByteWriter &W);

/// Does the same for a LocalVariableTable or a LocalVariableTypeTable.
llvm::Error moveVariables(ByteReader R, const CodeMap &Map, ByteWriter &W);

} // namespace hprof::classfile

#endif // HPROF_LIB_CLASSFILE_CODETABLES_H
