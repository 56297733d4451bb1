//===- TableMemory.cpp - Bounds the memory of the agent's tables ----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TableMemory.h"
#include "hprof/Agent/Memory.h"
#include <sys/mman.h>

using namespace hprof;
using namespace hprof::agent;

/// Counts \p Bytes if that many are left.
bool TableMemory::take(size_t Bytes) {
  uint64_t Now = Used;
  do
    if (Now > Limit || Bytes > Limit - Now)
      return false;
  while (!Used.compare_exchange_weak(Now, Now + Bytes));
  if (!Account || Account->take(Bytes, LeftToOthers))
    return true;
  Used -= Bytes;
  return false;
}

void TableMemory::giveBack(size_t Bytes) {
  Used -= Bytes;
  if (Account)
    Account->count(-int64_t(Bytes));
}

void *TableMemory::map(size_t Bytes) {
  if (!take(Bytes))
    return nullptr;
  void *P = ::mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (P != MAP_FAILED)
    return P;
  giveBack(Bytes);
  return nullptr;
}

void TableMemory::unmap(void *P, size_t Bytes) {
  ::munmap(P, Bytes);
  giveBack(Bytes);
}
