//===- VerifyAnswer.cpp - Faults in files, as an answer -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Verify/VerifyAnswer.h"
#include "hprof/Answer/TypedTable.h"
#include "hprof/Format/Base/Counted.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
/// A kind of finding in a file.
struct Finding {
  const VerifiedFile *In;
  FindingKind Kind;
  const FindingInfo &info() const { return findingInfos()[unsigned(Kind)]; }
  const VerifyReport::Group &group() const { return (*In->Report)[Kind]; }
};
} // namespace

/// Returns the findings in \p File; faults come first.
static std::vector<Finding> listFindings(const VerifiedFile &File) {
  std::vector<Finding> Found;
  for (Severity S : {Severity::Fault, Severity::Note})
    for (unsigned K = 0; K != findingInfos().size(); ++K)
      if (const Finding F{&File, FindingKind(K)};
          F.info().Level == S && F.group().Count)
        Found.push_back(F);
  return Found;
}

static StringRef severityName(const FindingInfo &Info) {
  return Info.Level == Severity::Fault ? "fault" : "note";
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

HPROF_TABLE_BEGIN(exampleTable, VerifyReport::Example, NothingAsked,
                  "finding-example", "An example of a finding.")
HPROF_COLUMN(Number, "offset", ForJson, R.Offset,
             "Offset in the decompressed file.")
HPROF_COLUMN(Text, "what", ForJson, StringRef(R.What),
             "Description of the finding.")
HPROF_TABLE_END

static std::unique_ptr<Rows> examplesOf(const Finding &F) {
  return rowsOf(exampleTable(), NothingAsked::value(), F.group().Examples);
}

HPROF_TABLE_BEGIN(findingTable, Finding, NothingAsked, "finding",
                  "A kind of finding in a file.")
HPROF_COLUMN(Text, "file", ForCsv, StringRef(R.In->Name), "Name of the input.")
HPROF_COLUMN(Text, "kind", ForCsv | ForJson, R.info().Name,
             "Kind of the finding.")
HPROF_WORD("fault|note", "severity", ForCsv | ForJson, severityName(R.info()),
           "A fault is an error in the file; a note is unusual, but valid.")
HPROF_COLUMN(Text, "meaning", ForCsv | ForJson, R.info().Meaning,
             "Description of the kind.")
HPROF_COLUMN(Count, "count", ForCsv | ForJson, R.group().Count,
             "Number of findings of this kind.")
HPROF_NESTED(List, &exampleTable(), "examples", ForJson, examplesOf(R),
             "First findings of this kind, as many as --top allows.")
HPROF_TABLE_END

static std::unique_ptr<Rows> findingsOf(const VerifiedFile &File) {
  return std::make_unique<RowsOf<Finding, NothingAsked>>(
      findingTable(), NothingAsked::value(),
      [Found = listFindings(File), At = size_t(0)]() mutable {
        return At == Found.size() ? nullptr : &Found[At++];
      });
}

HPROF_TABLE_BEGIN(fileTable, VerifiedFile, NothingAsked, "verified-file",
                  "A file. If it could not be read, only its "
                  "name and the error are present.")
HPROF_COLUMN(Text, "file", ForJson, StringRef(R.Name), "Name of the input.")
HPROF_OPTIONAL(Count, "objects", ForJson,
               R.Report ? Datum(R.Report->Objects) : Datum(),
               "Number of classes, instances and arrays in all dumps.")
HPROF_OPTIONAL(Count, "heap_dumps", ForJson,
               R.Report ? Datum(R.Report->Dumps) : Datum(),
               "Number of heap dumps in the file.")
HPROF_OPTIONAL(Count, "faults", ForJson,
               R.Report ? Datum(R.Report->faults()) : Datum(),
               "Number of faults.")
HPROF_OPTIONAL(Count, "notes", ForJson,
               R.Report ? Datum(R.Report->notes()) : Datum(),
               "Number of notes.")
HPROF_OPTIONAL(Flag, "damaged", ForJson,
               R.Report ? Datum(R.Report->damaged()) : Datum(),
               "Whether the file is damaged, which can cause other findings.")
HPROF_NESTED_OPTIONAL(List, &findingTable(), "findings", ForJson,
                      R.Report ? Datum(findingsOf(R)) : Datum(),
                      "Findings, faults first, then notes.")
HPROF_OPTIONAL(Texts, "not_checked", ForJson,
               R.Report ? Datum(R.Report->unchecked()) : Datum(),
               "Omitted checks, with the reason.")
HPROF_NULLABLE(Text, "error", ForJson,
               R.Report ? Datum(Datum::Null()) : Datum(R.Error),
               "Error that prevented the checks; null if there was none.")
HPROF_TABLE_END

const AnswerInfo &VerifyAnswer::kind() {
  static const AnswerInfo Info = {
      "hprof-dump",        "verify", "Structural problems of each file.",
      &fileTable(),        nullptr,  &findingTable(),
      /*MayHaveGate=*/true};
  return Info;
}

std::unique_ptr<Rows> VerifyAnswer::files() const {
  return std::make_unique<RowsOf<VerifiedFile, NothingAsked>>(
      fileTable(), NothingAsked::value(),
      [this, Now = std::optional<VerifiedFile>()]() mutable {
        Now = Next();
        return Now ? &*Now : nullptr;
      });
}

std::unique_ptr<Rows> VerifyAnswer::rows() const {
  return std::make_unique<RowsOf<Finding, NothingAsked>>(
      findingTable(), NothingAsked::value(),
      [this, File = std::make_shared<std::optional<VerifiedFile>>(),
       Found = std::vector<Finding>(), At = size_t(0)]() mutable {
        while (At == Found.size()) {
          Found.clear();
          At = 0;
          *File = Next();
          if (!*File)
            return static_cast<const Finding *>(nullptr);
          if ((*File)->Report)
            Found = listFindings(**File);
        }
        return static_cast<const Finding *>(&Found[At++]);
      });
}

//===----------------------------------------------------------------------===//
// Text output
//===----------------------------------------------------------------------===//

/// Adds "no faults", "1 fault", "2 faults".
static Prose &addCount(Prose &Line, uint64_t N, const char *Noun) {
  if (N)
    return Line.count(N, Noun);
  return Line << "no " << Noun << "s";
}

void VerifyAnswer::present(Presenter &To) const {
  while (const std::optional<VerifiedFile> File = Next()) {
    if (!File->Report)
      continue;
    const VerifyReport &R = *File->Report;
    Prose Head;
    Head.name(File->Name) << ": ";
    addCount(Head, R.faults(), "fault") << ", ";
    addCount(Head, R.notes(), "note") << "; ";
    addCount(Head, R.Objects, "object") << " in ";
    To.line(addCount(Head, R.Dumps, "heap dump"));
    for (const Finding &F : listFindings(*File)) {
      Prose Line = F.info().Level == Severity::Fault ? "fault " : "note  ";
      (Line << F.info().Name << ": ").number(F.group().Count)
          << " (" << F.info().Meaning << ")";
      To.line(Line);
      for (const VerifyReport::Example &E : F.group().Examples)
        To.line((Prose("  offset ").id(E.Offset) << ": ").name(E.What));
    }
    for (const std::string &What : R.unchecked())
      To.line(Prose("not checked: ") << What);
  }
}
