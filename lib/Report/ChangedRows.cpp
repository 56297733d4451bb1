//===- ChangedRows.cpp - Rows with other strings, or fewer ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangedRows.h"
#include "hprof/Answer/RowsFrom.h"

using namespace hprof;
using namespace llvm;

namespace {
class ChangedRows final : public RowsFrom {
public:
  ChangedRows(Rows &Of, std::shared_ptr<void> Owner, bool IsList,
              const RowChanges &How)
      : RowsFrom(Of, std::move(Owner)), IsList(IsList), How(How) {}

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
    return std::unique_ptr<Rows>(std::make_unique<ChangedRows>(
        *Nested, std::make_shared<Datum>(std::move(Value)), Is, How));
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
  if (!Of)
    return nullptr;
  Rows &All = *Of;
  return std::make_unique<ChangedRows>(All, std::move(Of), /*IsList=*/false,
                                       How);
}

std::unique_ptr<Rows> hprof::changedRows(Rows &Of, const RowChanges &How) {
  return std::make_unique<ChangedRows>(Of, nullptr, /*IsList=*/false, How);
}
