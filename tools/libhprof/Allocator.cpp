//===- Allocator.cpp - The agent's own malloc -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When libhprof.so is linked, malloc, free etc. are replaced with the functions
// below (ld --wrap) throughout the library, including LLVM and the C++ library.
// The program's own allocations are not affected.
//
//===----------------------------------------------------------------------===//

#include "hprof/Agent/Memory.h"
#include <cerrno>
#include <malloc.h>

using namespace hprof::agent;

extern "C" {
void *__real_malloc(size_t Bytes);
void *__real_aligned_alloc(size_t Alignment, size_t Bytes);
void __real_free(void *P);
}

// Usable before any constructor has run.
static MemoryAccount Account({__real_malloc, __real_aligned_alloc, __real_free,
                              malloc_usable_size});

__attribute__((constructor)) static void openAccount() {
  Account.open();
  setMemoryAccount(&Account);
}

extern "C" {
void *__wrap_malloc(size_t Bytes) { return Account.allocate(Bytes); }
void *__wrap_calloc(size_t Count, size_t Bytes) {
  return Account.allocateZeros(Count, Bytes);
}
void *__wrap_realloc(void *P, size_t Bytes) { return Account.resize(P, Bytes); }
void *__wrap_aligned_alloc(size_t Alignment, size_t Bytes) {
  return Account.allocate(Bytes, Alignment);
}
int __wrap_posix_memalign(void **P, size_t Alignment, size_t Bytes) {
  *P = Account.allocate(Bytes, Alignment);
  return *P ? 0 : ENOMEM;
}
void __wrap_free(void *P) { Account.release(P); }
}
