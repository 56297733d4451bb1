//===- Ids.h - The numbers of the agent's own records ----------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where the ids and serials that the agent assigns begin. Each kind has its
/// own range, so that a number in an output shows what it is. Ids of objects
/// lie below 2 GiB, where HotSpot puts no heap unless an option says so, since
/// heap dumps that the VM writes use addresses as ids.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_RECORDS_IDS_H
#define HPROF_LIB_AGENT_RECORDS_IDS_H

#include <cstdint>

namespace hprof::agent {

/// Consecutive numbers; or with gaps.
template <class T> struct NumberRange {
  T Next;
  T Step = 1;
  T take() {
    const T N = Next;
    Next += Step;
    return N;
  }
  /// Takes \p Count numbers with the step 1 and returns the first.
  T takeMany(T Count) {
    const T N = Next;
    Next += Count;
    return N;
  }
};

/// All counters of one output.
struct Numbers {
  /// Objects are sized by the distance of their ids where a dump does not state
  /// sizes; these are further apart than any class or thread is large.
  NumberRange<uint64_t> Classes{0x20000000, 0x200}; ///< See classId().
  NumberRange<uint64_t> Threads{0x50000000, 0x200}; ///< See threadId().
  NumberRange<uint64_t> Frames{0x70000001};
  NumberRange<uint64_t> Strings{0xa0000001};
  NumberRange<uint32_t> ClassSerials{100001};
  NumberRange<uint32_t> ThreadSerials{200001};
  NumberRange<uint32_t> TraceSerials{300001};
  /// Each dump by the VM has its own upper 16 bits of the ids of objects.
  NumberRange<uint16_t> Windows{0};

  /// Ids of classes follow from their order, which is not that in which the
  /// output learns of them. \p Index counts from 0.
  static constexpr uint64_t classId(uint64_t Index) {
    const Numbers First;
    return First.Classes.Next + Index * First.Classes.Step;
  }
  /// Ids of threads follow from their serials: not every thread has one taken
  /// in turn.
  static constexpr uint64_t threadId(uint32_t Serial) {
    const Numbers First;
    const uint64_t At =
        uint64_t(Serial - First.ThreadSerials.Next) * First.Threads.Step;
    if (At < EndOfThreads - First.Threads.Next)
      return First.Threads.Next + At;
    // With more of them, they would be where heaps are: in the last window.
    return (UINT64_C(0xffff) << 48) + At;
  }
  static constexpr uint64_t EndOfThreads = 0x70000000;

  /// 0 if \p Id is no such id.
  static constexpr uint32_t threadSerial(uint64_t Id) {
    const Numbers First;
    const uint64_t N = (Id - First.Threads.Next) / First.Threads.Step;
    if (Id < First.Threads.Next || N > UINT32_MAX - First.ThreadSerials.Next)
      return 0;
    const uint32_t Serial = First.ThreadSerials.Next + uint32_t(N);
    return threadId(Serial) == Id ? Serial : 0;
  }

  /// What stands for a thread that is not known, and for the empty trace.
  static constexpr uint32_t UnknownThread = 200000;
  static constexpr uint32_t SystemTrace = 300000;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_RECORDS_IDS_H
