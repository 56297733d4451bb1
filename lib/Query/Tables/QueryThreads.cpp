//===- QueryThreads.cpp - Roots and threads of a heap ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ListTable.h"
#include "Query/Heap/FieldPath.h"
#include "hprof/Analysis/Heap/JavaThreads.h"
#include "hprof/Format/Context/DumpContext.h"

using namespace hprof;
using namespace llvm;

namespace {
struct FoundThread {
  ThreadInfo Info;
  Node Object = NoNode;
};
struct FoundFrame {
  uint64_t Thread = 0, Serial = 0, Id = 0;
  uint64_t Number = 0;
};
} // namespace

static Datum threadOf(const QueryHeap &A, const GraphRoot &R) {
  if (R.Thread != NoNode)
    return A.graph().id(R.Thread);
  const ThreadInfo *T = R.ThreadSerial
                            ? A.contents().context().findThread(R.ThreadSerial)
                            : nullptr;
  return numberIf(T && T->Object, T ? T->Object : 0);
}

/// A field of a thread; since JDK 19, it may be in a separate object.
static std::optional<Value> field(const QueryHeap &A, const FoundThread &R,
                                  StringRef Name) {
  for (Node N : {R.Object, A.contents().follow(R.Object, "holder")})
    if (std::optional<FoundObject> O = A.contents().object(N))
      if (std::optional<Value> V = A.contents().field(*O, Name))
        return V;
  return std::nullopt;
}

static Datum nameOf(const QueryHeap &A, const FoundThread &R) {
  std::optional<std::string> Name = A.contents().threadName(R.Object);
  // START THREAD records contain names, too.
  if (!Name && R.Object == NoNode)
    if (std::optional<StringRef> Own =
            A.contents().context().string(R.Info.NameId))
      Name = Own->str();
  return Name ? Datum(A.shown(NoNode, std::move(*Name))) : Datum(Datum::Null());
}

static Datum classOf(const QueryHeap &A, const FoundThread &R) {
  return R.Object == NoNode
             ? Datum(Datum::Null())
             : Datum(StringRef(A.graph().classOf(R.Object).Name));
}

static Datum stateOf(const QueryHeap &A, const FoundThread &R) {
  std::optional<Value> V = field(A, R, "threadStatus");
  return V ? Datum(threadStateName(int32_t(V->Bits))) : Datum(Datum::Null());
}

static Datum flagOf(const QueryHeap &A, const FoundThread &R, StringRef Name) {
  std::optional<Value> V = field(A, R, Name);
  return V ? Datum(V->Bits != 0) : Datum(Datum::Null());
}

static Datum numberOf(const QueryHeap &A, const FoundThread &R,
                      StringRef Name) {
  std::optional<Value> V = field(A, R, Name);
  return V ? valueDatum(*V) : Datum(Datum::Null());
}

static bool isVirtual(const QueryHeap &A, const FoundThread &R) {
  if (R.Object == NoNode)
    return false;
  const ArrayRef<GraphClass> Classes = A.graph().classes();
  ClassNumber C = A.graph().classNumber(R.Object);
  for (size_t Left = Classes.size(); Left && C != NoClass; --Left) {
    if (Classes[C].Name == "java.lang.BaseVirtualThread")
      return true;
    C = Classes[C].Super;
  }
  return false;
}

static Datum retainedOf(const QueryHeap &A, const FoundThread &R) {
  return R.Object == NoNode ? Datum(Datum::Null()) : A.retained(R.Object);
}

static Datum frameText(const QueryHeap &A, const FoundFrame &R,
                       uint64_t StackFrame::*Part) {
  const DumpContext &C = A.contents().context();
  std::optional<StackFrame> F = C.findFrame(R.Id);
  std::optional<StringRef> Text = F ? C.string((*F).*Part) : std::nullopt;
  return Text ? Datum(*Text) : Datum(Datum::Null());
}

