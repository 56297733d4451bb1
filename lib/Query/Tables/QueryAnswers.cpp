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

HPROF_TABLE_BEGIN(
    findingTable, FindingRow, QueryHeap, "findings",
    "Waste or a likely fault found by hprof-lint; at most 100,000 rows for "
    "each check.")
HPROF_COLUMN(Text, "check", ForAll | Repeats, R.Is->Info->Name,
             "Name of the check.")
HPROF_COLUMN(Text, "measure", ForAll, measureName(R.Is->Info->Measure),
             "Meaning of the column bytes: wasted, held or native.")
HPROF_COLUMN(Text, "certainty", ForAll, certaintyName(R.Is->Info->Certainty),
             "Certainty: exact or hint.")
HPROF_COLUMN(Text, "what", ForAll, shown(A, R, R.Row->What),
             "Affected class or string.")
HPROF_COLUMN(Text, "detail", ForAll, shown(A, R, R.Row->Detail),
             "Details; may be empty.")
HPROF_COLUMN(Count, "count", ForAll, R.Row->Count, "Number of occurrences.")
HPROF_COLUMN(Bytes, "bytes", ForAll, R.Row->Bytes,
             "Size of the occurrences in bytes; see measure.")
HPROF_NULLABLE(Id, "example", ForAll, exampleOf(A, R),
               "Id of the largest occurrence.")
HPROF_NULLABLE(Text, "holder", ForAll | Repeats, holderOf(R),
               "Holder with the most bytes, such as a field of a class.")
HPROF_TABLE_END

static Expected<std::vector<FindingRow>> findingRows(QueryHeap &Heap, Node) {
  Expected<const LintReport *> Found = Heap.lintReport();
  if (!Found)
    return Found.takeError();
  std::vector<FindingRow> All;
  for (const LintFinding &F : (*Found)->Findings)
    for (const LintRow &R : F.Rows)
      All.push_back({&F, &R});
  return All;
}

HPROF_TABLE_BEGIN(dumpTable, DumpRow, QueryHeap, "dump",
                  "The whole dump, in one row.")
HPROF_COLUMN(Text, "file", ForAll, StringRef(A.store().name()),
             "Name of the file.")
HPROF_NULLABLE(Time, "time", ForAll, numberIf(R.Time, R.Time),
               "Time of the dump; null if unknown.")
HPROF_COLUMN(Text, "layout", ForAll, A.graph().layout().Name,
             "Object layout, on which all sizes depend.")
HPROF_COLUMN(Flag, "layout_certain", ForAll, A.graph().isLayoutCertain(),
             "Whether the layout is certain; otherwise, it is a default.")
HPROF_COLUMN(Count, "objects", ForAll, A.graph().size(),
             "Number of objects, including class objects.")
HPROF_COLUMN(Bytes, "shallow", ForAll,
             A.tree().totals().Bytes + A.tree().totals().UnreachableBytes,
             "Shallow size of all objects in bytes.")
HPROF_COLUMN(Count, "reachable_objects", ForAll, A.tree().totals().Objects,
             "Number of reachable objects, including class objects.")
HPROF_COLUMN(Bytes, "reachable", ForAll, A.tree().totals().Bytes,
             "Shallow size of the reachable objects in bytes.")
HPROF_COLUMN(Count, "classes", ForAll, R.Classes,
             "Number of classes described in the dump.")
HPROF_COLUMN(Count, "roots", ForAll, A.graph().roots().size(),
             "Number of GC roots.")
HPROF_COLUMN(Count, "threads", ForAll, A.contents().context().threads().size(),
             "Number of threads.")
HPROF_COLUMN(Count, "dangling", ForAll, A.graph().counts().Dangling,
             "Number of references to objects missing from the dump.")
HPROF_COLUMN(Count, "dumps", ForAll, A.graph().counts().Dumps,
             "Number of heap dumps in the file, including this one.")
HPROF_COLUMN(Flag, "truncated", ForAll, A.store().isCut(),
             "Whether the file is truncated.")
HPROF_TABLE_END

static Expected<std::vector<DumpRow>> dumpRows(QueryHeap &Heap, Node) {
  if (Error E = Heap.needContents())
    return E;
  if (Error E = Heap.needTree())
    return E;
  DumpRow One;
  One.Time = Heap.contents().context().header().writtenMillis();
  for (const GraphClass &C : Heap.graph().classes())
    One.Classes += C.IsDumped;
  return std::vector<DumpRow>{One};
}

