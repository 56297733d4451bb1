//===- DumpSource.h - A dump of any format as a source ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A file, pipe or memory in one of the formats of Formats.h, as a source of a
/// pipeline. Inputs that cannot be read twice are copied to a temporary file
/// once that is needed.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_DUMPSOURCE_H
#define HPROF_CONVERT_DUMPSOURCE_H

#include "hprof/Convert/Formats.h"
#include "hprof/Convert/Pipeline/RecordSource.h"
#include "hprof/Format/Yaml/YamlReader.h"

namespace hprof {

/// Which elements missing in the input become zeros, in the reader or in stages
/// after it.
struct ZerosMade {
  bool Nulls = false;    ///< In arrays of references, beyond the known ones.
  bool Data = false;     ///< In primitive arrays without data.
  bool Elements = false; ///< The reader itself adds the nulls of arrays.
};

struct DumpSourceOptions {
  /// Receives damage, once; including damage in a container that is copied.
  DamageHandler OnDamage;
  /// Directory for the copy.
  std::string TempDir;
  ZerosMade Zeros;
  /// The most bytes of zeros that may be made up; without a value, 1 GiB plus
  /// 1024 per byte read.
  std::optional<uint64_t> MaxZeros;
  YamlReaderOptions Yaml;
};

/// Reads \p In, from which nothing may have been consumed, as \p From. It must
/// outlive the source.
std::unique_ptr<RecordSource> makeDumpSource(Source &In, const FormatInfo &From,
                                             DumpSourceOptions Options);

} // namespace hprof

#endif // HPROF_CONVERT_DUMPSOURCE_H
