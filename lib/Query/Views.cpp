//===- Views.cpp - Views of each heap -------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Views.h"
#include "Sql/SqlValues.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

std::vector<StringRef> QueryView::columns() const {
  std::vector<StringRef> All;
  for (StringRef Name : split(Columns, ','))
    All.push_back(Name.trim());
  return All;
}

std::string QueryView::create(StringRef Schema, StringRef Heap,
                              StringRef Prefix) const {
  std::string Text = "CREATE VIEW " + sqlName(Schema) + '.' +
                     sqlName((Prefix + Name).str()) + '(' + Columns.str() +
                     ") AS ";
  StringRef Rest = Sql;
  while (!Rest.empty()) {
    const size_t At = Rest.find('$');
    Text += Rest.take_front(At);
    Rest = Rest.substr(At);
    if (!Rest.consume_front("$"))
      break;
    const StringRef Word = Rest.take_while([](char C) { return isAlpha(C); });
    Rest = Rest.drop_front(Word.size());
    Text += Word == "heap" ? sqlLiteral(Heap) : sqlName((Prefix + Word).str());
  }
  return Text;
}

ArrayRef<QueryView> hprof::queryViews() {
  static constexpr QueryView Views[] = {
#define HPROF_VIEW(NAME, COLUMNS, SENTENCE, SQL) {NAME, COLUMNS, SENTENCE, SQL},
#include "Views.def"
  };
  return Views;
}
