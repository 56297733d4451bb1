//===- YamlReader.h - Reads dumps in YAML -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the YAML of docs/Formats/YAML.md into records. Faults state line and
/// column and stop reading; the records before them have been delivered.
///
/// Offsets in records are those that HprofWriter produces. Frames without a
/// length in the text begin with Length UINT64_MAX and DeclaredLength 0; the
/// DeclaredLength is passed to endFrame().
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_YAML_YAMLREADER_H
#define HPROF_FORMAT_YAML_YAMLREADER_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Records/RecordVisitor.h"
#include "hprof/Format/Stream/Source.h"
#include <optional>

namespace hprof {

struct YamlReaderOptions {
  /// Limit of payload bytes that the text may imply without containing them, as
  /// "value x count" and omitted fields do. By default, allowedBytes() of the
  /// text read so far.
  std::optional<uint64_t> MaxMade;
  /// Whether to reject documents whose format or id size differs from the first
  /// one's.
  bool OneFormat = false;
  bool OneIdSize = false;
};

/// Whether \p Head, the beginning of an input, is a dump in YAML: "--- !hprof"
/// after at most comments and empty lines.
bool looksLikeYamlDump(llvm::StringRef Head);

/// Reads all of \p In. A fault is an error.
llvm::Error readYaml(Source &In, RecordVisitor &V,
                     const YamlReaderOptions &Options = {});
/// Same as above, but a fault after the first header is damage: it is reported
/// to \p OnDamage, which may be null, and the records before it are the result.
llvm::Error readYaml(Source &In, RecordVisitor &V,
                     const DamageHandler &OnDamage,
                     const YamlReaderOptions &Options = {});

} // namespace hprof

#endif // HPROF_FORMAT_YAML_YAMLREADER_H
