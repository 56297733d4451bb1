//===- AnswerJson.cpp - Answers as JSON -----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Answer/Answer.h"
#include "hprof/Tool/AnswerOutput.h"
#include "hprof/Tool/Escape.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/ValueText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

/// Prints the attributes of the current record of \p Of.
static void printRecord(json::OStream &J, const Rows &Of,
                        ArrayRef<unsigned> Columns);

static void printValue(json::OStream &J, const Column &Is, const Datum &Value);

/// Whether there is a value. If the value is a record, moves to that record.
static bool begin(const Column &Is, const Datum &Value) {
  if (Value.isMissing())
    return false;
  return Is.Type == ColumnType::List || !Value.rows() || Value.rows()->next();
}

void hprof::printRecords(json::OStream &J, Rows &All) {
  const Column *Only = All.info().value();
  const std::vector<unsigned> Columns = All.columns(ForJson);
  while (All.next()) {
    if (!Only) {
      J.object([&] { printRecord(J, All, Columns); });
      continue;
    }
    if (const Datum Value = All.get(0); begin(*Only, Value))
      printValue(J, *Only, Value);
  }
}

static void printText(json::OStream &J, StringRef Text) {
  if (isASCII(Text))
    J.value(Text); // Unchanged, without a copy.
  else
    J.value(toUtf8(Text));
}

static json::Value scalar(const Column &Is, const Datum &Value) {
  if (const auto *Text = Value.get<Prose>())
    return toUtf8(proseText(*Text, EscapeMode::Raw));
  if (const auto *N = Value.get<uint64_t>()) {
    if (Is.Type == ColumnType::Id)
      return jsonId(*N);
    return *N;
  }
  if (const auto *N = Value.get<int64_t>())
    return *N;
  if (const auto *Share = Value.get<double>())
    return realJson(*Share);
  if (const auto *Texts = Value.get<std::vector<std::string>>()) {
    json::Array All;
    for (StringRef Text : *Texts)
      All.push_back(toUtf8(Text));
    return All;
  }
  if (const auto *Texts = Value.get<std::vector<Prose>>()) {
    json::Array All;
    for (const Prose &Text : *Texts)
      All.push_back(toUtf8(proseText(Text, EscapeMode::Raw)));
    return All;
  }
  if (const auto *Ids = Value.get<std::vector<uint64_t>>()) {
    json::Array All;
    for (uint64_t Id : *Ids)
      All.push_back(jsonId(Id));
    return All;
  }
  if (const auto *OfJava = Value.get<hprof::Value>())
    return valueJson(*OfJava);
  if (const auto *Flag = Value.get<bool>())
    return *Flag;
  return nullptr;
}

void printValue(json::OStream &J, const Column &Is, const Datum &Value) {
  Rows *Nested = Value.rows();
  if (std::optional<StringRef> Text = Value.text())
    printText(J, *Text);
  else if (!Nested)
    J.value(scalar(Is, Value));
  else if (Is.Type == ColumnType::List)
    J.array([&] { printRecords(J, *Nested); });
  else
    J.object([&] { printRecord(J, *Nested, Nested->columns(ForJson)); });
}

void printRecord(json::OStream &J, const Rows &Of, ArrayRef<unsigned> Columns) {
  for (unsigned I : Columns) {
    const Column &Is = Of.info().Columns[I];
    const Datum Value = Of.get(I);
    if (!begin(Is, Value))
      continue;
    J.attributeBegin(Is.Name);
    printValue(J, Is, Value);
    J.attributeEnd();
  }
}

void hprof::printAttributes(json::OStream &J, Rows &One) {
  if (One.next())
    printRecord(J, One, One.columns(ForJson));
}

void hprof::printAnswerJson(raw_ostream &OS, const Answer &A,
                            const Reporter &Report) {
  JsonReport J(OS, A.info().Tool);
  printRecords(J.json(), *A.files());
  J.endFiles();
  if (std::unique_ptr<Rows> Facts = A.facts())
    printAttributes(J.json(), *Facts);
  J.finish(Report, A.hasGate());
}

/// The columns for JSON, and the columns for CSV whose names JSON lacks.
static std::vector<unsigned> columnsOfLines(const Rows &All) {
  const std::vector<Column> &Is = All.info().Columns;
  std::vector<unsigned> Columns = All.columns(ForCsv | ForJson);
  erase_if(Columns, [&](unsigned I) {
    // Nested rows of the same table have their own lines.
    if (Is[I].Of == &All.info())
      return true;
    return !(Is[I].Places & ForJson) && any_of(Is, [&](const Column &C) {
      return (C.Places & ForJson) && C.Name == Is[I].Name;
    });
  });
  return Columns;
}

void hprof::printAnswerJsonLines(raw_ostream &OS, const Answer &A) {
  const std::unique_ptr<raw_ostream> Safe = safeJson(OS);
  const std::unique_ptr<Rows> All = A.rows();
  const std::vector<unsigned> Columns = columnsOfLines(*All);
  while (All->next()) {
    json::OStream J(*Safe);
    J.object([&] { printRecord(J, *All, Columns); });
    *Safe << '\n';
  }
}
