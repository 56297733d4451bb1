//===- AnalyzerName.h - Names of classes ------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_MEMORYANALYZER_ANALYZERNAME_H
#define HPROF_LIB_ANALYSIS_MEMORYANALYZER_ANALYZERNAME_H

#include <string>

namespace hprof {
class DumpContext;
struct GraphClass;
} // namespace hprof

namespace hprof::memoryanalyzer {

/// Returns Memory Analyzer's name of a class, in modified UTF-8: the name in
/// the file with dots instead of slashes, and arrays as in Java source. (Unlike
/// GraphClass::Name, it does not handle hidden classes and old dumps.)
std::string analyzerName(const DumpContext &Context, const GraphClass &C);

} // namespace hprof::memoryanalyzer

#endif // HPROF_LIB_ANALYSIS_MEMORYANALYZER_ANALYZERNAME_H
