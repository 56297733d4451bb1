//===- IndexFit.h - Whether an index fits a dump ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_STORE_INDEXFIT_H
#define HPROF_ANALYSIS_STORE_INDEXFIT_H

#include "hprof/Analysis/Index/HeapIndex.h"

namespace hprof {

struct StoreEvents;
struct StoreOptions;

/// Returns the origin of a graph built with \p Options, without the dump's
/// identity.
GraphOrigin wantedOrigin(const StoreOptions &Options);

/// Returns the users whose index files \p Options accept.
IndexWriters indexWriters(const StoreOptions &Options);

/// Fails with the reason if \p Index does not match the dump \p Path, read with
/// the options in \p Wanted. The kinds of references that the dominators ignore
/// may differ.
llvm::Error checkIndex(const HeapIndex &Index, llvm::StringRef Path,
                       const GraphOrigin &Wanted);

/// Same as above, but the dominators must match \p Wanted, too.
llvm::Error checkWholeIndex(const HeapIndex &Index, llvm::StringRef Path,
                            const GraphOrigin &Wanted);

/// Returns the index of the dump \p Path that the options name, or the one next
/// to it. Returns null if there is none, or, after calling OnNote, if the one
/// next to the dump does not match it.
llvm::Expected<std::unique_ptr<HeapIndex>>
findIndex(llvm::StringRef Path, const StoreOptions &Options,
          const StoreEvents &Events);

} // namespace hprof

#endif // HPROF_ANALYSIS_STORE_INDEXFIT_H
