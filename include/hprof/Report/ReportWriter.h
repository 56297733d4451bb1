//===- ReportWriter.h - Takes the answers of a report -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_REPORT_REPORTWRITER_H
#define HPROF_REPORT_REPORTWRITER_H

#include "hprof/Report/ReportParts.h"
#include "hprof/Tool/Escape.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hprof {

class Answer;
class AnswerPart;
class HeapContents;
class Reporter;
class SecretMatcher;

/// Takes the answers of a report one by one; none is kept.
class ReportWriter {
public:
  virtual ~ReportWriter();
  /// Whether people read what it writes, rather than the program in a page.
  virtual bool isForPeople() const = 0;
  /// What hides texts; null shows everything.
  virtual const SecretMatcher *secrets() const { return nullptr; }
  /// Parts that follow are about \p C, too. What hides texts may look for
  /// secrets in it.
  virtual void useHeap(const HeapContents &C);
  /// \p Words are those of a command after its
  /// own options: how the input is read, and its name.
  virtual void part(ReportPart Is, llvm::ArrayRef<std::string> Words,
                    const Answer &A) = 0;
  virtual void part(ReportPart Is, llvm::ArrayRef<std::string> Words,
                    const AnswerPart &A) = 0;
  /// Something to know about what is written.
  virtual void note(const llvm::Twine &Text) = 0;
};

/// Collects a JSON document for a page. Each list in an answer ends where that
/// has grown as large as ReportPartInfo says, and no later than at two thirds
/// of the room that parts before it have left, so that a document is small
/// whatever the inputs are, and however many; long texts are cut, too.
class JsonDocument final : public ReportWriter {
public:
  /// Where the last list ends. All parts of one heap dump, as large as they may
  /// be, have room.
  static constexpr uint64_t MostBytes = 2980000;

  bool isForPeople() const override { return false; }
  void part(ReportPart Is, llvm::ArrayRef<std::string> Words,
            const Answer &A) override;
  void part(ReportPart Is, llvm::ArrayRef<std::string> Words,
            const AnswerPart &A) override;
  void note(const llvm::Twine &Text) override { Notes.push_back(Text.str()); }

  /// The document as a whole, with the state of \p Report.
  void write(llvm::raw_ostream &OS, const Reporter &Report) const;

private:
  /// Where lists of a part that comes now end.
  uint64_t roomFor(ReportPart Is) const;
  void add(std::string Part);

  std::vector<std::string> Parts; ///< JSON objects.
  uint64_t Written = 0;           ///< Bytes of them.
  std::vector<std::string> Notes;
};

/// Writes Markdown as the answers come.
class MarkdownReport final : public ReportWriter {
public:
  MarkdownReport(llvm::raw_ostream &OS, EscapeMode Mode) : OS(OS), Mode(Mode) {}
  bool isForPeople() const override { return true; }
  void part(ReportPart Is, llvm::ArrayRef<std::string> Words,
            const Answer &A) override;
  void part(ReportPart Is, llvm::ArrayRef<std::string> Words,
            const AnswerPart &A) override;
  void note(const llvm::Twine &Text) override;

private:
  void heading(ReportPart Is, llvm::ArrayRef<std::string> Words);

  llvm::raw_ostream &OS;
  const EscapeMode Mode;
};

} // namespace hprof

#endif // HPROF_REPORT_REPORTWRITER_H
