//===- TextWriter.cpp - Writes the HPROF agent's text ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements everything except heap dumps, see TextWriterHeap.cpp.
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/HprofText/TextWriter.h"
#include "TextShares.h"
#include "TextWriterImpl.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Records/RecordCodec.h"
#include <utility>

using namespace hprof;
using namespace llvm;

/// A description of the file, instead of the agent's explanations.
static constexpr StringLiteral Prelude =
    "Heap dumps and profiles of a Java virtual machine, in the text format of\n"
    "the HPROF agent. Written by the hprof toolchain.\n"
    "\n"
    "THREAD START, THREAD END  start and end of a thread\n"
    "TRACE                     a stack, innermost frame first\n"
    "HEAP DUMP                 ROOT: GC root; OBJ, ARR and CLS: objects, "
    "arrays\n"
    "                          and classes with their references; sz: size in\n"
    "                          bytes\n"
    "SITES                     allocations by class and trace\n"
    "CPU SAMPLES               number of samples with each trace\n"
    "CPU TIME                  time spent in each trace\n"
    "MONITOR TIME              time spent waiting to enter monitors\n"
    "MONITOR DUMP              threads, and the monitors that they own or wait "
    "for\n"
    "WAIT, WAITED, SLEEP, EXIT events of a thread and a monitor\n"
    "\n"
    "Object ids are hexadecimal; thread and trace ids are decimal.\n";

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::string TextWriter::Impl::className(const ClassInfo *C) const {
  if (C && C->IsLoaded)
    if (std::optional<StringRef> Name = Names.string(C->NameId))
      return javaSpelling(*Name);
  return "Unknown_class";
}

StringRef TextWriter::Impl::frameClass(uint32_t Serial) {
  return ClassSerials.get(
      Serial, [&] { return className(Names.findClassBySerial(Serial)); });
}

void TextWriter::Impl::method(const StackFrame &F) {
  Lines << frameClass(F.ClassSerial) << '.'
        << string(F.Method, "<Unknown Method>");
}

void TextWriter::Impl::methodOf(uint32_t TraceSerial) {
  if (std::optional<TraceInfo> T = Names.findTrace(TraceSerial))
    if (!T->Frames.empty())
      if (std::optional<StackFrame> F = Names.findFrame(T->Frames.front()))
        return method(*F);
  Lines << "<empty trace>";
}

//===----------------------------------------------------------------------===//
// Sections
//===----------------------------------------------------------------------===//

void TextWriter::Impl::prologue() {
  if (HasPrologue)
    return;
  HasPrologue = true;
  // The agent always wrote 1.0.1; later versions exist only in binary.
  StringRef Version = Header.Version;
  if (Version.empty() || Version == "1.0.2" || Version == "1.0.3")
    Version = "1.0.1";
  Lines << "JAVA PROFILE " << Version << ", created ";
  printDate(Lines, Header.writtenMillis());
  Lines << "\n\n" << Prelude;
  if (!Note.empty())
    Lines << '\n' << Note;
  Lines << "\n--------\n\n";
}

TextLines &TextWriter::Impl::topLine() {
  prologue();
  endMonitorDump();
  return InHeap ? Later : Lines;
}

TextLines &TextWriter::Impl::section() {
  prologue();
  endMonitorDump();
  endHeapDump();
  return Lines;
}

TextLines &TextWriter::Impl::monitorLine() {
  if (!InMonitorDump)
    section() << "MONITOR DUMP BEGIN\n";
  InMonitorDump = true;
  return Lines;
}

void TextWriter::Impl::endMonitorDump() {
  if (std::exchange(InMonitorDump, false))
    Lines << "MONITOR DUMP END\n";
}

void TextWriter::Impl::date(uint32_t RecordTime) {
  Lines << ' ';
  printDate(Lines, SectionMillis.value_or(Header.Millis + RecordTime / 1000));
  Lines << '\n';
  SectionMillis.reset();
}

