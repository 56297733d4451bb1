//===- Answer.h - What an analysis returns ----------------------*- C++ -*-===//
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

/// What all answers of a kind have in common: enough for a schema and for a man
/// page. The JSON of an answer is the array "files" with a record for each
/// input, followed by the facts.
struct AnswerInfo {
  llvm::StringRef Tool;   ///< "hprof-histo"
  llvm::StringRef Name;   ///< "histogram"; each of a tool has its own.
  llvm::StringRef Title;  ///< For people: what it answers, and when.
  const TableInfo *File;  ///< A record of "files".
  const TableInfo *Facts; ///< The rest; may be null.
  /// The rows of CSV and JSON Lines, which are a List in File or Facts.
  const TableInfo *Row;
  /// Whether JSON may have "gate", see Answer::hasGate().
  bool MayHaveGate = false;
  llvm::StringRef JsonOption = "--format=json"; ///< What asks for JSON.
};

/// Takes an answer in the form for people: paragraphs and tables in turn.
class Presenter {
public:
  virtual ~Presenter();
  /// A line of text. An empty one divides parts.
  virtual void line(const Prose &Text) = 0;
  /// A line that may be broken between words, to fit a terminal.
  virtual void sentence(const Prose &Text) { line(Text); }
  /// A column of type Depth indents the last column.
  virtual void table(Rows &All, unsigned Indent = 0) = 0;
  /// The rows of a tree, in preorder, of which none is kept: in text, there
  /// is room for \p Most bytes.
  virtual void tree(Rows &All, uint64_t Most) = 0;
  /// The line below a table with only \p Shown of \p All rows, of which \p
  /// Total is the sum.
  virtual void more(uint64_t All, uint64_t Shown, const Prose &Total) = 0;
};

/// The result of an analysis, as typed values: a renderer makes text, CSV,
/// JSON or anything else of it. Each function may be called more than once,
/// unless the kind of answer says otherwise (FilesAnswer); what it returns
/// refers to the answer.
class Answer {
public:
  virtual ~Answer();
  virtual const AnswerInfo &info() const = 0;
  /// Whether the caller has a limit that the answer may exceed.
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
