//===- Convert.h - From one format to another -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The registry of formats and the driver that leads a source's records to a
/// writer. Formats differ in what they guarantee and need; the driver closes
/// the gap, by a second walk over the source or a copy of it, and nobody else.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_CONVERT_H
#define HPROF_CONVERT_CONVERT_H

#include "hprof/Format/Error.h"
#include "hprof/Format/Stream/Sink.h"
#include "hprof/Format/Stream/Source.h"
#include <optional>
#include <string>

namespace hprof {

enum class FormatKind : uint8_t { Hprof, Yaml };

/// Facts of a format.
struct FormatInfo {
  FormatKind Kind;
  const char *Name; ///< As users write it: "hprof".
  const char *Text; ///< For messages: "HPROF binary".
  /// Endings of file names, without compression: ".hprof".
  llvm::ArrayRef<llvm::StringLiteral> Endings;
  bool IsText; ///< May go to a terminal.
};

llvm::ArrayRef<FormatInfo> allFormats();
const FormatInfo &formatInfo(FormatKind K);
std::optional<FormatKind> parseFormat(llvm::StringRef Name);
/// By the ending of \p Path, that of a compression aside.
std::optional<FormatKind> formatForPath(llvm::StringRef Path);
/// By content, from the beginning of \p In, of which nothing is consumed.
llvm::Expected<FormatKind> identifyFormat(Source &In);

struct ConvertOptions {
  DamageHandler OnDamage;
  /// Where copies of inputs that cannot be read twice go.
  std::string TempDir;
};

/// Writes what \p In holds to \p Out as \p To. Sink::finish() is the caller's.
/// Errors are those of reading; they carry \p In's name.
llvm::Error convert(Source &In, Sink &Out, FormatKind To,
                    const ConvertOptions &Options);

} // namespace hprof

#endif // HPROF_CONVERT_CONVERT_H
