//===- Memory.cpp - Memory that the agent may use -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "hprof/Agent/Memory.h"
#include <algorithm>
#include <cstring>
#include <sys/mman.h>

using namespace hprof;
using namespace hprof::agent;

static MemoryAccount *TheAccount = nullptr;

MemoryAccount *agent::memoryAccount() { return TheAccount; }
void agent::setMemoryAccount(MemoryAccount *Account) { TheAccount = Account; }

bool MemoryAccount::open() {
  if (Reserve)
    return true;
  void *P = ::mmap(nullptr, ReserveSize, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (P == MAP_FAILED)
    return false;
  Reserve = static_cast<uint8_t *>(P);
  return true;
}

void MemoryAccount::allow(uint64_t Bytes) {
  int64_t Most = Limit, Sum;
  do
    if (Bytes > uint64_t(INT64_MAX) ||
        __builtin_add_overflow(Most, int64_t(Bytes), &Sum))
      Sum = INT64_MAX;
  while (!Limit.compare_exchange_weak(Most, Sum));
  if (!WasRefused)
    IsOverdrawn = Used > Sum;
}

bool MemoryAccount::take(uint64_t Bytes, uint64_t Left) {
  int64_t Now = Used;
  do {
    const uint64_t Most = uint64_t(Limit.load());
    const uint64_t Taken = uint64_t(std::max<int64_t>(Now, 0));
    if (Most &&
        (Taken > Most || Left > Most - Taken || Bytes > Most - Taken - Left))
      return false;
  } while (!Used.compare_exchange_weak(Now, Now + int64_t(Bytes)));
  return true;
}

/// The size of an allocation from the reserve is stored before it. The memory
/// of the reserve is never reused: it is needed only until the sessions have
/// ended.
void *MemoryAccount::fromReserve(size_t Bytes, size_t Alignment) {
  WasRefused = true;
  IsOverdrawn = true;
  if (!Reserve || Bytes > ReserveSize)
    return nullptr;
  Alignment = std::max<size_t>(Alignment, 16);
  size_t Begin, At = ReserveUsed.load();
  do {
    Begin = (At + sizeof(size_t) + Alignment - 1) & ~(Alignment - 1);
    if (Begin + Bytes > ReserveSize)
      return nullptr;
  } while (!ReserveUsed.compare_exchange_weak(At, Begin + Bytes));
  memcpy(Reserve + Begin - sizeof(size_t), &Bytes, sizeof(size_t));
  return Reserve + Begin;
}

void *MemoryAccount::allocate(size_t Bytes, size_t Alignment) {
  void *P = Alignment <= 16 ? From.Allocate(Bytes)
                            : From.AllocateAligned(Alignment, Bytes);
  if (!P)
    return fromReserve(Bytes, Alignment);
  count(int64_t(From.SizeOf(P)));
  return P;
}

void *MemoryAccount::allocateZeros(size_t Count, size_t Bytes) {
  size_t Total;
  if (__builtin_mul_overflow(Count, Bytes, &Total))
    return nullptr;
  void *P = allocate(Total);
  if (P)
    memset(P, 0, Total);
  return P;
}

void *MemoryAccount::resize(void *P, size_t Bytes) {
  if (!P)
    return allocate(Bytes);
  size_t Old;
  if (isInReserve(P))
    memcpy(&Old, static_cast<uint8_t *>(P) - sizeof(size_t), sizeof(size_t));
  else
    Old = From.SizeOf(P);
  void *New = allocate(Bytes);
  if (!New)
    return nullptr;
  memcpy(New, P, std::min(Old, Bytes));
  release(P);
  return New;
}

void MemoryAccount::release(void *P) {
  if (!P || isInReserve(P))
    return;
  Used -= int64_t(From.SizeOf(P));
  From.Free(P);
}
