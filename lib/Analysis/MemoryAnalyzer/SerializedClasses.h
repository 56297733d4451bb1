//===- SerializedClasses.h - The classes in a master index ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_MEMORYANALYZER_SERIALIZEDCLASSES_H
#define HPROF_LIB_ANALYSIS_MEMORYANALYZER_SERIALIZEDCLASSES_H

#include "JavaStream.h"

namespace hprof::memoryanalyzer::java {

#define JAVA_CLASS(ID, NAME, VERSION, FLAGS, SUPER) extern const JavaClass ID;
#include "SerializedClasses.def"

} // namespace hprof::memoryanalyzer::java

#endif // HPROF_LIB_ANALYSIS_MEMORYANALYZER_SERIALIZEDCLASSES_H
