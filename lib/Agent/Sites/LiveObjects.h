//===- LiveObjects.h - Counted objects that are alive -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Weak references to the objects that were counted, with their sites. They say
/// which objects the VM has collected, without ObjectFree events: a VM that
/// posts these may never end (docs/Rationale/AllocationSites.md), and tags
/// would have to be looked for in the entire heap.
///
/// References to dead objects are dropped by the thread that adds an object
/// once there are half as many again as were alive last time.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_SITES_LIVEOBJECTS_H
#define HPROF_LIB_AGENT_SITES_LIVEOBJECTS_H

#include "Agent/Memory/TableMemory.h"
#include "Agent/Vm/JvmTi.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <atomic>
#include <mutex>

namespace hprof::agent {

/// A counted object.
struct LiveObject {
  jweak Ref; ///< A weak global reference.
  uint32_t Site;
  uint32_t Units; ///< Bytes / 8, rounded up; those of 32 GiB or more are cut.

  uint64_t size() const { return uint64_t(Units) * 8; }
};

/// Thread-safe. No lock that add() waits for is held during calls into the VM,
/// except while objects are tagged.
class LiveObjects {
  static constexpr unsigned MostSeconds = 20;

public:
  explicit LiveObjects(TableMemory &Budget) : Budget(Budget) {}
  LiveObjects(const LiveObjects &) = delete;
  LiveObjects &operator=(const LiveObjects &) = delete;
  /// References that are left stay the VM's.
  ~LiveObjects();

  /// \p Object has \p Size bytes and was counted for \p Site. \return false if
  /// there is no memory. Objects without identity, which have no weak
  /// references, are left out.
  bool add(JNIEnv &Jni, jobject Object, uint32_t Site, uint64_t Size);

  /// Calls \p Do for each object that is alive or not yet collected, and drops
  /// the others. A reference is valid during the call. \return false without a
  /// call if another thread has done the same for \p MaxSeconds and still does:
  /// a debugger may have suspended it.
  bool each(JNIEnv &Jni, llvm::function_ref<void(const LiveObject &)> Do,
            unsigned MaxSeconds = MostSeconds);

  /// From now on, objects that are added get the tag tagOf() in \p Ti at once,
  /// until this is called with null: the environment is not in use afterwards.
  void setTagged(jvmtiEnv *Ti);
  static jlong tagOf(uint32_t Site) { return (jlong(Site) + 1) << 32; }

  /// Drops all, with the same limit.
  bool clear(JNIEnv &Jni);

private:
  static constexpr unsigned ChunkBytes = 1 << 14;
  struct Chunk {
    Chunk *Next;
    uint32_t Num;
    static constexpr uint32_t Capacity =
        (ChunkBytes - sizeof(void *) - 8) / sizeof(LiveObject);
    LiveObject Entries[Capacity];
  };
  static_assert(sizeof(Chunk) <= ChunkBytes);
  /// Threads add to parts of their own, as far as there are enough.
  struct alignas(64) Part {
    std::mutex Lock;
    Chunk *Current = nullptr;
    jvmtiEnv *Tagged = nullptr;
  };
  static constexpr unsigned NumParts = 8;

  bool put(const LiveObject &O, jobject Object);
  Chunk *take();
  void give(Chunk *First, Chunk *Last, uint64_t Num);
  bool sweepOnce(JNIEnv &Jni, unsigned MaxSeconds,
                 llvm::function_ref<bool(const LiveObject &)> Keeps);
  void sweep(JNIEnv &Jni, llvm::function_ref<bool(const LiveObject &)> Keeps);

  TableMemory &Budget;
  Part Parts[NumParts];
  std::mutex FullLock;
  Chunk *Full = nullptr; ///< A list of chunks that no part adds to.
  std::atomic<uint64_t> NumFull{0};
  std::atomic<uint64_t> SweepAt{uint64_t(2) *
                                Chunk::Capacity}; ///< A number of entries.
  std::mutex SweepLock; ///< Held by the thread that looks at all.
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_SITES_LIVEOBJECTS_H