static Datum frameClass(const QueryHeap &A, const FoundFrame &R) {
  const DumpContext &C = A.contents().context();
  std::optional<StackFrame> F = C.findFrame(R.Id);
  const ClassInfo *Class = F ? C.findClassBySerial(F->ClassSerial) : nullptr;
  return Class ? Datum(C.className(*Class)) : Datum(Datum::Null());
}

static Datum frameLine(const QueryHeap &A, const FoundFrame &R) {
  std::optional<StackFrame> F = A.contents().context().findFrame(R.Id);
  return numberIf(F && F->Line > 0, F ? uint64_t(F->Line) : 0);
}

HPROF_TABLE_BEGIN(rootTable, GraphRoot, QueryHeap, "roots",
                  "A GC root: a reference from outside the heap to an object.")
HPROF_COLUMN(Id, "id", ForAll, A.graph().id(R.Object), "Id of the object.")
HPROF_COLUMN(Text, "class", ForAll | Repeats, A.graph().describe(R.Object),
             "Class of the object; for a class object, \"class\" and its name.")
HPROF_COLUMN(
    Text, "kind", ForAll | Repeats, recordInfo(R.Kind).Text,
    "Kind of GC root: the name of its HPROF record, such as ROOT STICKY CLASS.")
HPROF_NULLABLE(
    Id, "thread", ForAll, threadOf(A, R),
    "Id of the thread to which the root belongs; null for other roots.")
HPROF_NULLABLE(Count, "frame", ForAll,
               numberIf(R.Frame >= 0, uint64_t(R.Frame)),
               "Position of the frame in the thread's stack, from 0 for the "
               "innermost; null if no frame is recorded.")
HPROF_TABLE_END

static Expected<std::vector<GraphRoot>> rootRows(QueryHeap &Heap, Node) {
  if (Error E = Heap.needContents())
    return E;
  return Heap.graph().roots().vec();
}

HPROF_TABLE_BEGIN(localTable, GraphRoot, QueryHeap, "locals",
                  "A reference from a thread or a frame of its stack.")
HPROF_COLUMN(Id, "thread", ForAll, A.graph().id(R.Thread), "Id of the thread.")
HPROF_NULLABLE(Count, "frame", ForAll,
               numberIf(R.Frame >= 0, uint64_t(R.Frame)),
               "Position of the frame in the thread's stack, from 0 for the "
               "innermost; null if no frame is recorded.")
HPROF_COLUMN(Id, "id", ForAll, A.graph().id(R.Object),
             "Id of the referenced object.")
HPROF_COLUMN(Text, "class", ForAll | Repeats, A.graph().describe(R.Object),
             "Class of the object; for a class object, \"class\" and its name.")
HPROF_COLUMN(
    Text, "kind", ForAll | Repeats, recordInfo(R.Kind).Text,
    "Kind of GC root: the name of its HPROF record, such as ROOT JAVA FRAME.")
HPROF_NULLABLE(
    Bytes, "retained", ForAll, A.retained(R.Object),
    "Retained size of the object in bytes; null for unreachable objects.")
HPROF_TABLE_END

static Expected<std::vector<GraphRoot>> localRows(QueryHeap &Heap, Node) {
  std::vector<GraphRoot> All;
  for (const GraphRoot &R : Heap.graph().roots())
    if (R.Thread != NoNode)
      All.push_back(R);
  return All;
}

HPROF_TABLE_BEGIN(threadTable, FoundThread, QueryHeap, "threads", "A thread.")
HPROF_NULLABLE(
    Id, "id", ForAll, numberIf(R.Info.Object, R.Info.Object),
    "Id of the thread object; null if the dump has no thread object.")
HPROF_NULLABLE(Text, "name", ForAll, nameOf(A, R), "Name of the thread.")
HPROF_NULLABLE(
    Text, "class", ForAll | Repeats, classOf(A, R),
    "Class of the thread object; null if the object is missing from the dump.")
