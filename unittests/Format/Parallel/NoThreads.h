//===- NoThreads.h - A system without threads -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_FORMAT_PARALLEL_NOTHREADS_H
#define HPROF_UNITTESTS_FORMAT_PARALLEL_NOTHREADS_H

#include <pthread.h>

namespace hprof::test {

/// While an instance exists, no thread can be started, as if the user's limit
/// were reached: the stack of each new thread is too large for any address
/// space.
class NoThreads {
public:
  NoThreads() {
    ::pthread_getattr_default_np(&Before);
    pthread_attr_t Huge;
    ::pthread_attr_init(&Huge);
    ::pthread_attr_setstacksize(&Huge, size_t(1) << 56);
    ::pthread_setattr_default_np(&Huge);
    ::pthread_attr_destroy(&Huge);
  }
  NoThreads(const NoThreads &) = delete;
  NoThreads &operator=(const NoThreads &) = delete;
  ~NoThreads() {
    ::pthread_setattr_default_np(&Before);
    ::pthread_attr_destroy(&Before);
  }
  /// False with sanitizers that choose the stacks of threads themselves.
  static bool isPossible() {
    NoThreads Here;
    pthread_t Thread;
    auto Nothing = [](void *) -> void * { return nullptr; };
    if (::pthread_create(&Thread, nullptr, Nothing, nullptr) != 0)
      return true;
    ::pthread_join(Thread, nullptr);
    return false;
  }

private:
  pthread_attr_t Before;
};

} // namespace hprof::test

#endif // HPROF_UNITTESTS_FORMAT_PARALLEL_NOTHREADS_H
