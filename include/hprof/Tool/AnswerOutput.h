//===- AnswerOutput.h - Prints answers --------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_TOOL_ANSWEROUTPUT_H
#define HPROF_TOOL_ANSWEROUTPUT_H

#include "hprof/Tool/Escape.h"
#include <memory>
#include <string>

namespace llvm {
class raw_ostream;
namespace json {
class OStream;
} // namespace json
} // namespace llvm

namespace hprof {

class Answer;
class AnswerPart;
class Presenter;
class Prose;
class Reporter;
class Rows;
class ToolContext;

/// Prints \p A to the output of \p C, in the format that --format names: text,
/// csv, json, jsonl or markdown.
void printAnswer(ToolContext &C, const Answer &A);
/// Prints \p A to \p OS in \p Format.
void printAnswer(ToolContext &C, llvm::raw_ostream &OS, llvm::StringRef Format,
                 const Answer &A);

// One renderer for each format. Unescaped strings are made valid UTF-8 in all
// formats except text.

/// Prints paragraphs and aligned tables, for display.
void printAnswerText(llvm::raw_ostream &OS, const Answer &A, EscapeMode Mode);
/// Prints the rows below a line of column names.
void printAnswerCsv(llvm::raw_ostream &OS, const Answer &A, EscapeMode Mode);
/// Prints a JsonReport with the state of \p Report.
void printAnswerJson(llvm::raw_ostream &OS, const Answer &A,
                     const Reporter &Report);
/// Prints a line for each row: a JSON object with all columns of the JSON and
/// CSV formats.
void printAnswerJsonLines(llvm::raw_ostream &OS, const Answer &A);
/// Prints the contents of the text format as Markdown, for issues and wikis.
void printAnswerMarkdown(llvm::raw_ostream &OS, const Answer &A,
                         EscapeMode Mode);

// For output that contains answers.

/// Returns a presenter that prints text.
std::unique_ptr<Presenter> textPresenter(llvm::raw_ostream &OS,
                                         EscapeMode Mode);
/// Prints \p A as Markdown.
void printPartMarkdown(llvm::raw_ostream &OS, const AnswerPart &A,
                       EscapeMode Mode);
/// Adds the records of \p All to an open array.
void printRecords(llvm::json::OStream &J, Rows &All);
/// Adds the first record of \p One to an open object.
void printAttributes(llvm::json::OStream &J, Rows &One);

/// Returns \p Text for display, in the current TextStyle.
std::string proseText(const Prose &Text, EscapeMode Mode);

} // namespace hprof

#endif // HPROF_TOOL_ANSWEROUTPUT_H
