//===- IndexFit.h - Which index serves a dump -------------------*- C++ -*-===//
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

/// What \p Options ask a graph to be made of; without the dump's identity.
GraphOrigin wantedOrigin(const StoreOptions &Options);

/// Why \p Index does not serve for the dump \p Path read as \p Wanted says, or
/// success. Its dominators may be of other references.
llvm::Error checkIndex(const HeapIndex &Index, llvm::StringRef Path,
                       const GraphOrigin &Wanted);

/// The same for all that is in it: the dominators are those of \p Wanted, too.
llvm::Error checkWholeIndex(const HeapIndex &Index, llvm::StringRef Path,
                            const GraphOrigin &Wanted);

/// The index of the dump \p Path that the options name, or the one beside it.
/// Null when there is none, or when the one beside it does not serve, which is
/// noted.
llvm::Expected<std::unique_ptr<HeapIndex>>
findIndex(llvm::StringRef Path, const StoreOptions &Options,
          const StoreEvents &Events);

} // namespace hprof

#endif // HPROF_ANALYSIS_STORE_INDEXFIT_H
