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

/// Kinds of elements missing from the input that the reader or later stages
/// replace with zeros.
struct ZerosMade {
  bool Nulls = false; ///< Nulls after the known elements of reference arrays.
  bool Data = false;  ///< Elements of primitive arrays without data.
  bool Elements = false; ///< Whether the reader itself adds the nulls.
};

struct DumpSourceOptions {
  /// Receives damage once, including damage in a container that is copied.
  DamageHandler OnDamage;
  /// Directory for the copy.
  std::string TempDir;
  ZerosMade Zeros;
  /// Maximum number of bytes of synthetic zeros; if unset, 1 GiB plus 1024 for
  /// each byte read.
  std::optional<uint64_t> MaxZeros;
  YamlReaderOptions Yaml;
};

/// Reads \p In, from which nothing may have been consumed, in the format \p
/// From. \p In must outlive the source.
std::unique_ptr<RecordSource> makeDumpSource(Source &In, const FormatInfo &From,
                                             DumpSourceOptions Options);

} // namespace hprof

#endif // HPROF_CONVERT_DUMPSOURCE_H
