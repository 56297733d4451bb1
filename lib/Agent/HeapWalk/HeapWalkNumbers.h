//===- HeapWalkNumbers.h - Object numbers in a heap walk -------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file Numbers that identify objects during a heap walk: ids divided by 8. An
/// object is numbered when the walk first reaches it; numbers are spaced by
/// object size, so that ids reveal sizes, as addresses do. Classes and threads
/// keep the session's numbers. Class loaders, to which classes refer, and
/// virtual threads that the walk may visit are numbered before the walk.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAPWALK_HEAPWALKNUMBERS_H
#define HPROF_LIB_AGENT_HEAPWALK_HEAPWALKNUMBERS_H

#include "Agent/Records/Ids.h"

namespace hprof::agent {

struct WalkNumbers {
  /// Ids are multiples of this.
  static constexpr uint64_t Grain = 8;
  static constexpr unsigned Bits = 40;

  static constexpr uint64_t FirstClass = Numbers::classId(0) / Grain;
  static constexpr uint64_t FirstThread = Numbers{}.Threads.Next / Grain;
  static constexpr uint64_t EndOfThreads = Numbers::EndOfThreads / Grain;
  /// The walking thread, if the session has not numbered it.
  static constexpr uint64_t Walker = EndOfThreads;
  static constexpr uint64_t FirstLoader = 0x80000000 / Grain;
  static constexpr uint64_t FirstVirtualThread = 0xc0000000 / Grain;
  static constexpr uint64_t FirstObject = (UINT64_C(1) << 32) / Grain;
  static constexpr uint64_t ClassStep = Numbers{}.Classes.Step / Grain;
  static constexpr uint64_t LoaderStep = 0x200 / Grain;
  static constexpr uint64_t VirtualThreadStep = 0x100 / Grain;

  static bool isClass(uint64_t N) { return N >= FirstClass && N < FirstThread; }
  static bool isThread(uint64_t N) {
    return N >= FirstThread && N < EndOfThreads;
  }
  static bool isLoader(uint64_t N) {
    return N >= FirstLoader && N < FirstVirtualThread;
  }
  static bool isFoundByWalk(uint64_t N) { return N >= FirstObject; }

  static uint64_t ofId(uint64_t Id) { return Id / Grain; }
  /// Returns the number of the class \p Index (from 0); 0 if there are too
  /// many.
  static uint64_t ofClass(uint64_t Index) {
    constexpr uint64_t End = (FirstThread - FirstClass) / ClassStep;
    return Index < End ? FirstClass + Index * ClassStep : 0;
  }
  static uint64_t classIndex(uint64_t N) {
    return (N - FirstClass) / ClassStep;
  }
  /// Returns the number of the loader \p Loader (from 1).
  static uint64_t ofLoader(uint32_t Loader) {
    return FirstLoader + (Loader - 1) * LoaderStep;
  }
  static uint32_t loaderOf(uint64_t N) {
    return uint32_t((N - FirstLoader) / LoaderStep) + 1;
  }
  static constexpr uint32_t MaxLoaders =
      uint32_t((FirstVirtualThread - FirstLoader) / LoaderStep);
  /// Returns the number of the virtual thread \p Index (from 0) that the
  /// session has not numbered; 0 if there are too many.
  static uint64_t ofVirtualThread(uint32_t Index) {
    constexpr uint64_t Max =
        (FirstObject - FirstVirtualThread) / VirtualThreadStep;
    return Index < Max ? FirstVirtualThread + Index * VirtualThreadStep : 0;
  }
  /// Returns the serial of a thread; UnknownThread for any other object.
  static uint32_t threadSerial(uint64_t N) {
    if (!isThread(N))
      return Numbers::UnknownThread;
    const Numbers First;
    return First.ThreadSerials.Next +
           uint32_t((N - FirstThread) / (First.Threads.Step / Grain));
  }

  /// Returns the id in the output. \p Window is the upper 16 bits of ids for
  /// this dump's own objects.
  static uint64_t idOf(uint64_t N, uint64_t Window) {
    if (N < FirstLoader)
      return N * Grain;
    return N * Grain + (Window << 48);
  }
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAPWALK_HEAPWALKNUMBERS_H
