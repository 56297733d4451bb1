//===- Extension.cpp - Heaps as tables of any SQLite ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The extension libhprof-sqlite.so, to be loaded by a program with SQLite:
///
///     .load libhprof-sqlite
///     CREATE VIRTUAL TABLE temp.h USING hprof('heap.hprof');
///     SELECT * FROM objects ORDER BY retained DESC LIMIT 10;
///
/// The table h lists the tables and views created. With prefix=b_, a second
/// heap has b_objects and so on.
///
//===----------------------------------------------------------------------===//

#include "ClassTables.h"
#include "Functions/HeapFunctions.h"
#include "Query/Heap/QueryHeap.h"
#include "Query/Heap/QueryTable.h"
#include "Sql/SqlModule.h"
#include "Sql/SqlValues.h"
#include "Views.h"
#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "hprof/Tool/Escape.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

// The SQLite functions of the program that has loaded this extension.
SQLITE_EXTENSION_INIT1

using namespace hprof;
using namespace llvm;

namespace {
/// A heap with its tables, kept open while any of the tables is in use.
struct OpenHeap {
  std::unique_ptr<QueryHeap> Heap;
  std::unique_ptr<ClassTables> Classes;
  StringMap<std::unique_ptr<QueryTable>> Tables;
};

/// A heap that CREATE opened, with the names of its tables.
struct MadeHeap {
  std::string Path, Prefix;
  std::shared_ptr<OpenHeap> Of;
  std::vector<std::string> Names; ///< Names of all tables, sorted.
};

/// Shared state of the heaps of a connection. SQLite disconnects virtual tables
/// whenever it rereads its schema, so heaps must outlive them.
struct Connection {
  std::vector<std::string> Modules; ///< Built into SQLite.
  HeapFinder All;
  std::map<std::string, std::shared_ptr<MadeHeap>> Heaps; ///< By name.
};

/// The table h.
struct HeapList : sqlite3_vtab {
  sqlite3 *Db = nullptr;
  Connection *In = nullptr;
  std::string Schema, Name;
  std::shared_ptr<MadeHeap> Is;
};

struct ListCursor : sqlite3_vtab_cursor {
  size_t At = 0;
  const HeapList &list() const { return *static_cast<HeapList *>(pVtab); }
};

/// The arguments of USING hprof(...).
struct Arguments {
  std::string Path, Prefix;
};
} // namespace

static std::string unquoted(StringRef Word) {
  Word = Word.trim();
  if (Word.size() < 2 || Word.front() != Word.back() ||
      (Word.front() != '\'' && Word.front() != '"'))
    return Word.str();
  std::string Text;
  const char Quote = Word.front();
  for (Word = Word.drop_front().drop_back(); !Word.empty();
       Word = Word.drop_front()) {
    Text += Word.front();
    if (Word.front() == Quote && Word.size() > 1)
      Word = Word.drop_front(); // A doubled quote stands for one.
  }
  return Text;
}

static Expected<Arguments> parse(ArrayRef<const char *> Words) {
  Arguments A;
  for (StringRef Word : Words) {
    auto [Key, Value] = Word.split('=');
    if (Key.trim() == "prefix")
      A.Prefix = unquoted(Value);
    else if (A.Path.empty())
      A.Path = unquoted(Word);
    else
      return createStringError("hprof: unexpected argument " + Word);
  }
  if (A.Path.empty())
    return createStringError("hprof: expected the path of a heap dump, as in "
                             "USING hprof('heap.hprof')");
  return A;
}

static Expected<std::shared_ptr<OpenHeap>> openHeap(const Connection &In,
                                                    StringRef Path) {
  Expected<std::unique_ptr<HeapStore>> Store = HeapStore::open(Path);
  if (!Store)
    return Store.takeError();
  auto Of = std::make_shared<OpenHeap>();
  Of->Heap = std::make_unique<QueryHeap>(std::move(*Store));
  Of->Classes = std::make_unique<ClassTables>(Of->Heap->graph());
  for (StringRef Module : In.Modules)
    Of->Classes->reserve(Module);
  for (const QueryView &V : queryViews())
    Of->Classes->reserve(V.Name);
  for (std::unique_ptr<QueryTable> &Table : heapTables(*Of->Heap)) {
    Of->Classes->reserve(Table->info().Name);
    Of->Tables[Table->info().Name] = std::move(Table);
  }
  return Of;
}

/// The table \p Name of a class, created on first use.
static Expected<QueryTable *> classTableOf(OpenHeap &Of,
                                           const std::string &Name) {
  std::unique_ptr<QueryTable> &Table = Of.Tables[Name];
  if (!Table) {
    Expected<std::unique_ptr<QueryTable>> Made =
        classTable(*Of.Heap, Of.Classes->classOf(Name), Name);
    if (!Made)
      return Made.takeError();
    Table = std::move(*Made);
  }
  return Table.get();
}

