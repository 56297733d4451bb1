//===- MergeDumps.h - Merges heap dumps into one file -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Merges heap dumps of several JVMs, or parts of one, into one HPROF binary
/// file:
///
///     std::vector<MergeInput> Inputs = ...;
///     MergeReport Report;
///     if (Error E = mergeDumps(Inputs, *Out, Options, Report))
///       ...
///
/// Each file header in the inputs begins an origin. The output contains the
/// origins one after another, each with its own heap dump. Their ids and
/// serials do not overlap: those of an origin begin after the largest of the
/// previous one, so that inputs are read once, in order, with memory that
/// depends only on the number of classes and threads. With a single origin, ids
/// and times stay unchanged.
///
/// One of the inputs may be a thread dump if there is a single heap dump, to
/// which its threads are added; see ConvertOptions::Threads.
///
/// Inputs may have parts, which HotSpot leaves if it is killed during a
/// parallel dump; see PartsSource.h for details. Parts missing from an
/// incomplete input are synthesized; see CompleteDump.h. Such inputs are read
/// twice, and twice more if another dump supplies names.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_MERGE_MERGEDUMPS_H
#define HPROF_CONVERT_MERGE_MERGEDUMPS_H

#include "hprof/Convert/Formats.h"
#include "hprof/Convert/Merge/ReadPosition.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include <functional>
#include <string>
#include <vector>

namespace hprof {

/// Access pattern of a reader.
enum class Access : uint8_t {
  Stream, ///< The whole file is read, in order.
  Headers ///< A few scattered bytes are read, so mapping pays off.
};

/// Opens a file at its beginning.
using OpenFile = std::function<llvm::Expected<std::unique_ptr<Source>>(Access)>;

struct MergeInput {
  /// The name in messages.
  std::string Path;
  /// Name of the origin in the output; should differ from those of others.
  std::string Name;
  /// Opens the dump, or the base of its parts. Called for each walk over the
  /// input, unless it opened a pipe, whose contents are copied.
  OpenFile Open;
  /// The segments that the VM had not yet appended, in the VM's order.
  std::vector<OpenFile> Parts;
  /// Receives damage once, with the name of the file.
  std::function<void(llvm::StringRef File, const Damage &)> OnDamage;
  /// Time of the dump, for formats that do not record it.
  uint64_t Millis = 0;
};

struct MergeOptions {
  /// Supplies names for inputs that lost some (CompleteDump.h): HPROF binary or
  /// YAML with a single heap dump.
  std::optional<MergeInput> NamesFrom;
  /// A format of InHprof. Hprof keeps the version if all inputs have the same
  /// (with OneHeap, only 1.0.2 and Android's); otherwise it means 1.0.2.
  Format To = Format::Hprof;
  /// 4 or 8; 0 means 8 for several origins without OneHeap, else the input's.
  unsigned IdSize = 0;
  /// Merge all heap dumps into one. Fails for inputs with different id sizes or
  /// object layouts, and for a mixture of Android dumps and others.
  bool OneHeap = false;
  /// Add a thread dump even if it is from another process than the heap dump.
  bool AnyProcess = false;
  /// Directory for copies of pipes.
  std::string TempDir;
  /// See ConvertOptions.
  std::optional<uint64_t> MaxZeros;
  /// Receives the position in the inputs during the last walk; may be null.
  ReadPosition *Position = nullptr;
};

struct MergeReport {
  struct Input {
    std::string Name;
    Format From = Format::Hprof;
    uint64_t Files = 1; ///< File headers; 0 for a thread dump.
    uint64_t Dumps = 0; ///< Heap dumps; 0 for formats other than HPROF binary.
    LossAccount Losses;
  };
  std::vector<Input> Inputs; ///< Inputs with heaps, then a thread dump.
  /// Losses after the inputs were merged.
  LossAccount Joined;
  bool AskedForNames = false; ///< An input needed MergeOptions::NamesFrom.
};

/// Writes the dumps to \p Out, whose finish() the caller must call. Errors
/// about one input include its name.
llvm::Error mergeDumps(llvm::ArrayRef<MergeInput> Inputs, Sink &Out,
                       const MergeOptions &Options, MergeReport &Report);

} // namespace hprof

#endif // HPROF_CONVERT_MERGE_MERGEDUMPS_H
