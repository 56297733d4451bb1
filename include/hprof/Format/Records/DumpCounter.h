//===- DumpCounter.h - Counts the heap dumps of a stream --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_RECORDS_DUMPCOUNTER_H
#define HPROF_FORMAT_RECORDS_DUMPCOUNTER_H

#include "hprof/Format/Records/Records.h"

namespace hprof {

/// Counts the heap dumps of a stream by their framing: every HEAP DUMP is one,
/// as is every run of HEAP DUMP SEGMENTs up to its HEAP DUMP END, or up to the
/// header of the next concatenated file.
class DumpCounter {
public:
  void header() { end(); }
  /// Ends the dump, for streams in which HEAP DUMP ENDs have no frame.
  void end() { Inside = false; }
  /// Begins another dump, for streams without frames.
  void begin() { ++Dumps; }
  /// \return whether \p F begins another dump.
  bool frame(const Frame &F) {
    bool IsFirst =
        F.Tag == HeapDump::Tag || (F.Tag == HeapDumpSegment::Tag && !Inside);
    Dumps += IsFirst;
    if (F.isHeap() || F.Tag == HeapDumpEnd::Tag)
      Inside = F.Tag == HeapDumpSegment::Tag;
    return IsFirst;
  }
  /// Number of heap dumps begun so far.
  unsigned dumps() const { return Dumps; }

private:
  unsigned Dumps = 0;
  bool Inside = false; ///< A segment was read, but not its HEAP DUMP END.
};

} // namespace hprof

#endif // HPROF_FORMAT_RECORDS_DUMPCOUNTER_H