TextWriter::TextWriter(Sink &Out, const DumpContext *Names)
    : Out(Out), P(std::make_unique<Impl>(Out, Names)) {}
TextWriter::~TextWriter() = default;

Error TextWriter::finish() {
  P->section();
  P->Lines.flush();
  return Error::success();
}

void TextWriter::note(StringRef Text) { P->Note = Text.str(); }

void TextWriter::continueFile() { P->HasPrologue = P->IsContinued = true; }

void TextWriter::visit(const FileHeader &H) {
  P->endMonitorDump();
  P->endHeapDump();
  P->Header = H;
  P->HasPrologue = std::exchange(P->IsContinued, false);
  P->ClassReferences.clear();
  P->ClassSerials.clear();
  P->FieldLabels.clear();
  // A file without a version may contain only method calls.
  if (!H.Version.empty())
    P->prologue();
}

void TextWriter::visit(const Utf8 &R) { P->FieldLabels.forget(R.Id); }

void TextWriter::visit(const LoadClass &R) {
  P->ClassReferences.forget(R.Class);
  P->ClassSerials.forget(R.ClassSerial);
}

void TextWriter::visit(const SectionTime &R) { P->SectionMillis = R.Millis; }

void TextWriter::visit(const HeapDumpTotals &R) { P->Totals = R; }

void TextWriter::visit(const Percentages &R) {
  P->PercentRows.clear();
  forEach(R.Rows, [&](const Percentage &V) { P->PercentRows.push_back(V); });
}

//===----------------------------------------------------------------------===//
// Threads and traces
//===----------------------------------------------------------------------===//

void TextWriter::visit(const StartThread &R) {
  TextLines &Out = P->topLine();
  Out << "THREAD START (obj=";
  Out.hex(R.Thread) << ", id = ";
  Out.decimal(R.ThreadSerial)
      << ", name=\"" << P->string(R.Name) << "\", group=\""
      << P->string(R.GroupName) << "\")\n";
}

void TextWriter::visit(const EndThread &R) {
  TextLines &Out = P->topLine();
  Out << "THREAD END (id = ";
  Out.decimal(R.ThreadSerial) << ")\n";
}

void TextWriter::visit(const TracePhase &R) {
  P->PhaseTrace = R.TraceSerial;
  P->PhaseId = R.Phase;
}

static void printFrame(TextLines &Out, const StackFrame &F, StringRef Class,
                       StringRef Method, StringRef Source) {
  Out << '\t' << Class << '.' << Method << '(' << Source << ':';
  if (F.Line >= 0)
    Out.decimal(uint64_t(F.Line)) << ")\n";
  else if (F.Line == -2)
    Out << "Compiled method)\n";
  else if (F.Line == -3)
    Out << "Native method)\n";
  else
    Out << "Unknown line)\n";
}

void TextWriter::visit(const StackTrace &R) {
  TextLines &Out = P->topLine();
  Out << "TRACE ";
  Out.decimal(R.TraceSerial) << ':';
  if (R.ThreadSerial)
    (Out << " (thread=").decimal(R.ThreadSerial) << ')';
  if (P->PhaseId && P->PhaseTrace == R.TraceSerial)
    Out << " (from " << P->string(P->PhaseId) << " phase of JVM)";
  P->PhaseId = 0;
  Out << '\n';
  if (!R.Frames.Count)
    Out << "\t<empty>\n";
  forEach(R.Frames, [&](const StackFrameRef &Ref) {
    static const StackFrame Unknown = [] {
      StackFrame F;
      F.Line = -1;
      return F;
    }();
    const StackFrame F = P->Names.findFrame(Ref.Frame).value_or(Unknown);
    printFrame(Out, F, P->frameClass(F.ClassSerial),
               P->string(F.Method, "<Unknown Method>"),
               P->string(F.SourceFile, "<Unknown Source>"));
  });
}

//===----------------------------------------------------------------------===//
// Profiles
//===----------------------------------------------------------------------===//

