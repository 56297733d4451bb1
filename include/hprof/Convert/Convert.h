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
/// Formats differ in what they guarantee and need; only the driver closes the
/// gap, by further walks over the source or a copy of it.
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
  /// The input's format; detected from its content when not given.
  std::optional<Format> From;
  DamageHandler OnDamage;
  /// Size of an id in HPROF binary; 0 for the input's.
  unsigned IdSize = 0;
  /// Give objects new ids.
  bool Renumber = false;
  /// Move ids and serials. Not together with Renumber, which gives objects the
  /// ids 8 and up.
  std::optional<RelocateOptions> Relocate;
  /// Makes a stage that sees the input's records before any other. May be
  /// empty.
  std::function<std::unique_ptr<Stage>()> FirstStage;
  /// Stages after those that make HPROF binary of the input, if To is that;
  /// they are taken. May be null.
  std::vector<std::unique_ptr<Stage>> *LastStages = nullptr;
  /// HPROF binary is divided into segments anew, of at most this many bytes
  /// each; 0 for the input's, or where it lacks them, the writer's usual size.
  uint64_t SegmentSize = 0;
  /// Make frames anew, since LastStages change the sizes of records.
  bool OwnFraming = false;
  /// The output follows one of the same format, which has a header: no header
  /// is written. For HPROF binary and text.
  bool IsContinued = false;
  /// When the dump was written, for inputs that do not state it: milliseconds
  /// since 1970.
  uint64_t Millis = 0;
  /// Directory for copies of inputs that cannot be read twice.
  std::string TempDir;
  /// The number of the heap dump to take from a file with several, from 1. 0
  /// means all of them, or the first one if the output can hold only one.
  unsigned Dump = 0;
  /// Android heaps whose objects are left out, by name or id.
  std::vector<std::string> DropHeaps;
  /// The most bytes of zeros that may be made up for array elements missing in
  /// the input; without a value, 1 GiB plus 1024 per byte read.
  std::optional<uint64_t> MaxZeros;
  /// The object layout for which sizes are computed: one of layoutNames().
  std::string Layout = "auto";
  /// The form of a classic heapdump, if different from the input's.
  std::optional<ClassicForm> Classic;
  /// Threads of an IBM heap dump, which itself lacks them, or what a thread
  /// dump adds to one of HPROF (see lowering NameThreads); null when unknown.
  const ThreadDump *Threads = nullptr;
  /// Add threads to a dump of HPROF even if they are of another process.
  bool AnyProcess = false;
};

/// The outcome of a conversion.
struct ConvertReport {
  Format From = Format::Hprof;
  LossAccount Losses;
  /// How often the input was read: once for the output, and once for each walk
  /// in which a stage looks at what reaches it.
  uint64_t Reads = 1;
};

/// The lowerings between two formats, in order, as determined by the formats
/// alone.
std::vector<Lowering> loweringsBetween(const FormatInfo &From,
                                       const FormatInfo &To);

/// Writes the contents of \p In to \p Out; \p Report receives what the target
/// cannot represent. The caller must call Sink::finish(). Errors are those of
/// reading and carry \p In's name.
llvm::Error convert(Source &In, Sink &Out, const ConvertOptions &Options,
                    ConvertReport &Report);

} // namespace hprof

#endif // HPROF_CONVERT_CONVERT_H