static void addTables(sqlite3 *Db, MadeHeap &To) {
  for (const auto &Entry : To.Of->Tables) {
    To.Names.push_back((To.Prefix + Entry.first()).str());
    addTable(Db, To.Names.back(),
             [Of = To.Of, Table = Entry.second.get()](StringRef, StringRef)
                 -> Expected<QueryTable *> { return Table; });
  }
  for (const std::string &Name : To.Of->Classes->tables()) {
    To.Names.push_back(To.Prefix + Name);
    addTable(Db, toUtf8(To.Names.back()),
             [Of = To.Of, Name](StringRef, StringRef) {
               return classTableOf(*Of, Name);
             });
  }
  for (const QueryView &V : queryViews())
    To.Names.push_back((To.Prefix + V.Name).str());
  llvm::sort(To.Names);
}

/// The heap called \p Name in \p In, opened if necessary.
static Expected<std::shared_ptr<MadeHeap>>
makeHeap(sqlite3 *Db, Connection &In, const std::string &Name, Arguments A) {
  for (const auto &[Other, Is] : In.Heaps) {
    if (Other == Name && Is->Path == A.Path && Is->Prefix == A.Prefix)
      return Is;
    // The new heap's tables would replace the tables of this heap.
    if (Is->Prefix == A.Prefix)
      return createStringError(
          "hprof: names are in use by the tables of " + Other +
          "; add a prefix, as in USING hprof('heap.hprof', prefix=b_)");
  }
  Expected<std::shared_ptr<OpenHeap>> Of = openHeap(In, A.Path);
  if (!Of)
    return Of.takeError();
  auto Is = std::make_shared<MadeHeap>();
  Is->Path = std::move(A.Path);
  Is->Prefix = std::move(A.Prefix);
  Is->Of = std::move(*Of);
  addTables(Db, *Is);
  In.All.push_back({Name, Is->Of->Heap.get()});
  In.Heaps[Name] = Is;
  return Is;
}

/// Whether something called \p Name is visible to queries.
static bool isInUse(sqlite3 *Db, const std::string &Name) {
  sqlite3_stmt *Made = nullptr;
  const std::string Sql = "SELECT 1 FROM " + sqlName(Name);
  const int Status = sqlite3_prepare_v2(Db, Sql.c_str(), -1, &Made, nullptr);
  sqlite3_finalize(Made);
  return Status == SQLITE_OK;
}

/// Creates the views of \p Is in the schema of its list, except those whose
/// names are in use.
static void addViews(sqlite3 *Db, const MadeHeap &Is, const std::string &Name,
                     StringRef Schema) {
  for (const QueryView &V : queryViews())
    if (!isInUse(Db, (Is.Prefix + V.Name).str()))
      sqlite3_exec(Db, V.create(Schema, Name, Is.Prefix).c_str(), nullptr,
                   nullptr, nullptr);
}

/// Drops the views from addViews(), but nothing else with the same name.
static void dropViews(const HeapList &List) {
  for (const QueryView &V : queryViews()) {
    const std::string Name = (List.Is->Prefix + V.Name).str();
    // SQLite stores the part of the statement that starts at the name.
    const std::string Made = V.create(List.Schema, List.Name, List.Is->Prefix);
    const std::string Text =
        "CREATE VIEW " + Made.substr(Made.find(sqlName(Name)));
    bool IsOurs = false;
    sqlite3_exec(
        List.Db,
        ("SELECT 1 FROM " + sqlName(List.Schema) +
         ".sqlite_schema WHERE name = " + sqlLiteral(Name) +
         " AND sql = " + sqlLiteral(Text))
            .c_str(),
        [](void *To, int, char **, char **) {
          *static_cast<bool *>(To) = true;
          return 0;
        },
        &IsOurs, nullptr);
    if (IsOurs)
      sqlite3_exec(
          List.Db,
          ("DROP VIEW " + sqlName(List.Schema) + '.' + sqlName(Name)).c_str(),
          nullptr, nullptr, nullptr);
  }
}

