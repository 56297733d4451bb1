//===- QuerySession.cpp - SQL queries -------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Query/QuerySession.h"
#include "Functions/HeapFunctions.h"
#include "QueryHints.h"
#include "Sql/ReadOnly.h"
#include "Sql/SqlModule.h"
#include "Sql/SqlNames.h"
#include "Sql/SqlValues.h"
#include "Sql/TextSearch.h"
#include "Tables/RecordedTables.h"
#include "Views.h"
#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Tool/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <atomic>
#include <deque>
#include <set>

using namespace hprof;
using namespace llvm;

using Clock = std::chrono::steady_clock;

class QuerySession::Impl {
public:
  ~Impl() { sqlite3_close_v2(Db); }

  Error exec(const std::string &Sql);
  std::string text() const { return sqlite3_errmsg(Db); }
  Error fail() const { return createStringError(text()); }
  Expected<QuerySchema *> addSchema(StringRef Name);
  Error addTables(QuerySchema &To, QueryTables Tables);
  Error addViews(QuerySchema &To);
  Error addTable(QuerySchema &To, std::unique_ptr<QueryTable> Table);
  Error addClass(QuerySchema &To, StringRef Word);
  Error addClasses(StringRef Sql);
  bool hasTable(StringRef Schema, StringRef Name) const;

  sqlite3 *Db = nullptr;
  std::vector<std::string> Modules; ///< Built into SQLite.
  QuerySchemas Schemas;
  HeapFinder Heaps;
  TableFinder Find;
  ReadOnly Guard;
  void watch();
  void note(const std::function<void(std::string)> &To);

  void tellProgress();
  bool mayBeId(uint64_t Id) const;

  QuerySession *Session = nullptr;
  std::vector<std::string> Notes; ///< For the next result.
  bool IsWatched = false;
  std::optional<std::chrono::milliseconds> Timeout;
  /// Deadline of the current query.
  std::atomic<Clock::time_point> End = Clock::time_point::max();
  std::atomic<bool> IsInterrupted{false};
  /// Whether the current query was cancelled.
  bool IsEnded = false;

  bool isLate() const { return Timeout && Clock::now() > End.load(); }
  bool isOverdue() const { return IsInterrupted || isLate(); }
  /// Called by the code that runs the current query. Once this has returned
  /// true, it keeps returning true, and the query fails.
  bool shouldEnd() {
    IsEnded =
        IsEnded || (Session->ShouldEnd && Session->ShouldEnd()) || isOverdue();
    return IsEnded;
  }
  Error endError() const;
  MaskMaker MakeMask; ///< If null, nothing is masked.
};

Error QuerySession::Impl::exec(const std::string &Sql) {
  const ReadOnly::Lifted Free(Guard);
  // Statements that the session itself runs have no time limit.
  const Clock::time_point Until = End.exchange(Clock::time_point::max());
  const auto Restore = make_scope_exit([&] { End = Until; });
  return sqlite3_exec(Db, Sql.c_str(), nullptr, nullptr, nullptr)
             ? fail()
             : Error::success();
}

void QuerySession::Impl::tellProgress() {
  if (!Session->OnProgress)
    return;
  uint64_t Done = 0, All = 0;
  for (const auto &[Name, Heap] : Heaps) {
    Done += Heap->Scanned;
    All += Heap->Scanned ? Heap->graph().size() : 0;
  }
  if (Done < All)
    Session->OnProgress(Done, All);
}

char QueryError::ID;

void QueryError::log(raw_ostream &OS) const { OS << What; }

std::error_code QueryError::convertToErrorCode() const {
  return std::make_error_code(std::errc::invalid_argument);
}

QuerySession::QuerySession(std::unique_ptr<Impl> From) : Is(std::move(From)) {
  Is->Session = this;
}
QuerySession::~QuerySession() = default;

/// Number of steps of SQLite's virtual machine between two checks.
static constexpr int StepsPerCheck = 50;

