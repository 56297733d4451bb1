//===- MemoryAnalyzerIndex.h - Index for Memory Analyzer --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The files that Eclipse Memory Analyzer 1.16.1 writes next to a dump after
/// parsing it, and opens later instead of parsing the dump again. They contain
/// Memory Analyzer's view of the heap: its sizes, its synthetic objects, and
/// only reachable objects.
///
///     auto Store = HeapStore::open(Path, forMemoryAnalyzer(Options), Events);
///     writeMemoryAnalyzerIndex(**Store, Target, Threads, Streams);
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_MEMORYANALYZER_MEMORYANALYZERINDEX_H
#define HPROF_ANALYSIS_MEMORYANALYZER_MEMORYANALYZERINDEX_H

#include "hprof/Analysis/Store/HeapStore.h"

namespace hprof {

enum class MemoryAnalyzerFile : uint8_t {
#define MEMORY_ANALYZER_FILE(NAME, SUFFIX) NAME,
#include "hprof/Analysis/MemoryAnalyzer/IndexFiles.def"
};

/// Returns the suffixes of the file names, by MemoryAnalyzerFile.
llvm::ArrayRef<llvm::StringRef> memoryAnalyzerSuffixes();

/// Returns the options for a store from which an index can be written:
/// \p Options with Memory Analyzer's sizes and objects.
StoreOptions forMemoryAnalyzer(StoreOptions Options);

struct MemoryAnalyzerTarget {
  std::string Path; ///< Absolute path of the dump.
  /// Absolute prefix of the file names: "/tmp/heap.".
  std::string Prefix;
  unsigned Number = 0; ///< Number of the heap dump; 0 if it is the only one.
};

/// Returns where Memory Analyzer looks for the index of the dump \p In at the
/// absolute path \p Path: "/tmp/heap." for "/tmp/heap.hprof", "/tmp/heap.#2."
/// for dump 2 of several.
MemoryAnalyzerTarget memoryAnalyzerTarget(llvm::StringRef Path,
                                          const HeapFile &In, unsigned Number);

/// Fails if Memory Analyzer cannot read \p In. \p Header is the header of its
/// dumps. The error includes the file name.
llvm::Error checkForMemoryAnalyzer(const HeapFile &In,
                                   const FileHeader &Header);

/// Writes an index of the dump of \p S to \p To, which has a stream for each
/// MemoryAnalyzerFile. \p S must have been opened with forMemoryAnalyzer(). The
/// streams are not checked for errors.
llvm::Error writeMemoryAnalyzerIndex(HeapStore &S,
                                     const MemoryAnalyzerTarget &Target,
                                     unsigned Threads,
                                     llvm::ArrayRef<llvm::raw_ostream *> To);

} // namespace hprof

#endif // HPROF_ANALYSIS_MEMORYANALYZER_MEMORYANALYZERINDEX_H
