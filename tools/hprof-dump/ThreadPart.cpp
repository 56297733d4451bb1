//===- ThreadPart.cpp - Prints --threads ----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Part.h"
#include "SummaryPrinter.h"
#include "hprof/Analysis/Heap/JavaThreads.h"
#include "hprof/Analysis/Threads/HeapThreads.h"
#include "hprof/Analysis/Threads/StackGroups.h"
#include "hprof/Format/Counted.h"
#include "hprof/Format/DumpContext.h"
#include "hprof/Tool/Json.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <numeric>

using namespace llvm;
using namespace hprof;

/// With more threads than this, they are grouped by stack.
static constexpr size_t MostApart = 100;
/// Number of names shown per group in text.
static constexpr size_t MostNames = 5;

static std::string traitsText(const Part &P, const JavaThread &T) {
  std::string Out = "serial " + std::to_string(T.Info.Serial);
  Out += ", object " + (T.Info.Object ? jsonId(T.Info.Object) : "none");
  if (T.Class)
    Out += " " + P.show(P.Context.className(T.Class));
  if (T.Group && !T.Group->empty())
    Out += ", group \"" + escapeQuoted(*T.Group, '"', P.Mode) + "\"";
  if (T.IsDaemon && *T.IsDaemon)
    Out += ", daemon";
  if (T.IsVirtual)
    Out += ", virtual";
  if (T.Priority)
    Out += ", priority " + std::to_string(*T.Priority);
  // Its object may be from before the end.
  if (T.Info.Ended)
    Out += ", TERMINATED";
  else if (T.Status)
    Out += std::string(", ") + threadStateName(*T.Status);
  return Out;
}

static void printLocals(const Part &P, const JavaThread &T, int32_t Frame,
                        unsigned Indent) {
  for (const JavaThread::Local &L : T.localsOf(Frame))
    P.OS.indent(Indent) << recordInfo(L.Root).Text << ' '
                        << referenceText(P, L.Object) << '\n';
}

static std::string nameText(const Part &P, const JavaThread &T) {
  return T.Name ? '"' + escapeQuoted(*T.Name, '"', P.Mode) + '"'
                : "(name not known)";
}

static void printStack(const Part &P, const JavaThread &T, bool WithLocals) {
  std::optional<TraceInfo> Trace = P.Context.findTrace(T.Info.TraceSerial);
  if (!Trace)
    P.OS << "    (no stack trace)\n";
  else if (Trace->Frames.empty())
    P.OS << "    (no Java frames)\n";
  if (WithLocals)
    printLocals(P, T, -1, 4);
  int32_t Number = 0;
  if (Trace)
    for (uint64_t Frame : Trace->Frames) {
      P.OS << "    at " << P.show(P.Context.frameText(Frame)) << '\n';
      if (WithLocals)
        printLocals(P, T, Number++, 8);
    }
  P.OS << '\n';
}

static void printText(const Part &P, ArrayRef<JavaThread> Threads,
                      ArrayRef<uint32_t> Group, bool WithLocals) {
  const JavaThread &First = Threads[Group.front()];
  if (Group.size() == 1) {
    P.OS << nameText(P, First) << ' ' << traitsText(P, First) << '\n';
    return printStack(P, First, WithLocals);
  }
  P.OS << Group.size() << " threads with this stack: ";
  ListSeparator Comma;
  for (uint32_t I : Group.take_front(std::min(MostNames, Group.size())))
    P.OS << Comma << nameText(P, Threads[I]) << " serial "
         << Threads[I].Info.Serial;
  if (Group.size() > MostNames)
    P.OS << ", and " << Group.size() - MostNames << " more";
  P.OS << '\n';
  if (WithLocals)
    P.OS << "    (the locals are those of the first of them)\n";
  printStack(P, First, WithLocals);
}

static void localsJson(const Part &P, const JavaThread &T, int32_t Frame) {
  P.J->attributeArray("locals", [&] {
    for (const JavaThread::Local &L : T.localsOf(Frame))
      P.J->object([&] {
        referenceJson(P, L.Object);
        P.J->attribute("root", recordInfo(L.Root).Text);
      });
  });
}

static json::Value stringOrNull(const std::optional<StringRef> &S) {
  return S ? json::Value(toUtf8(*S)) : nullptr;
}

