//===- ThreadText.h - Thread dumps for people -------------------*- C++ -*-===//
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

/// With \p OfSeveral, it is said elsewhere that there is no deadlock.
void presentDump(Presenter &To, const ThreadReport &R, bool OfSeveral = false);
/// Containers with their threads and owners.
void presentTree(Presenter &To, const ThreadReport &R);
/// The groups of threads, each with its states and frames, and the total.
void presentStacks(Presenter &To, const ThreadReport &R);

} // namespace hprof

#endif // LIB_ANALYSIS_THREADS_ANSWERS_THREADTEXT_H
