//===- ThreadsFile.cpp - The stacks of threads ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadsFile.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "hprof/Format/Context/DumpContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Writes a frame with its position in the Java source.
class FrameWriter {
public:
  FrameWriter(const DumpContext &Context, raw_ostream &OS)
      : Context(Context), OS(OS) {}

  void write(const StackFrame &F) {
    const ClassInfo *Class = Context.findClassBySerial(F.ClassSerial);
    OS << "  at "
       << (Class ? modifiedUtf8ToUtf8(Context.className(*Class))
                 : "<UNKNOWN CLASS>")
       << '.' << text(F.Method) << text(F.Signature) << " (" << place(F)
       << ")\r\n";
  }

private:
  std::string text(uint64_t Id) const {
    return modifiedUtf8ToUtf8(Context.string(Id).value_or(""));
  }
  std::string place(const StackFrame &F) const {
    std::string Source = text(F.SourceFile);
    if (F.Line > 0)
      return Source + ":" + std::to_string(F.Line);
    if (F.Line == -2)
      return Source + "(Compiled Code)";
    if (F.Line == -3)
      return Source + "(Native Method)";
    return Source;
  }

  const DumpContext &Context;
  raw_ostream &OS;
};
} // namespace

void memoryanalyzer::writeThreadStacks(const HeapGraph &G,
                                       const DumpContext &Context,
                                       raw_ostream &OS) {
  // HotSpot writes an empty trace even if it writes no stacks.
  if (Context.stacks().traces() < 2)
    return;
  DenseMap<IdKey, std::vector<const GraphRoot *>> Locals;
  for (const GraphRoot &R : G.roots())
    if (R.Kind == RecordKind::RootJniLocal ||
        R.Kind == RecordKind::RootJavaFrame)
      Locals[R.ThreadSerial].push_back(&R);
  FrameWriter Frames(Context, OS);
  for (const ThreadInfo &T : Context.threads()) {
    std::optional<TraceInfo> Trace = Context.findTrace(T.TraceSerial);
    if (!T.Object || !Trace || Trace->ThreadSerial != T.Serial)
      continue;
    OS << "Thread 0x" << utohexstr(T.Object, true) << '\n';
    for (uint64_t Id : Trace->Frames)
      if (std::optional<StackFrame> F = Context.findFrame(Id))
        Frames.write(*F);
    OS << "\n  locals:\n";
    auto Of = Locals.find(T.Serial);
    if (Of != Locals.end())
      for (const GraphRoot *R : Of->second)
        OS << "    objectId=0x" << utohexstr(G.id(R->Object), true)
           << ", line=" << R->Frame << '\n';
    OS << '\n';
  }
}
