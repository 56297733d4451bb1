//===- AsyncCallTrace.cpp - Stacks in signal handlers ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "AsyncCallTrace.h"
#include <dlfcn.h>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

AsyncGetCallTraceFn agent::findAsyncGetCallTrace(JavaVM &Vm) {
  static constexpr char Name[] = "AsyncGetCallTrace";
  void *Found = ::dlsym(RTLD_DEFAULT, Name);
  // Programs that embed a VM may hide its symbols.
  Dl_info Library;
  if (!Found &&
      ::dladdr(reinterpret_cast<void *>(Vm.functions->GetEnv), &Library) &&
      Library.dli_fname)
    if (void *Handle = ::dlopen(Library.dli_fname, RTLD_LAZY | RTLD_NOLOAD)) {
      Found = ::dlsym(Handle, Name);
      ::dlclose(Handle);
    }
  return reinterpret_cast<AsyncGetCallTraceFn>(Found);
}

StringRef agent::asyncErrorText(int32_t Code) {
  static constexpr StringLiteral Texts[] = {
      "no Java frame",
      "class events are off",
      "garbage collection",
      "unknown, not Java",
      "not walkable, not Java",
      "unknown, Java",
      "not walkable, Java",
      "unknown thread state",
      "thread exiting",
      "deoptimization",
      "safepoint",
  };
  static_assert(std::size(Texts) == size_t(1 - LastAsyncError));
  return Code <= 0 && Code >= LastAsyncError ? Texts[-Code]
                                             : StringLiteral("unknown error");
}
