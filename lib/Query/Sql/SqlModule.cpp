//===- SqlModule.cpp - Query tables as virtual tables ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SqlModule.h"
#include "SqlValues.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace hprof;
using namespace llvm;

namespace {
struct TableOf : sqlite3_vtab {
  QueryTable *Of = nullptr;

  unsigned columns() const { return unsigned(Of->info().Columns.size()); }
  /// Name of a column or parameter.
  StringRef name(unsigned Column) const {
    return Column < columns() ? Of->info().Columns[Column].Name
                              : Of->parameters()[Column - columns()].Name;
  }
};

struct CursorOf : sqlite3_vtab_cursor {
  std::unique_ptr<Rows> All;
  std::shared_ptr<const uint64_t> RowNumber; ///< See QueryRows.
  SmallVector<QueryValue, 1> Parameters;
  bool IsAtEnd = true;
  sqlite3_int64 Number = 0;

  TableOf &table() const { return *static_cast<TableOf *>(pVtab); }
};
} // namespace

static int fail(sqlite3_vtab *Of, Error E) {
  sqlite3_free(Of->zErrMsg);
  Of->zErrMsg = sqlite3_mprintf("%s", toString(std::move(E)).c_str());
  return SQLITE_ERROR;
}

static int connect(sqlite3 *Db, void *Aux, int Count, const char *const *Words,
                   sqlite3_vtab **Made, char **Message) {
  Expected<QueryTable *> Found =
      (*static_cast<const TableFinder *>(Aux))(Words[1], Words[2]);
  if (!Found) {
    *Message = sqlite3_mprintf("%s", toString(Found.takeError()).c_str());
    return SQLITE_ERROR;
  }
  QueryTable *Of = *Found;
  if (!Of) {
    *Message = sqlite3_mprintf("no such table: %s", Words[2]);
    return SQLITE_ERROR;
  }
  std::string Text = "CREATE TABLE x(";
  for (const Column &C : Of->info().Columns)
    Text += sqlName(C.Name) + ' ' + sqlType(C.Type).str() + ',';
  for (const QueryParameter &P : Of->parameters())
    Text += sqlName(P.Name) + " HIDDEN,";
  Text.back() = ')';
  if (int Status = sqlite3_declare_vtab(Db, Text.c_str())) {
    *Message = sqlite3_mprintf("%s", sqlite3_errmsg(Db));
    return Status;
  }
  // Views may use the table even if the schema is untrusted.
  sqlite3_vtab_config(Db, SQLITE_VTAB_INNOCUOUS);
  auto *Table = new TableOf();
  Table->Of = Of;
  *Made = Table;
  return SQLITE_OK;
}

static int disconnect(sqlite3_vtab *Of) {
  delete static_cast<TableOf *>(Of);
  return SQLITE_OK;
}

static std::optional<QueryOp> opOf(unsigned char Op) {
  switch (Op) {
  case SQLITE_INDEX_CONSTRAINT_EQ:
    return QueryOp::Equal;
  case SQLITE_INDEX_CONSTRAINT_LT:
    return QueryOp::Less;
  case SQLITE_INDEX_CONSTRAINT_LE:
    return QueryOp::AtMost;
  case SQLITE_INDEX_CONSTRAINT_GT:
    return QueryOp::Greater;
  case SQLITE_INDEX_CONSTRAINT_GE:
    return QueryOp::AtLeast;
  default:
    return std::nullopt;
  }
}

/// Whether rows are requested in descending order, with a limit.
static bool wantsLargest(const TableOf &Of, const sqlite3_index_info &Info) {
  const bool HasLimit = any_of(
      ArrayRef(Info.aConstraint, size_t(Info.nConstraint)),
      [](const auto &C) { return C.op == SQLITE_INDEX_CONSTRAINT_LIMIT; });
  return HasLimit && Info.nOrderBy == 1 && Info.aOrderBy[0].desc &&
         Info.aOrderBy[0].iColumn >= 0 &&
         Of.name(unsigned(Info.aOrderBy[0].iColumn)) == Of.Of->order();
}

namespace {
/// Chooses the limits that the table evaluates.
class Planner {
public:
  Planner(TableOf &Of, sqlite3_index_info &Info)
      : Of(Of), Info(Info), Expected(double(Of.Of->expected()) + 1) {}
  int plan();

private:
  void take(int I, StringRef Op);
  bool mayMisfit(int I, unsigned Column) const;
  bool takeParameter(int I, unsigned Column);
  void takeColumn(int I, unsigned Column);

  TableOf &Of;
  sqlite3_index_info &Info;
  double Expected;
  SmallVector<StringRef, 2> Given; ///< Parameters with a value.
  int Taken = 0;
  bool IsUnique = false;
  // See PlanEnd.
  std::string Text, Shown;
};
} // namespace

