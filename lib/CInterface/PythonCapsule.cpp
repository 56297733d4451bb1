//===- PythonCapsule.cpp - Frees the structs of Python's capsules ---------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof-c/hprof.h"
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

template <class T> static void release(void *Is) {
  auto *Of = static_cast<T *>(Is);
  if (Of->release)
    Of->release(Of);
}

/// Frees a capsule. Python also calls destructors while an exception is
/// pending, when no Python code may run. Therefore, this is not a Python
/// function, but calls C functions of the running interpreter.
void hprof_capsule_free(void *Capsule) {
  using NameOf = const char *(*)(void *);
  using PointerOf = void *(*)(void *, const char *);
  static const auto Name =
      reinterpret_cast<NameOf>(dlsym(RTLD_DEFAULT, "PyCapsule_GetName"));
  static const auto Pointer =
      reinterpret_cast<PointerOf>(dlsym(RTLD_DEFAULT, "PyCapsule_GetPointer"));
  if (!Name || !Pointer)
    return;
  const char *Is = Name(Capsule);
  void *Of = Pointer(Capsule, Is);
  if (!std::strcmp(Is, "arrow_array_stream"))
    release<ArrowArrayStream>(Of);
  else if (!std::strcmp(Is, "arrow_schema"))
    release<ArrowSchema>(Of);
  std::free(Of);
}
