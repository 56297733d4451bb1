//===- Ids.h - Numbers of the agent's own records --------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Ranges of the ids and serials that the agent assigns. Each kind has its own
/// range, so that a number in an output shows its kind. Object ids are below 2
/// GiB, where HotSpot places no heap unless an option requests it, since heap
/// dumps by the VM use addresses as ids.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_RECORDS_IDS_H
#define HPROF_LIB_AGENT_RECORDS_IDS_H

#include <cstdint>

namespace hprof::agent {

/// Numbers with a constant step.
template <class T> struct NumberRange {
  T Next;
  T Step = 1;
  T take() {
    const T N = Next;
    Next += Step;
    return N;
  }
  /// Reserves \p Count consecutive numbers and returns the first.
  T takeMany(T Count) {
    const T N = Next;
    Next += Count;
    return N;
  }
};

/// All counters of one output.
struct Numbers {
  /// Where a dump contains no sizes, readers derive them from the distance
  /// between ids; these steps exceed the size of any class or thread object.
  NumberRange<uint64_t> Classes{0x20000000, 0x200}; ///< See classId().
  NumberRange<uint64_t> Threads{0x50000000, 0x200}; ///< See threadId().
  NumberRange<uint64_t> Frames{0x70000001};
  NumberRange<uint64_t> Strings{0xa0000001};
  NumberRange<uint32_t> ClassSerials{100001};
  NumberRange<uint32_t> ThreadSerials{200001};
  NumberRange<uint32_t> TraceSerials{300001};
  /// Upper 16 bits of object ids, different for each dump by the VM.
  NumberRange<uint16_t> Windows{0};

  /// Class ids follow from their order, which differs from the order in which
  /// they are written. \p Index counts from 0.
  static constexpr uint64_t classId(uint64_t Index) {
    const Numbers First;
    return First.Classes.Next + Index * First.Classes.Step;
  }
  /// Thread ids are computed from serials, since not every thread gets the next
  /// id.
  static constexpr uint64_t threadId(uint32_t Serial) {
    const Numbers First;
    const uint64_t At =
        uint64_t(Serial - First.ThreadSerials.Next) * First.Threads.Step;
    if (At < EndOfThreads - First.Threads.Next)
      return First.Threads.Next + At;
    // Further ids would overlap heaps, so they are in the last window.
    return (UINT64_C(0xffff) << 48) + At;
  }
  static constexpr uint64_t EndOfThreads = 0x70000000;

  /// Returns the serial of the thread id \p Id; 0 if it is not a thread id.
  static constexpr uint32_t threadSerial(uint64_t Id) {
    const Numbers First;
    const uint64_t N = (Id - First.Threads.Next) / First.Threads.Step;
    if (Id < First.Threads.Next || N > UINT32_MAX - First.ThreadSerials.Next)
      return 0;
    const uint32_t Serial = First.ThreadSerials.Next + uint32_t(N);
    return threadId(Serial) == Id ? Serial : 0;
  }

  /// Placeholders for an unknown thread and for the empty trace.
  static constexpr uint32_t UnknownThread = 200000;
  static constexpr uint32_t SystemTrace = 300000;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_RECORDS_IDS_H