// A plan is a string that SQLite stores between planRows() and begin(): for
// each value the number of its column or parameter and the comparison operator,
// then Ordered if the largest rows come first, then PlanEnd. The names after
// PlanEnd, which EXPLAIN QUERY PLAN displays, may contain any character:
// "0= 4< ;id= shallow<".
static constexpr char PlanEnd = ';';
static constexpr StringLiteral Ordered = "ordered ";
/// In plans, marks a condition that the table does not use, so SQLite checks
/// it. Its value must still be of the right type.
static constexpr StringLiteral CheckOnly = "?";

void Planner::take(int I, StringRef Op) {
  Info.aConstraintUsage[I].argvIndex = ++Taken;
  const unsigned Column = unsigned(Info.aConstraint[I].iColumn);
  Text += (Twine(Column) + Op + " ").str();
  Shown += ((Shown.empty() ? "" : " ") + Of.name(Column) + Op).str();
}

/// Returns false if this plan cannot be used.
bool Planner::takeParameter(int I, unsigned Column) {
  const auto &C = Info.aConstraint[I];
  if (C.op != SQLITE_INDEX_CONSTRAINT_EQ)
    return true;
  // SQLite itself checks further conditions on the same parameter.
  if (is_contained(Given, Of.name(Column)))
    return true;
  if (!C.usable)
    return false;
  Given.push_back(Of.name(Column));
  Info.aConstraintUsage[I].omit = 1;
  take(I, opText(QueryOp::Equal));
  return true;
}

/// The id column that belongs to the name column \p Name, such as class_id for
/// class; null if there is none.
static const Column *idOf(const QueryTable &Of, StringRef Name) {
  const auto &All = Of.info().Columns;
  const auto At = find_if(All, [&](const Column &C) {
    StringRef Rest = C.Name;
    return C.Type == ColumnType::Id && Rest.consume_back("_id") && Rest == Name;
  });
  return At == All.end() ? nullptr : &*At;
}

/// Whether an id is compared with a string in the query, or a name with a
/// number. A large hexadecimal number looks like a string here.
bool Planner::mayMisfit(int I, unsigned Column) const {
  sqlite3_value *V = nullptr;
  const unsigned char Op = Info.aConstraint[I].op;
  const bool IsComparison = opOf(Op) || Op == SQLITE_INDEX_CONSTRAINT_NE ||
                            Op == SQLITE_INDEX_CONSTRAINT_IS ||
                            Op == SQLITE_INDEX_CONSTRAINT_ISNOT;
  if (!IsComparison || sqlite3_vtab_rhs_value(&Info, I, &V) != SQLITE_OK)
    return false;
  return Of.Of->info().Columns[Column].Type == ColumnType::Id
             ? sqlite3_value_type(V) == SQLITE_TEXT
             : sqlite3_value_type(V) == SQLITE_INTEGER &&
                   idOf(*Of.Of, Of.name(Column));
}

void Planner::takeColumn(int I, unsigned Column) {
  const auto &C = Info.aConstraint[I];
  const std::optional<QueryOp> Op = opOf(C.op);
  const QueryKey *Key = find_if(Of.Of->keys(), [&](const QueryKey &K) {
    return K.Column == Of.name(Column);
  });
  const bool IsEqual = Op == QueryOp::Equal;
  if (!C.usable)
    return;
  if (Key == Of.Of->keys().end() || !Op || (!IsEqual && !Key->TakesRanges) ||
      StringRef(sqlite3_vtab_collation(&Info, I)) != "BINARY") {
    if (mayMisfit(I, Column))
      take(I, CheckOnly);
    return;
  }
  take(I, opText(*Op));
  Expected = IsEqual && Key->Expected
                 ? std::min(Expected, double(Key->Expected))
                 : Expected / 4;
  IsUnique |= IsEqual && Key->IsUnique;
}

