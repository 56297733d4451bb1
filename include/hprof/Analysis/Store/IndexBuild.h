//===- IndexBuild.h - Computes the contents of an index ---------*- C++ -*-===//
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

/// Computes everything that an index stores for the dump of \p S, opened with
/// \p Options, and writes the index. \p Dump is the identity of the dump before
/// it was opened: if the dump changes meanwhile, the index does not match.
llvm::Error buildIndex(HeapStore &S, const DumpIdentity &Dump,
                       const StoreOptions &Options, llvm::raw_ostream &OS);

/// Fails if no index can be written at \p Path.
llvm::Error checkIndexPlace(llvm::StringRef Path);

/// Opens the index \p Path of the dump \p Dump and checks every byte of it.
llvm::Expected<std::unique_ptr<HeapIndex>>
verifyIndex(llvm::StringRef Path, llvm::StringRef Dump,
            const StoreOptions &Options);

/// Returns the index \p Path if writing a new index for \p Dump would not
/// improve on it; returns null otherwise.
std::unique_ptr<HeapIndex> indexUpToDate(llvm::StringRef Path,
                                         llvm::StringRef Dump,
                                         const StoreOptions &Options);

} // namespace hprof

#endif // HPROF_ANALYSIS_STORE_INDEXBUILD_H
