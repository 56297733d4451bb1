//===- HeapTool.cpp - An MCP tool for heap dumps --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mcp/Tools/HeapTool.h"
#include "hprof/Mcp/HeapTools.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

static constexpr uint64_t DefaultLimit = 20, MaxLimit = 200;
/// Memory limit for sorting and data of all queries.
static constexpr uint64_t MaxQueryMemory = 512 << 20;

ToolRun::ToolRun(HeapCache &Cache, const McpArguments &Arguments, McpCall &Call)
    : Cache(Cache), Arguments(Arguments), Call(Call), Page(Cache.maxAnswer()) {
  Cache.slot().set(&Call);
}

ToolRun::~ToolRun() {
  Call.onCancel(nullptr);
  Cache.slot().set(nullptr);
  if (!Heap)
    return;
  Heap->Session->ShouldEnd = nullptr;
  Heap->Session->OnProgress = nullptr;
  Heap->Session->OnNote = nullptr;
}

uint64_t ToolRun::limit() const {
  const uint64_t N = Arguments.number("limit").value_or(DefaultLimit);
  return std::min(N ? N : DefaultLimit, MaxLimit);
}

Expected<std::string> ToolRun::file(StringRef Name) const {
  return Cache.roots().find(Arguments.text(Name).value_or(""));
}

Error ToolRun::open() {
  Expected<std::string> Path = file("file");
  if (!Path)
    return Path.takeError();
  Expected<OpenHeap *> Is = Cache.get(*Path);
  if (!Is)
    return Is.takeError();
  Heap = *Is;
  QuerySession &Session = *Heap->Session;
  Session.ShouldEnd = [this] {
    if (!IsCounting)
      Call.progress("running the query", 0, 0);
    return Call.isCancelled();
  };
  Session.OnProgress = [this](uint64_t Done, uint64_t All) {
    IsCounting = true;
    if (Done != All)
      Call.progress("scanning objects", double(Done), double(All));
  };
  Session.OnNote = [this](std::string Text) { note(std::move(Text)); };
  Call.onCancel([&Session] { Session.interrupt(); });
  Page.text("file", *Path);
  return Error::success();
}

Expected<std::unique_ptr<QueryResult>> ToolRun::ask(StringRef Sql) {
  if (Call.isCancelled())
    return createStringError("cancelled");
  StringRef Rest = Sql;
  Expected<std::unique_ptr<QueryResult>> Result = Heap->Session->run(Rest);
  if (Result && !*Result)
    return createStringError("the query is empty");
  if (Result && !Rest.trim(" \t\r\n;").empty())
    return createStringError("expected a single query");
  return Result;
}

Error ToolRun::list(StringRef Name, StringRef Sql) {
  Expected<std::unique_ptr<QueryResult>> Result = ask(Sql);
  if (!Result)
    return Result.takeError();
  if (Error E = Page.list(Name, **Result, offset(), limit()))
    return E;
  return (*Result)->takeError();
}

Expected<bool> ToolRun::record(StringRef Name, StringRef Sql) {
  Expected<std::unique_ptr<QueryResult>> Result = ask(Sql);
  if (!Result)
    return Result.takeError();
  const bool Has = Page.record(Name, **Result);
  if (Error E = (*Result)->takeError())
    return E;
  return Has;
}

Expected<std::optional<std::string>> ToolRun::value(StringRef Sql) {
  Expected<std::unique_ptr<QueryResult>> Result = ask(Sql);
  if (!Result)
    return Result.takeError();
  std::optional<std::string> Text;
  if ((*Result)->next())
    if (const Datum Value = (*Result)->get(0); Value.text())
      Text = Value.text()->str();
  if (Error E = (*Result)->takeError())
    return E;
  return Text;
}

Error ToolRun::failure(const Twine &What) const {
  return createStringError("'" + Heap->Path + "': " + What);
}

