//===- LintTables.cpp - Tables of lint findings ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LintTables.h"
#include "hprof/Answer/TypedTable.h"

using namespace hprof;
using namespace llvm;

/// Returns true, or a missing value.
static Datum ifSet(bool Flag) { return Flag ? Datum(true) : Datum(); }

static std::vector<std::string> namesOf(ArrayRef<const LintInfo *> Checks) {
  std::vector<std::string> Names;
  for (const LintInfo *L : Checks)
    Names.push_back(L->Name);
  return Names;
}

static Datum unlessEmpty(StringRef Text) {
  return Text.empty() ? Datum() : Datum(Text);
}

//===----------------------------------------------------------------------===//
// Holders
//===----------------------------------------------------------------------===//

namespace holder {
using Row = LintHolder;
using Asked = LintedFile;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "LintHolderColumns.def"
  };
  static const Table<Row, Asked> Is(
      "lint-holder",
      "A holder: the closest dominator that belongs to the program rather than "
      "to the class library.",
      Columns);
  return Is;
}
} // namespace holder

static const TableInfo &holderTable() { return holder::table(); }

static std::unique_ptr<Rows> holdersOf(const LintedFile &File,
                                       ArrayRef<LintHolder> Holders) {
  return rowsOf(holder::table(), File, Holders);
}

std::unique_ptr<Rows> hprof::lintHolders(const LintedFile &File,
                                         ArrayRef<LintHolder> Holders) {
  return holdersOf(File, Holders);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Returns the part of \p Text to show, which has at most \p Most bytes.
static StringRef shorten(StringRef Text, size_t Most) {
  if (Text.size() <= Most)
    return Text;
  // Do not cut inside a character.
  size_t End = Most;
  while (End && (uint8_t(Text[End]) & 0xc0) == 0x80)
    --End;
  return Text.take_front(End);
}

/// Truncates a list between items, because half a class name is useless.
static std::string shortenList(StringRef Text) {
  constexpr size_t Most = 96; // With the other columns, most of a wide line.
  if (Text.size() <= Most)
    return Text.str();
  const size_t End = Text.take_front(Most).rfind(", ");
  return End == StringRef::npos ? shorten(Text, Most).str() + "..."
                                : Text.take_front(End).str() + ", ...";
}

static Prose whatToShow(const LintRow &R) {
  constexpr size_t Most = 60;
  Prose Text;
  if (!R.IsText)
    Text.name(R.What);
  else if (R.What.size() <= Most)
    Text.quoted(R.What);
  else
    (Text.quoted(shorten(R.What, Most).str() + "...") << " (")
            .count(R.What.size(), "byte")
        << ")";
  if (!R.Detail.empty())
    (Text << "; ").name(shortenList(R.Detail));
  return Text;
}

static Datum ifText(const LintRow &R, bool IsText) {
  return R.IsText == IsText ? Datum(StringRef(R.What)) : Datum();
}

static std::vector<uint64_t> examplesOf(const LintLine &Line) {
  std::vector<uint64_t> Ids;
  Ids.reserve(Line.Is->Examples.size());
  for (Node N : Line.Is->Examples)
    Ids.push_back(Line.File->Ids.lookup(N));
  return Ids;
}

static std::optional<uint64_t> exampleOf(const LintLine &Line) {
  if (Line.Is->Examples.empty())
    return std::nullopt;
  return Line.File->Ids.lookup(Line.Is->Examples.front());
}

static Datum firstHolderOf(const LintRow &R) {
  return R.Holders.empty() ? Datum() : Datum(StringRef(R.Holders[0].Name));
}

namespace row {
using Row = LintLine;
using Asked = LintRequest;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "LintRowColumns.def"
  };
  static const Table<Row, Asked> Is(
      "lint-row", "A row of a finding: objects of one kind.", Columns);
  return Is;
}
} // namespace row

const TableInfo &hprof::lintRowTable() { return row::table(); }
static const TableInfo &rowTable() { return row::table(); }

