//===- ToolAnswers.cpp - Results of each tool -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mcp/Tools/ToolAnswers.h"
#include "Mcp/Tools/HeapTool.h"
#include "hprof/Analysis/Diff/HistogramChanges.h"
#include "hprof/Analysis/Store/HeapCount.h"
#include "hprof/Answer/TypedTable.h"
#include "hprof/Tool/Json.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

/// \p Text in single quotes.
static std::string sqlLiteral(StringRef Text) {
  std::string Is = "'";
  for (char C : Text)
    Is += C == '\'' ? std::string("''") : std::string(1, C);
  return Is + "'";
}

static void suggestFirst(ToolRun &R) {
  const std::optional<uint64_t> Id = R.page().firstId();
  if (!Id)
    return;
  R.suggest("object with id " + jsonId(*Id) + ": its fields");
  R.suggest("path with id " + jsonId(*Id) + ": why it is alive");
}

//===----------------------------------------------------------------------===//
// Summary
//===----------------------------------------------------------------------===//

HPROF_TABLE_BEGIN(dumpFileColumns, FileRoots::Dump, NothingAsked, "dump-file",
                  "A heap dump.")
HPROF_COLUMN(Text, "file", ForAll, StringRef(R.Path),
             "Path to pass as the argument file.")
HPROF_COLUMN(Bytes, "bytes", ForAll, R.Bytes, "Size of the file.")
HPROF_COLUMN(Time, "changed", ForAll, R.Millis,
             "Time of the last modification.")
HPROF_TABLE_END

const TableInfo *hprof::dumpFileTable() { return &dumpFileColumns(); }

static Error listDumps(ToolRun &R) {
  const std::vector<FileRoots::Dump> All = R.cache().roots().dumps();
  const std::unique_ptr<Rows> Of =
      rowsOf(dumpFileColumns(), NothingAsked::value(), ArrayRef(All));
  if (Error E = R.page().list("dumps", *Of, R.offset(), R.limit()))
    return E;
  if (!All.empty())
    R.suggest("summary with file " + All.front().Path + ": overview");
  if (All.size() > 1)
    R.suggest("diff of two dumps of one program: classes that grew");
  return Error::success();
}

Error hprof::runSummary(ToolRun &R) {
  if (!R.arguments().text("file"))
    return listDumps(R);
  if (Error E = R.open())
    return E;
  if (Error E = R.record("dump", "SELECT * FROM dump").takeError())
    return E;
  R.suggest("suspects: where memory accumulates");
  R.suggest("histogram with sort objects: classes with the most objects");
  R.suggest(
      "query with SELECT * FROM findings ORDER BY bytes DESC: wasted memory");
  return R.list("classes",
                "SELECT * FROM dominators ORDER BY retained DESC, class");
}

//===----------------------------------------------------------------------===//
// Fixed queries
//===----------------------------------------------------------------------===//

Error hprof::runSuspects(ToolRun &R) {
  if (Error E = R.open())
    return E;
  if (Error E = R.list("suspects", "SELECT * FROM suspects"))
    return E;
  suggestFirst(R);
  if (!R.page().shown())
    R.suggest(
        "summary: no leak suspects; its classes show where most memory is");
  return Error::success();
}

Error hprof::runHistogram(ToolRun &R) {
  if (Error E = R.open())
    return E;
  const StringRef Sort = R.arguments().text("sort").value_or("shallow");
  const bool IsRetained = Sort == "retained";
  const std::string Name = IsRetained ? "class" : "name";
  std::string Sql =
      IsRetained ? "SELECT * FROM dominators" : "SELECT * FROM classes";
  if (std::optional<StringRef> Class = R.arguments().text("class"))
    Sql += " WHERE " + Name + " GLOB " + sqlLiteral(*Class);
  Sql += " ORDER BY " + Sort.str() + " DESC, " + Name;
  if (Error E = R.list(IsRetained ? "retained" : "classes", Sql))
    return E;
  R.suggest("query with SELECT * FROM \"CLASS\" ORDER BY _retained DESC: "
            "instances of a class with their fields");
  if (!IsRetained)
    R.suggest("histogram with sort retained: retained size by class");
  return Error::success();
}