std::string ToolRun::finish() {
  if (std::optional<uint64_t> More = Page.nextOffset())
    Page.number("next_offset", *More);
  std::vector<std::string> Texts = notes().take();
  append_range(Texts, OfAnswer);
  if (!Texts.empty())
    Page.texts("notes", Texts);
  Page.texts("next", Next);
  Page.flag("damaged", notes().isDamaged());
  return std::move(Page).finish();
}

//===----------------------------------------------------------------------===//
// Common to all tools
//===----------------------------------------------------------------------===//

static Column column(StringRef Name, ColumnType Type, bool IsOptional,
                     StringRef Sentence) {
  Column C;
  C.Name = Name;
  C.Type = Type;
  C.Places = ForJson;
  C.IsOptional = IsOptional;
  C.Sentence = Sentence;
  return C;
}

static TableInfo parametersOf(const HeapToolRow &Row) {
  TableInfo Is{Row.Name, Row.Title, {}};
  Is.Columns.push_back(
      column("file", ColumnType::Text, !Row.NeedsFile,
             "Path of a heap dump, as listed by summary without arguments."));
  append_range(Is.Columns, Row.Parameters);
  if (!Row.HasList)
    return Is;
  Is.Columns.push_back(
      column("offset", ColumnType::Count, true,
             "Number of rows to skip: next_offset of the previous result."));
  Is.Columns.push_back(
      column("limit", ColumnType::Count, true,
             "Maximum number of rows, up to 200 (default 20). There may be "
             "fewer, since a result is at most 8 KB."));
  return Is;
}

static TableInfo answerOf(const HeapToolRow &Row) {
  TableInfo Is{Row.Name, Row.Title, {}};
  Is.Columns.push_back(column("file", ColumnType::Text, !Row.NeedsFile,
                              "Resolved path of the file."));
  append_range(Is.Columns, Row.Answer);
  if (Row.HasList)
    Is.Columns.push_back(
        column("next_offset", ColumnType::Count, true,
               "Offset of the next rows; absent if there are no more."));
  Is.Columns.push_back(
      column("notes", ColumnType::Texts, true, "Notes on the result."));
  Is.Columns.push_back(
      column("next", ColumnType::Texts, false, "Suggested next calls."));
  Is.Columns.push_back(
      column("damaged", ColumnType::Flag, false,
             "Whether the file is damaged; parts may be missing."));
  return Is;
}

namespace {
class HeapTool final : public McpTool {
public:
  HeapTool(std::shared_ptr<HeapCache> Cache, const HeapToolRow &Row)
      : Cache(std::move(Cache)), Row(Row), Parameters(parametersOf(Row)),
        Answer(answerOf(Row)) {}

  StringRef name() const override { return Row.Name; }
  StringRef title() const override { return Row.Title; }
  StringRef description() const override { return Row.Description; }
  const TableInfo &parameters() const override { return Parameters; }
  const TableInfo &answer() const override { return Answer; }
  Expected<std::string> call(const McpArguments &Arguments,
                             McpCall &Running) const override {
    ToolRun R(*Cache, Arguments, Running);
    if (Error E = Row.Run(R))
      return E;
    return R.finish();
  }

private:
  const std::shared_ptr<HeapCache> Cache;
  const HeapToolRow &Row;
  const TableInfo Parameters, Answer;
};
} // namespace

Expected<std::vector<std::unique_ptr<McpTool>>>
hprof::heapTools(const HeapToolOptions &Options) {
  Expected<FileRoots> Roots = FileRoots::create(Options.Roots);
  if (!Roots)
    return Roots.takeError();
  HeapCacheOptions How;
  How.Store = Options.Store;
  How.MaxHeaps = Options.MaxHeaps;
  How.Secrets = Options.Secrets;
  How.Timeout = Options.Timeout;
  How.MaxAnswer = Options.MaxAnswer;
  auto Cache = std::make_shared<HeapCache>(std::move(How), std::move(*Roots));
  QuerySession::limitMemory(MaxQueryMemory);
  std::vector<std::unique_ptr<McpTool>> All;
  for (const HeapToolRow &Row : heapToolRows())
    All.push_back(std::make_unique<HeapTool>(Cache, Row));
  return All;
}
