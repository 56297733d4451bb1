//===- SizedRows.cpp - Rows that end in time ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizedRows.h"
#include "hprof/Tool/Escape.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

/// Names that people write are far shorter.
static constexpr size_t MostText = 1000;

/// \p Text, as UTF-8, cut at the end of a character.
static std::string shortened(StringRef Text) {
  std::string Is = toUtf8(Text);
  if (Is.size() <= MostText)
    return Is;
  size_t End = MostText;
  while (End && (uint8_t(Is[End]) & 0xc0) == 0x80)
    --End;
  Is.resize(End);
  return Is + "...";
}

namespace {
class SizedRows final : public Rows {
public:
  SizedRows(Datum Holder, Rows &Of, bool IsList, SizeLimit &Limit)
      : Holder(std::move(Holder)), Of(Of), IsList(IsList), Limit(Limit) {}
  SizedRows(std::unique_ptr<Rows> Own, SizeLimit &Limit)
      : Own(std::move(Own)), Of(*this->Own), IsList(false), Limit(Limit) {}

  const TableInfo &info() const override { return Of.info(); }
  bool has(unsigned Column) const override { return Of.has(Column); }
  std::vector<std::string> labels(unsigned Column,
                                  ColumnPlace Place) const override {
    return Of.labels(Column, Place);
  }
  bool next() override {
    if (!Of.next())
      return false;
    if (!IsList || Limit.OS.tell() < Limit.MostBytes)
      return true;
    Limit.IsCut = true;
    return false;
  }
  Datum get(unsigned Column) const override {
    Datum Value = Of.get(Column);
    if (Rows *Nested = Value.rows()) {
      const bool Is = info().Columns[Column].Type == ColumnType::List;
      return std::unique_ptr<Rows>(
          std::make_unique<SizedRows>(std::move(Value), *Nested, Is, Limit));
    }
    if (std::optional<StringRef> Text = Value.text();
        Text && Text->size() > MostText)
      return shortened(*Text);
    return Value;
  }

private:
  const Datum Holder;              ///< Owns Of,
  const std::unique_ptr<Rows> Own; ///< or this does.
  Rows &Of;
  const bool IsList;
  SizeLimit &Limit;
};
} // namespace

std::unique_ptr<Rows> hprof::sizedRows(std::unique_ptr<Rows> Of,
                                       SizeLimit &Limit) {
  return Of ? std::make_unique<SizedRows>(std::move(Of), Limit) : nullptr;
}