static int connect(sqlite3 *Db, void *Aux, int Count, const char *const *Words,
                   sqlite3_vtab **Made, char **Message) {
  auto Fail = [&](Error E) {
    *Message = sqlite3_mprintf("%s", toString(std::move(E)).c_str());
    return SQLITE_ERROR;
  };
  Expected<Arguments> A = parse(ArrayRef(Words, size_t(Count)).drop_front(3));
  if (!A)
    return Fail(A.takeError());
  if (int Status =
          sqlite3_declare_vtab(Db, "CREATE TABLE x(name TEXT, file TEXT)"))
    return Status;
  auto List = std::make_unique<HeapList>();
  List->Db = Db;
  List->In = static_cast<Connection *>(Aux);
  List->Schema = Words[1];
  List->Name = Words[2];
  Expected<std::shared_ptr<MadeHeap>> Is =
      makeHeap(Db, *List->In, List->Name, std::move(*A));
  if (!Is)
    return Fail(Is.takeError());
  List->Is = std::move(*Is);
  *Made = List.release();
  return SQLITE_OK;
}

static int create(sqlite3 *Db, void *Aux, int Count, const char *const *Words,
                  sqlite3_vtab **Made, char **Message) {
  const int Status = connect(Db, Aux, Count, Words, Made, Message);
  if (!Status) {
    const auto &List = *static_cast<HeapList *>(*Made);
    addViews(Db, *List.Is, List.Name, List.Schema);
  }
  return Status;
}

static int disconnect(sqlite3_vtab *Of) {
  delete static_cast<HeapList *>(Of);
  return SQLITE_OK;
}

static int destroy(sqlite3_vtab *Of) {
  auto &List = *static_cast<HeapList *>(Of);
  dropViews(List);
  llvm::erase_if(List.In->All, [&](const auto &Entry) {
    return Entry.second == List.Is->Of->Heap.get();
  });
  for (const std::string &Name : List.Is->Names)
    removeTable(List.Db, toUtf8(Name));
  List.In->Heaps.erase(List.Name);
  return disconnect(Of);
}

static int plan(sqlite3_vtab *, sqlite3_index_info *Info) {
  Info->estimatedCost = 1000;
  return SQLITE_OK;
}

static int open(sqlite3_vtab *, sqlite3_vtab_cursor **Made) {
  *Made = new ListCursor();
  return SQLITE_OK;
}

static int close(sqlite3_vtab_cursor *Cursor) {
  delete static_cast<ListCursor *>(Cursor);
  return SQLITE_OK;
}

static int begin(sqlite3_vtab_cursor *Cursor, int, const char *, int,
                 sqlite3_value **) {
  static_cast<ListCursor *>(Cursor)->At = 0;
  return SQLITE_OK;
}

static int step(sqlite3_vtab_cursor *Cursor) {
  ++static_cast<ListCursor *>(Cursor)->At;
  return SQLITE_OK;
}

static int isAtEnd(sqlite3_vtab_cursor *Cursor) {
  const auto &C = *static_cast<ListCursor *>(Cursor);
  return C.At >= C.list().Is->Names.size();
}

static int value(sqlite3_vtab_cursor *Cursor, sqlite3_context *To, int Column) {
  const auto &C = *static_cast<ListCursor *>(Cursor);
  const MadeHeap &Is = *C.list().Is;
  sqlText(To, Column ? Is.Of->Heap->store().name() : Is.Names[C.At]);
  return SQLITE_OK;
}

static int rowId(sqlite3_vtab_cursor *Cursor, sqlite3_int64 *Id) {
  *Id = sqlite3_int64(static_cast<ListCursor *>(Cursor)->At);
  return SQLITE_OK;
}

/// Renaming fails because functions and views refer to the name.
static int rename(sqlite3_vtab *Of, const char *) {
  sqlite3_free(Of->zErrMsg);
  Of->zErrMsg = sqlite3_mprintf("heap tables cannot be renamed");
  return SQLITE_ERROR;
}

static sqlite3_module makeModule() {
  sqlite3_module M = {};
  M.xCreate = create;
  M.xConnect = connect;
  M.xRename = rename;
  M.xBestIndex = plan;
  M.xDisconnect = disconnect;
  M.xDestroy = destroy;
  M.xOpen = open;
  M.xClose = close;
  M.xFilter = begin;
  M.xNext = step;
  M.xEof = isAtEnd;
  M.xColumn = value;
  M.xRowid = rowId;
  return M;
}

// SQLite calls this name. NOLINTBEGIN(readability-identifier-naming)
extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT int
sqlite3_hprofsqlite_init(sqlite3 *Db, char **,
                         const sqlite3_api_routines *Api) {
  // NOLINTEND(readability-identifier-naming)
  SQLITE_EXTENSION_INIT2(Api);
  static const sqlite3_module Module = makeModule();
  auto *Shared = new Connection();
  Shared->Modules = sqlModules(Db);
  addHeapFunctions(Db, Shared->All);
  return sqlite3_create_module_v2(Db, "hprof", &Module, Shared, [](void *Is) {
    delete static_cast<Connection *>(Is);
  });
}
