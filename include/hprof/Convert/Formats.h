//===- Formats.h - The formats and what they can do -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One row per format: its names, what its content looks like, how it is read
/// and written. A format is added by adding a row.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_FORMATS_H
#define HPROF_CONVERT_FORMATS_H

#include "hprof/Format/Error.h"
#include "hprof/Format/Format.h"
#include "hprof/Format/Hprof/RecordVisitor.h"
#include "hprof/Format/Stream/Sink.h"
#include "hprof/Format/Stream/Source.h"
#include <memory>
#include <optional>

namespace hprof {

class DumpContext;
enum class ClassicForm : uint8_t;

/// What the writers of some formats are told.
struct WriterOptions {
  /// Names, classes and traces of the stream as the writer gets it: of all of
  /// it after a first walk, else of what came before the record at hand. It
  /// outlives the writer.
  const DumpContext *Names = nullptr;
  /// The frames of the stream are not the target's: it makes its own.
  bool OwnFraming = false;
  /// The form of a classic heapdump, if not that of the stream.
  std::optional<ClassicForm> Classic;
};

/// Facts of a format.
struct FormatInfo {
  Format Kind;
  const char *Name; ///< As users write it: "hprof".
  const char *Text; ///< For messages: "HPROF binary".
  /// Endings of file names, without compression: ".hprof".
  llvm::ArrayRef<llvm::StringLiteral> Endings;
  bool IsText; ///< May go to a terminal.
  /// The version of HPROF binary that it is; null where the source's is kept.
  const char *Version;
  /// Whether an input that begins with \p Head is of this format. Head is up to
  /// 64 KiB long. Null for what is a variant of another format.
  bool (*LooksLike)(llvm::StringRef Head);
  /// Reads all of \p In. Returns an error when the input failed or is not of
  /// this format; damage is told to the handler.
  llvm::Error (*Read)(Source &In, RecordVisitor &V, DamageHandler OnDamage);
  /// Null when the format can only be read.
  std::unique_ptr<RecordVisitor> (*MakeWriter)(Sink &Out,
                                               const WriterOptions &Options);
};

llvm::ArrayRef<FormatInfo> allFormats();
const FormatInfo &formatInfo(Format K);
std::optional<Format> parseFormat(llvm::StringRef Name);
/// By the ending of \p Path, that of a compression aside.
std::optional<Format> formatForPath(llvm::StringRef Path);
/// By content, from the beginning of \p In, of which nothing is consumed.
llvm::Expected<Format> identifyFormat(Source &In);

} // namespace hprof

#endif // HPROF_CONVERT_FORMATS_H
