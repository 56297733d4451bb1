//===- HeapFunctions.cpp - SQL functions on objects -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeapFunctions.h"
#include "Query/Functions/Statistics.h"
#include "Query/Functions/TextFunctions.h"
#include "Query/Heap/FieldPath.h"
#include "Query/Heap/ObjectText.h"
#include "Query/Heap/QueryHeap.h"
#include "Query/Sql/SqlValues.h"
#include "hprof/Analysis/Contents/ContentsHeap.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Tool/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
/// A call: the heap, and the arguments without the schema.
struct Call {
  sqlite3_context *C;
  QueryHeap &Heap;
  ArrayRef<sqlite3_value *> Arguments;

  Node object() const {
    const std::optional<uint64_t> Id = queryValue(Arguments[0]).number();
    return Id ? Heap.graph().find(*Id) : NoNode;
  }
  std::string text(unsigned I) const {
    return queryValue(Arguments[I]).text().value_or("").str();
  }
};

/// A row of HeapFunctions.def: one of the two functions is null.
struct FunctionRow {
  StringLiteral Name;
  StringLiteral Arguments;
  void (*Is)(const Call &);
  Expected<uint64_t> (*OfAll)(QueryHeap &Heap, ArrayRef<Node> All);
};
} // namespace

static Error needContents(const Call &Of) { return Of.Heap.needContents(); }

static void textOf(const Call &Of) {
  const Node N = Of.object();
  if (std::optional<std::string> Text = objectText(Of.Heap.contents(), N))
    sqlText(Of.C, Of.Heap.shown(N, std::move(*Text)));
}

/// Whether the path argument of field() is a string; if not, sets an error. A
/// name in double quotes is usually a column.
static bool hasPath(const Call &Of) {
  if (queryValue(Of.Arguments[1]).text())
    return true;
  sqlError(Of.C, createStringError("field(id, path): the path must be a string "
                                   "in single quotes, such as 'name'"));
  return false;
}

static Datum shownDatum(const QueryHeap &Heap, const FieldPath &Path) {
  return Path.Value && Heap.isShown(Path.Of, Path.Name, *Path.Value)
             ? valueDatum(*Path.Value)
             : Datum(Datum::Null());
}

static void fieldOf(const Call &Of) {
  if (!hasPath(Of))
    return;
  Expected<FieldPath> Path =
      FieldPath::read(Of.Heap.contents(), Of.object(), Of.text(1));
  if (!Path)
    return sqlError(Of.C, Path.takeError());
  sqlResult(Of.C, shownDatum(Of.Heap, *Path));
}

static void shownField(const Call &Of) {
  if (!hasPath(Of))
    return;
  const HeapContents &C = Of.Heap.contents();
  const std::string Names = Of.text(1);
  Expected<FieldPath> Path = FieldPath::read(C, Of.object(), Names);
  if (!Path)
    return sqlError(Of.C, Path.takeError());
  if (!Path->Value || !isReference(Path->Value->Type) || !Path->Value->Bits)
    return sqlResult(Of.C, shownDatum(Of.Heap, *Path));
  const Node N = C.find(Path->Value->Bits);
  std::optional<std::string> Text =
      N == NoNode ? std::nullopt : objectText(C, N);
  if (!Text)
    return sqlText(Of.C, jsonId(Path->Value->Bits));
  sqlText(Of.C, Of.Heap.shownAs(Path->Name, N, std::move(*Text)));
}

static void fieldState(const Call &Of) {
  if (!hasPath(Of))
    return;
  Expected<FieldPath> Path =
      FieldPath::read(Of.Heap.contents(), Of.object(), Of.text(1));
  if (!Path) {
    consumeError(Path.takeError());
    return sqlText(Of.C, "missing");
  }
  sqlText(Of.C, !Path->Value ? "missing"
                : isReference(Path->Value->Type) && !Path->Value->Bits
                    ? "null"
                    : "value");
}

static void elementOf(const Call &Of) {
  const HeapContents &C = Of.Heap.contents();
  const std::optional<FoundObject> O = C.object(Of.object());
  const std::optional<uint64_t> I = queryValue(Of.Arguments[1]).number();
  if (!O || !O->isArray() || !I || !C.file().hasValues())
    return;
  const ObjectView View(C.context(), *O);
  if (*I >= View.numElements())
    return;
  if (const Value V = View.element(*I); Of.Heap.isShown(Of.object(), "", V))
    sqlResult(Of.C, valueDatum(V));
}

