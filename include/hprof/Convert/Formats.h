//===- Formats.h - Table of formats -----------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One row of Formats.td per format: its names, and functions that recognize,
/// read and write it. To add a format, add a row.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_FORMATS_H
#define HPROF_CONVERT_FORMATS_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Base/Format.h"
#include "hprof/Format/Records/RecordVisitor.h"
#include "hprof/Format/Stream/Sink.h"
#include "hprof/Format/Stream/Source.h"
#include <memory>
#include <optional>
#include <vector>

namespace hprof {

class DumpContext;
struct ThreadDump;
enum class ClassicForm : uint8_t;

/// Options for the writers of some formats.
struct WriterOptions {
  /// Names, classes and traces of the stream as the writer receives it:
  /// complete after a first walk, otherwise up to the current record. It must
  /// outlive the writer.
  const DumpContext *Names = nullptr;
  /// The writer creates new frames, because the stream's frames belong to
  /// another format.
  bool OwnFraming = false;
  /// Maximum size of a segment's body, with OwnFraming; 0 for the default.
  uint64_t SegmentSize = 0;
  /// Variant of the classic heapdump to write, if it differs from the stream's.
  std::optional<ClassicForm> Classic;
  /// The output already has a header. For HPROF binary and text.
  bool IsContinued = false;
};

/// Properties of a format.
struct FormatInfo {
  uint8_t Number; ///< Position in lists.
  Format Kind;
  const char *Name; ///< As users write it: "hprof".
  const char *Text; ///< For messages: "HPROF binary".
  /// File name extensions, without compression: ".yaml, .yml".
  llvm::StringRef Endings;
  bool IsText; ///< Safe to print to a terminal.
  /// The version of HPROF binary to write; empty to keep the source's.
  llvm::StringRef Version;
  /// Whether an input that begins with \p Head is in this format. Head is up to
  /// 64 KiB long. Null for variants of another format.
  bool (*LooksLike)(llvm::StringRef Head);
  /// Reads all of \p In. Returns an error when the input failed or is not in
  /// this format; damage is reported to the handler.
  llvm::Error (*Read)(Source &In, RecordVisitor &V, DamageHandler OnDamage);
  /// Reads all thread dumps in \p In, of which there is at least one. Null for
  /// formats without thread dumps.
  llvm::Expected<std::vector<ThreadDump>> (*ReadThreads)(
      Source &In, const DamageHandler &OnDamage);
  /// Null when the format can only be read.
  std::unique_ptr<RecordVisitor> (*MakeWriter)(Sink &Out,
                                               const WriterOptions &Options);
  /// Writes one thread dump, which may be appended to others in \p Out if Kind
  /// allows several. Null unless this is a thread dump format that can be
  /// written.
  void (*WriteThreads)(const ThreadDump &Dump, Sink &Out);

  /// Whether this is a thread dump format. Recordings also contain profiles.
  bool hasOnlyThreads() const { return ReadThreads && Kind != Format::Jfr; }
  bool isWritable() const { return MakeWriter || WriteThreads; }
};

llvm::ArrayRef<FormatInfo> allFormats();
const FormatInfo &formatInfo(Format K);
/// Returns the beginning of \p In, from which formats are detected.
llvm::StringRef headOf(Source &In);
/// Returns the row of the format that an input with the beginning \p Head has,
/// or null.
const FormatInfo *formatOfHead(llvm::StringRef Head);
/// Returns the row for \p In, which is in format \p K: YAML may hold records or
/// thread dumps. Consumes nothing.
const FormatInfo &formatOf(Source &In, Format K);
/// Returns the row whose writer is used for thread dumps in format \p K.
const FormatInfo &threadFormatInfo(Format K);
std::optional<Format> parseFormat(llvm::StringRef Name);
/// Format for the extension of \p Path, ignoring a compression extension.
std::optional<Format> formatForPath(llvm::StringRef Path);
/// Detects the format from the beginning of \p In or, for text, from a thread
/// dump in its first 64 MiB. Consumes nothing.
llvm::Expected<Format> identifyFormat(Source &In);
/// Reads the first thread dump in \p In, which must be in a thread dump format.
/// If there are others, \p Note reports them.
llvm::Expected<ThreadDump>
readThreadDump(Source &In, const DamageHandler &OnDamage, std::string &Note);

/// Returns the note that only the first of several thread dumps is used.
std::string firstOfSeveral(size_t Dumps);

} // namespace hprof

#endif // HPROF_CONVERT_FORMATS_H
