//===- QueryAnswer.h - The result of a query as an answer -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_QUERY_QUERYANSWER_H
#define HPROF_QUERY_QUERYANSWER_H

#include "hprof/Answer/Answer.h"
#include "hprof/Query/QuerySession.h"

namespace hprof {

/// The result of a query. Can be rendered only once.
class QueryAnswer final : public Answer {
public:
  /// \p Files are the inputs by schema. Text has a line for each value if \p
  /// IsExpanded, otherwise tables with strings of at most \p MostText bytes.
  QueryAnswer(std::unique_ptr<QueryResult> Result,
              std::vector<std::pair<std::string, std::string>> Files,
              bool IsExpanded = false, size_t MostText = SIZE_MAX);
  ~QueryAnswer() override;

  const AnswerInfo &info() const override { return Info; }
  std::unique_ptr<Rows> files() const override;
  std::unique_ptr<Rows> facts() const override;
  std::unique_ptr<Rows> rows() const override;
  void present(Presenter &To) const override;

  /// To be called after rendering: returns the error that ended the rows early,
  /// if any.
  llvm::Error takeError() { return Result->takeError(); }

  struct File {
    std::string Schema, Name;
  };

private:
  std::unique_ptr<QueryResult> Result;
  std::vector<File> Files;
  bool IsExpanded;
  size_t MostText;
  TableInfo Facts;
  AnswerInfo Info;
};

} // namespace hprof

#endif // HPROF_QUERY_QUERYANSWER_H
