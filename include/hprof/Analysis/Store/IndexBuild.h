//===- IndexBuild.h - Computes what an index keeps --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_STORE_INDEXBUILD_H
#define HPROF_ANALYSIS_STORE_INDEXBUILD_H

#include "hprof/Analysis/Store/HeapStore.h"

namespace hprof {

/// Computes every answer that an index keeps of the dump of \p S, opened with
/// \p Options, and writes the index. \p Dump is what the dump was before it was
/// opened: if it changes meanwhile, the index does not fit, which is right.
llvm::Error buildIndex(HeapStore &S, const DumpIdentity &Dump,
                       const StoreOptions &Options, llvm::raw_ostream &OS);

/// Fails if there can be no index at \p Path.
llvm::Error checkIndexPlace(llvm::StringRef Path);

/// The index \p Path of \p Dump after a check of every byte.
llvm::Expected<std::unique_ptr<HeapIndex>>
verifyIndex(llvm::StringRef Path, llvm::StringRef Dump,
            const StoreOptions &Options);

/// The index \p Path if it is as good for \p Dump as a new one; else null.
std::unique_ptr<HeapIndex> indexUpToDate(llvm::StringRef Path,
                                         llvm::StringRef Dump,
                                         const StoreOptions &Options);

} // namespace hprof

#endif // HPROF_ANALYSIS_STORE_INDEXBUILD_H