static void bytesOf(const Call &Of) {
  const HeapContents &C = Of.Heap.contents();
  const std::optional<FoundObject> O = C.object(Of.object());
  if (O && O->Kind == RecordKind::PrimitiveArrayDump && C.file().hasValues() &&
      Of.Heap.isShown(Of.object(), "", {O->ElementType, 0}))
    sqlBlob(Of.C, toStringRef(O->Bytes));
}

static void sizeOf(const Call &Of) {
  if (const Node N = Of.object(); N != NoNode)
    sqlResult(Of.C, Of.Heap.graph().shallow(N));
}

static void classOf(const Call &Of) {
  const HeapGraph &G = Of.Heap.graph();
  const Node N = Of.object();
  if (N == NoNode)
    return;
  const ClassNumber As = G.asClass(N);
  sqlText(Of.C, As == NoClass ? G.classOf(N).Name : G.classes()[As].Name);
}

static void entryCount(const Call &Of) {
  const Node N = Of.object();
  if (N == NoNode)
    return;
  if (std::optional<CollectionEntries> Found =
          Of.Heap.entries(N, 0, /*IsSure=*/false))
    sqlResult(Of.C, Found->Size);
}

static const char *kindName(CollectionKind Kind) {
  switch (Kind) {
  case CollectionKind::None:
    return nullptr;
  case CollectionKind::List:
    return "list";
  case CollectionKind::Set:
    return "set";
  case CollectionKind::Map:
    return "map";
  case CollectionKind::Entries:
    return "entries";
  }
  llvm_unreachable("unhandled kind");
}

static void collectionKind(const Call &Of) {
  const Node N = Of.object();
  if (N == NoNode)
    return;
  if (std::optional<CollectionEntries> Found =
          Of.Heap.entries(N, 0, /*IsSure=*/false))
    if (const char *Name = kindName(Found->Kind))
      sqlText(Of.C, Name);
}

static void capacityOf(const Call &Of) {
  const HeapCollections &All = Of.Heap.contents().collections();
  // Collections without an array are not counted.
  if (std::optional<CollectionSize> Size =
          All.size(Of.object(), /*MaxSteps=*/0))
    if (Size->Slots)
      sqlResult(Of.C, Size->Slots);
}

