//===- LintTables.cpp - Tables of lint findings ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LintTables.h"
#include "hprof/Answer/TypedTable.h"
#include "hprof/Format/Base/ModifiedUtf8.h"

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

HPROF_TABLE_BEGIN(
    holderTable, LintHolder, LintedFile, "lint-holder",
    "A holder: the closest dominator that belongs to the program rather than "
    "to the class library.")
HPROF_TITLED(" ", Text, "name", ForText | ForJson | LastInText,
             StringRef(R.Name), "Field or class that holds the objects.")
HPROF_TITLED(" ", Count, "count", ForText | ForJson, R.Count,
             "Number of objects held.")
HPROF_TITLED(" ", Bytes, "bytes", ForText | ForJson | At(1), R.Bytes,
             "Bytes of these objects.")
HPROF_OPTIONAL(Id, "example", ForJson, A.id(R.Example),
               "One of the holders; absent if they are roots.")
HPROF_TABLE_END

static std::unique_ptr<Rows> holdersOf(const LintedFile &File,
                                       ArrayRef<LintHolder> Holders) {
  return rowsOf(holderTable(), File, Holders);
}

std::unique_ptr<Rows> hprof::lintHolders(const LintedFile &File,
                                         ArrayRef<LintHolder> Holders) {
  return holdersOf(File, Holders);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Truncates a list between items, because half a class name is useless.
static std::string shortenList(StringRef Text) {
  constexpr size_t Most = 96; // With the other columns, most of a wide line.
  if (Text.size() <= Most)
    return Text.str();
  const size_t End = Text.take_front(Most).rfind(", ");
  return End == StringRef::npos ? takeCharacters(Text, Most).str() + "..."
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
    (Text.quoted(takeCharacters(R.What, Most).str() + "...") << " (")
            .count(R.TextBytes, "byte")
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

HPROF_TABLE_BEGIN(rowTable, LintLine, LintRequest, "lint-row",
                  "A row of a finding: objects of one kind.")
HPROF_COLUMN(Text, "file", ForCsv, StringRef(R.File->Name),
             "Name of the input.")
HPROF_COLUMN(Text, "check", ForCsv, R.Check->Name, "Name of the check.")
HPROF_COLUMN(Text, "measure", ForCsv, measureName(R.Check->Measure),
             "Kind of bytes: wasted, held or native.")
HPROF_COLUMN(Text, "what", ForCsv, StringRef(R.Is->What),
             "Class, string or kind of the objects.")
HPROF_OPTIONAL(Text, "text", ForJson, ifText(*R.Is, true),
               "The string, in rows for strings.")
HPROF_OPTIONAL(Text, "what", ForJson, ifText(*R.Is, false),
               "Class or kind of the objects, in other rows.")
HPROF_COLUMN(Text, "what", ForText | At(3), whatToShow(*R.Is), "For display.")
HPROF_OPTIONAL(Text, "detail", ForCsv | ForJson, unlessEmpty(R.Is->Detail),
               "Details.")
HPROF_COLUMN(Count, "count", ForAll | At(2), R.Is->Count,
             "Number of objects or entries.")
HPROF_COLUMN(Bytes, "bytes", ForAll | At(1), R.Is->Bytes,
             "Bytes of these objects; see measure.")
HPROF_OPTIONAL(Flag, "any_size", ForJson, ifSet(R.Is->IsAnySize),
               "True if the row is always reported, regardless of size.")
HPROF_COLUMN(Ids, "examples", ForJson, examplesOf(R),
             "The largest of these objects.")
HPROF_OPTIONAL(Id, "example", ForTables | At(4), exampleOf(R),
               "The largest of these objects.")
HPROF_NESTED(List, &holderTable(), "holders", ForJson,
             holdersOf(*R.File, R.Is->Holders), "Main holders, by class.")
HPROF_OPTIONAL_TITLED("held by", Text, "holder", ForTables | At(5),
                      firstHolderOf(*R.Is), "Holder with the most bytes.")
HPROF_TABLE_END

const TableInfo &hprof::lintRowTable() { return rowTable(); }

std::unique_ptr<Rows> hprof::lintRows(std::vector<LintLine> Lines,
                                      const LintRequest &Request) {
  return std::make_unique<RowsOf<LintLine, LintRequest>>(
      rowTable(), Request,
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

HPROF_TABLE_BEGIN(findingTable, FoundIn, LintRequest, "lint-finding",
                  "The result of a check.")
HPROF_COLUMN(Text, "check", ForJson, R.Is->Info->Name, "Name of the check.")
HPROF_COLUMN(Text, "text", ForJson, R.Is->Info->Text,
             "Description of the check.")
HPROF_WORD("wasted|held|native", "measure", ForJson,
           measureName(R.Is->Info->Measure),
           "Kind of bytes: could be saved, kept alive, or outside the heap.")
HPROF_WORD("exact|hint", "certainty", ForJson,
           certaintyName(R.Is->Info->Certainty), "Certainty of the finding.")
HPROF_COLUMN(Count, "count", ForJson, R.Is->Count,
             "Number of objects or entries found.")
HPROF_COLUMN(Bytes, "bytes", ForJson, R.Is->Bytes, "Total bytes.")
HPROF_OPTIONAL(Flag, "any_size", ForJson, ifSet(R.Is->IsAnySize),
               "Some rows are always reported, regardless of their size.")
HPROF_COLUMN(Texts, "notes", ForJson, R.Is->Notes, "Notes about the finding.")
HPROF_COLUMN(Count, "rows_in_all", ForJson, R.Is->RowsInAll,
             "Number of rows, including those omitted by --top or --min.")
HPROF_NESTED(List, &rowTable(), "rows", ForJson, rowsOf(R, A),
             "Findings by class or string.")
HPROF_NESTED(List, &holderTable(), "holders", ForJson,
             holdersOf(*R.File, R.Is->Holders),
             "Holders of all objects found, by class.")
HPROF_TABLE_END

static std::unique_ptr<Rows> findingsOf(const LintedFile &File,
                                        const LintRequest &Request) {
  std::vector<FoundIn> All;
  for (const LintFinding &F : File.Report.Findings)
    if (isLarge(F, Request.Min.value_or(0)))
      All.push_back({&File, &F});
  return std::make_unique<RowsOf<FoundIn, LintRequest>>(
      findingTable(), Request,
      [All = std::move(All), At = size_t(0)]() mutable {
        return At == All.size() ? nullptr : &All[At++];
      });
}

static std::string textOf(const LintInfo &L) {
  return L.Text +
         std::string(L.Certainty == LintCertainty::Hint ? " (a hint)" : "");
}

HPROF_TABLE_BEGIN(summaryTable, LintFinding, LintMeasure, "lint-summary",
                  "The result of a check.")
HPROF_COLUMN_IF(A == LintMeasure::Wasted, Bytes, "wasted", ForText, R.Bytes,
                "Bytes that could be saved.")
HPROF_COLUMN_IF(A == LintMeasure::Held, Bytes, "held", ForText, R.Bytes,
                "Bytes kept alive.")
HPROF_COLUMN_IF(A == LintMeasure::Native, Bytes, "native", ForText, R.Bytes,
                "Bytes outside the heap.")
HPROF_COLUMN(Count, "count", ForText, R.Count,
             "Number of objects or entries found.")
HPROF_COLUMN(Text, "check", ForText, R.Info->Name, "Name of the check.")
HPROF_TITLED(" ", Text, "text", ForText, textOf(*R.Info),
             "Description of the check.")
HPROF_TABLE_END

std::unique_ptr<Rows>
hprof::lintSummary(LintMeasure Measure,
                   std::vector<const LintFinding *> Findings) {
  static constexpr LintMeasure Measures[] = {
      LintMeasure::Wasted, LintMeasure::Held, LintMeasure::Native};
  return std::make_unique<RowsOf<LintFinding, LintMeasure>>(
      summaryTable(), Measures[unsigned(Measure)],
      [All = std::move(Findings), At = size_t(0)]() mutable {
        return At == All.size() ? nullptr : All[At++];
      });
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

HPROF_TABLE_BEGIN(fileTable, LintedFile, LintRequest, "lint-file", "A file.")
HPROF_COLUMN(Text, "file", ForJson, StringRef(R.Name), "Name of the input.")
HPROF_NESTED(Record, &layoutTable(), "layout", ForJson, layoutRows(R.Layout),
             "Object layout, which determines all sizes.")
HPROF_COLUMN(Count, "objects", ForJson, R.Report.Objects,
             "Number of checked objects, which are the reachable ones.")
HPROF_COLUMN(Bytes, "bytes", ForJson, R.Report.Bytes, "Bytes of these objects.")
HPROF_COLUMN(Bytes, "wasted", ForJson, R.Report.wasted(LintCertainty::Exact),
             "Bytes that are definitely wasted.")
HPROF_COLUMN(Bytes, "hinted", ForJson, R.Report.wasted(LintCertainty::Hint),
             "Bytes reported by hints; not included in wasted.")
HPROF_COLUMN(Bytes, "native", ForJson, R.Report.bytes(LintMeasure::Native),
             "Bytes outside the heap.")
HPROF_COLUMN(Texts, "notes", ForJson, R.Report.Notes,
             "Skipped or restricted checks, with the reasons.")
HPROF_COLUMN(Texts, "contents", ForJson, R.Report.Prepared.facts(),
             "Contents that are missing because they were truncated or hidden.")
HPROF_COLUMN(Texts, "withheld", ForJson, namesOf(R.Report.Withheld),
             "Checks skipped because of these missing contents.")
HPROF_NESTED(List, &findingTable(), "findings", ForJson, findingsOf(R, A),
             "Findings, one per check.")
HPROF_TABLE_END

const TableInfo &hprof::lintFileTable() { return fileTable(); }

std::unique_ptr<Rows> hprof::lintFileRows(ArrayRef<LintedFile> Files,
                                          const LintRequest &Request) {
  return rowsOf(fileTable(), Request, Files);
}