Error hprof::runObject(ToolRun &R) {
  if (Error E = R.open())
    return E;
  const std::string Id = jsonId(*R.arguments().number("id"));
  Expected<bool> Has =
      R.record("object", "SELECT * FROM objects WHERE id = " + Id);
  if (!Has)
    return Has.takeError();
  if (!*Has)
    return R.failure("no object has the id " + Id);
  Expected<std::optional<std::string>> Text =
      R.value("SELECT text(" + Id + ")");
  if (!Text)
    return Text.takeError();
  if (*Text)
    R.page().text("text", **Text);
  const StringRef Part = R.arguments().text("part").value_or("fields");
  const std::string Sql =
      Part == "entries"     ? "SELECT * FROM entries(" + Id + ")"
      : Part == "referrers" ? "SELECT * FROM refs WHERE target = " + Id
      : Part == "dominated" ? "SELECT * FROM objects WHERE dominator = " + Id +
                                  " ORDER BY retained DESC"
                            : "SELECT * FROM fields(" + Id + ")";
  if (Part != "referrers")
    R.suggest("object with part referrers: objects that refer to it");
  if (Part != "dominated")
    R.suggest("object with part dominated: objects that only it keeps alive");
  R.suggest("path: why it is alive");
  return R.list(Part, Sql);
}

Error hprof::runPath(ToolRun &R) {
  if (Error E = R.open())
    return E;
  const std::string Id = jsonId(*R.arguments().number("id"));
  Expected<std::optional<std::string>> Class =
      R.value("SELECT class_of(" + Id + ")");
  if (!Class)
    return Class.takeError();
  if (!*Class)
    return R.failure("no object has the id " + Id);
  R.suggest("object with an id of the path and part referrers: other paths");
  if (Error E = R.list("path", "SELECT * FROM path(" + Id + ")"))
    return E;
  if (!R.page().shown() && !R.offset())
    R.note("object " + Id + " is unreachable");
  return Error::success();
}

Error hprof::runThreads(ToolRun &R) {
  if (Error E = R.open())
    return E;
  const std::optional<uint64_t> Thread = R.arguments().number("id");
  if (!Thread) {
    if (Error E =
            R.list("threads", "SELECT * FROM threads ORDER BY retained DESC"))
      return E;
    if (std::optional<uint64_t> First = R.page().firstId())
      R.suggest("threads with id " + jsonId(*First) + ": its stack");
    return Error::success();
  }
  const std::string Id = jsonId(*Thread);
  Expected<bool> Has =
      R.record("thread", "SELECT * FROM threads WHERE id = " + Id);
  if (!Has)
    return Has.takeError();
  if (!*Has)
    return R.failure("no thread has the id " + Id);
  const bool IsLocals = R.arguments().text("part") == StringRef("locals");
  if (!IsLocals)
    R.suggest("threads with part locals: objects that its frames refer to");
  return IsLocals
             ? R.list("locals", "SELECT * FROM locals WHERE thread = " + Id +
                                    " ORDER BY frame")
             : R.list("frames", "SELECT * FROM frames WHERE thread = " + Id +
                                    " ORDER BY frame");
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

Error hprof::runQuery(ToolRun &R) {
  if (Error E = R.open())
    return E;
  Expected<std::unique_ptr<QueryResult>> Result =
      R.ask(*R.arguments().text("sql"));
  if (!Result)
    return Result.takeError();
  std::vector<std::string> Names;
  for (const Column &C : (*Result)->info().Columns)
    Names.push_back(C.Name.str());
  R.page().texts("columns", Names);
  if (Error E = R.page().list("rows", **Result, R.offset(), R.limit()))
    return E;
  suggestFirst(R);
  return (*Result)->takeError();
}

const TableInfo *hprof::changedClassTable() {
  return HistogramChanges::kind().Row;
}

Error hprof::runDiff(ToolRun &R) {
  HistogramRequest Request;
  Request.By = GroupBy::Name;
  Request.JoinNames = true;
  std::vector<CountedFile> Heaps;
  for (StringRef Name : {"file", "other"}) {
    Expected<std::string> Path = R.file(Name);
    if (!Path)
      return Path.takeError();
    R.page().text(Name, *Path);
    Expected<HeapCount> Count =
        HeapCount::read(*Path, Request, R.cache().optionsFor(*Path),
                        R.cache().events(R.notes()));
    if (!Count)
      return Count.takeError();
    Heaps.push_back(std::move(*Count).take());
    if (R.call().isCancelled())
      return createStringError("cancelled");
  }
  const HistogramChanges Changes(std::move(Heaps), Request);
  R.suggest(
      "histogram or query on the later file: instances of a class that grew");
  return R.page().list("classes", *Changes.rows(), R.offset(), R.limit());
}