HPROF_TABLE_BEGIN(propertyTable, PropertyRow, QueryHeap, "properties",
                  "A system property or environment variable.")
HPROF_COLUMN(Text, "name", ForAll, StringRef(R.Name),
             "Name of the property or variable.")
HPROF_NULLABLE(Text, "value", ForAll, valueOf(A, R),
               "Value; null if missing from the dump.")
HPROF_WORD("property|environment", "kind", ForAll,
           R.IsEnvironment ? "environment" : "property",
           "System property or environment variable.")
HPROF_TABLE_END

static Expected<std::vector<PropertyRow>> propertyRows(QueryHeap &Heap, Node) {
  if (Error E = Heap.needContents())
    return E;
  NodeFinder Finder(Heap.contents());
  Expected<SystemProperties> Found = readSystemProperties(Finder);
  if (!Found)
    return Found.takeError();
  std::vector<PropertyRow> All;
  for (auto &[Name, Value] : Found->Properties)
    All.push_back({Name, Value, false});
  for (auto &[Name, Value] : Found->Environment)
    All.push_back({Name, Value, true});
  return All;
}

HPROF_TABLE_BEGIN(suspectTable, SuspectRow, QueryHeap, "suspects",
                  "A leak suspect, most likely first.")
HPROF_NULLABLE(Id, "id", ForAll, idOf(A, pointOf(R.Is)),
               "Id of the accumulation point or, if there are several, of the "
               "largest; null for a group.")
HPROF_COLUMN(Text, "class", ForAll, suspectClass(A, R.Is),
             "Class of the accumulation point or of the objects in the group.")
HPROF_WORD("object|class|loader|thread|group", "kind", ForAll,
           suspectWord(R.Is.Kind),
           "Kind of holder; group if no single object holds the memory.")
HPROF_NULLABLE(
    Id, "holder", ForAll, idOf(A, holderOf(R.Is)),
    "Id of the holder if it is a thread, class or loader; otherwise null.")
HPROF_NULLABLE(Id, "owner", ForAll, idOf(A, R.Is.Owner.Object),
               "Id of the object whose field holds the memory.")
HPROF_NULLABLE(Text, "owner_class", ForAll, ownerClass(A, R.Is.Owner.Object),
               "Class of the owner.")
HPROF_NULLABLE(Text, "owner_field", ForAll, ownerField(A, R.Is.Owner),
               "Name of the owner's field.")
HPROF_NULLABLE(Text, "elements", ForAll, elementsOf(A, R.Is),
               "Class of the accumulated objects; if there are several, the "
               "one with the largest retained size.")
HPROF_COLUMN(Count, "points", ForAll, R.Is.Points.size(),
             "Number of accumulation points, or of objects in the group.")
HPROF_COLUMN(Bytes, "retained", ForAll, R.Is.Retained,
             "Retained size of these objects in bytes.")
HPROF_COLUMN(Bytes, "own", ForAll, R.Is.Own,
             "Bytes that belong to no other suspect.")
HPROF_COLUMN(Text, "signature", ForAll,
             llvm::utohexstr(R.Is.Signature, /*LowerCase=*/true, /*Width=*/16),
             "Identifier of the leak, equal in several dumps of a program.")
HPROF_COLUMN(Text, "headline", ForAll, A.shownAs("headline", R.Headline),
             "Human-readable summary.")
HPROF_TABLE_END

static Expected<std::vector<SuspectRow>> suspectRows(QueryHeap &Heap, Node) {
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
  std::vector<SuspectRow> All;
  for (LeakSuspect &S : Report->Suspects) {
    std::string Text = proseText(Words.headline(S), EscapeMode::Raw);
    All.push_back({std::move(S), std::move(Text)});
  }
  return All;
}

void hprof::addAnswerTables(QueryHeap &Heap, QueryTables &To) {
  To.push_back(
      std::make_unique<ListTable<DumpRow>>(Heap, dumpTable(), dumpRows));
  To.push_back(std::make_unique<ListTable<SuspectRow>>(Heap, suspectTable(),
                                                       suspectRows));
  To.push_back(std::make_unique<ListTable<FindingRow>>(Heap, findingTable(),
                                                       findingRows));
  To.push_back(std::make_unique<ListTable<PropertyRow>>(Heap, propertyTable(),
                                                        propertyRows));
}
