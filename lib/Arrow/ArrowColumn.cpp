//===- ArrowColumn.cpp - Collects the values of a column ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrow/ArrowColumn.h"
#include "Arrow/PlainColumns.h"
#include "hprof/Tool/AnswerOutput.h"
#include "hprof/Tool/ValueText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

ArrowColumn::~ArrowColumn() = default;

void ArrowColumn::setBit(bool IsValid) {
  if (Length % 8 == 0)
    Valid.push_back(0);
  Valid.back() |= uint8_t(IsValid) << Length % 8;
}

Error ArrowColumn::add(const Datum &Value) {
  if (Value.isMissing() || Value.isNull()) {
    addNull();
    return Error::success();
  }
  if (Error E = addValue(Value))
    return E;
  addPlace();
  return Error::success();
}

void ArrowColumn::addPlace() {
  if (Nulls)
    setBit(true);
  ++Length;
}

void ArrowColumn::addNull() {
  if (!Nulls++) {
    // All values before the first null are valid.
    Valid.resize(size_t(Length / 8 + (Length % 8 != 0)));
    std::fill(Valid.begin(), Valid.end(), uint8_t(0xff));
    if (Length % 8)
      Valid.back() = uint8_t((1U << Length % 8) - 1);
  }
  setBit(false);
  addEmpty();
  ++Length;
}

Expected<ArrowParts> ArrowColumn::finish() {
  ArrowParts Parts;
  Parts.Length = std::exchange(Length, 0);
  Parts.Nulls = std::exchange(Nulls, 0);
  Parts.Buffers.push_back(Parts.Nulls ? arrowBuffer(std::exchange(Valid, {}))
                                      : nullptr);
  moveTo(Parts);
  return Parts;
}

StringRef hprof::textOf(const Datum &Value, std::string &Buffer) {
  Buffer.clear();
  raw_string_ostream OS(Buffer);
  if (std::optional<StringRef> Text = Value.text()) {
    // Nearly all strings are ASCII, which needs no conversion.
    if (isASCII(*Text))
      return *Text;
    OS << toUtf8(*Text);
  } else if (const auto *Line = Value.get<Prose>()) {
    OS << toUtf8(proseText(*Line, EscapeMode::Raw));
  } else if (const auto *N = Value.get<uint64_t>()) {
    OS << *N;
  } else if (const auto *Signed = Value.get<int64_t>()) {
    OS << *Signed;
  } else if (const auto *Real = Value.get<double>()) {
    OS << format("%.17g", *Real);
  } else if (const auto *Flag = Value.get<bool>()) {
    OS << (*Flag ? "true" : "false");
  } else if (const auto *OfJava = Value.get<hprof::Value>()) {
    OS << toUtf8(valueText(*OfJava));
  }
  OS.flush();
  return Buffer;
}

static StringRef typeWord(ColumnType T) {
  switch (T) {
  case ColumnType::Text:
  case ColumnType::Texts:
    return "text";
  case ColumnType::Word:
    return "word";
  case ColumnType::Id:
  case ColumnType::Ids:
    return "id";
  case ColumnType::Count:
  case ColumnType::Depth:
    return "count";
  case ColumnType::Number:
    return "number";
  case ColumnType::Bytes:
    return "bytes";
  case ColumnType::Change:
    return "change";
  case ColumnType::BytesChange:
    return "change in bytes";
  case ColumnType::Rate:
    return "rate";
  case ColumnType::Share:
    return "share";
  case ColumnType::Real:
    return "real";
  case ColumnType::Time:
    return "time";
  case ColumnType::Flag:
    return "flag";
  case ColumnType::Value:
    return "value";
  case ColumnType::Record:
  case ColumnType::List:
  case ColumnType::Fields:
    return "record";
  }
  return "";
}

static StringRef unitOf(ColumnType T) {
  if (T == ColumnType::Bytes || T == ColumnType::BytesChange)
    return "bytes";
  if (T == ColumnType::Rate)
    return "1/h";
  return T == ColumnType::Time ? "ms" : "";
}

