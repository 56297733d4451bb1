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
      : Part(Part), NextPart(NextPart), Get(Get), Now((*Part.*Get)()),
        Info(Now->info()) {}

  const TableInfo &info() const override { return Info; }
  bool has(unsigned Column) const override { return Now->has(Column); }
  std::vector<std::string> labels(unsigned Column,
                                  ColumnPlace Place) const override {
    return Now->labels(Column, Place);
  }
  bool next() override {
    while (!Now || !Now->next()) {
      if (!Now)
        return false;
      // The rows refer to the part, which is large.
      Now.reset();
      Part.reset();
      Part = NextPart();
      if (!Part)
        return false;
      Now = (*Part.*Get)();
    }
    return true;
  }
  Datum get(unsigned Column) const override { return Now->get(Column); }

private:
  std::unique_ptr<FilePart> &Part;
  const FilesAnswer::Opener &NextPart;
  RowsOfPart Get;
  std::unique_ptr<Rows> Now; ///< Null at the end.
  const TableInfo &Info;
};
} // namespace

std::unique_ptr<Rows> FilesAnswer::files() const {
  assert(Part && "rendered a second time");
  return std::make_unique<JoinedRows>(Part, Next, &FilePart::file);
}

std::unique_ptr<Rows> FilesAnswer::rows() const {
  assert(Part && "rendered a second time");
  return std::make_unique<JoinedRows>(Part, Next, &FilePart::rows);
}

void FilesAnswer::present(Presenter &To) const {
  assert(Part && "rendered a second time");
  for (;;) {
    Part->present(To);
    Part.reset();
    Part = Next();
    if (!Part)
      return;
    if (Part->isApart())
      To.line("");
  }
}
