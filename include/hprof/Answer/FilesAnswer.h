//===- FilesAnswer.h - Answers with a part for each file --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANSWER_FILESANSWER_H
#define HPROF_ANSWER_FILESANSWER_H

#include "hprof/Answer/Answer.h"
#include <functional>

namespace hprof {

/// Part of an answer about one file.
class FilePart {
public:
  virtual ~FilePart();
  /// One record of "files".
  virtual std::unique_ptr<Rows> file() const = 0;
  /// The rows of CSV and JSON Lines.
  virtual std::unique_ptr<Rows> rows() const = 0;
  virtual void present(Presenter &To) const = 0;
  /// Whether an empty line separates the parts of several files.
  virtual bool isApart() const { return true; }
};

/// An answer with a part for each file and no totals. Each file is opened after
/// the previous one has been rendered, so that only one is in memory at a time.
/// Therefore, unlike other answers, an answer about several files can be
/// rendered only once.
class FilesAnswer final : public Answer {
public:
  /// Returns the next file, or null at the end.
  using Opener = std::function<std::unique_ptr<FilePart>()>;

  /// \p First is not null. If \p Next is null, \p First is the only part.
  FilesAnswer(const AnswerInfo &Kind, std::unique_ptr<FilePart> First,
              Opener Next = nullptr)
      : Kind(Kind), Part(std::move(First)), Next(std::move(Next)) {}

  const AnswerInfo &info() const override { return Kind; }
  std::unique_ptr<Rows> files() const override;
  std::unique_ptr<Rows> facts() const override { return nullptr; }
  std::unique_ptr<Rows> rows() const override;
  void present(Presenter &To) const override;

private:
  std::unique_ptr<Rows> join(std::unique_ptr<Rows> (FilePart::*Get)()
                                 const) const;

  const AnswerInfo &Kind;
  mutable std::unique_ptr<FilePart>
      Part;    ///< The part for the current file; null at the end.
  Opener Next; ///< Null if there is only one file.
};

} // namespace hprof

#endif // HPROF_ANSWER_FILESANSWER_H