ArrowType hprof::describeColumn(const Column &Of) {
  ArrowType Is;
  Is.Name = Of.Name.str();
  Is.IsNullable = Of.IsOptional || Of.MayBeNull;
  Is.Metadata.push_back({"hprof.type", typeWord(Of.Type).str()});
  if (const StringRef Unit = unitOf(Of.Type); !Unit.empty())
    Is.Metadata.push_back({"hprof.unit", Unit.str()});
  if (!Of.Sentence.empty())
    Is.Metadata.push_back({"hprof.sentence", Of.Sentence.str()});
  return Is;
}

/// Makes the columns of JSON output, except those that would contain their own
/// table.
static std::unique_ptr<RecordColumn> recordColumn(const TableInfo &Of,
                                                  const ColumnChoice &How) {
  SmallVector<const TableInfo *, 4> In(How.In);
  In.push_back(&Of);
  auto Record = std::make_unique<RecordColumn>();
  for (unsigned I = 0; I != Of.Columns.size(); ++I) {
    const Column &C = Of.Columns[I];
    if (!(C.Places & ForJson))
      continue;
    if (std::unique_ptr<ArrowColumn> Made = arrowColumn(C, {In, {}})) {
      ArrowType Is = describeColumn(C);
      // Fields are null where the whole record is missing.
      Is.IsNullable = true;
      Record->addColumn(std::move(Is), std::move(Made), I);
    }
  }
  return Record->isEmpty() ? nullptr : std::move(Record);
}

/// Makes the column for the rows of a List or Record.
static std::unique_ptr<ArrowColumn> rowColumn(const TableInfo &Of,
                                              const ColumnChoice &How) {
  if (is_contained(How.In, &Of))
    return nullptr;
  if (const Column *Only = Of.value())
    return arrowColumn(*Only, How);
  return recordColumn(Of, How);
}

static std::unique_ptr<ArrowColumn> fieldsColumn(const ColumnChoice &How) {
  if (How.Labels.empty())
    return nullptr;
  auto Record = std::make_unique<RecordColumn>();
  for (const std::string &Label : How.Labels) {
    ArrowType Is;
    Is.Name = toUtf8(Label);
    Is.IsNullable = true;
    Record->addColumn(std::move(Is), inferredColumn(),
                      unsigned(&Label - How.Labels.data()));
  }
  return Record;
}

std::unique_ptr<ArrowColumn> hprof::arrowColumn(const Column &Of,
                                                const ColumnChoice &How) {
  switch (Of.Type) {
  case ColumnType::Text:
    if (Of.Places & Repeats)
      return std::make_unique<DictionaryColumn<int32_t>>(StringRef());
    return std::make_unique<TextColumn>();
  case ColumnType::Value:
    return std::make_unique<TextColumn>();
  case ColumnType::Word:
    return std::make_unique<DictionaryColumn<int8_t>>(Of.Choices);
  case ColumnType::Id:
  case ColumnType::Count:
  case ColumnType::Number:
  case ColumnType::Bytes:
  case ColumnType::Change:
  case ColumnType::BytesChange:
  case ColumnType::Depth:
    return std::make_unique<NumberColumn<int64_t>>("l");
  case ColumnType::Time:
    return std::make_unique<NumberColumn<int64_t>>("tsm:UTC");
  case ColumnType::Rate:
  case ColumnType::Share:
  case ColumnType::Real:
    return std::make_unique<NumberColumn<double>>("g");
  case ColumnType::Flag:
    return std::make_unique<FlagColumn>();
  case ColumnType::Texts:
    return std::make_unique<ListColumn>(std::make_unique<TextColumn>());
  case ColumnType::Ids:
    return std::make_unique<ListColumn>(
        std::make_unique<NumberColumn<int64_t>>("l"));
  case ColumnType::Record:
    return rowColumn(*Of.Of, How);
  case ColumnType::List:
    if (std::unique_ptr<ArrowColumn> Row = rowColumn(*Of.Of, How))
      return std::make_unique<ListColumn>(std::move(Row));
    return nullptr;
  case ColumnType::Fields:
    return fieldsColumn(How);
  }
  return nullptr;
}
