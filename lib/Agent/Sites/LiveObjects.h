//===- LiveObjects.h - Live counted objects ---------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file Weak references to counted objects, with their sites. They show which
/// objects the VM has collected, without ObjectFree events: a VM that posts
/// such events may never exit (docs/Rationale/AllocationSites.md), and finding
/// tags would require a search of the entire heap.
///
/// References to dead objects are dropped by a thread that adds an object, once
/// the number of references is 1.5 times the number of live objects at the last
/// sweep.
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
  uint32_t Units; ///< Bytes / 8, rounded up; clamped at 32 GiB.

  uint64_t size() const { return uint64_t(Units) * 8; }
};

/// Thread-safe. No lock that add() takes is held during calls into the VM,
/// except while objects are tagged.
class LiveObjects {
  static constexpr unsigned MostSeconds = 20;

public:
  explicit LiveObjects(TableMemory &Budget) : Budget(Budget) {}
  LiveObjects(const LiveObjects &) = delete;
  LiveObjects &operator=(const LiveObjects &) = delete;
  /// Remaining references are left to the VM.
  ~LiveObjects();

  /// Adds \p Object, which is \p Size bytes large and was counted for \p Site.
  /// \return false if memory is exhausted. Objects without identity cannot have
  /// weak references and are omitted.
  bool add(JNIEnv &Jni, jobject Object, uint32_t Site, uint64_t Size);

  /// Calls \p Do for each object not yet collected, and drops the others.
  /// References are valid during the call. \return false, without calling
  /// \p Do, if another thread has been in this function for \p MaxSeconds: a
  /// debugger may have suspended it.
  bool each(JNIEnv &Jni, llvm::function_ref<void(const LiveObject &)> Do,
            unsigned MaxSeconds = MostSeconds);

  /// From now on, added objects get the tag tagOf() in \p Ti, until this is
  /// called with null; afterwards, \p Ti is no longer used.
  void setTagged(jvmtiEnv *Ti);
  static jlong tagOf(uint32_t Site) { return (jlong(Site) + 1) << 32; }

  /// Drops all references; waits at most as long as each().
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
  /// Where possible, each thread adds to a part of its own.
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
  Chunk *Full = nullptr; ///< List of full chunks.
  std::atomic<uint64_t> NumFull{0};
  std::atomic<uint64_t> SweepAt{uint64_t(2) *
                                Chunk::Capacity}; ///< Number of entries.
  std::mutex SweepLock; ///< Held by the sweeping thread.
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_SITES_LIVEOBJECTS_H
