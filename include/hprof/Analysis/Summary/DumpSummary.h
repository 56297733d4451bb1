//===- DumpSummary.h - The facts about a whole dump -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An overview of a dump that fits on a screen, from one walk in bounded
/// memory. Several threads walk a mapped input.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_SUMMARY_DUMPSUMMARY_H
#define HPROF_ANALYSIS_SUMMARY_DUMPSUMMARY_H

#include "hprof/Analysis/Heap/OutOfMemory.h"
#include "hprof/Analysis/Heap/PreparedContents.h"
#include "hprof/Analysis/Summary/DumpProducer.h"
#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Records/Records.h"
#include "llvm/Support/Error.h"
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace hprof {

class DumpContext;
class HeapFile;
class ObjectFinder;

struct RecordCount {
  uint64_t Count = 0;
  uint64_t Bytes = 0; ///< Includes headers, but not the content of heap dumps.
};

struct DumpSummary {
  /// A heap of an Android dump.
  struct Heap {
    uint32_t Id = 0;
    std::string Name; ///< Modified UTF-8.
    uint64_t Objects = 0;
  };
  /// The record inside which the input ends.
  struct CutRecord {
    Frame Record;
    uint64_t Present = 0; ///< Number of bytes of the body that are present.
  };

  FileHeader Header;    ///< The first one, or that of the requested dump.
  unsigned Headers = 0; ///< Number of concatenated dump files.
  uint64_t Size = 0;    ///< Bytes after decompression.
  uint64_t RawSize = 0; ///< Size of the file; 0 when unknown.
  /// Number of heap dumps (HEAP DUMPs, or sequences of HEAP DUMP SEGMENTs up to
  /// a HEAP DUMP END) in the whole input. Size, RawSize and Headers also refer
  /// to the whole input.
  unsigned Dumps = 0;
  std::array<RecordCount, NumRecordKinds> Records{};
  uint64_t StringBytes = 0;
  std::vector<Heap> Heaps;
  uint64_t NamedClasses = 0; ///< Classes with a LOAD CLASS and a name string.
  /// Number of instances and object arrays whose class has no CLASS DUMP.
  uint64_t UnexplainedInstances = 0;
  uint64_t UnexplainedArrays = 0;
  /// Instances that are values inside their holders (FlattenedValues.h).
  uint64_t Flattened = 0;
  /// The contents that the dump lacks.
  PreparedContents Prepared;
  uint64_t Threads = 0; ///< From ROOT THREAD OBJECT or START THREAD.
  std::optional<CutRecord> Cut;
  /// Whether HEAP DUMP SEGMENTs are not followed by a HEAP DUMP END, and no
  /// HEAP DUMP END was skipped.
  bool LacksEnd = false;
  /// Number of bytes that are present of a truncated record header at the end.
  uint64_t HeaderBytes = 0;
  /// Offset after which no records could be read because of damage.
  std::optional<uint64_t> UnreadFrom;
  /// Whether the input is truncated, inside a record, inside a header, or at
  /// the end of compressed data.
  bool EndsEarly = false;
  uint64_t Faults = 0; ///< Number of faults found.
  /// False if a fault makes the lengths of records doubtful.
  bool LengthsAreSound = true;
  /// The OutOfMemoryError that triggered the dump.
  std::optional<OutOfMemory> Failure;
  DumpProducer Writer;
  bool WasParallel = false;

  const RecordCount &of(RecordKind K) const { return Records[unsigned(K)]; }
  uint64_t objects() const;
  uint64_t objectBytes() const; ///< Returns the total size of object records.
  /// Whether nothing follows the file header.
  bool hasNoRecords() const;
};

struct SummaryOptions {
  unsigned Threads = 1;
  /// Number of a heap dump, from 1: only its objects are counted, and the
  /// records outside heap dumps in the same one of concatenated files. 0 to
  /// count everything.
  unsigned Dump = 0;
  /// Called for all damage; only damage in the summarized part is counted.
  DamageHandler OnDamage;
  /// Called with the number of bytes walked, from any thread.
  std::function<void(uint64_t)> OnBytes;
};

/// Walks over \p File and fills \p Context. Fails if the file has heap dumps,
/// but not the requested one. Errors do not include the file name.
llvm::Expected<DumpSummary> summarize(HeapFile &File, DumpContext &Context,
                                      const SummaryOptions &Options);

/// Adds data from objects: the JDK release, and the name of the thread that ran
/// out of memory.
llvm::Error addFromObjects(DumpSummary &S, ObjectFinder &Finder);

} // namespace hprof

#endif // HPROF_ANALYSIS_SUMMARY_DUMPSUMMARY_H