Expected<std::unique_ptr<QuerySession>> QuerySession::open() {
  auto Is = std::make_unique<Impl>();
  if (sqlite3_open_v2(":memory:", &Is->Db,
                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr))
    return Is->fail();
  Is->Guard.guard(
      Is->Db,
      [I = Is.get()](StringRef In, StringRef Name) {
        return I->hasTable(In, Name);
      },
      heapFunctionNames());
  Is->Modules = sqlModules(Is->Db);
  Is->Find = [I = Is.get()](StringRef In,
                            StringRef Name) -> Expected<QueryTable *> {
    for (QuerySchema &S : I->Schemas)
      if (auto It = S.Tables.find(Name); S.Name == In && It != S.Tables.end())
        return It->second.get();
    return nullptr;
  };
  addTableModule(Is->Db, Is->Find);
  addHeapFunctions(Is->Db, Is->Heaps);
  addPlainFunctions(Is->Db);
  addTextSearch(Is->Db);
  sqlite3_progress_handler(
      Is->Db, StepsPerCheck,
      [](void *Of) -> int {
        auto &I = *static_cast<Impl *>(Of);
        I.tellProgress();
        return I.shouldEnd();
      },
      Is.get());
  return std::unique_ptr<QuerySession>(new QuerySession(std::move(Is)));
}

Error QuerySession::Impl::addTable(QuerySchema &To,
                                   std::unique_ptr<QueryTable> Table) {
  const std::string Name = Table->info().Name.str();
  To.Tables[Name] = std::move(Table);
  return exec("CREATE VIRTUAL TABLE " + sqlName(To.Name) + '.' + sqlName(Name) +
              " USING hprof_table");
}

Expected<QuerySchema *> QuerySession::Impl::addSchema(StringRef Name) {
  if (Schemas.size() == MaxInputs)
    return createStringError("a session supports at most " + Twine(MaxInputs) +
                             " inputs");
  if (Name != "main")
    if (Error E = exec("ATTACH ':memory:' AS " + sqlName(Name)))
      return E;
  QuerySchema &Now = Schemas.emplace_back();
  Now.Name = Name.str();
  return &Now;
}

Error QuerySession::Impl::addTables(QuerySchema &To, QueryTables Tables) {
  for (std::unique_ptr<QueryTable> &Table : Tables) {
    if (To.Classes)
      To.Classes->reserve(Table->info().Name);
    if (Error E = addTable(To, std::move(Table)))
      return E;
  }
  return Error::success();
}

Error QuerySession::Impl::addViews(QuerySchema &To) {
  for (const QueryView &V : queryViews()) {
    To.Classes->reserve(V.Name);
    if (Error E = exec(V.create(To.Name, To.Name, "")))
      return E;
  }
  return Error::success();
}

Error QuerySession::add(StringRef Name, std::shared_ptr<HeapStore> Store) {
  Expected<QuerySchema *> Now = Is->addSchema(Name);
  if (!Now)
    return Now.takeError();
  QuerySchema &To = **Now;
  To.Heap = std::make_unique<QueryHeap>(std::move(Store));
  To.Heap->ShouldEnd = [I = Is.get()] { return I->shouldEnd(); };
  if (Is->MakeMask)
    To.Heap->maskTexts(Is->MakeMask);
  To.Classes = std::make_unique<ClassTables>(To.Heap->graph());
  for (StringRef Module : Is->Modules)
    To.Classes->reserve(Module);
  Is->Heaps.push_back({To.Name, To.Heap.get()});
  if (Error E = Is->addTables(To, heapTables(*To.Heap)))
    return E;
  return Is->addViews(To);
}

Error QuerySession::add(StringRef Name,
                        const std::shared_ptr<const ThreadDump> &Threads) {
  Expected<QuerySchema *> Now = Is->addSchema(Name);
  return Now ? Is->addTables(**Now, threadTables(Threads)) : Now.takeError();
}

Error QuerySession::add(StringRef Name,
                        const std::shared_ptr<const Profile> &Of) {
  Expected<QuerySchema *> Now = Is->addSchema(Name);
  return Now ? Is->addTables(**Now, profileTables(Of)) : Now.takeError();
}

Error QuerySession::add(StringRef Name,
                        const std::shared_ptr<const Profile> &Of,
                        const std::shared_ptr<const JfrRecording> &Recording) {
  Expected<QuerySchema *> Now = Is->addSchema(Name);
  if (!Now)
    return Now.takeError();
  QueryTables All = profileTables(Of);
  addEventTables(All, Recording);
  return Is->addTables(**Now, std::move(All));
}