HPROF_NULLABLE(Text, "state", ForAll, stateOf(A, R),
               "State of a platform thread, such as WAITING.")
HPROF_NULLABLE(Flag, "daemon", ForAll, flagOf(A, R, "daemon"),
               "Whether the thread is a daemon.")
HPROF_NULLABLE(Count, "priority", ForAll, numberOf(A, R, "priority"),
               "Priority of the thread.")
HPROF_COLUMN(Flag, "virtual", ForAll, isVirtual(A, R),
             "Whether the thread is virtual.")
HPROF_COLUMN(Count, "frames", ForAll, A.contents().stack(R.Info).size(),
             "Number of stack frames.")
HPROF_NULLABLE(Bytes, "retained", ForAll, retainedOf(A, R),
               "Retained size in bytes, including objects held by local "
               "variables of the thread.")
HPROF_COLUMN(Count, "serial", ForAll, R.Info.Serial,
             "Serial number of the thread in the dump.")
HPROF_TABLE_END

static Expected<std::vector<FoundThread>> threadRows(QueryHeap &Heap, Node) {
  if (Error E = Heap.needContents())
    return E;
  std::vector<FoundThread> All;
  for (const ThreadInfo &T : Heap.contents().context().threads())
    All.push_back({T, Heap.graph().find(T.Object)});
  return All;
}

HPROF_TABLE_BEGIN(frameTable, FoundFrame, QueryHeap, "frames",
                  "A frame of a thread's stack.")
HPROF_NULLABLE(Id, "thread", ForAll, numberIf(R.Thread, R.Thread),
               "Id of the thread; null if the dump has no thread object.")
HPROF_COLUMN(Count, "frame", ForAll, R.Number,
             "Position in the stack, from 0 for the innermost frame.")
HPROF_COLUMN(Text, "text", ForAll, A.contents().context().frameText(R.Id),
             "Frame in the format of Java stack traces.")
HPROF_NULLABLE(Text, "class", ForAll | Repeats, frameClass(A, R),
               "Class of the method.")
HPROF_NULLABLE(Text, "method", ForAll | Repeats,
               frameText(A, R, &StackFrame::Method), "Name of the method.")
HPROF_NULLABLE(Text, "source", ForAll | Repeats,
               frameText(A, R, &StackFrame::SourceFile),
               "Name of the source file.")
HPROF_NULLABLE(Count, "line", ForAll, frameLine(A, R),
               "Line number; null if unknown.")
HPROF_COLUMN(Count, "serial", ForAll, R.Serial,
             "Serial number of the thread in the dump.")
HPROF_TABLE_END

static Expected<std::vector<FoundFrame>> frameRows(QueryHeap &Heap, Node) {
  if (Error E = Heap.needContents())
    return E;
  std::vector<FoundFrame> All;
  for (const ThreadInfo &T : Heap.contents().context().threads()) {
    uint64_t Number = 0;
    for (uint64_t Id : Heap.contents().stack(T))
      All.push_back({T.Object, T.Serial, Id, Number++});
  }
  return All;
}

static constexpr ColumnNeed NeedsOfRetained[] = {
    {"retained", &QueryHeap::needTree}};

void hprof::addThreadTables(QueryHeap &Heap, QueryTables &To) {
  To.push_back(
      std::make_unique<ListTable<GraphRoot>>(Heap, rootTable(), rootRows));
  To.push_back(std::make_unique<ListTable<FoundThread>>(
      Heap, threadTable(), threadRows, ArrayRef<QueryParameter>(),
      NeedsOfRetained));
  To.push_back(
      std::make_unique<ListTable<FoundFrame>>(Heap, frameTable(), frameRows));
  To.push_back(std::make_unique<ListTable<GraphRoot>>(
      Heap, localTable(), localRows, ArrayRef<QueryParameter>(),
      NeedsOfRetained));
}
