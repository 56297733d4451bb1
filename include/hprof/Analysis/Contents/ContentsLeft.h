//===- ContentsLeft.h - Which contents a dump still has ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_CONTENTS_CONTENTSLEFT_H
#define HPROF_ANALYSIS_CONTENTS_CONTENTSLEFT_H

#include "hprof/Analysis/Heap/PreparedContents.h"

namespace hprof {

class HeapContents;

/// Returns which contents are missing from the dump. If none are missing, reads
/// only a few objects; otherwise reads all primitive arrays.
PreparedContents contentsLeft(const HeapContents &C);

} // namespace hprof

#endif // HPROF_ANALYSIS_CONTENTS_CONTENTSLEFT_H
