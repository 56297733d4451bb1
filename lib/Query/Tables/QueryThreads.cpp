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

namespace root {
using Row = GraphRoot;
using Asked = QueryHeap;
static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "QueryRoots.def"
  };
  static const Table<Row, Asked> Is(
      "roots", "A GC root: a reference from outside the heap to an object.",
      Columns);
  return Is;
}

static Expected<std::vector<Row>> make(QueryHeap &Heap, Node) {
  if (Error E = Heap.needContents())
    return E;
  return Heap.graph().roots().vec();
}
} // namespace root

namespace local {
using Row = GraphRoot;
using Asked = QueryHeap;
static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "QueryLocals.def"
  };
  static const Table<Row, Asked> Is(
      "locals", "A reference from a thread or a frame of its stack.", Columns);
  return Is;
}

static Expected<std::vector<Row>> make(QueryHeap &Heap, Node) {
  std::vector<Row> All;
  for (const GraphRoot &R : Heap.graph().roots())
    if (R.Thread != NoNode)
      All.push_back(R);
  return All;
}
} // namespace local

namespace thread {
using Row = FoundThread;
using Asked = QueryHeap;
static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "QueryThreads.def"
  };
  static const Table<Row, Asked> Is("threads", "A thread.", Columns);
  return Is;
}

static Expected<std::vector<Row>> make(QueryHeap &Heap, Node) {
  if (Error E = Heap.needContents())
    return E;
  std::vector<Row> All;
  for (const ThreadInfo &T : Heap.contents().context().threads())
    All.push_back({T, Heap.graph().find(T.Object)});
  return All;
}
} // namespace thread

namespace frame {
using Row = FoundFrame;
using Asked = QueryHeap;
static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "QueryFrames.def"
  };
  static const Table<Row, Asked> Is("frames", "A frame of a thread's stack.",
                                    Columns);
  return Is;
}

static Expected<std::vector<Row>> make(QueryHeap &Heap, Node) {
  if (Error E = Heap.needContents())
    return E;
  std::vector<Row> All;
  for (const ThreadInfo &T : Heap.contents().context().threads()) {
    uint64_t Number = 0;
    for (uint64_t Id : Heap.contents().stack(T))
      All.push_back({T.Object, T.Serial, Id, Number++});
  }
  return All;
}
} // namespace frame

static constexpr ColumnNeed NeedsOfRetained[] = {
    {"retained", &QueryHeap::needTree}};

void hprof::addThreadTables(QueryHeap &Heap, QueryTables &To) {
  To.push_back(
      std::make_unique<ListTable<GraphRoot>>(Heap, root::table(), root::make));
  To.push_back(std::make_unique<ListTable<FoundThread>>(
      Heap, thread::table(), thread::make, ArrayRef<QueryParameter>(),
      NeedsOfRetained));
  To.push_back(std::make_unique<ListTable<FoundFrame>>(Heap, frame::table(),
                                                       frame::make));
  To.push_back(std::make_unique<ListTable<GraphRoot>>(
      Heap, local::table(), local::make, ArrayRef<QueryParameter>(),
      NeedsOfRetained));
}
