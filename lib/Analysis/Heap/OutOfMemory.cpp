//===- OutOfMemory.cpp - The error that triggered a dump ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Heap/OutOfMemory.h"
#include "hprof/Answer/TypedTable.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Java/JavaFields.h"

using namespace hprof;
using namespace llvm;

static bool isOutOfMemory(const DumpContext &Context, FrameList Frames) {
  std::optional<StackFrame> Top;
  if (!Frames.empty())
    Top = Context.findFrame(Frames.front());
  const ClassInfo *C =
      Top ? Context.findClassBySerial(Top->ClassSerial) : nullptr;
  return C && Context.className(*C) == "java.lang.OutOfMemoryError" &&
         Context.string(Top->Method) == StringRef("<init>");
}

/// Returns the limit on direct memory that java.nio.Bits enforces.
static uint64_t directMemory(const DumpContext &Context) {
  for (StringRef Class : {"jdk.internal.misc.VM", "sun.misc.VM"})
    if (std::optional<Value> V = staticValue(Context, Class, "directMemory");
        V && V->Type == BasicType::Long && int64_t(V->Bits) > 0)
      return V->Bits;
  return 0;
}

std::optional<OutOfMemory> hprof::findOutOfMemory(const DumpContext &Context) {
  for (const ThreadInfo &T : Context.threads()) {
    const std::optional<TraceInfo> Trace = Context.findTrace(T.TraceSerial);
    if (!Trace || !isOutOfMemory(Context, Trace->Frames))
      continue;
    OutOfMemory Found;
    Found.ThreadSerial = T.Serial;
    Found.Thread = T.Object;
    for (uint64_t Frame : Trace->Frames)
      Found.Frames.push_back(Context.frameText(Frame));
    Found.Limit = directMemory(Context);
    return Found;
  }
  return std::nullopt;
}

void OutOfMemory::present(Presenter &To) const {
  Prose Line = "an OutOfMemoryError in thread ";
  if (!ThreadName.empty())
    Line.quoted(ThreadName) << " ";
  Line << "(serial " << std::to_string(ThreadSerial) << ", object ";
  To.line(Line.id(Thread) << ") triggered this dump:");
  for (const std::string &Frame : Frames)
    To.line(Prose("    at ").name(Frame));
  if (!isNearlyEmpty())
    return;
  Prose Empty = "the heap was nearly empty: all objects occupy at most ";
  Empty.largeBytes(Bytes) << ", and the limit is ";
  To.line(Empty.largeBytes(Limit) << " unless -XX:MaxDirectMemorySize is set");
  To.line("so the request was too large, or another resource was exhausted, "
          "such as metaspace or threads");
}

namespace out_of_memory {
using Row = OutOfMemory;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "OutOfMemoryColumns.def"
  };
  static const Table<Row, Asked> Is(
      "failed-thread", "The thread that ran out of memory.", Columns);
  return Is;
}
} // namespace out_of_memory

const TableInfo &hprof::outOfMemoryTable() { return out_of_memory::table(); }

Datum hprof::outOfMemoryRow(const std::optional<OutOfMemory> &Of) {
  return Of ? Datum(oneRow(out_of_memory::table(), NothingAsked::value(), *Of))
            : Datum(Datum::Null());
}