void TextWriter::visit(const AllocSites &R) {
  constexpr unsigned ByAllocation = 2;
  TextLines &Out = P->section();
  Out << "SITES BEGIN (ordered by "
      << (R.Flags & ByAllocation ? "allocated" : "live") << " bytes)";
  P->date(R.Time);
  Out << "          percent          live          alloc'ed  stack class\n"
         " rank   self  accum     bytes objs     bytes  objs trace name\n";
  TextShares Columns(TextShares::Of::Sites, R.LiveBytes, P->PercentRows);
  uint64_t Rank = 0;
  forEach(R.Sites, [&](const AllocSite &S) {
    Percentage Percent = Columns.next(S.LiveBytes);
    Out.decimal(++Rank, 5) << ' ';
    Out.percent(Percent.Self) << ' ';
    Out.percent(Percent.Accumulated) << ' ';
    Out.decimal(S.LiveBytes, 9) << ' ';
    Out.decimal(S.LiveInstances, 4) << ' ';
    Out.decimal(S.AllocatedBytes, 9) << ' ';
    Out.decimal(S.AllocatedInstances, 5) << ' ';
    Out.decimal(S.TraceSerial, 5)
        << ' ' << P->frameClass(S.ClassSerial) << '\n';
  });
  Out << "SITES END\n";
  P->PercentRows.clear();
}

/// Prints the columns common to the profiles of traces.
static void printTraceRow(TextLines &Out, uint64_t Rank, Percentage Percent,
                          uint64_t Count, uint32_t Trace) {
  Out.decimal(Rank, 4) << ' ';
  Out.percent(Percent.Self) << ' ';
  Out.percent(Percent.Accumulated) << ' ';
  Out.decimal(Count, 7) << ' ';
  Out.decimal(Trace, 5) << ' ';
}

void TextWriter::visit(const CpuSamples &R) {
  TextLines &Out = P->section();
  Out << "CPU SAMPLES BEGIN (total = ";
  Out.decimal(R.Total) << ')';
  P->date(R.Time);
  if (R.Samples.Count)
    Out << "rank   self  accum   count trace method\n";
  TextShares Columns(TextShares::Of::Costs, R.Total, P->PercentRows);
  uint64_t Rank = 0;
  forEach(R.Samples, [&](const CpuSample &S) {
    printTraceRow(Out, ++Rank, Columns.next(S.Samples), S.Samples,
                  S.TraceSerial);
    P->methodOf(S.TraceSerial);
    Out << '\n';
  });
  Out << "CPU SAMPLES END\n";
  P->PercentRows.clear();
}

void TextWriter::visit(const CpuTimes &R) {
  TextLines &Out = P->section();
  Out << "CPU TIME (ms) BEGIN (total = ";
  Out.decimal(R.TotalMillis) << ')';
  P->date(0);
  if (R.Times.Count)
    Out << "rank   self  accum   count trace method\n";
  TextShares Columns(TextShares::Of::Costs, R.TotalMillis, P->PercentRows);
  uint64_t Rank = 0;
  forEach(R.Times, [&](const CpuTime &T) {
    printTraceRow(Out, ++Rank, Columns.next(T.Millis), T.Calls, T.TraceSerial);
    P->methodOf(T.TraceSerial);
    Out << '\n';
  });
  Out << "CPU TIME (ms) END\n";
  P->PercentRows.clear();
}

/// Whether a monitor belongs to the VM. Before JDK 5, the text included such
/// monitors, as "name"(address) rather than a class.
static bool isRawMonitor(StringRef Name) { return Name.starts_with("\""); }

