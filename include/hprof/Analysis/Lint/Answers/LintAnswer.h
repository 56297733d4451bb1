//===- LintAnswer.h - Results of lint as answers ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_LINT_ANSWERS_LINTANSWER_H
#define HPROF_ANALYSIS_LINT_ANSWERS_LINTANSWER_H

#include "hprof/Analysis/Heap/LayoutTable.h"
#include "hprof/Analysis/Lint/Lint.h"
#include "hprof/Answer/Answer.h"

namespace hprof {

/// The findings in one file, independent of the graph.
struct LintedFile {
  std::string Name;
  LintReport Report;
  bool IsCut = false; ///< See HeapStore.
  LayoutFacts Layout;
  llvm::DenseMap<Node, uint64_t> Ids; ///< Ids of the examples in the report.
  LintRow NotMade;                    ///< Stands for a skipped check.

  static LintedFile of(std::string Name, const HeapGraph &G, LintReport Report,
                       bool IsCut);
  /// Returns nullopt for NoNode.
  std::optional<uint64_t> id(Node N) const;
};

struct LintRequest {
  /// Minimum bytes of a finding or row. If not set, 0.1% of the heap for
  /// display, and no minimum in other formats.
  std::optional<uint64_t> Min;
  /// Count hints as waste, in addition to certain findings.
  bool AddHints = false;
  bool HasGate = false; ///< Whether the caller has a limit for the waste.
};

/// Returns the sum of the waste found by all checks; hints are included if \p
/// AddHints is set.
uint64_t wastedBytes(const LintReport &R, bool AddHints);

class LintAnswer final : public Answer {
public:
  LintAnswer(std::vector<LintedFile> Files, LintRequest Request)
      : Files(std::move(Files)), Request(Request) {}

  static const AnswerInfo &kind();

  const AnswerInfo &info() const override { return kind(); }
  bool hasGate() const override { return Request.HasGate; }
  std::unique_ptr<Rows> files() const override;
  std::unique_ptr<Rows> facts() const override { return nullptr; }
  std::unique_ptr<Rows> rows() const override;
  void present(Presenter &To) const override;

private:
  std::vector<LintedFile> Files;
  LintRequest Request;
};

class LintChecks final : public Answer {
public:
  static const AnswerInfo &kind();

  const AnswerInfo &info() const override { return kind(); }
  std::unique_ptr<Rows> files() const override;
  std::unique_ptr<Rows> facts() const override;
  std::unique_ptr<Rows> rows() const override;
  void present(Presenter &To) const override;
};

/// Size and slots of a collection in one file.
struct FoundCollection {
  std::string File;
  std::string Class;
  uint64_t Id = 0;
  uint64_t Size = 0;
  uint64_t Slots = 0; ///< 0 if there are no slots.

  /// Returns the collection with id \p Id in the file \p Name. Fails if the
  /// object is not a collection of a known class.
  static llvm::Expected<FoundCollection>
  find(const HeapContents &C, llvm::StringRef Name, uint64_t Id);
};

class CollectionAnswer final : public Answer {
public:
  explicit CollectionAnswer(std::vector<FoundCollection> All)
      : All(std::move(All)) {}

  static const AnswerInfo &kind();

  const AnswerInfo &info() const override { return kind(); }
  std::unique_ptr<Rows> files() const override;
  std::unique_ptr<Rows> facts() const override { return nullptr; }
  std::unique_ptr<Rows> rows() const override;
  void present(Presenter &To) const override;

private:
  std::vector<FoundCollection> All;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_LINT_ANSWERS_LINTANSWER_H