int Planner::plan() {
  for (int I = 0; I != Info.nConstraint; ++I) {
    const auto &C = Info.aConstraint[I];
    if (C.iColumn < 0 || C.op == SQLITE_INDEX_CONSTRAINT_LIMIT ||
        C.op == SQLITE_INDEX_CONSTRAINT_OFFSET)
      continue;
    const unsigned Column = unsigned(C.iColumn);
    if (Column < Of.columns())
      takeColumn(I, Column);
    else if (!takeParameter(I, Column))
      return SQLITE_CONSTRAINT; // The value depends on another table.
  }
  // A plan needs a value for each required parameter. SQLite tries several
  // plans, and some of them lack a value.
  for (const QueryParameter &P : Of.Of->parameters())
    if (P.IsRequired && !is_contained(Given, P.Name))
      return SQLITE_CONSTRAINT;
  if (wantsLargest(Of, Info)) {
    Info.orderByConsumed = 1;
    Text += Ordered;
    Shown += ((Shown.empty() ? "by " : " by ") + Of.Of->order()).str();
  }
  Info.idxNum = int(
      (Info.colUsed & ((uint64_t(1) << RowRequest::MaxUsed) - 1)) |
      (Info.colUsed >> RowRequest::MaxUsed ? 1U << RowRequest::MaxUsed : 0));
  Info.idxStr = sqlite3_mprintf("%s%c%s", Text.c_str(), PlanEnd, Shown.c_str());
  Info.needToFreeIdxStr = 1;
  Info.estimatedRows = sqlite3_int64(Expected);
  // Finding a row by id is cheap; finding the rows of a class requires a scan.
  Info.estimatedCost = IsUnique ? 1 : Expected + double(Of.Of->expected()) / 8;
  if (IsUnique)
    Info.idxFlags = SQLITE_INDEX_SCAN_UNIQUE;
  return Info.idxStr ? SQLITE_OK : SQLITE_NOMEM;
}

static int open(sqlite3_vtab *Of, sqlite3_vtab_cursor **Made) {
  *Made = new CursorOf();
  return SQLITE_OK;
}

static int close(sqlite3_vtab_cursor *Cursor) {
  delete static_cast<CursorOf *>(Cursor);
  return SQLITE_OK;
}

static int step(sqlite3_vtab_cursor *Cursor) {
  auto &C = *static_cast<CursorOf *>(Cursor);
  C.IsAtEnd = !C.All->next();
  ++C.Number;
  return SQLITE_OK;
}

namespace {
/// A condition of a plan, without its value.
struct PlannedLimit {
  unsigned Column; ///< Parameters follow all columns.
  QueryOp Op = QueryOp::Equal;
  bool IsCheckOnly = false;
};
/// A plan as read by begin().
struct Plan {
  SmallVector<PlannedLimit, 4> Limits;
  bool IsOrdered = false;
};
} // namespace

static Plan readPlan(StringRef Text) {
  Plan Is;
  while (!Text.starts_with(Ordered) && Text.front() != PlanEnd) {
    PlannedLimit L;
    Text.consumeInteger(10, L.Column);
    const StringRef Op = Text.take_until([](char C) { return C == ' '; });
    for (QueryOp Each : {QueryOp::Equal, QueryOp::Less, QueryOp::AtMost,
                         QueryOp::Greater, QueryOp::AtLeast})
      if (opText(Each) == Op)
        L.Op = Each;
    L.IsCheckOnly = Op == CheckOnly;
    Is.Limits.push_back(L);
    Text = Text.drop_front(Op.size() + 1);
  }
  Is.IsOrdered = Text.starts_with(Ordered);
  return Is;
}

/// Rejects a comparison of an id with a string, which never equals a number.
/// The mistake is common because ids are strings in JSON.
static Error checkIds(const QueryTable &Of, const RowRequest::Limit &L) {
  if (std::holds_alternative<int64_t>(L.Value.Is))
    if (const Column *Id = idOf(Of, L.Column))
      return createStringError(L.Column + " compared with " +
                               Twine(std::get<int64_t>(L.Value.Is)) +
                               ": it is a name; the id is " + Id->Name);
  if (!L.Value.text())
    return Error::success();
  for (const Column &C : Of.info().Columns)
    if (C.Name == L.Column && C.Type == ColumnType::Id)
      return createStringError(
          L.Column + " compared with '" + *L.Value.text() +
          "': ids are numbers, such as 0x7f00, and never equal a string");
  for (const QueryParameter &P : Of.parameters())
    if (P.Name == L.Column && P.IsId)
      return createStringError(Of.info().Name + "('" + *L.Value.text() +
                               "'): ids are numbers, such as 0x7f00");
  return Error::success();
}

static int planRows(sqlite3_vtab *Table, sqlite3_index_info *Info) {
  auto &Of = *static_cast<TableOf *>(Table);
  return Planner(Of, *Info).plan();
}

static uint64_t numberOf(ArrayRef<QueryValue> Parameters) {
  uint64_t Number = 0;
  for (const QueryValue &P : Parameters)
    Number = hash_combine(Number, P.number(), P.text().value_or(""));
  return Number;
}

