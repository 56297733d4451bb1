//===- DumpSource.h - A dump of any format as records -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A file, pipe or memory in one of the formats of Formats.h, as a source of a
/// pipeline. What cannot be read twice is copied to a temporary file once that
/// is needed.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_DUMPSOURCE_H
#define HPROF_CONVERT_DUMPSOURCE_H

#include "hprof/Convert/Formats.h"
#include "hprof/Convert/RecordSource.h"
#include "hprof/Format/Hprof/YamlReader.h"

namespace hprof {

/// Which elements that the input does not tell become zeros, in the reader or
/// in stages behind it.
struct ZerosMade {
  bool Nulls = false;    ///< Of arrays of references, beyond those told.
  bool Data = false;     ///< Of primitive arrays without data.
  bool Elements = false; ///< The reader itself puts in arrays' nulls.
};

struct DumpSourceOptions {
  /// Told of damage, once; also of that in a container that is copied.
  DamageHandler OnDamage;
  /// Where the copy goes.
  std::string TempDir;
  ZerosMade Zeros;
  /// The bytes of zeros that may be made up; without a value, 1 GiB and 1024
  /// for each byte read.
  std::optional<uint64_t> MaxZeros;
  YamlReaderOptions Yaml;
};

/// Reads \p In, of which nothing was consumed, as \p From. It outlives the
/// source.
std::unique_ptr<RecordSource> makeDumpSource(Source &In, const FormatInfo &From,
                                             DumpSourceOptions Options);

} // namespace hprof

#endif // HPROF_CONVERT_DUMPSOURCE_H
