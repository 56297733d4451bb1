//===- Convert.h - Conversion between formats -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The driver that passes a source's records through lowerings to a writer.
/// A source format may guarantee less than the target format requires; only the
/// driver makes up for this, by additional walks over the source or a copy of
/// it.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_CONVERT_H
#define HPROF_CONVERT_CONVERT_H

#include "hprof/Convert/Formats.h"
#include "hprof/Convert/Ids/Relocate.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include <functional>
#include <string>
#include <vector>

namespace hprof {

struct ThreadDump;

struct ConvertOptions {
  Format To = Format::Hprof;
  /// Format of the input; detected from its content by default.
  std::optional<Format> From;
  DamageHandler OnDamage;
  /// Size of an id in HPROF binary; 0 to keep the input's.
  unsigned IdSize = 0;
  /// Assign new ids to objects.
  bool Renumber = false;
  /// Move ids and serials. Cannot be combined with Renumber, which assigns the
  /// ids 8 and up.
  std::optional<RelocateOptions> Relocate;
  /// Creates a stage that receives the input's records before all others. May
  /// be empty.
  std::function<std::unique_ptr<Stage>()> FirstStage;
  /// Stages for HPROF binary records, which run after the lowerings and only if
  /// To is HPROF binary. They are moved from. May be null.
  std::vector<std::unique_ptr<Stage>> *LastStages = nullptr;
  /// Maximum size in bytes of new segments of HPROF binary; 0 to keep the
  /// input's segments or, without segments, to use the writer's default.
  uint64_t SegmentSize = 0;
  /// Recompute frames, because LastStages change the sizes of records.
  bool OwnFraming = false;
  /// The output is appended to output in the same format, so no header is
  /// written. For HPROF binary and text.
  bool IsContinued = false;
  /// Time of the dump for inputs that do not record it, in milliseconds since
  /// 1970.
  uint64_t Millis = 0;
  /// Directory for copies of inputs that cannot be read twice.
  std::string TempDir;
  /// Number of the heap dump to extract, counted from 1, if the file has
  /// several. 0 means all of them, or the first one if the output can hold only
  /// one.
  unsigned Dump = 0;
  /// Android heaps whose objects are dropped, by name or id.
  std::vector<std::string> DropHeaps;
  /// Maximum number of bytes of synthetic zeros for array elements missing from
  /// the input; if unset, 1 GiB plus 1024 for each byte read.
  std::optional<uint64_t> MaxZeros;
  /// The object layout for which sizes are computed: one of layoutNames().
  std::string Layout = "auto";
  /// Variant of the classic heapdump to write, if it differs from the input's.
  std::optional<ClassicForm> Classic;
  /// Threads for an IBM heap dump, which contains none, or to be added to an
  /// HPROF dump (see lowering NameThreads); may be null.
  const ThreadDump *Threads = nullptr;
  /// Add threads to an HPROF dump even if they are from another process.
  bool AnyProcess = false;
};

/// The result of a conversion.
struct ConvertReport {
  Format From = Format::Hprof;
  LossAccount Losses;
  /// Number of times that the input was read: once for the output, and once for
  /// each preceding walk of a stage.
  uint64_t Reads = 1;
};

/// Returns the lowerings between two formats, in order, as determined by the
/// formats alone.
std::vector<Lowering> loweringsBetween(const FormatInfo &From,
                                       const FormatInfo &To);

/// Writes the contents of \p In to \p Out; \p Report receives what the target
/// cannot represent. The caller must call Sink::finish(). Only read errors are
/// returned; they include \p In's name.
llvm::Error convert(Source &In, Sink &Out, const ConvertOptions &Options,
                    ConvertReport &Report);

} // namespace hprof

#endif // HPROF_CONVERT_CONVERT_H