Error QuerySession::Impl::addClass(QuerySchema &To, StringRef Word) {
  const StringRef Class = To.Classes->classOf(Word);
  const std::string Name = To.tableName(Word);
  if (Class.empty() || To.Tables.contains(Name))
    return Error::success();
  Expected<std::unique_ptr<QueryTable>> Table =
      classTable(*To.Heap, Class, Name);
  if (!Table)
    return Table.takeError();
  if (!*Table)
    return Error::success();
  if (std::string Text = omittedFields(**Table); !Text.empty())
    Notes.push_back(std::move(Text));
  return addTable(To, std::move(*Table));
}

/// A heap has thousands of classes, but a query mentions only a few. Therefore,
/// class tables are created when a query first mentions them.
Error QuerySession::Impl::addClasses(StringRef Sql) {
  for (const SqlWord &W : sqlWords(Sql))
    for (QuerySchema &S : Schemas)
      if (S.Heap &&
          (W.Schema.empty() || StringRef(W.Schema).equals_insensitive(S.Name)))
        if (Error E = addClass(S, W.Name))
          return E;
  return Error::success();
}

std::vector<const TableInfo *> QuerySession::tables(StringRef Schema) const {
  std::vector<const TableInfo *> All;
  for (const QuerySchema &S : Is->Schemas)
    if (S.Name == Schema)
      for (const auto &Table : S.Tables)
        All.push_back(&Table.second->info());
  sort(All, [](auto *A, auto *B) { return A->Name < B->Name; });
  return All;
}

Expected<QueryTable *> QuerySession::find(StringRef In, StringRef Name) {
  for (QuerySchema &S : Is->Schemas) {
    if (S.Name != In)
      continue;
    if (S.Heap)
      if (Error E = Is->addClass(S, Name))
        return E;
    const auto It = S.Tables.find(S.tableName(Name));
    return It == S.Tables.end() ? nullptr : It->second.get();
  }
  return nullptr;
}

/// For inputs other than heaps, not all ids are known.
bool QuerySession::Impl::mayBeId(uint64_t Id) const {
  return any_of(Schemas, [&](const QuerySchema &S) {
    return !S.Heap || S.Heap->graph().find(Id) != NoNode;
  });
}

bool QuerySession::Impl::hasTable(StringRef Schema, StringRef Name) const {
  return any_of(Schemas, [&](const QuerySchema &S) {
    return S.Name == Schema &&
           (S.Tables.contains(Name) ||
            (S.Heap && any_of(queryViews(), [&](const QueryView &V) {
               return V.Name == Name;
             })));
  });
}

Expected<std::unique_ptr<QueryResult>> QuerySession::run(StringRef &Sql) {
  if (const size_t At = Sql.find('\0'); At != StringRef::npos)
    return make_error<QueryError>("the query contains a NUL byte", At);
  while (!Sql.empty()) {
    Expected<std::unique_ptr<QueryResult>> Result = runFirst(Sql);
    if (!Result || *Result)
      return Result;
  }
  return nullptr;
}

StringRef QuerySession::fromFirstQuery(StringRef Sql) {
  return fromFirstToken(Sql);
}

