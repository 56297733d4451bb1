//===- ReportWriter.h - Writes the answers of a report ----------*- C++ -*-===//
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
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"
#include <functional>
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

/// Receives the answers of a report one by one, without storing them.
class ReportWriter {
public:
  virtual ~ReportWriter();
  /// Whether the output is human-readable, unlike the data in a page.
  virtual bool isForPeople() const = 0;
  /// Matcher of strings to mask; null shows everything.
  virtual const SecretMatcher *secrets() const { return nullptr; }
  /// Returns the function for StoreOptions::Mask, valid as long as this exists;
  /// empty to show everything.
  virtual std::function<std::string(std::string)> mask() const { return {}; }
  /// Records that the following parts are also about \p C, which may be
  /// searched for secrets to mask.
  virtual void useHeap(const HeapContents &C);
  /// Adds a part. \p Words follow a command's own options: reading options, and
  /// the input's name.
  virtual void part(ReportPart Is, llvm::ArrayRef<std::string> Words,
                    const Answer &A) = 0;
  virtual void part(ReportPart Is, llvm::ArrayRef<std::string> Words,
                    const AnswerPart &A) = 0;
  /// Adds a note about the output.
  virtual void note(const llvm::Twine &Text) = 0;
};

/// Collects a JSON document for a page. Each list in an answer ends at the size
/// in ReportPartInfo, and at the latest at two thirds of the space that earlier
/// parts have left. A document is therefore small for any number and size of
/// inputs; long strings are truncated, too.
class JsonDocument final : public ReportWriter {
public:
  /// Size at which the last list ends, with space for all parts of one heap
  /// dump at their limits.
  static constexpr uint64_t MostBytes = 2980000;

  bool isForPeople() const override { return false; }
  void part(ReportPart Is, llvm::ArrayRef<std::string> Words,
            const Answer &A) override;
  void part(ReportPart Is, llvm::ArrayRef<std::string> Words,
            const AnswerPart &A) override;
  void note(const llvm::Twine &Text) override { Notes.push_back(Text.str()); }

  /// Writes the complete document, with the state of \p Report.
  void write(llvm::raw_ostream &OS, const Reporter &Report) const;

private:
  /// Size limit for lists in the part \p Is, if it comes next.
  uint64_t roomFor(ReportPart Is) const;
  void add(std::string Part);

  std::vector<std::string> Parts; ///< JSON objects.
  uint64_t Written = 0;           ///< Total size of Parts in bytes.
  std::vector<std::string> Notes;
};

/// Writes Markdown as the answers arrive.
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

/// Writes the first lines of the most important parts as text, for a screen.
class BriefReport final : public ReportWriter {
public:
  BriefReport(llvm::raw_ostream &OS, EscapeMode Mode) : OS(OS), Mode(Mode) {}
  bool isForPeople() const override { return true; }
  void part(ReportPart Is, llvm::ArrayRef<std::string> Words,
            const Answer &A) override;
  void part(ReportPart Is, llvm::ArrayRef<std::string> Words,
            const AnswerPart &A) override;
  void note(const llvm::Twine &Text) override;

private:
  void print(ReportPart Is, llvm::ArrayRef<std::string> Words,
             llvm::function_ref<void(llvm::raw_ostream &)> Render);

  llvm::raw_ostream &OS;
  const EscapeMode Mode;
  bool IsFirst = true;
};

} // namespace hprof

#endif // HPROF_REPORT_REPORTWRITER_H
