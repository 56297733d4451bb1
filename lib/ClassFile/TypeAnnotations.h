//===- TypeAnnotations.h - Type annotations in code -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HPROF_LIB_CLASSFILE_TYPEANNOTATIONS_H
#define HPROF_LIB_CLASSFILE_TYPEANNOTATIONS_H

#include "ByteReader.h"
#include "ByteWriter.h"
#include "CodeMap.h"

namespace hprof::classfile {

/// Writes the contents of a Runtime(In)VisibleTypeAnnotations attribute of a
/// Code attribute with mapped offsets: section 4.7.20 of the specification.
llvm::Error moveTypeAnnotations(ByteReader R, const CodeMap &Map,
                                ByteWriter &W);

} // namespace hprof::classfile

#endif // HPROF_LIB_CLASSFILE_TYPEANNOTATIONS_H
