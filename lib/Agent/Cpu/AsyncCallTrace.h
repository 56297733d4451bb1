//===- AsyncCallTrace.h - Stacks in signal handlers ----------- -*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// AsyncGetCallTrace, a HotSpot function that no header declares, returns the
/// stack of the current Java thread in a signal handler, wherever the thread
/// was interrupted. It requires that the ClassLoad event is enabled and
/// GetClassMethods was called for each class.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_CPU_ASYNCCALLTRACE_H
#define HPROF_LIB_AGENT_CPU_ASYNCCALLTRACE_H

#include "Agent/Vm/JvmTi.h"
#include "llvm/ADT/StringRef.h"

namespace hprof::agent {

struct AsyncFrame {
  jint Bci; ///< Negative in a native method.
  jmethodID Method;
};

struct AsyncTrace {
  JNIEnv *Env;
  jint NumFrames; ///< If below 1, an error code.
  AsyncFrame *Frames;
};

/// Stores up to \p Depth frames. \p Context is the handler's third parameter.
using AsyncGetCallTraceFn = void (*)(AsyncTrace *T, jint Depth, void *Context);

/// Returns null if the VM lacks the function.
AsyncGetCallTraceFn findAsyncGetCallTrace(JavaVM &Vm);

/// Lowest error code; error codes are 0 and below.
constexpr int32_t LastAsyncError = -10;
/// Whether the thread was in Java code, but its frames were not found.
constexpr bool isLostInJava(int32_t Code) { return Code == -5 || Code == -6; }
/// Description of the error code \p Code, such as "no Java frame".
llvm::StringRef asyncErrorText(int32_t Code);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_CPU_ASYNCCALLTRACE_H
