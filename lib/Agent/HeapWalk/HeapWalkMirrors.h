//===- HeapWalkMirrors.h - References from class objects -------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A class object has instance fields like any other object (its name, cached
/// reflection data, annotations), but JVM TI reports only its references as a
/// class: statics, constants, its loader. Objects referenced only by such a
/// field would be missing in a heap walk. Local references to them make the
/// walk find them.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAPWALK_HEAPWALKMIRRORS_H
#define HPROF_LIB_AGENT_HEAPWALK_HEAPWALKMIRRORS_H

#include "Agent/Records/NumberedClasses.h"
#include "llvm/ADT/ArrayRef.h"

namespace hprof::agent {

/// Creates a reference in \p Refs to each object in a field of a class object.
llvm::Error holdFieldsOf(llvm::ArrayRef<NumberedClasses::Loaded> Classes,
                         jvmtiEnv &Ti, JNIEnv &Jni, LocalFrame &Refs);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAPWALK_HEAPWALKMIRRORS_H
