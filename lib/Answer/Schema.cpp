//===- Schema.cpp - JSON Schemas of answers -------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Describe.h"
#include "hprof/Answer/Answer.h"
#include "hprof/Answer/TableSchema.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

static constexpr StringLiteral IdPattern = "^0x[0-9a-f]+$";

static StringRef jsonType(ColumnType Type) {
  switch (Type) {
  case ColumnType::Text:
  case ColumnType::Word:
  case ColumnType::Id:
    return "string";
  case ColumnType::Count:
  case ColumnType::Number:
  case ColumnType::Bytes:
  case ColumnType::Change:
  case ColumnType::BytesChange:
  case ColumnType::Time:
  case ColumnType::Depth:
    return "integer";
  case ColumnType::Rate:
  case ColumnType::Share:
  case ColumnType::Real:
    return "number";
  case ColumnType::Flag:
    return "boolean";
  case ColumnType::Record:
  case ColumnType::Fields:
  case ColumnType::Value: // See printColumn().
    return "object";
  case ColumnType::Texts:
  case ColumnType::Ids:
  case ColumnType::List:
    return "array";
  }
  llvm_unreachable("unhandled type");
}

/// Prints the attributes of an object with the columns of \p R.
static void printRecord(json::OStream &J, const TableInfo &R);

static void printReference(json::OStream &J, const TableInfo &R) {
  J.attribute("$ref", "#/$defs/" + R.Name.str());
}

static void printColumn(json::OStream &J, const Column &C) {
  if (C.Type == ColumnType::Value) {
    J.attribute("description", C.Sentence);
    return J.attributeArray("anyOf", [&] {
      if (C.Of)
        J.object([&] { printReference(J, *C.Of); });
      for (StringRef Type : {"boolean", "number", "string", "null"})
        J.object([&] { J.attribute("type", Type); });
    });
  }
  if (C.Type == ColumnType::Word) {
    SmallVector<StringRef, 8> Choices;
    C.Choices.split(Choices, '|');
    J.attributeArray("enum", [&] {
      for (StringRef Choice : Choices)
        J.value(Choice);
    });
  } else if (C.Type == ColumnType::Record && C.MayBeNull) {
    // Unlike a second "type", this does not forbid null.
    J.attributeArray("anyOf", [&] {
      J.object([&] { printReference(J, *C.Of); });
      J.object([&] { J.attribute("type", "null"); });
    });
  } else {
    if (C.MayBeNull)
      J.attributeArray("type", [&] {
        J.value(jsonType(C.Type));
        J.value("null");
      });
    else
      J.attribute("type", jsonType(C.Type));
  }
  if (C.Type == ColumnType::Id)
    J.attribute("pattern", IdPattern);
  J.attribute("description", C.Sentence);
  if (C.Type == ColumnType::Texts || C.Type == ColumnType::Ids)
    J.attributeObject("items", [&] {
      J.attribute("type", "string");
      if (C.Type == ColumnType::Ids)
        J.attribute("pattern", IdPattern);
    });
  if (C.Type == ColumnType::Record && !C.MayBeNull)
    printReference(J, *C.Of);
  if (C.Type == ColumnType::List)
    J.attributeObject("items", [&] {
      if (const Column *Value = C.Of->value())
        return printColumn(J, *Value);
      printReference(J, *C.Of);
    });
}

static void printRequired(json::OStream &J, const TableInfo &R) {
  for (const Column &C : R.Columns)
    if ((C.Places & ForJson) && !C.IsOptional)
      J.value(C.Name);
}

static void printProperties(json::OStream &J, const TableInfo &R) {
  for (const Column &C : R.Columns)
    if (C.Places & ForJson)
      J.attributeObject(C.Name, [&] { printColumn(J, C); });
}

void printRecord(json::OStream &J, const TableInfo &R) {
  J.attributeArray("required", [&] { printRequired(J, R); });
  J.attributeObject("properties", [&] { printProperties(J, R); });
}

/// Adds the tables of records in records of \p Info.
static void collectNested(const TableInfo *Info,
                          std::vector<const TableInfo *> &All) {
  if (!Info)
    return;
  for (const Column &C : Info->Columns) {
    if (!(C.Places & ForJson) || !C.Of || is_contained(All, C.Of))
      continue;
    if (!C.Of->value())
      All.push_back(C.Of);
    collectNested(C.Of, All);
  }
}

/// Prints the tables by name, so that common parts appear once.
static void printDefinitions(json::OStream &J,
                             ArrayRef<const TableInfo *> Tables) {
  if (Tables.empty())
    return;
  J.attributeObject("$defs", [&] {
    for (const TableInfo *T : Tables)
      J.attributeObject(T->Name, [&] {
        J.attribute("type", "object");
        J.attribute("description", T->Sentence);
        printRecord(J, *T);
      });
  });
}

static void printAnswer(json::OStream &J, const AnswerInfo &Info,
                        unsigned Version) {
  J.attribute("type", "object");
  J.attributeArray("required", [&] {
    for (StringRef Name : {"schema_version", "tool", "files"})
      J.value(Name);
    if (Info.Facts)
      printRequired(J, *Info.Facts);
    J.value("damaged");
  });
  J.attributeObject("properties", [&] {
    J.attributeObject("schema_version", [&] { J.attribute("const", Version); });
    J.attributeObject("tool", [&] { J.attribute("type", "object"); });
    J.attributeObject("files", [&] {
      J.attribute("type", "array");
      J.attributeObject("items", [&] {
        J.attribute("type", "object");
        J.attribute("description", Info.File->Sentence);
        printRecord(J, *Info.File);
      });
    });
    if (Info.Facts)
      printProperties(J, *Info.Facts);
    J.attributeObject("damaged", [&] { J.attribute("type", "boolean"); });
    if (Info.MayHaveGate)
      J.attributeObject("gate", [&] {
        J.attributeArray("type", [&] {
          J.value("boolean");
          J.value("null");
        });
      });
  });
}

void hprof::describeAsSchema(raw_ostream &OS, ArrayRef<const AnswerInfo *> All,
                             unsigned Version) {
  json::OStream J(OS, /*IndentSize=*/2);
  J.object([&] {
    J.attribute("$schema", "https://json-schema.org/draft/2020-12/schema");
    J.attribute("title", "Output of " + All.front()->Tool.str() + " " +
                             All.front()->JsonOption.str());
    std::vector<const TableInfo *> Tables;
    for (const AnswerInfo *Info : All) {
      collectNested(Info->File, Tables);
      collectNested(Info->Facts, Tables);
    }
    printDefinitions(J, Tables);
    if (All.size() == 1)
      return printAnswer(J, *All.front(), Version);
    J.attributeArray("anyOf", [&] {
      for (const AnswerInfo *Info : All)
        J.object([&] {
          J.attribute("description", Info->Title);
          printAnswer(J, *Info, Version);
        });
    });
  });
  OS << '\n';
}

void hprof::describeRecord(json::OStream &J, const TableInfo &R) {
  std::vector<const TableInfo *> Tables;
  collectNested(&R, Tables);
  printDefinitions(J, Tables);
  J.attribute("type", "object");
  printRecord(J, R);
}
