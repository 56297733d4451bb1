//===- QueryAnswers.cpp - Results of analyses as tables -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ListTable.h"
#include "hprof/Analysis/Contents/NodeFinder.h"
#include "hprof/Analysis/Heap/SystemProperties.h"
#include "hprof/Analysis/Leaks/SuspectWords.h"
#include "hprof/Analysis/Lint/Lint.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Tool/AnswerOutput.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
/// A finding and one of its rows, both in the heap's report.
struct FindingRow {
  const LintFinding *Is = nullptr;
  const LintRow *Row = nullptr;
};
/// Values that are computed once.
struct DumpRow {
  uint64_t Time = 0, Classes = 0;
};
struct SuspectRow {
  LeakSuspect Is;
  std::string Headline;
};
struct PropertyRow {
  std::string Name;
  std::optional<std::string> Value;
  bool IsEnvironment = false;
};
} // namespace

static Datum exampleOf(const QueryHeap &A, const FindingRow &R) {
  return idOf(A, R.Row->Examples.empty() ? NoNode : R.Row->Examples.front());
}

static std::string shown(const QueryHeap &A, const FindingRow &R,
                         StringRef Text) {
  return A.shown(R.Row->Examples.empty() ? NoNode : R.Row->Examples.front(),
                 Text.str());
}

static Datum holderOf(const FindingRow &R) {
  return R.Row->Holders.empty() ? Datum(Datum::Null())
                                : Datum(StringRef(R.Row->Holders.front().Name));
}

static Datum valueOf(const QueryHeap &A, const PropertyRow &R) {
  return R.Value ? Datum(A.shownAs(R.Name, *R.Value)) : Datum(Datum::Null());
}

static Node pointOf(const LeakSuspect &R) {
  return R.Kind == SuspectKind::Group || R.Points.empty() ? NoNode
                                                          : R.Points.front();
}

static Node holderOf(const LeakSuspect &R) {
  return R.Kind == SuspectKind::Object || R.Kind == SuspectKind::Group ||
                 R.Holder >= R.Way.size()
             ? NoNode
             : R.Way[R.Holder];
}

static std::string suspectClass(const QueryHeap &A, const LeakSuspect &R) {
  return R.Points.empty() ? "" : A.graph().describe(R.Points.front());
}

static const char *suspectWord(SuspectKind K) {
  static constexpr const char *Words[] = {"object", "class", "loader", "thread",
                                          "group"};
  return Words[unsigned(K)];
}

static Datum ownerClass(const QueryHeap &A, Node N) {
  return N == NoNode ? Datum(Datum::Null()) : Datum(A.graph().describe(N));
}

static Datum ownerField(const QueryHeap &A, const SuspectOwner &O) {
  if (!O || O.Owned == NoNode)
    return Datum::Null();
  std::optional<ReferenceLabel> L = A.contents().labelOf(O.Object, O.Owned);
  return L ? Datum(A.contents().name(*L)) : Datum(Datum::Null());
}

static Datum elementsOf(const QueryHeap &A, const LeakSuspect &R) {
  return R.Elements.empty()
             ? Datum(Datum::Null())
             : Datum(A.graph().describe(R.Elements.front().Example));
}

namespace finding {
using Row = FindingRow;
using Asked = QueryHeap;
static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "QueryFindings.def"
  };
  static const Table<Row, Asked> Is(
      "findings",
      "Waste or a likely fault found by hprof-lint; at most 100,000 rows for "
      "each check.",
      Columns);
  return Is;
}

static Expected<std::vector<Row>> make(QueryHeap &Heap, Node) {
  Expected<const LintReport *> Found = Heap.lintReport();
  if (!Found)
    return Found.takeError();
  std::vector<Row> All;
  for (const LintFinding &F : (*Found)->Findings)
    for (const LintRow &R : F.Rows)
      All.push_back({&F, &R});
  return All;
}
} // namespace finding

namespace dump {
using Row = DumpRow;
using Asked = QueryHeap;
static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "QueryDump.def"
  };
  static const Table<Row, Asked> Is("dump", "The whole dump, in one row.",
                                    Columns);
  return Is;
}

static Expected<std::vector<Row>> make(QueryHeap &Heap, Node) {
  if (Error E = Heap.needContents())
    return E;
  if (Error E = Heap.needTree())
    return E;
  DumpRow One;
  One.Time = Heap.contents().context().header().writtenMillis();
  for (const GraphClass &C : Heap.graph().classes())
    One.Classes += C.IsDumped;
  return std::vector<Row>{One};
}
} // namespace dump

namespace property {
using Row = PropertyRow;
using Asked = QueryHeap;
static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "QueryProperties.def"
  };
  static const Table<Row, Asked> Is(
      "properties", "A system property or environment variable.", Columns);
  return Is;
}

static Expected<std::vector<Row>> make(QueryHeap &Heap, Node) {
  if (Error E = Heap.needContents())
    return E;
  NodeFinder Finder(Heap.contents());
  Expected<SystemProperties> Found = readSystemProperties(Finder);
  if (!Found)
    return Found.takeError();
  std::vector<Row> All;
  for (auto &[Name, Value] : Found->Properties)
    All.push_back({Name, Value, false});
  for (auto &[Name, Value] : Found->Environment)
    All.push_back({Name, Value, true});
  return All;
}
} // namespace property

namespace suspect {
using Row = SuspectRow;
using Asked = QueryHeap;
static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "QuerySuspects.def"
  };
  static const Table<Row, Asked> Is(
      "suspects", "A leak suspect, most likely first.", Columns);
  return Is;
}

static Expected<std::vector<Row>> make(QueryHeap &Heap, Node) {
  if (Error E = Heap.needContents())
    return E;
  Expected<LeakReport> Report = Heap.store().leakSuspects(
      [](uint64_t Bytes) { return shareOf(Bytes, DefaultSuspectPercent); });
  if (!Report)
    return Report.takeError();
  HeapStore &Store = Heap.store();
  const SuspectWords Words(Heap.contents(),
                           Store.isCut() ? std::nullopt
                                         : std::optional(Report->Totals.Bytes),
                           [&Store] { return Store.inbound(); });
  std::vector<Row> All;
  for (LeakSuspect &S : Report->Suspects) {
    std::string Text = proseText(Words.headline(S), EscapeMode::Raw);
    All.push_back({std::move(S), std::move(Text)});
  }
  return All;
}
} // namespace suspect

void hprof::addAnswerTables(QueryHeap &Heap, QueryTables &To) {
  To.push_back(
      std::make_unique<ListTable<DumpRow>>(Heap, dump::table(), dump::make));
  To.push_back(std::make_unique<ListTable<SuspectRow>>(Heap, suspect::table(),
                                                       suspect::make));
  To.push_back(std::make_unique<ListTable<FindingRow>>(Heap, finding::table(),
                                                       finding::make));
  To.push_back(std::make_unique<ListTable<PropertyRow>>(Heap, property::table(),
                                                        property::make));
}
