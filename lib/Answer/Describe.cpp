//===- Describe.cpp - Columns of answers for man pages --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Describe.h"
#include "hprof/Answer/Answer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

static StringRef typeName(ColumnType Type) {
  switch (Type) {
  case ColumnType::Text:
    return "text";
  case ColumnType::Word:
    return "word";
  case ColumnType::Id:
    return "id";
  case ColumnType::Count:
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
    return "number per hour";
  case ColumnType::Share:
    return "share from 0 to 1";
  case ColumnType::Real:
    return "number";
  case ColumnType::Time:
    return "milliseconds since 1970";
  case ColumnType::Flag:
    return "true or false";
  case ColumnType::Value:
    return "Java value";
  case ColumnType::Record:
    return "object";
  case ColumnType::Texts:
    return "strings";
  case ColumnType::Ids:
    return "ids";
  case ColumnType::List:
    return "array";
  case ColumnType::Fields:
    return "values by name";
  case ColumnType::Depth:
    return "depth from 0";
  }
  llvm_unreachable("unhandled type");
}

std::string hprof::typeText(const Column &C) {
  std::string Text = typeName(C.Type).str();
  if (C.Type != ColumnType::Word)
    return Text;
  SmallVector<StringRef, 8> Choices;
  C.Choices.split(Choices, '|');
  return Text + ": " + join(Choices, ", ");
}

/// Contents of a Record or List.
static std::string contentText(const Column &C) {
  if (!C.Of)
    return "";
  if (const Column *Value = C.Of->value())
    return " of " + typeText(*Value) + contentText(*Value);
  return (C.Type == ColumnType::List ? " of *" : " *") + C.Of->Name.str() + "*";
}

/// "CSV and JSON".
static std::string placesText(const Column &C) {
  const bool Csv = C.Places & ForCsv, Json = C.Places & ForJson;
  if (!C.Of || !Csv)
    return Csv && Json ? "CSV and JSON" : Csv ? "CSV" : "JSON";
  if (C.Of->value())
    return "JSON; in CSV ``" + C.Name.str() + "_...``";
  std::string Names;
  for (const Column &Inner : C.Of->Columns)
    if (Inner.Places & ForCsv)
      Names += (Names.empty() ? "``" : ", ``") + Inner.Name.str() + ":...``";
  return "JSON; in CSV " + Names;
}

void hprof::describeAsRst(raw_ostream &OS, const AnswerInfo &Info) {
  OS << ".. Generated from the declaration of the answer; do not edit.\n\n"
     << Info.Title << "\n\n";
  for (const Column &C : Info.Row->Columns) {
    if (!(C.Places & (ForCsv | ForJson)))
      continue;
    OS << "``" << C.Name << "`` (" << typeText(C) << "; " << placesText(C)
       << (C.IsOptional ? ", optional" : "") << ")\n  " << C.Sentence << "\n\n";
  }
}

/// Collects \p Info and the records in it, each once, outer ones first.
static void collect(const TableInfo *Info,
                    std::vector<const TableInfo *> &All) {
  if (!Info || is_contained(All, Info))
    return;
  if (!Info->value())
    All.push_back(Info);
  for (const Column &C : Info->Columns)
    collect(C.Of, All);
}

static void describeRecord(raw_ostream &OS, const TableInfo &R) {
  OS << "\n### " << R.Name << "\n\n"
     << R.Sentence << "\n\n| name | type | in | |\n|---|---|---|---|\n";
  for (const Column &C : R.Columns) {
    if (!(C.Places & (ForCsv | ForJson)))
      continue;
    OS << "| `" << C.Name << "` | " << typeText(C) << contentText(C) << " | "
       << placesText(C) << (C.IsOptional ? ", optional" : "") << " | "
       << C.Sentence << " |\n";
  }
}

void hprof::describeAsMarkdown(raw_ostream &OS, const AnswerInfo &Info) {
  OS << "\n## " << Info.Tool << ": " << Info.Name << "\n\n"
     << Info.Title << "\n";
  std::vector<const TableInfo *> All;
  collect(Info.File, All);
  collect(Info.Facts, All);
  collect(Info.Row, All);
  for (const TableInfo *R : All)
    describeRecord(OS, *R);
}