void TextWriter::visit(const MonitorTimes &R) {
  TextLines &Out = P->section();
  Out << "MONITOR TIME BEGIN (total = ";
  Out.decimal(R.TotalMillis) << " ms)";
  P->date(0);
  Out << "rank   self  accum   count trace monitor\n";
  TextShares Columns(TextShares::Of::Costs, R.TotalMillis, P->PercentRows);
  uint64_t Rank = 0;
  forEach(R.Times, [&](const MonitorTime &T) {
    printTraceRow(Out, ++Rank, Columns.next(T.Millis), T.Contentions,
                  T.TraceSerial);
    std::optional<StringRef> Name = P->Names.string(T.ClassName);
    if (isRawMonitor(Name.value_or("")))
      Out << *Name << " (Raw)\n";
    else
      Out << (Name ? javaSpelling(*Name) : "Unknown_class") << " (Java)\n";
  });
  Out << "MONITOR TIME END\n";
  P->PercentRows.clear();
}

void TextWriter::visit(const MethodCalls &R) {
  // A file that contains nothing else has no prologue.
  P->HasPrologue |= P->Header.Version.empty();
  TextLines &Out = P->section();
  Out << "count callee caller time\n";
  forEach(R.Calls, [&](const MethodCall &C) {
    Out.decimal(C.Calls) << ' ' << P->string(C.Callee, "<unknown callee>")
                         << ' ' << P->string(C.Caller, "<unknown caller>")
                         << ' ';
    Out.signedDecimal(C.Millis) << '\n';
  });
}

//===----------------------------------------------------------------------===//
// Monitors
//===----------------------------------------------------------------------===//

void TextWriter::visit(const MonitorDump &) {
  P->section();
  P->monitorLine();
}

void TextWriter::visit(const MonitorDumpThread &R) {
  TextLines &Out = P->monitorLine();
  Out << "    THREAD ";
  Out.decimal(R.ThreadSerial) << ", trace ";
  Out.decimal(R.TraceSerial) << ", status: " << P->string(R.Status) << '\n';
}

static void printThread(TextLines &Out, uint32_t Serial) {
  if (Serial)
    (Out << " thread ").decimal(Serial);
  else
    Out << " <unknown thread>";
}

static void printThreads(TextLines &Out, const ListRef<ThreadRef> &Threads) {
  bool IsFirst = true;
  forEach(Threads, [&](const ThreadRef &T) {
    if (!IsFirst)
      Out << ',';
    IsFirst = false;
    printThread(Out, T.ThreadSerial);
  });
  Out << '\n';
}

void TextWriter::visit(const MonitorDumpMonitor &R) {
  TextLines &Out = P->monitorLine();
  StringRef Signature = P->string(R.Signature);
  Out << (isRawMonitor(Signature) ? "    RAW MONITOR " : "    MONITOR ")
      << Signature;
  if (R.Owner) {
    Out << "\n\towner:";
    printThread(Out, R.Owner);
    (Out << ", entry count: ").decimal(R.EntryCount) << '\n';
  } else {
    Out << " unowned\n";
  }
  Out << "\twaiting to enter:";
  printThreads(Out, R.Entering);
  Out << "\twaiting to be notified:";
  printThreads(Out, R.Waiting);
}

void TextWriter::visit(const MonitorDumpEnd &) {
  P->monitorLine();
  P->endMonitorDump();
}

void TextWriter::visit(const MonitorEvent &R) {
  TextLines &Out = P->topLine();
  StringRef Signature = P->string(R.Signature);
  switch (MonitorEventKind(R.Event)) {
  case MonitorEventKind::Wait:
    Out << "WAIT: MONITOR " << Signature << ", timeout=";
    Out.signedDecimal(int32_t(R.Millis));
    break;
  case MonitorEventKind::Waited:
    Out << "WAITED: MONITOR " << Signature << ", time_waited=";
    Out.signedDecimal(int32_t(R.Millis));
    break;
  case MonitorEventKind::Sleep:
    Out << "SLEEP: timeout=";
    Out.signedDecimal(int32_t(R.Millis));
    break;
  case MonitorEventKind::Exit:
    Out << "EXIT: MONITOR " << Signature;
    break;
  }
  Out << ',';
  printThread(Out, R.ThreadSerial);
  Out << '\n';
}