static Expected<uint64_t> retainedSize(QueryHeap &Heap, ArrayRef<Node> All) {
  return Heap.retainedByAll(All);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static constexpr FunctionRow Functions[] = {
#define HPROF_FUNCTION(NAME, ARGUMENTS, FUNCTION, SENTENCE)                    \
  {NAME, ARGUMENTS, FUNCTION, nullptr},
#define HPROF_AGGREGATE(NAME, ARGUMENTS, FUNCTION, SENTENCE)                   \
  {NAME, ARGUMENTS, nullptr, FUNCTION},
#include "HeapFunctions.def"
};

static unsigned arity(StringRef Arguments) {
  return unsigned(Arguments.count(',')) + 1;
}

/// Heap that a call refers to.
static Expected<QueryHeap *> heapOf(const HeapFinder &Heaps,
                                    const FunctionRow &Row,
                                    ArrayRef<sqlite3_value *> Values) {
  if (Heaps.empty())
    return createStringError(Row.Name + "(" + Row.Arguments +
                             "): no heap dump is open");
  if (Values.size() == arity(Row.Arguments)) {
    if (Heaps.size() == 1)
      return Heaps.front().second;
    return createStringError(
        Row.Name + "(" + Row.Arguments +
        "): several heaps are open; add a schema: " + Row.Name + "(" +
        Row.Arguments + ", '" + Heaps.back().first + "')");
  }
  const QueryValue Schema = queryValue(Values.back());
  for (const auto &[Name, Heap] : Heaps)
    if (Schema.text() == StringRef(Name))
      return Heap;
  return createStringError(Row.Name + ": no heap is named '" +
                           Schema.text().value_or("NULL") + "'");
}

namespace {
/// Data that SQLite stores for a function.
struct Registered {
  const FunctionRow &Row;
  const HeapFinder &Heaps;
};
} // namespace

static void call(sqlite3_context *C, int Count, sqlite3_value **Values) {
  const auto &Is = *static_cast<Registered *>(sqlite3_user_data(C));
  const ArrayRef<sqlite3_value *> All(Values, size_t(Count));
  Expected<QueryHeap *> Heap = heapOf(Is.Heaps, Is.Row, All);
  if (!Heap)
    return sqlError(C, Heap.takeError());
  sqlite3_result_null(C);
  if (sqlite3_value_type(Values[0]) == SQLITE_NULL)
    return;
  const Call Of{C, **Heap, All.take_front(arity(Is.Row.Arguments))};
  if (Error E = needContents(Of))
    return sqlError(C, std::move(E));
  Is.Row.Is(Of);
}

namespace {
/// The objects of a group that have been seen so far.
struct Gathered {
  QueryHeap *Heap = nullptr;
  std::vector<Node> All;
  /// Size of All at which duplicates are removed.
  size_t Full = 1024;

  void add(Node N) {
    All.push_back(N);
    if (All.size() < Full)
      return;
    llvm::sort(All);
    All.erase(std::unique(All.begin(), All.end()), All.end());
    Full = std::max<size_t>(1024, 2 * All.size());
  }
};
} // namespace

static void gather(sqlite3_context *C, int Count, sqlite3_value **Values) {
  const auto &Is = *static_cast<Registered *>(sqlite3_user_data(C));
  auto **Now = static_cast<Gathered **>(
      sqlite3_aggregate_context(C, sizeof(Gathered *)));
  if (!Now)
    return sqlite3_result_error_nomem(C);
  if (!*Now)
    *Now = new Gathered();
  const ArrayRef<sqlite3_value *> All(Values, size_t(Count));
  Expected<QueryHeap *> Heap = heapOf(Is.Heaps, Is.Row, All);
  if (!Heap)
    return sqlError(C, Heap.takeError());
  (*Now)->Heap = *Heap;
  if (const Node N = Call{C, **Heap, All}.object(); N != NoNode)
    (*Now)->add(N);
}

static void takeGathered(sqlite3_context *C) {
  const auto &Is = *static_cast<Registered *>(sqlite3_user_data(C));
  auto **Now = static_cast<Gathered **>(sqlite3_aggregate_context(C, 0));
  std::unique_ptr<Gathered> Own(Now ? *Now : nullptr);
  if (!Own || Own->All.empty())
    return sqlite3_result_int64(C, 0);
  Expected<uint64_t> Result = Is.Row.OfAll(*Own->Heap, Own->All);
  if (!Result)
    return sqlError(C, Result.takeError());
  sqlite3_result_int64(C, int64_t(*Result));
}

/// Innocuous functions may be used by views, and have no side effects.
static constexpr int Encoding =
    SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;

void hprof::addHeapFunctions(sqlite3 *Db, const HeapFinder &Heaps) {
  for (const FunctionRow &Row : Functions)
    for (unsigned Extra : {0U, 1U})
      sqlite3_create_function_v2(
          Db, Row.Name.data(), int(arity(Row.Arguments) + Extra), Encoding,
          new Registered{Row, Heaps}, Row.Is ? call : nullptr,
          Row.Is ? nullptr : gather, Row.Is ? nullptr : takeGathered,
          [](void *Is) { delete static_cast<Registered *>(Is); });
  sqlite3_create_function_v2(Db, "hex", 1, Encoding, nullptr, hexOf, nullptr,
                             nullptr, nullptr);
}

void hprof::addPlainFunctions(sqlite3 *Db) {
#define HPROF_PLAIN_FUNCTION(NAME, ARGUMENTS, FUNCTION, SENTENCE)              \
  sqlite3_create_function_v2(Db, NAME, int(arity(ARGUMENTS)), Encoding,        \
                             const_cast<char *>(NAME "(" ARGUMENTS ")"),       \
                             FUNCTION, nullptr, nullptr, nullptr);
#define HPROF_PLAIN_AGGREGATE(NAME, ARGUMENTS, ADD, TAKE, SENTENCE)            \
  sqlite3_create_function_v2(Db, NAME, int(arity(ARGUMENTS)), Encoding,        \
                             const_cast<char *>(NAME "(" ARGUMENTS ")"),       \
                             nullptr, ADD, TAKE, nullptr);
#include "HeapFunctions.def"
}

std::vector<StringRef> hprof::heapFunctionNames() {
  return {
#define HPROF_FUNCTION(NAME, ARGUMENTS, FUNCTION, SENTENCE) NAME,
#define HPROF_AGGREGATE(NAME, ARGUMENTS, FUNCTION, SENTENCE) NAME,
#define HPROF_PLAIN_FUNCTION(NAME, ARGUMENTS, FUNCTION, SENTENCE) NAME,
#define HPROF_PLAIN_AGGREGATE(NAME, ARGUMENTS, ADD, TAKE, SENTENCE) NAME,
#include "HeapFunctions.def"
  };
}
