//===- DumpNumbers.h - Numbers the heap dumps of a stream -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_RECORDS_DUMPNUMBERS_H
#define HPROF_FORMAT_RECORDS_DUMPNUMBERS_H

#include "hprof/Format/Records/DumpCounter.h"

namespace hprof {

/// Numbers the heap dumps of a stream in any format.
class DumpNumbers {
public:
  /// \return whether a dump begins with \p H: a file without frames is one
  /// dump.
  bool header(const FileHeader &H) {
    Counter.header();
    HasFrames = !InOneDump.has(H.Carrier);
    if (!HasFrames)
      Counter.begin();
    return !HasFrames;
  }
  /// \return whether a dump begins with \p F.
  bool frame(const Frame &F) { return HasFrames && Counter.frame(F); }
  void end() { Counter.end(); }
  unsigned dumps() const { return Counter.dumps(); }

private:
  DumpCounter Counter;
  bool HasFrames = true;
};

} // namespace hprof

#endif // HPROF_FORMAT_RECORDS_DUMPNUMBERS_H
