//===- JavacoreLines.h - The lines of a javacore ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A javacore's lines begin with a tag of up to 15 columns. A line without a
/// tag continues the previous one, as thread names and values of variables can
/// contain newlines: it is joined if the previous line ends within quotes,
/// otherwise returned as a separate line.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_JAVACORE_JAVACORELINES_H
#define HPROF_LIB_FORMAT_JAVACORE_JAVACORELINES_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Stream/Source.h"
#include <optional>
#include <string>

namespace hprof {

struct JavacoreLine {
  llvm::StringRef Tag;   ///< "3XMTHREADINFO"; empty if none.
  llvm::StringRef Whole; ///< Including the tag.
  llvm::StringRef Text;  ///< The text after the tag and its spaces.
  unsigned Column = 1;   ///< Column of Text, from 1.
  uint64_t Number = 0;   ///< From 1.
  uint64_t Offset = 0;   ///< Offset of the line's first byte.
};

class JavacoreLines {
public:
  /// The maximum length of a line, including the lines joined to it.
  static constexpr size_t MaxLine = 16 << 20;

  explicit JavacoreLines(Source &In) : In(In) {}

  /// Reads the next line, valid until the next call. Returns false at the end
  /// of the input and after an error.
  bool next(JavacoreLine &L);
  /// Returns the reason why next() ended early.
  llvm::Error takeError();

  /// Returns the tag at the beginning of \p Line; empty if none.
  static llvm::StringRef tagOf(llvm::StringRef Line);

private:
  bool read(std::string &Out);

  Source &In;
  std::string Current;   ///< The last returned line.
  std::string Lookahead; ///< The physical line after it.
  bool HasLookahead = false;
  uint64_t LookaheadOffset = 0;
  uint64_t LinesRead = 0;
  std::optional<FormatError> Failure;
};

} // namespace hprof

#endif // HPROF_LIB_FORMAT_JAVACORE_JAVACORELINES_H