static void frameJson(const Part &P, uint64_t Id) {
  json::OStream &J = *P.J;
  J.attribute("id", jsonId(Id));
  J.attribute("text", toUtf8(P.Context.frameText(Id)));
  std::optional<StackFrame> F = P.Context.findFrame(Id);
  if (!F)
    return;
  const ClassInfo *C = P.Context.findClassBySerial(F->ClassSerial);
  J.attribute("class",
              C ? json::Value(toUtf8(P.Context.className(*C))) : nullptr);
  J.attribute("method", stringOrNull(P.Context.string(F->Method)));
  J.attribute("signature", stringOrNull(P.Context.string(F->Signature)));
  J.attribute("source", stringOrNull(P.Context.string(F->SourceFile)));
  J.attribute("line", F->Line > 0 ? json::Value(F->Line) : nullptr);
  J.attribute("native", F->Line == -3);
}

template <class T> static json::Value orNull(const std::optional<T> &V) {
  return V ? json::Value(*V) : nullptr;
}

static void printJson(const Part &P, ArrayRef<JavaThread> Threads,
                      ArrayRef<uint32_t> Group, bool WithLocals) {
  json::OStream &J = *P.J;
  const JavaThread &T = Threads[Group.front()];
  std::optional<TraceInfo> Trace = P.Context.findTrace(T.Info.TraceSerial);
  J.object([&] {
    J.attribute("serial", T.Info.Serial);
    J.attribute("object",
                T.Info.Object ? json::Value(jsonId(T.Info.Object)) : nullptr);
    J.attribute("class", T.Class
                             ? json::Value(toUtf8(P.Context.className(T.Class)))
                             : nullptr);
    J.attribute("name", T.Name ? json::Value(toUtf8(*T.Name)) : nullptr);
    J.attribute("group", T.Group ? json::Value(toUtf8(*T.Group)) : nullptr);
    J.attribute("daemon", orNull(T.IsDaemon));
    J.attribute("virtual", T.IsVirtual);
    J.attribute("priority", orNull(T.Priority));
    J.attribute("state",
                T.Status ? json::Value(threadStateName(*T.Status)) : nullptr);
    J.attribute("ended", T.Info.Ended);
    J.attribute("trace_serial", T.Info.TraceSerial);
    J.attributeArray("frames", [&] {
      int32_t Number = 0;
      for (uint64_t Frame : Trace ? Trace->Frames : FrameList())
        J.object([&] {
          frameJson(P, Frame);
          if (WithLocals)
            localsJson(P, T, Number++);
        });
    });
    if (WithLocals)
      localsJson(P, T, -1);
    if (Group.size() == 1)
      return;
    J.attributeArray("same_stack", [&] {
      for (uint32_t I : Group.drop_front())
        J.object([&] {
          const JavaThread &Other = Threads[I];
          J.attribute("serial", Other.Info.Serial);
          J.attribute("object", Other.Info.Object
                                    ? json::Value(jsonId(Other.Info.Object))
                                    : nullptr);
          J.attribute("name",
                      Other.Name ? json::Value(toUtf8(*Other.Name)) : nullptr);
        });
    });
  });
}

Error hprof::printThreads(const Part &P, const ThreadsAsked &Asked,
                          ThreadCounts &InAll) {
  Expected<std::vector<JavaThread>> Threads = readThreads(P.Search);
  if (!Threads)
    return Threads.takeError();
  std::vector<StackGroup> Groups;
  std::vector<uint32_t> All(Threads->size());
  std::iota(All.begin(), All.end(), 0);
  const bool IsGrouped = Threads->size() > MostApart && !Asked.Ungrouped;
  if (IsGrouped)
    Groups = groupStacks(stacksOf(P.Context, *Threads), All, /*Ignore=*/0);
  else
    for (uint32_t I : All)
      Groups.push_back({{I}});
  InAll = {Threads->size(), Groups.size()};
  const size_t Shown = Asked.Most
                           ? std::min<uint64_t>(Asked.Most, Groups.size())
                           : Groups.size();
  for (const StackGroup &Group : ArrayRef(Groups).take_front(Shown))
    P.J ? printJson(P, *Threads, Group.Threads, Asked.WithLocals)
        : printText(P, *Threads, Group.Threads, Asked.WithLocals);
  if (P.J)
    return Error::success();
  size_t Hidden = 0;
  for (const StackGroup &Group : ArrayRef(Groups).drop_front(Shown))
    Hidden += Group.Threads.size();
  if (Hidden)
    P.OS << "... and " << counted(Hidden, "thread")
         << (IsGrouped
                 ? " with " + counted(Groups.size() - Shown, "other stack")
                 : "")
         << " (--top=0 prints all)\n";
  P.OS << counted(Threads->size(), "thread");
  if (IsGrouped)
    P.OS << " with " << counted(Groups.size(), "stack");
  P.OS << '\n';
  return Error::success();
}
