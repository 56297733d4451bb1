//===- Constructor.h - Where an object is initialised -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HPROF_LIB_CLASSFILE_CONSTRUCTOR_H
#define HPROF_LIB_CLASSFILE_CONSTRUCTOR_H

#include "CodeEdit.h"
#include "ConstantPool.h"
#include "StackMap.h"

namespace hprof::classfile {

/// A range of old offsets.
struct CodeRange {
  uint32_t Start, End;
};

/// The instructions of a constructor at which its object is surely initialised:
/// super() or this() has returned on all ways to them. No others may be
/// protected by a handler that does not know of the object.
///
/// \p Frames are all that the verifier has; null if the class file is for the
/// old verifier, which infers types. Then constructors that branch before are
/// not understood, and nothing is returned. \p NumLocals are those that the
/// arguments and `this` take at the start.
std::vector<CodeRange> initializedRanges(const CodeEdit &Code,
                                         const ConstantPool &Pool,
                                         const StackMap *Frames,
                                         uint32_t NumLocals);

/// The number of a method's parameters, where a long or a double counts as one;
/// more than 255 if \p Descriptor is malformed.
uint32_t countParameters(llvm::StringRef Descriptor);

} // namespace hprof::classfile

#endif // HPROF_LIB_CLASSFILE_CONSTRUCTOR_H