/// Runs the first statement. If it is empty, the result is null.
Expected<std::unique_ptr<QueryResult>> QuerySession::runFirst(StringRef &Sql) {
  Is->IsEnded = Is->IsInterrupted = false;
  const StringRef Now = firstStatement(Sql);
  if (Error E = Is->addClasses(Now))
    return E;
  if (Is->Timeout)
    Is->End = Clock::now() + *Is->Timeout;
  const SqlWithIds Asked(Now);
  sqlite3_stmt *Made = nullptr;
  const char *Rest = nullptr;
  Is->Guard.begin();
  if (sqlite3_prepare_v3(Is->Db, Asked.Sql.data(), int(Asked.Sql.size()), 0,
                         &Made, &Rest)) {
    const int At = sqlite3_error_offset(Is->Db);
    return make_error<QueryError>(
        Is->Guard.refused().empty()
            ? Is->text() + queryHint(Is->Schemas, Is->text(), Now)
            : Is->Guard.refused(),
        At < 0 ? std::nullopt : std::optional<size_t>(At));
  }
  Sql = Sql.drop_front(Made ? size_t(Rest - Asked.Sql.data()) : Now.size());
  StringSet<> Known;
  for (StringRef Id : Asked.Ids)
    if (Known.insert(Id).second)
      Is->Notes.push_back(("'" + Id +
                           "' is treated as an id; as a string, write '" +
                           Id.take_front(2) + "' || '" + Id.drop_front(2) + "'")
                              .str());
  if (!Made)
    return nullptr;
  if (!sqlite3_column_count(Made)) {
    // For example, a REINDEX that contains nothing to reject.
    sqlite3_finalize(Made);
    return createStringError(ReadOnly::Refusal);
  }
  constexpr int IsCode = 1; // Unlike EXPLAIN QUERY PLAN.
  if (sqlite3_stmt_isexplain(Made) == IsCode) {
    sqlite3_finalize(Made);
    return createStringError(
        "rejected: EXPLAIN shows memory addresses; use EXPLAIN QUERY PLAN");
  }
  Is->watch();
  for (const auto &[Name, Heap] : Is->Heaps)
    Heap->Scanned = 0;
  std::unique_ptr<QueryResult> Result(new QueryResult(*this, Made));
  // A query that fails immediately has no result.
  if (Is->IsEnded ||
      (Result->Status != SQLITE_ROW && Result->Status != SQLITE_DONE))
    return Result->takeError();
  return Result;
}

/// Records retained sizes if they are summed: a row's retained size may be part
/// of another's.
void QuerySession::Impl::watch() {
  IsWatched = Guard.addsRetained();
  if (IsWatched)
    for (const auto &[Name, Heap] : Heaps)
      Heap->watchRetained();
}

void QuerySession::Impl::note(const std::function<void(std::string)> &To) {
  uint64_t Missing = 0;
  for (const auto &[Name, Heap] : Heaps) {
    Missing += Heap->takeMissing();
    for (std::string &Text : Heap->takeUnknown())
      if (To)
        To(std::move(Text));
    if (!IsWatched)
      continue;
    const HeapGraph &G = Heap->graph();
    if (auto [Inner, Outer] = Heap->takeOverlap(); Inner != NoNode && To)
      To("sum of overlapping retained sizes: " + jsonId(G.id(Outer)) +
         " retains " + jsonId(G.id(Inner)) +
         "; use retained_size(id) to count each object once");
  }
  IsWatched = false;
  for (std::string &Text : std::exchange(Notes, {}))
    if (To)
      To(std::move(Text));
  if (Missing && To)
    To(counted(Missing, "field value is", "field values are") +
       " missing from the dump and shown as null; use field_state(id, path) to "
       "distinguish missing values from null");
}

void QuerySession::limitMemory(uint64_t Bytes) {
  sqlite3_hard_heap_limit64(sqlite3_int64(Bytes));
}

void QuerySession::limitTexts(int Bytes) {
  sqlite3_limit(Is->Db, SQLITE_LIMIT_LENGTH, Bytes);
}

void QuerySession::setTimeout(std::chrono::milliseconds Most) {
  Is->Timeout = Most;
}

void QuerySession::maskTexts(MaskMaker Make) { Is->MakeMask = std::move(Make); }

bool QuerySession::isComplete(const std::string &Sql) {
  return sqlite3_complete(Sql.c_str());
}

void QuerySession::interrupt() {
  Is->IsInterrupted = true;
  sqlite3_interrupt(Is->Db);
}

bool QuerySession::isOverdue() const { return Is->isOverdue(); }

