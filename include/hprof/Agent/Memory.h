//===- Memory.h - The memory that the agent may use ------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The agent shares its process with the program, which must not die because
/// the agent finds no memory. All memory that the library allocates passes
/// through allocate(), as the link replaces malloc() in it. It is counted; when
/// there is more of it than the option memory= allows, or when the system
/// refuses, the account is marked as overdrawn. A reserve then serves the
/// allocations that are under way, until the sessions see the mark and stand
/// aside.
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
  /// What allocations get after the system has refused one.
  static constexpr size_t ReserveSize = size_t(16) << 20;

  explicit constexpr MemoryAccount(const SystemMemory &From) : From(From) {}
  MemoryAccount(const MemoryAccount &) = delete;
  MemoryAccount &operator=(const MemoryAccount &) = delete;

  /// Sets aside the reserve. \return false if there is no memory for it.
  bool open();

  /// Null only if the reserve is used up, too.
  void *allocate(size_t Bytes, size_t Alignment = 16);
  void *allocateZeros(size_t Count, size_t Bytes);
  void *resize(void *P, size_t Bytes);
  void release(void *P);

  /// Raises the limit by \p Bytes: those of a session. It begins with a clean
  /// account if what earlier ones still hold is within the limit.
  void allow(uint64_t Bytes);
  /// Counts \p Bytes if they and \p Left more are within the limit.
  bool take(uint64_t Bytes, uint64_t Left);
  /// Counts memory that a table maps by itself; negative when it is unmapped.
  void count(int64_t Bytes) {
    const int64_t Now = Used.fetch_add(Bytes) + Bytes;
    // Without a session there is no limit.
    if (const int64_t Most = Limit; Most && Now > Most)
      IsOverdrawn = true;
  }
  /// Whether more than the limit was used, or the system refused memory.
  bool isOverdrawn() const {
    return IsOverdrawn.load(std::memory_order_relaxed);
  }
  /// Whether it was the system.
  bool wasRefused() const { return WasRefused; }
  /// May be below 0: what the C library allocates is not counted, but the agent
  /// frees some of it.
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

/// The account of this library; null in programs whose allocations do not pass
/// through one, such as unit tests.
MemoryAccount *memoryAccount();
void setMemoryAccount(MemoryAccount *Account);

} // namespace hprof::agent

#endif // HPROF_AGENT_MEMORY_H
