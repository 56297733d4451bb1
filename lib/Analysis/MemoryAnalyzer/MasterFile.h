//===- MasterFile.h - The master index --------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_MEMORYANALYZER_MASTERFILE_H
#define HPROF_LIB_ANALYSIS_MEMORYANALYZER_MASTERFILE_H

#include "ObjectFiles.h"
#include "ReferenceFiles.h"

namespace hprof {
class DumpContext;
} // namespace hprof

namespace hprof::memoryanalyzer {

/// Data for the master index.
struct MasterFacts {
  const HeapGraph &G;
  const ObjectOrder &Order;
  const ObjectCounts &Counts;
  const InstanceRanges &Instances;
  const DumpContext &Context;
  std::string Path;      ///< Absolute path of the dump.
  std::string Prefix;    ///< Prefix of the index files' names.
  std::string Number;    ///< "#2" for the second dump of a file, or empty.
  uint64_t Millis = 0;   ///< Time when the dump was taken.
  uint64_t FileSize = 0; ///< Bytes after decompression.
};

/// Writes properties of the dump, its classes and its roots, as serialized
/// objects.
llvm::Error writeMaster(const MasterFacts &Facts, llvm::raw_ostream &OS);

} // namespace hprof::memoryanalyzer

#endif // HPROF_LIB_ANALYSIS_MEMORYANALYZER_MASTERFILE_H
