//===- SectionChanges.cpp - Changes between profiles or thread dumps ------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Diff/Answers/SectionChanges.h"
#include "ComparedFiles.h"
#include "hprof/Answer/TypedTable.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

static const TableInfo &changeTable() { return ChangedTable::sectionTable(); }

HPROF_TABLE_BEGIN(sectionColumns, ChangedSection, NothingAsked,
                  "changed-section", "A section of profiles, or thread dumps.")
HPROF_WORD("sites|samples|times|monitors|calls|threads", "section", ForJson,
           R.Name, "Which part of the files is compared.")
#include "TableFacts.def"
HPROF_TABLE_END

static std::unique_ptr<Rows> sectionsOf(const SectionChanges &Of) {
  return rowsOf(sectionColumns(), NothingAsked::value(), Of.sections());
}

HPROF_TABLE_BEGIN(factTable, SectionChanges, NothingAsked, "section-changes",
                  "Summary of all files.")
HPROF_NESTED(List, &sectionColumns(), "sections", ForJson, sectionsOf(R),
             "Sections present in every file.")
HPROF_TABLE_END

const AnswerInfo &SectionChanges::kind() {
  static const AnswerInfo Info = {"hprof-diff",
                                  "section-changes",
                                  "Comparison of profiles or thread dumps.",
                                  &comparedFileTable(),
                                  &factTable(),
                                  &changeTable()};
  return Info;
}

std::string SectionChanges::sectionNames() const {
  std::vector<StringRef> Names;
  Names.reserve(Sections.size());
  for (const ChangedSection &S : Sections)
    Names.push_back(S.Name);
  return join(Names, ", ");
}

std::unique_ptr<Rows> SectionChanges::files() const {
  return comparedFiles(Inputs, /*AreHeaps=*/false);
}

std::unique_ptr<Rows> SectionChanges::facts() const {
  return oneRow(factTable(), NothingAsked::value(), *this);
}

std::unique_ptr<Rows> SectionChanges::rows() const {
  return Sections.front().Table.rows();
}

/// "CPU samples: 10 -> 12 (+2)"
static Prose totalOf(const ChangedSection &S) {
  const ChangeTable &Table = S.Table.Table;
  const size_t Main = S.Table.Main;
  const ChangeTable::Row All = Table.total();
  const Measure &M = Table.measures()[Main];
  auto Number = [&](Prose &To, uint64_t N) -> Prose & {
    return M.IsBytes ? To.amount(N) : To.number(N);
  };
  Prose Line = S.Text;
  if (M.Name != S.Name)
    Line << ", " << M.Name;
  Number(Line << ": ", Table.before(All, Main)) << " -> ";
  Number(Line, Table.after(All, Main)) << " (";
  const int64_t Change = Table.change(All, Main);
  return (M.IsBytes ? Line.amountChange(Change) : Line.change(Change)) << ")";
}

void SectionChanges::present(Presenter &To) const {
  for (auto [I, In] : enumerate(Inputs)) {
    Prose Name = comparedFile(Inputs, I);
    if (In.IsDamaged)
      Name << "; DAMAGED, read as far as possible";
    To.line(Name);
  }
  for (const ChangedSection &S : Sections) {
    To.line("");
    To.line(totalOf(S));
    To.line("");
    S.Table.present(To);
  }
}
