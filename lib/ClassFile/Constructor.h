//===- Constructor.h - Where an object is initialized -----------*- C++ -*-===//
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

/// Returns the instructions of a constructor at which its object is definitely
/// initialized: super() or this() has returned on all paths to them. Only these
/// instructions may be covered by a handler whose frame lacks the object.
///
/// \p Frames are the frames for the verifier; null if the class file is for the
/// old verifier, which infers types. With the old verifier, constructors that
/// branch before the call are not supported, and the result is empty. \p
/// NumLocals is the number of locals initially occupied by `this` and the
/// arguments.
std::vector<CodeRange> initializedRanges(const CodeEdit &Code,
                                         const ConstantPool &Pool,
                                         const StackMap *Frames,
                                         uint32_t NumLocals);

/// Returns the number of a method's parameters, where a long or double is one
/// parameter; more than 255 if \p Descriptor is malformed.
uint32_t countParameters(llvm::StringRef Descriptor);

} // namespace hprof::classfile

#endif // HPROF_LIB_CLASSFILE_CONSTRUCTOR_H
