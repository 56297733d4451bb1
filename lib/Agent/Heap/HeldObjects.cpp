//===- HeldObjects.cpp - Finds known objects in a heap dump ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HeldObjects.h"
#include "Agent/Vm/JvmError.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

Error HeldObjects::hold(jobject Object) {
  jobject Held = Jni.NewGlobalRef(Object);
  if (!Held)
    return make_error<JvmError>(
        "holding classes and threads for a dump: no memory in the VM");
  References.push_back(Held);
  return Error::success();
}

HeldObjects::~HeldObjects() {
  for (jobject Held : References)
    Jni.DeleteGlobalRef(Held);
}

/// A reference is the address of a slot; since JDK 21, its lowest bits contain
/// the kind of reference.
std::vector<uint64_t> HeldObjects::handles() const {
  std::vector<uint64_t> Result;
  Result.reserve(References.size());
  for (jobject Held : References)
    Result.push_back(uint64_t(reinterpret_cast<uintptr_t>(Held)) &
                     ~UINT64_C(7));
  return Result;
}