std::unique_ptr<Rows> hprof::lintRows(std::vector<LintLine> Lines,
                                      const LintRequest &Request) {
  return std::make_unique<RowsOf<LintLine, LintRequest>>(
      row::table(), Request,
      [Lines = std::move(Lines), At = size_t(0)]() mutable {
        return At == Lines.size() ? nullptr : &Lines[At++];
      });
}

std::unique_ptr<Rows> hprof::lintRows(ArrayRef<LintedFile> Files,
                                      const LintRequest &Request) {
  const uint64_t Min = Request.Min.value_or(0);
  std::vector<LintLine> Lines;
  for (const LintedFile &File : Files) {
    for (const LintInfo *Check : File.Report.Withheld)
      Lines.push_back({&File, Check, &File.NotMade});
    for (const LintFinding &F : File.Report.Findings) {
      if (!isShown(F, Min))
        continue;
      for (const LintRow &R : F.Rows)
        if (isLarge(R, Min))
          Lines.push_back({&File, F.Info, &R});
    }
  }
  return lintRows(std::move(Lines), Request);
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

namespace {
struct FoundIn {
  const LintedFile *File;
  const LintFinding *Is;
};
} // namespace

static std::unique_ptr<Rows> rowsOf(const FoundIn &Found,
                                    const LintRequest &Request) {
  std::vector<LintLine> Lines;
  for (const LintRow &R : Found.Is->Rows)
    if (isLarge(R, Request.Min.value_or(0)))
      Lines.push_back({Found.File, Found.Is->Info, &R});
  return lintRows(std::move(Lines), Request);
}

namespace finding {
using Row = FoundIn;
using Asked = LintRequest;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "LintFindingColumns.def"
  };
  static const Table<Row, Asked> Is("lint-finding", "The result of a check.",
                                    Columns);
  return Is;
}
} // namespace finding

static const TableInfo &findingTable() { return finding::table(); }

static std::unique_ptr<Rows> findingsOf(const LintedFile &File,
                                        const LintRequest &Request) {
  std::vector<FoundIn> All;
  for (const LintFinding &F : File.Report.Findings)
    if (isLarge(F, Request.Min.value_or(0)))
      All.push_back({&File, &F});
  return std::make_unique<RowsOf<FoundIn, LintRequest>>(
      finding::table(), Request,
      [All = std::move(All), At = size_t(0)]() mutable {
        return At == All.size() ? nullptr : &All[At++];
      });
}

static std::string textOf(const LintInfo &L) {
  return L.Text +
         std::string(L.Certainty == LintCertainty::Hint ? " (a hint)" : "");
}

namespace summary {
using Row = LintFinding;
using Asked = LintMeasure;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "LintSummaryColumns.def"
  };
  static const Table<Row, Asked> Is("lint-summary", "The result of a check.",
                                    Columns);
  return Is;
}
} // namespace summary

std::unique_ptr<Rows>
hprof::lintSummary(LintMeasure Measure,
                   std::vector<const LintFinding *> Findings) {
  static constexpr LintMeasure Measures[] = {
      LintMeasure::Wasted, LintMeasure::Held, LintMeasure::Native};
  return std::make_unique<RowsOf<LintFinding, LintMeasure>>(
      summary::table(), Measures[unsigned(Measure)],
      [All = std::move(Findings), At = size_t(0)]() mutable {
        return At == All.size() ? nullptr : All[At++];
      });
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

namespace file {
using Row = LintedFile;
using Asked = LintRequest;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "LintFileColumns.def"
  };
  static const Table<Row, Asked> Is("lint-file", "A file.", Columns);
  return Is;
}
} // namespace file

const TableInfo &hprof::lintFileTable() { return file::table(); }

std::unique_ptr<Rows> hprof::lintFileRows(ArrayRef<LintedFile> Files,
                                          const LintRequest &Request) {
  return rowsOf(file::table(), Request, Files);
}