static int begin(sqlite3_vtab_cursor *Cursor, int Used, const char *Text, int,
                 sqlite3_value **Values) {
  auto &C = *static_cast<CursorOf *>(Cursor);
  TableOf &Of = C.table();
  RowRequest Request;
  Request.Used = uint64_t(unsigned(Used));
  C.Parameters.assign(Of.Of->parameters().size(), QueryValue());
  const Plan How = readPlan(Text);
  for (auto [I, Planned] : enumerate(How.Limits)) {
    RowRequest::Limit L = {Of.name(Planned.Column), Planned.Op,
                           queryValue(Values[I])};
    if (Error E = checkIds(*Of.Of, L))
      return fail(&Of, std::move(E));
    if (Planned.IsCheckOnly)
      continue;
    if (Planned.Column >= Of.columns())
      C.Parameters[Planned.Column - Of.columns()] = L.Value;
    Request.Limits.push_back(std::move(L));
  }
  Request.IsOrdered = How.IsOrdered;
  // Comparisons with NULL are never true.
  const bool HasNull = any_of(Request.Limits, [](const RowRequest::Limit &L) {
    return L.Value.isNull();
  });
  C.IsAtEnd = true;
  // Rows about different objects must have different numbers.
  C.Number = sqlite3_int64(numberOf(C.Parameters));
  if (HasNull)
    return SQLITE_OK;
  Expected<QueryRows> All = Of.Of->rows(Request);
  if (!All)
    return fail(&Of, All.takeError());
  C.All = std::move(All->All);
  C.RowNumber = std::move(All->Number);
  return step(Cursor);
}

static int isAtEnd(sqlite3_vtab_cursor *Cursor) {
  return static_cast<CursorOf *>(Cursor)->IsAtEnd;
}

static void setParameter(sqlite3_context *To, const QueryValue &V) {
  if (const auto *N = std::get_if<int64_t>(&V.Is))
    sqlite3_result_int64(To, *N);
  else if (const auto *Real = std::get_if<double>(&V.Is))
    sqlite3_result_double(To, *Real);
  else if (std::optional<StringRef> Text = V.text())
    sqlite3_result_text64(To, Text->data(), Text->size(), SQLITE_TRANSIENT,
                          SQLITE_UTF8);
  else
    sqlite3_result_null(To);
}

static int value(sqlite3_vtab_cursor *Cursor, sqlite3_context *To, int Column) {
  auto &C = *static_cast<CursorOf *>(Cursor);
  const unsigned I = unsigned(Column), Columns = C.table().columns();
  if (I >= Columns)
    setParameter(To, C.Parameters[I - Columns]);
  else
    sqlResult(To, C.All->get(I));
  return SQLITE_OK;
}

static int rowId(sqlite3_vtab_cursor *Cursor, sqlite3_int64 *Id) {
  const auto &C = *static_cast<CursorOf *>(Cursor);
  *Id = C.RowNumber ? sqlite3_int64(*C.RowNumber) : C.Number;
  return SQLITE_OK;
}

static sqlite3_module makeModule() {
  sqlite3_module M = {};
  M.xCreate = connect;
  M.xConnect = connect;
  M.xBestIndex = planRows;
  M.xDisconnect = disconnect;
  M.xDestroy = disconnect;
  M.xOpen = open;
  M.xClose = close;
  M.xFilter = begin;
  M.xNext = step;
  M.xEof = isAtEnd;
  M.xColumn = value;
  M.xRowid = rowId;
  return M;
}

static const sqlite3_module Module = makeModule();

std::vector<std::string> hprof::sqlModules(sqlite3 *Db) {
  std::vector<std::string> Names;
  // In some releases of SQLite, these modules exist only after their first use.
  sqlite3_exec(Db, "SELECT 1 FROM json_each('1'), json_tree('1')", nullptr,
               nullptr, nullptr);
  sqlite3_exec(
      Db, "SELECT name FROM pragma_module_list",
      [](void *To, int, char **Values, char **) {
        static_cast<std::vector<std::string> *>(To)->emplace_back(
            Values[0] ? Values[0] : "");
        return 0;
      },
      &Names, nullptr);
  return Names;
}

void hprof::addTableModule(sqlite3 *Db, const TableFinder &Find) {
  sqlite3_create_module_v2(Db, "hprof_table", &Module,
                           const_cast<TableFinder *>(&Find), nullptr);
}

int hprof::addTable(sqlite3 *Db, const std::string &Name, TableFinder Find) {
  static const sqlite3_module Known = [] {
    sqlite3_module M = makeModule();
    M.xCreate = nullptr; // The table exists only without CREATE.
    return M;
  }();
  return sqlite3_create_module_v2(
      Db, Name.c_str(), &Known, new TableFinder(std::move(Find)),
      [](void *Of) { delete static_cast<TableFinder *>(Of); });
}

void hprof::removeTable(sqlite3 *Db, const std::string &Name) {
  sqlite3_create_module_v2(Db, Name.c_str(), nullptr, nullptr, nullptr);
}
