//===- FakeWeakRefs.h - Weak references without a VM ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A JNI environment with weak references to objects, which are represented by
/// numbers starting at 1. Any thread may use it. FakeJvm also has weak
/// references, but searches a list of all references in each call, which is too
/// slow for large numbers of references.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_AGENT_SITES_FAKEWEAKREFS_H
#define HPROF_UNITTESTS_AGENT_SITES_FAKEWEAKREFS_H

#include "Agent/Vm/JvmTi.h"
#include <atomic>
#include <deque>
#include <mutex>

namespace hprof::agent {

class FakeWeakRefs : public JNIEnv_ {
public:
  FakeWeakRefs() {
    functions = &Table;
    Table.NewWeakGlobalRef = [](JNIEnv *E, jobject O) {
      FakeWeakRefs &Vm = of(E);
      std::lock_guard<std::mutex> Hold(Vm.Lock);
      ++Vm.NumRefs;
      return reinterpret_cast<jweak>(&Vm.Refs.emplace_back(O));
    };
    Table.DeleteWeakGlobalRef = [](JNIEnv *E, jweak W) {
      if (refOf(W).exchange(deleted()) == deleted())
        ++of(E).NumFaults;
      --of(E).NumRefs;
    };
    Table.IsSameObject = [](JNIEnv *E, jobject W, jobject) -> jboolean {
      const jobject To = refOf(W);
      of(E).NumFaults += To == deleted();
      return To == nullptr;
    };
    Table.NewLocalRef = [](JNIEnv *, jobject W) { return refOf(W).load(); };
    Table.DeleteLocalRef = [](JNIEnv *, jobject) {};
    Table.ExceptionOccurred = [](JNIEnv *) { return jthrowable(); };
    Table.ExceptionCheck = [](JNIEnv *) { return jboolean(JNI_FALSE); };
  }

  static jobject object(uintptr_t N) { return reinterpret_cast<jobject>(N); }
  /// Clears all references to \p O.
  void collect(jobject O) {
    std::lock_guard<std::mutex> Hold(Lock);
    for (std::atomic<jobject> &R : Refs) {
      jobject Was = O;
      R.compare_exchange_strong(Was, nullptr);
    }
  }

  std::atomic<int64_t> NumRefs{0}; ///< Number of references not yet deleted.
  std::atomic<unsigned> NumFaults{0};

private:
  static FakeWeakRefs &of(JNIEnv *E) { return *static_cast<FakeWeakRefs *>(E); }
  static std::atomic<jobject> &refOf(jobject W) {
    return *reinterpret_cast<std::atomic<jobject> *>(W);
  }
  static jobject deleted() { return object(UINTPTR_MAX); }

  JNINativeInterface_ Table = {};
  std::mutex Lock;
  std::deque<std::atomic<jobject>> Refs;
};

} // namespace hprof::agent

#endif // HPROF_UNITTESTS_AGENT_SITES_FAKEWEAKREFS_H
