//===- Answer.h - Result of an analysis -------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANSWER_ANSWER_H
#define HPROF_ANSWER_ANSWER_H

#include "hprof/Answer/Rows.h"

namespace hprof {

/// Common properties of all answers of a kind: enough for a schema and a man
/// page. In JSON, an answer is the array "files" with a record for each input,
/// followed by the facts.
struct AnswerInfo {
  llvm::StringRef Tool;   ///< "hprof-histo"
  llvm::StringRef Name;   ///< "histogram"; unique within a tool.
  llvm::StringRef Title;  ///< Contents and purpose, for display.
  const TableInfo *File;  ///< A record of "files".
  const TableInfo *Facts; ///< The other attributes; may be null.
  /// A row of CSV and JSON Lines; in JSON, a List in File or Facts.
  const TableInfo *Row;
  /// Whether JSON may contain "gate"; see Answer::hasGate().
  bool MayHaveGate = false;
  llvm::StringRef JsonOption = "--format=json"; ///< Option that selects JSON.
};

/// Receives an answer in human-readable form: a sequence of paragraphs and
/// tables.
class Presenter {
public:
  virtual ~Presenter();
  /// Adds a line of text. An empty line separates parts.
  virtual void line(const Prose &Text) = 0;
  /// Adds a line that may be wrapped to fit a terminal.
  virtual void sentence(const Prose &Text) { line(Text); }
  /// Adds a table. A column of type Depth indents the last column.
  virtual void table(Rows &All, unsigned Indent = 0) = 0;
  /// Adds the rows of a tree, in preorder, without storing them. Text columns
  /// are wide enough for \p Most bytes.
  virtual void tree(Rows &All, uint64_t Most) = 0;
  /// Adds the line below a truncated table: only \p Shown of \p All rows are in
  /// the table. \p Total, if not empty, is the sum of all rows.
  virtual void more(uint64_t All, uint64_t Shown, const Prose &Total) = 0;
};

/// The result of an analysis, as typed values, which a renderer converts to
/// text, CSV, JSON or another format. Each function may be called more than
/// once, unless the kind of answer documents otherwise (FilesAnswer); the
/// results refer to the answer and must not outlive it.
class Answer {
public:
  virtual ~Answer();
  virtual const AnswerInfo &info() const = 0;
  /// Whether the caller has set a limit that the answer may exceed.
  virtual bool hasGate() const { return false; }
  /// A record for each input.
  virtual std::unique_ptr<Rows> files() const = 0;
  /// One record with facts about all inputs; null if there are none.
  virtual std::unique_ptr<Rows> facts() const = 0;
  /// The rows of CSV and JSON Lines.
  virtual std::unique_ptr<Rows> rows() const = 0;
  virtual void present(Presenter &To) const = 0;
};

} // namespace hprof

#endif // HPROF_ANSWER_ANSWER_H
