//===- JavaStacks.h - The stacks of exceptions ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A Throwable contains its stack as StackTraceElements once a program has
/// requested it; before that, the stack is only in Throwable.backtrace, an
/// array that HotSpot fills. For each frame, the array contains the method's
/// number, its class and, since JDK 9, the address of its name, which is the id
/// of the name in a dump. It contains no line numbers.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_JAVA_JAVASTACKS_H
#define HPROF_JAVA_JAVASTACKS_H

#include "hprof/Java/JavaHeap.h"
#include <string>
#include <vector>

namespace hprof {

/// Returns the frames of the Throwable \p At, innermost first:
/// "app.Job.run(Job.java:7)" or "app.Job.run", in modified UTF-8.
std::vector<std::string> throwableFrames(const JavaHeap &Heap, uint64_t At);

/// Value of the String \p At; nullopt if it is no String or lacks its array.
std::optional<std::string> stringText(const JavaHeap &Heap, uint64_t At);

} // namespace hprof

#endif // HPROF_JAVA_JAVASTACKS_H
