//===- ThreadText.h - Thread dumps as text ----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_THREADS_ANSWERS_THREADTEXT_H
#define LIB_ANALYSIS_THREADS_ANSWERS_THREADTEXT_H

namespace hprof {

class Presenter;
struct ThreadReport;

/// If \p OfSeveral is true, the absence of deadlocks is reported elsewhere.
void presentDump(Presenter &To, const ThreadReport &R, bool OfSeveral = false);
/// Presents containers with their threads and owners.
void presentTree(Presenter &To, const ThreadReport &R);
/// Presents the thread groups, each with its states and frames, and the total.
void presentStacks(Presenter &To, const ThreadReport &R);

} // namespace hprof

#endif // LIB_ANALYSIS_THREADS_ANSWERS_THREADTEXT_H
