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

namespace example {
using Row = VerifyReport::Example;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "FindingExampleColumns.def"
  };
  static const Table<Row, Asked> Is("finding-example",
                                    "An example of a finding.", Columns);
  return Is;
}
} // namespace example

static const TableInfo &exampleTable() { return example::table(); }

static std::unique_ptr<Rows> examplesOf(const Finding &F) {
  return rowsOf(example::table(), NothingAsked::value(), F.group().Examples);
}

namespace finding {
using Row = Finding;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "FindingColumns.def"
  };
  static const Table<Row, Asked> Is("finding", "A kind of finding in a file.",
                                    Columns);
  return Is;
}
} // namespace finding

static const TableInfo &findingTable() { return finding::table(); }

static std::unique_ptr<Rows> findingsOf(const VerifiedFile &File) {
  return std::make_unique<RowsOf<Finding, NothingAsked>>(
      finding::table(), NothingAsked::value(),
      [Found = listFindings(File), At = size_t(0)]() mutable {
        return At == Found.size() ? nullptr : &Found[At++];
      });
}

namespace file {
using Row = VerifiedFile;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "VerifyFileColumns.def"
  };
  static const Table<Row, Asked> Is("verified-file",
                                    "A file. If it could not be read, only its "
                                    "name and the error are present.",
                                    Columns);
  return Is;
}
} // namespace file

const AnswerInfo &VerifyAnswer::kind() {
  static const AnswerInfo Info = {
      "hprof-dump",        "verify", "Structural problems of each file.",
      &file::table(),      nullptr,  &findingTable(),
      /*MayHaveGate=*/true};
  return Info;
}

std::unique_ptr<Rows> VerifyAnswer::files() const {
  return std::make_unique<RowsOf<VerifiedFile, NothingAsked>>(
      file::table(), NothingAsked::value(),
      [this, Now = std::optional<VerifiedFile>()]() mutable {
        Now = Next();
        return Now ? &*Now : nullptr;
      });
}

std::unique_ptr<Rows> VerifyAnswer::rows() const {
  return std::make_unique<RowsOf<Finding, NothingAsked>>(
      finding::table(), NothingAsked::value(),
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