std::vector<std::string> QuerySession::complete(StringRef Prefix) {
  return completions(Is->Schemas, Prefix);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Type of result column \p I in the first row.
static ColumnType firstType(sqlite3_stmt *Statement, int I) {
  switch (sqlite3_column_type(Statement, I)) {
  case SQLITE_INTEGER:
    return ColumnType::Count;
  case SQLITE_FLOAT:
    return ColumnType::Real;
  default:
    return ColumnType::Text;
  }
}

/// SQLite declares a UNION column with the type from one of its SELECTs. Values
/// from another SELECT may be plain numbers.
static bool fitsAny(ColumnType Type) {
  return is_contained({ColumnType::Text, ColumnType::Id, ColumnType::Count,
                       ColumnType::Bytes, ColumnType::Flag, ColumnType::Time},
                      Type);
}

QueryResult::QueryResult(QuerySession &Session, sqlite3_stmt *Statement)
    : Session(Session), Statement(Statement),
      HasUnion(hasWord(sqlite3_sql(Statement), "UNION")) {
  Status = sqlite3_step(Statement);
  const int Count = sqlite3_column_count(Statement);
  Names.reserve(size_t(Count)); // The columns refer to the names.
  StringSet<> Used;
  for (int I = 0; I != Count; ++I) {
    // JSON requires distinct names.
    std::string Name = sqlite3_column_name(Statement, I);
    for (unsigned Again = 2; !Used.insert(Name).second; ++Again)
      Name = sqlite3_column_name(Statement, I) + (":" + Twine(Again)).str();
    Names.push_back(std::move(Name));
    Column C;
    C.Name = Names.back();
    C.MayBeNull = true;
    const char *Declared = sqlite3_column_decltype(Statement, I);
    if (Declared)
      C.Type = columnType(Declared);
    if (!Declared || HasUnion)
      Expressions.push_back(unsigned(I));
    if ((!Declared || (HasUnion && !fitsAny(C.Type))) && Status == SQLITE_ROW)
      C.Type = firstType(Statement, I);
    Info.Columns.push_back(C);
  }
  Info.Name = "result";
}

QueryResult::~QueryResult() { sqlite3_finalize(Statement); }

bool QueryResult::next() {
  if (Status != SQLITE_ROW)
    return false;
  // The first row was already fetched.
  if (Seen++)
    Status = sqlite3_step(Statement);
  if (Status == SQLITE_ROW)
    return true;
  --Seen;
  if (Session.OnProgress)
    Session.OnProgress(Seen, Seen);
  return false;
}

Datum QueryResult::get(unsigned I) const {
  sqlite3_value *V = sqlite3_column_value(Statement, int(I));
  switch (sqlite3_value_type(V)) {
  case SQLITE_INTEGER: {
    const sqlite3_int64 N = sqlite3_value_int64(V);
    const ColumnType Type = Info.Columns[I].Type;
    // Whether the value fits the column's type, which may be that of another
    // SELECT.
    constexpr sqlite3_int64 FirstTime = 100'000'000'000; // In 1973.
    const bool Fits =
        !HasUnion || (Type == ColumnType::Id     ? Session.Is->mayBeId(N)
                      : Type == ColumnType::Flag ? N == 0 || N == 1
                      : Type == ColumnType::Time ? N >= FirstTime
                                                 : true);
    if (!Fits)
      return Datum(N);
    if (Type == ColumnType::Flag)
      return N != 0;
    return N < 0 && Type != ColumnType::Id ? Datum(N) : Datum(uint64_t(N));
  }
  case SQLITE_FLOAT:
    return sqlite3_value_double(V);
  case SQLITE_TEXT:
    return sqlTextOf(V);
  case SQLITE_BLOB:
    return toHex(sqlBytesOf(V), /*LowerCase=*/true);
  default:
    return Datum::Null();
  }
}

Error QuerySession::Impl::endError() const {
  if (!isLate())
    return createStringError("the query was interrupted");
  const uint64_t Millis = Timeout->count();
  return createStringError("the query took more than " +
                           (Millis % 1000 ? std::to_string(Millis) + " ms"
                                          : counted(Millis / 1000, "second")));
}

bool QueryResult::isComplete() const {
  return Status == SQLITE_DONE && !Session.Is->IsEnded;
}

Error QueryResult::takeError() {
  // Reading or computing a table may have been cancelled.
  const auto &Is = *Session.Is;
  const bool HasFailed = Status != SQLITE_DONE && Status != SQLITE_ROW;
  if (Is.IsEnded || Status == SQLITE_INTERRUPT || (HasFailed && Is.isOverdue()))
    return Is.endError();
  if (Status == SQLITE_DONE)
    Session.Is->note(Session.OnNote);
  if (Status == SQLITE_DONE || Status == SQLITE_ROW)
    return Error::success();
  if (Status == SQLITE_AUTH)
    return createStringError(Session.Is->Guard.refused());
  return Session.Is->fail();
}
