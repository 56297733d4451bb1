//===- DumpSource.h - A dump of any format as a source ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A file, pipe or memory buffer in one of the formats of Formats.h, as a
/// source of a pipeline. Inputs that cannot be read twice are copied to a
/// temporary file if a second read is necessary.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_DUMPSOURCE_H
#define HPROF_CONVERT_DUMPSOURCE_H

#include "hprof/Convert/Formats.h"
#include "hprof/Convert/Pipeline/RecordSource.h"
#include "hprof/Format/Yaml/YamlReader.h"

namespace hprof {

/// Kinds of elements missing in the input that become zeros, in the reader or
/// in later stages.
struct ZerosMade {
  bool Nulls = false;    ///< In reference arrays, after the known elements.
  bool Data = false;     ///< In primitive arrays without data.
  bool Elements = false; ///< The reader itself adds the nulls of arrays.
};

struct DumpSourceOptions {
  /// Receives damage once, including damage in a container that is copied.
  DamageHandler OnDamage;
  /// Directory for the copy.
  std::string TempDir;
  ZerosMade Zeros;
  /// Maximum number of bytes of synthetic zeros; without a value, 1 GiB plus
  /// 1024 per byte read.
  std::optional<uint64_t> MaxZeros;
  YamlReaderOptions Yaml;
};

/// Reads \p In, from which nothing may have been consumed, in the format \p
/// From. \p In must outlive the source.
std::unique_ptr<RecordSource> makeDumpSource(Source &In, const FormatInfo &From,
                                             DumpSourceOptions Options);

} // namespace hprof

#endif // HPROF_CONVERT_DUMPSOURCE_H
