//===- TextReader.h - Reads the HPROF agent's text --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the text that the HPROF agent writes with format=a into records; see
/// docs/Formats/HprofText.md, which also lists the records for each line. Ids
/// are 8 bytes wide.
///
/// Lines that cannot be parsed are damage, reported once per run of such lines,
/// and skipped, as are lines that contradict earlier ones. Messages begin with
/// line and column.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_HPROFTEXT_TEXTREADER_H
#define HPROF_FORMAT_HPROFTEXT_TEXTREADER_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Records/RecordVisitor.h"
#include "hprof/Format/Stream/Source.h"

namespace hprof {

struct TextReaderOptions {
  DamageHandler OnDamage;
  /// Longer object arrays are damage. The text omits null elements, but records
  /// contain them: a short line can stand for 32 GiB.
  uint64_t MaxArrayLength = UINT32_MAX;
};

/// Whether \p Head, the beginning of an input, is from such a file: one with a
/// prologue, one written with cpu=old, or a part of either.
bool looksLikeHprofText(llvm::StringRef Head);

/// Reads all of \p In. Returns an error if the input failed or does not begin
/// like such a file.
llvm::Error readHprofText(Source &In, RecordVisitor &V,
                          const TextReaderOptions &Options = {});

} // namespace hprof

#endif // HPROF_FORMAT_HPROFTEXT_TEXTREADER_H
