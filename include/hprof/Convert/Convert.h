//===- Convert.h - From one format to another -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The driver that leads a source's records through lowerings to a writer.
/// Formats differ in what they guarantee and need; the driver closes the gap,
/// by further walks over the source or a copy of it, and nobody else.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_CONVERT_H
#define HPROF_CONVERT_CONVERT_H

#include "hprof/Convert/Formats.h"
#include "hprof/Convert/LossAccount.h"
#include "hprof/Convert/Stages/Relocate.h"
#include <string>
#include <vector>

namespace hprof {

struct ThreadDump;

struct ConvertOptions {
  Format To = Format::Hprof;
  /// What the input is; found out from its content when not given.
  std::optional<Format> From;
  DamageHandler OnDamage;
  /// Bytes of an id in HPROF binary; 0 for those that the input has.
  unsigned IdSize = 0;
  /// Give objects new ids.
  bool Renumber = false;
  /// Move ids and serials. Not together with Renumber, which gives objects ids
  /// from 8 on.
  std::optional<RelocateOptions> Relocate;
  /// When the dump was written, for inputs that do not tell it: milliseconds
  /// since 1970.
  uint64_t Millis = 0;
  /// Where copies of inputs that cannot be read twice go.
  std::string TempDir;
  /// The number of the heap dump to take from a file with several, from 1. 0 is
  /// all of them, or the first one where the output holds one.
  unsigned Dump = 0;
  /// Android's heaps whose objects are left out, by name or id.
  std::vector<std::string> DropHeaps;
  /// The bytes of zeros that may be made up for elements of arrays that the
  /// input does not tell; without a value, 1 GiB and 1024 for each byte read.
  std::optional<uint64_t> MaxZeros;
  /// The layout of objects that sizes are computed for: one of layoutNames().
  std::string Layout = "auto";
  /// The form of a classic heapdump, if not that of the input.
  std::optional<ClassicForm> Classic;
  /// What the threads of IBM's heap dumps were doing, which these do not tell;
  /// null when nobody knows.
  const ThreadDump *Threads = nullptr;
};

/// What became of a conversion.
struct ConvertReport {
  Format From = Format::Hprof;
  LossAccount Losses;
};

/// The lowerings between two formats, in order, as far as the formats alone
/// say.
std::vector<Lowering> loweringsBetween(const FormatInfo &From,
                                       const FormatInfo &To);

/// Writes what \p In holds to \p Out; what the target cannot say is entered in
/// \p Report. Sink::finish() is the caller's. Errors are those of reading;
/// they carry \p In's name.
llvm::Error convert(Source &In, Sink &Out, const ConvertOptions &Options,
                    ConvertReport &Report);

} // namespace hprof

#endif // HPROF_CONVERT_CONVERT_H
