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
#include "hprof/Format/Counted.h"
#include "hprof/Format/DumpContext.h"
#include "hprof/Tool/Json.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace hprof;

static std::string traitsText(const Part &P, const JavaThread &T) {
  std::string Out = "serial " + std::to_string(T.Info.Serial);
  Out += ", object " + (T.Info.Object ? jsonId(T.Info.Object) : "none");
  if (T.Class)
    Out += " " + P.show(P.Context.className(T.Class));
  if (T.Group)
    Out += ", group \"" + escapeQuoted(*T.Group, '"', P.Mode) + "\"";
  if (T.IsDaemon && *T.IsDaemon)
    Out += ", daemon";
  if (T.IsVirtual)
    Out += ", virtual";
  if (T.Priority)
    Out += ", priority " + std::to_string(*T.Priority);
  if (T.Status)
    Out += std::string(", ") + threadStateName(*T.Status);
  if (T.Info.Ended)
    Out += ", ended";
  return Out;
}

static void printLocals(const Part &P, const JavaThread &T, int32_t Frame,
                        unsigned Indent) {
  for (const JavaThread::Local &L : T.localsOf(Frame))
    P.OS.indent(Indent) << recordInfo(L.Root).Text << ' '
                        << referenceText(P, L.Object) << '\n';
}

static void printText(const Part &P, const JavaThread &T) {
  if (T.Name)
    P.OS << '"' << escapeQuoted(*T.Name, '"', P.Mode) << '"';
  else
    P.OS << "(name not known)";
  P.OS << ' ' << traitsText(P, T) << '\n';
  std::optional<TraceInfo> Trace = P.Context.findTrace(T.Info.TraceSerial);
  if (!Trace)
    P.OS << "    (no stack trace)\n";
  else if (Trace->Frames.empty())
    P.OS << "    (no Java frames)\n";
  printLocals(P, T, -1, 4);
  int32_t Number = 0;
  if (Trace)
    for (uint64_t Frame : Trace->Frames) {
      P.OS << "    at " << P.show(P.Context.frameText(Frame)) << '\n';
      printLocals(P, T, Number++, 8);
    }
  P.OS << '\n';
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

static void printJson(const Part &P, const JavaThread &T) {
  json::OStream &J = *P.J;
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
          localsJson(P, T, Number++);
        });
    });
    localsJson(P, T, -1);
  });
}

Error hprof::printThreads(const Part &P) {
  Expected<std::vector<JavaThread>> Threads = readThreads(P.Search);
  if (!Threads)
    return Threads.takeError();
  for (const JavaThread &T : *Threads)
    P.J ? printJson(P, T) : printText(P, T);
  if (!P.J)
    P.OS << counted(Threads->size(), "thread") << '\n';
  return Error::success();
}
