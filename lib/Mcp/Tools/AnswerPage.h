//===- AnswerPage.h - An answer of limited size -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_MCP_TOOLS_ANSWERPAGE_H
#define LIB_MCP_TOOLS_ANSWERPAGE_H

#include "hprof/Answer/Rows.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace hprof {

/// Builds the JSON of an answer of at most MaxBytes, with as many rows of one
/// list as fit. Long strings are truncated, and further if otherwise not even
/// one row would fit.
class AnswerPage {
public:
  static constexpr size_t DefaultBytes = 8192;
  explicit AnswerPage(size_t MaxBytes = DefaultBytes) : MaxBytes(MaxBytes) {}

  /// Space for attributes after the list.
  static constexpr size_t Reserve = 2048;

  /// Adds a string of up to 400 bytes; longer ones are truncated.
  void text(llvm::StringRef Name, llvm::StringRef Text);
  void number(llvm::StringRef Name, uint64_t N);
  void flag(llvm::StringRef Name, bool Is);
  /// Adds the first row of \p Of; returns false if there is none.
  bool record(llvm::StringRef Name, Rows &Of);
  /// Adds as many strings from \p All as fit, and a note if any are omitted.
  void texts(llvm::StringRef Name, llvm::ArrayRef<std::string> All);

  /// Adds at most \p Limit rows, beginning with row \p Offset. Fails if one row
  /// is too large for any answer.
  llvm::Error list(llvm::StringRef Name, Rows &All, uint64_t Offset,
                   uint64_t Limit);
  /// Number of the first row that list() omitted; none if all rows fit.
  std::optional<uint64_t> nextOffset() const { return Next; }
  uint64_t shown() const { return Shown; }
  /// First id in the first row of list(), if any.
  std::optional<uint64_t> firstId() const { return FirstId; }

  std::string finish() &&;

private:
  size_t room() const;
  void attribute(llvm::StringRef Name, llvm::StringRef Json);

  const size_t MaxBytes;
  std::string Json = "{";
  std::optional<uint64_t> Next, FirstId;
  uint64_t Shown = 0;
};

} // namespace hprof

#endif // LIB_MCP_TOOLS_ANSWERPAGE_H
