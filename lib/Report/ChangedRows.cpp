//===- ChangedRows.cpp - Rows with other texts, or fewer ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangedRows.h"

using namespace hprof;
using namespace llvm;

namespace {
class ChangedRows final : public Rows {
public:
  ChangedRows(Rows &Of, bool IsList, const RowChanges &How)
      : Of(Of), IsList(IsList), How(How) {}
  ChangedRows(std::unique_ptr<Rows> Own, const RowChanges &How)
      : ChangedRows(*Own, false, How) {
    this->Own = std::move(Own);
  }
  ChangedRows(Datum Holder, Rows &Of, bool IsList, const RowChanges &How)
      : ChangedRows(Of, IsList, How) {
    this->Holder = std::move(Holder);
  }

  const TableInfo &info() const override { return Of.info(); }
  bool has(unsigned Column) const override { return Of.has(Column); }
  std::vector<std::string> labels(unsigned Column,
                                  ColumnPlace Place) const override {
    return Of.labels(Column, Place);
  }
  bool next() override {
    return Of.next() && !(IsList && How.EndsList && How.EndsList());
  }
  Datum get(unsigned Column) const override;

private:
  template <typename T> std::vector<T> changed(std::vector<T> All) const;
  Prose changed(Prose Text) const {
    Text.mapInputTexts(How.Text);
    return Text;
  }
  std::string changed(std::string Text) const {
    return How.Text(std::move(Text));
  }

  // One of these owns Of, or the caller does.
  Datum Holder;
  std::unique_ptr<Rows> Own;
  Rows &Of;
  const bool IsList;
  const RowChanges &How;
};
} // namespace

template <typename T>
std::vector<T> ChangedRows::changed(std::vector<T> All) const {
  for (T &One : All)
    One = changed(std::move(One));
  return All;
}

Datum ChangedRows::get(unsigned Column) const {
  Datum Value = Of.get(Column);
  if (Rows *Nested = Value.rows()) {
    const bool Is = info().Columns[Column].Type == ColumnType::List;
    return std::unique_ptr<Rows>(
        std::make_unique<ChangedRows>(std::move(Value), *Nested, Is, How));
  }
  if (!How.Text)
    return Value;
  const Prose *Aside = Value.aside();
  auto With = [&](Datum Now) {
    return Aside ? std::move(Now).with(changed(*Aside)) : std::move(Now);
  };
  if (std::optional<StringRef> Text = Value.text())
    return With(changed(Text->str()));
  if (const auto *Text = Value.get<Prose>())
    return With(changed(*Text));
  if (const auto *Texts = Value.get<std::vector<std::string>>())
    return With(changed(*Texts));
  if (const auto *Texts = Value.get<std::vector<Prose>>())
    return With(changed(*Texts));
  return Value;
}

std::unique_ptr<Rows> hprof::changedRows(std::unique_ptr<Rows> Of,
                                         const RowChanges &How) {
  return Of ? std::make_unique<ChangedRows>(std::move(Of), How) : nullptr;
}

std::unique_ptr<Rows> hprof::changedRows(Rows &Of, const RowChanges &How) {
  return std::make_unique<ChangedRows>(Of, /*IsList=*/false, How);
}
