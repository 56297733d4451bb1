//===- ClassDumps.h - Classes that a walk passed by -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The workers of a walk (ParallelWalk.h) keep only the offsets of CLASS DUMPs.
/// Afterwards the classes are read again from the map, in file order, so that
/// contexts need no merging.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_HPROF_CLASSDUMPS_H
#define HPROF_FORMAT_HPROF_CLASSDUMPS_H

#include "hprof/Format/DumpContext.h"

namespace hprof {

struct WalkFacts;

/// Tells \p Build of the CLASS DUMPs at \p Offsets, ascending, which workers
/// passed by in a walk over \p All, and of where heap dumps begin.
void tellClassDumps(llvm::ArrayRef<uint8_t> All,
                    llvm::ArrayRef<uint64_t> Offsets, const WalkFacts &Facts,
                    DumpContext::Builder &Build);

} // namespace hprof

#endif // HPROF_FORMAT_HPROF_CLASSDUMPS_H
