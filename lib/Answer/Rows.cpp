//===- Rows.cpp - Records that are pulled one by one ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Answer/Rows.h"
#include "hprof/Answer/TypedTable.h"

using namespace hprof;
using namespace llvm;

std::optional<StringRef> Datum::text() const {
  if (const auto *Borrowed = get<StringRef>())
    return *Borrowed;
  if (const auto *Own = get<std::string>())
    return StringRef(*Own);
  return std::nullopt;
}

Rows *Datum::rows() const {
  const auto *Nested = get<std::unique_ptr<Rows>>();
  return Nested ? Nested->get() : nullptr;
}

Datum Datum::with(Prose After) && {
  Aside = std::make_unique<Prose>(std::move(After));
  return std::move(*this);
}

Rows::~Rows() = default;

std::vector<unsigned> Rows::columns(unsigned Places) const {
  std::vector<unsigned> Found;
  const std::vector<Column> &All = info().Columns;
  Found.reserve(All.size());
  for (unsigned I = 0; I != All.size(); ++I)
    if ((All[I].Places & Places) && has(I))
      Found.push_back(I);
  return Found;
}

std::vector<std::string> Rows::labels(unsigned, ColumnPlace) const {
  return {};
}

const NothingAsked &NothingAsked::value() {
  static const NothingAsked Nothing{};
  return Nothing;
}

namespace {
class JoinedRows final : public Rows {
public:
  using Opener = std::function<std::unique_ptr<Rows>()>;

  explicit JoinedRows(Opener Next)
      : Next(std::move(Next)), Now(this->Next()), Info(Now->info()) {}

  const TableInfo &info() const override { return Info; }
  bool has(unsigned Column) const override { return Now->has(Column); }
  std::vector<std::string> labels(unsigned Column,
                                  ColumnPlace Place) const override {
    return Now->labels(Column, Place);
  }
  bool next() override {
    while (Now && !Now->next()) {
      Now.reset();
      Now = Next();
    }
    return Now != nullptr;
  }
  Datum get(unsigned Column) const override { return Now->get(Column); }

private:
  Opener Next;
  std::unique_ptr<Rows> Now; ///< Null at the end.
  const TableInfo &Info;
};
} // namespace

std::unique_ptr<Rows>
hprof::joinedRows(std::function<std::unique_ptr<Rows>()> Next) {
  return std::make_unique<JoinedRows>(std::move(Next));
}
