//===- FilesAnswer.cpp - Answers on one file after another ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Answer/FilesAnswer.h"

using namespace hprof;
using namespace llvm;

FilePart::~FilePart() = default;

namespace {
/// The rows of one file after another.
class JoinedRows final : public Rows {
public:
  using RowsOfPart = std::unique_ptr<Rows> (FilePart::*)() const;

  JoinedRows(std::unique_ptr<FilePart> &Part,
             const FilesAnswer::Opener &NextPart, RowsOfPart Get)
      : Part(Part), NextPart(NextPart), Get(Get), Now((*Part.*Get)()) {}

  const TableInfo &info() const override { return Now->info(); }
  bool has(unsigned Column) const override { return Now->has(Column); }
  std::vector<std::string> labels(unsigned Column,
                                  ColumnPlace Place) const override {
    return Now->labels(Column, Place);
  }
  bool next() override {
    while (!Now->next()) {
      std::unique_ptr<FilePart> Following = NextPart();
      if (!Following)
        return false;
      // The rows refer to the part.
      Now = (*Following.*Get)();
      Part = std::move(Following);
    }
    return true;
  }
  Datum get(unsigned Column) const override { return Now->get(Column); }

private:
  std::unique_ptr<FilePart> &Part;
  const FilesAnswer::Opener &NextPart;
  RowsOfPart Get;
  std::unique_ptr<Rows> Now;
};
} // namespace

std::unique_ptr<Rows> FilesAnswer::files() const {
  return std::make_unique<JoinedRows>(Part, Next, &FilePart::file);
}

std::unique_ptr<Rows> FilesAnswer::rows() const {
  return std::make_unique<JoinedRows>(Part, Next, &FilePart::rows);
}

void FilesAnswer::present(Presenter &To) const {
  Part->present(To);
  while (std::unique_ptr<FilePart> Following = Next()) {
    Part = std::move(Following);
    To.line("");
    Part->present(To);
  }
}
