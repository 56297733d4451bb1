//===- JavaFrame.h - Frames of Java code ------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_STACKS_JAVAFRAME_H
#define LIB_ANALYSIS_STACKS_JAVAFRAME_H

#include "hprof/Analysis/Stacks/WeightedStacks.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Tool/Escape.h"
#include <algorithm>

namespace hprof {

/// Returns a frame named "java.util.HashMap.put", or with the part of the name
/// that is known.
inline WeightedStacks::Frame javaFrame(llvm::StringRef Class,
                                       llvm::StringRef Method,
                                       llvm::StringRef File, int32_t Line) {
  std::string Name = Class.empty() ? "" : javaClassName(Class);
  if (!Name.empty() && !Method.empty())
    Name += '.';
  Name += Method;
  return {Name.empty() ? "(unknown)" : toUtf8(Name), toUtf8(File),
          std::max(Line, int32_t(0))};
}

} // namespace hprof

#endif // LIB_ANALYSIS_STACKS_JAVAFRAME_H
