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

HPROF_TABLE_BEGIN(outOfMemoryColumns, OutOfMemory, NothingAsked,
                  "failed-thread", "The thread that ran out of memory.")
HPROF_COLUMN(Number, "thread_serial", ForJson, R.ThreadSerial,
             "Serial number of the thread.")
HPROF_COLUMN(Id, "thread", ForJson, R.Thread,
             "Object id of the java.lang.Thread.")
HPROF_NULLABLE(Text, "thread_name", ForJson,
               R.ThreadName.empty() ? Datum(Datum::Null())
                                    : Datum(StringRef(R.ThreadName)),
               "Thread name; null if unknown.")
HPROF_COLUMN(Texts, "frames", ForJson, R.Frames,
             "Stack frames, innermost first.")
HPROF_COLUMN(Bytes, "bytes", ForJson, R.Bytes,
             "Upper bound for the bytes of all objects.")
HPROF_NULLABLE(Bytes, "limit", ForJson,
               R.Limit ? Datum(R.Limit) : Datum(Datum::Null()),
               "Heap limit, or the value of -XX:MaxDirectMemorySize if that is "
               "set; null if unknown.")
HPROF_COLUMN(Flag, "nearly_empty", ForJson, R.isNearlyEmpty(),
             "True if objects occupy less than an eighth of the limit: the "
             "request was too large, or another resource was exhausted.")
HPROF_TABLE_END

const TableInfo &hprof::outOfMemoryTable() { return outOfMemoryColumns(); }

Datum hprof::outOfMemoryRow(const std::optional<OutOfMemory> &Of) {
  return Of ? Datum(oneRow(outOfMemoryColumns(), NothingAsked::value(), *Of))
            : Datum(Datum::Null());
}
