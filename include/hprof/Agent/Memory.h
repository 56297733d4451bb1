//===- Memory.h - Memory that the agent may use ----------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The agent shares its process with the application, which must not fail
/// because the agent runs out of memory. All memory that the library allocates
/// passes through allocate(), which replaces malloc() when the library is
/// linked. The memory is counted; if it exceeds the option memory=, or the
/// system refuses an allocation, the account is overdrawn. A reserve then
/// serves further allocations until the sessions call isOverdrawn() and stop.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_AGENT_MEMORY_H
#define HPROF_AGENT_MEMORY_H

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace hprof::agent {

/// The C library's functions.
struct SystemMemory {
  void *(*Allocate)(size_t Bytes);
  void *(*AllocateAligned)(size_t Alignment, size_t Bytes);
  void (*Free)(void *P);
  size_t (*SizeOf)(void *P);
};

class MemoryAccount {
public:
  /// Memory for allocations after the system has refused an allocation.
  static constexpr size_t ReserveSize = size_t(16) << 20;

  explicit constexpr MemoryAccount(const SystemMemory &From) : From(From) {}
  MemoryAccount(const MemoryAccount &) = delete;
  MemoryAccount &operator=(const MemoryAccount &) = delete;

  /// Allocates the reserve. \return false if that fails.
  bool open();

  /// Returns null only if the reserve is used up, too.
  void *allocate(size_t Bytes, size_t Alignment = 16);
  void *allocateZeros(size_t Count, size_t Bytes);
  void *resize(void *P, size_t Bytes);
  void release(void *P);

  /// Raises the limit by \p Bytes, the limit of a session. Resets isOverdrawn()
  /// if the memory that earlier sessions still hold is within the limit.
  void allow(uint64_t Bytes);
  /// Counts \p Bytes as used if the limit then still allows \p Left more bytes.
  bool take(uint64_t Bytes, uint64_t Left);
  /// Counts memory that a table maps itself; negative when it is unmapped.
  void count(int64_t Bytes) {
    const int64_t Now = Used.fetch_add(Bytes) + Bytes;
    // Without a session there is no limit.
    if (const int64_t Most = Limit; Most && Now > Most)
      IsOverdrawn = true;
  }
  /// Whether the limit was exceeded or the system refused memory.
  bool isOverdrawn() const {
    return IsOverdrawn.load(std::memory_order_relaxed);
  }
  /// Whether the system refused memory.
  bool wasRefused() const { return WasRefused; }
  /// Bytes in use. May be negative: memory that the C library allocates is not
  /// counted, but the agent frees some of it.
  int64_t used() const { return Used; }
  uint64_t limit() const { return uint64_t(Limit.load()); }

private:
  bool isInReserve(const void *P) const {
    return uintptr_t(P) - uintptr_t(Reserve) < ReserveSize && Reserve;
  }
  void *fromReserve(size_t Bytes, size_t Alignment);

  const SystemMemory From;
  std::atomic<int64_t> Used{0}, Limit{0};
  std::atomic<bool> IsOverdrawn{false}, WasRefused{false};
  uint8_t *Reserve = nullptr;
  std::atomic<size_t> ReserveUsed{0};
};

/// The account of this library; null in programs that do not count their
/// allocations, such as unit tests.
MemoryAccount *memoryAccount();
void setMemoryAccount(MemoryAccount *Account);

} // namespace hprof::agent

#endif // HPROF_AGENT_MEMORY_H
