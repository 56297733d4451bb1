//===- ObjectRow.cpp - An object with its fields --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Catalog/ObjectRow.h"
#include "hprof/Answer/RowsFrom.h"
#include "hprof/Query/TableRead.h"
#include "hprof/Tool/Json.h"

using namespace hprof;
using namespace llvm;

/// An array may have a billion elements; the fields table contains them all.
static constexpr uint64_t MostFields = 1000;

namespace {
/// The first rows of another source.
class FirstRows final : public RowsFrom {
public:
  using RowsFrom::RowsFrom;
  bool next() override { return Seen++ < MostFields && Of.next(); }

private:
  uint64_t Seen = 0;
};

class ObjectRow final : public Rows {
public:
  ObjectRow(std::unique_ptr<Rows> Of, std::optional<std::string> Text,
            std::unique_ptr<Rows> Fields);

  const TableInfo &info() const override { return Info; }
  bool next() override { return Object->next(); }
  Datum get(unsigned Column) const override;

private:
  std::unique_ptr<Rows> Object;
  std::optional<std::string> Text;
  mutable std::unique_ptr<Rows> Fields; ///< Taken by get().
  TableInfo Info;
};
} // namespace

ObjectRow::ObjectRow(std::unique_ptr<Rows> Of,
                     std::optional<std::string> OfText,
                     std::unique_ptr<Rows> OfFields)
    : Object(std::move(Of)), Text(std::move(OfText)),
      Fields(std::move(OfFields)) {
  Info = Object->info();
  Info.Name = "object";
  Info.Sentence = "An object and its fields.";
  Column Said;
  Said.Name = "text";
  Said.MayBeNull = true;
  Said.Sentence = "String representation of the object, as text(id) in a "
                  "query, or null.";
  Info.Columns.push_back(Said);
  Column All;
  All.Name = "fields";
  All.Type = ColumnType::List;
  All.Of = &Fields->info();
  All.Sentence = "Fields, or the first 1,000 elements of an array.";
  Info.Columns.push_back(All);
}

Datum ObjectRow::get(unsigned I) const {
  const size_t Own = Object->info().Columns.size();
  if (I < Own)
    return Object->get(I);
  if (I == Own)
    return Text ? Datum(StringRef(*Text)) : Datum(Datum::Null());
  return Datum(std::move(Fields));
}

static Expected<std::optional<std::string>> textOf(QuerySession &Session,
                                                   const std::string &Id) {
  const std::string Sql = "SELECT text(" + Id + ")";
  StringRef Rest = Sql;
  Expected<std::unique_ptr<QueryResult>> Result = Session.run(Rest);
  if (!Result)
    return Result.takeError();
  std::optional<std::string> Text;
  if ((*Result)->next())
    if (const Datum Value = (*Result)->get(0); Value.text())
      Text = Value.text()->str();
  if (Error E = (*Result)->takeError())
    return E;
  return Text;
}

Expected<std::unique_ptr<Rows>> hprof::objectRow(QuerySession &Session,
                                                 uint64_t Number) {
  const std::string Id = jsonId(Number);
  Expected<std::optional<std::string>> Text = textOf(Session, Id);
  if (!Text)
    return Text.takeError();
  Expected<TableRows> Object =
      readTable(Session, "main", {"objects", {{"id", Id}}, {}});
  if (!Object)
    return Object.takeError();
  Expected<TableRows> Fields =
      readTable(Session, "main", {"fields", {{"of", Id}}, {}});
  if (!Fields)
    return Fields.takeError();
  return std::make_unique<ObjectRow>(
      std::move(Object->All), std::move(*Text),
      std::make_unique<FirstRows>(std::move(Fields->All)));
}
