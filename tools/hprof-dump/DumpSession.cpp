//===- DumpSession.cpp - Prints the requested parts of dumps --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DumpSession.h"
#include "HeapPrinter.h"
#include "StringPrinter.h"
#include "hprof/Analysis/Heap/PropertyPart.h"
#include "hprof/Analysis/Heap/RecordNames.h"
#include "hprof/Analysis/Stacks/ProfilePart.h"
#include "hprof/Analysis/Stacks/RecordingPart.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "hprof/Format/Kit/Tee.h"
#include "hprof/Format/Profile/ProfileRecords.h"

using namespace llvm;
using namespace hprof;

std::string hprof::recordKindNames() {
  std::string Names;
  for (unsigned K = 0; K != NumRecordKinds; ++K) {
    std::string Name = recordInfo(RecordKind(K)).Text;
    std::replace(Name.begin(), Name.end(), ' ', '-');
    Names += (K ? ", " : "") + Name;
  }
  return Names;
}

/// Maximum number of heap dumps shown if none was requested. Each needs another
/// pass over the names of its file.
static constexpr unsigned MostDumps = 100;

namespace {
/// The output for one input.
class DumpSession {
public:
  DumpSession(ToolContext &C, const DumpRequest &Request, json::OStream *J,
              StringRef Path)
      : C(C), Request(Request), J(J), Input(C, Request, J, Path) {}

  void run(StringRef Name);

private:
  void entry(unsigned Dump, function_ref<Error()> Body);
  void failed(unsigned Dump, Error E);
  void beginEntry(unsigned Dump);
  void endEntry(Error E);
  void printHeading(unsigned Dump);
  void printHeaps(StringRef Name);
  bool showsAll() const;
  Expected<unsigned> countDumps();
  unsigned lastDump(unsigned First);
  void noteObjects();
  Error printRecording();
  Error printFile();
  bool canWalkAgain() const;
  bool showsMethods() const;
  void noteMethods(const DumpSummary &S);
  Error printMethods();
  Error printRecords();
  Error walk(RecordVisitor &V);

  ToolContext &C;
  const DumpRequest &Request;
  json::OStream *J;
  DumpInput Input;
  unsigned Dumps = 0;    ///< In the input, if known.
  bool IsWalked = false; ///< Whether a walk has reported the damage.
};
} // namespace

void DumpSession::beginEntry(unsigned Dump) {
  if (!J)
    return;
  J->objectBegin();
  J->attribute("file", toUtf8(Input.Path));
  if (Dump)
    J->attribute("dump", Dump);
}

/// Reports \p E and finishes the entry.
void DumpSession::endEntry(Error E) {
  std::string Told;
  handleAllErrors(std::move(E), [&](const ErrorInfoBase &Info) {
    std::string What = Info.message();
    Told += (Told.empty() ? "" : "; ") + What;
    // Errors on opening already name the path.
    if (!StringRef(What).starts_with("'"))
      What = "'" + Input.Path + "': " + What;
    C.report().error(What);
  });
  if (!J)
    return;
  J->attribute("error", Told.empty() ? json::Value(nullptr) : toUtf8(Told));
  J->objectEnd();
}

/// Prints the names of the input and the heap dump, if there are several.
void DumpSession::printHeading(unsigned Dump) {
  const bool NamesInput = C.inputs().size() > 1;
  if (J || (!NamesInput && !Dump))
    return;
  if (C.out().tell())
    C.out() << '\n';
  if (NamesInput)
    C.out() << escape(Input.Path, C.escapeMode()) << (Dump ? ", " : ":\n");
  if (Dump)
    C.out() << "heap dump " << Dump << " of " << Dumps << ":\n";
}

/// Prints \p Body under a heading. \p Dump is the number of the heap dump if
/// there are several, or 0.
void DumpSession::entry(unsigned Dump, function_ref<Error()> Body) {
  beginEntry(Dump);
  printHeading(Dump);
  endEntry(Body());
}

/// Reports an error that prevents any output.
void DumpSession::failed(unsigned Dump, Error E) {
  beginEntry(Dump);
  endEntry(std::move(E));
}

/// Returns the number of heap dumps if it is known without reading all of the
/// input, otherwise 0. Fails if the requested one does not exist.
Expected<unsigned> DumpSession::countDumps() {
  if (!Input.In->contents())
    return 0;
  Expected<HeapSegments *> Own = Input.File->dump(std::max(Request.Dump, 1U));
  if (!Own)
    return Own.takeError();
  return unsigned(Input.File->dumps()->size());
}

/// Notes which heap dump the objects come from.
void DumpSession::noteObjects() {
  if (Dumps > 1 && !Request.Dump && Request.asksObjects())
    C.report().note("'" + Input.Path + "': " +
                    (Request.Objects.empty() ? "--instances-of" : "--object") +
                    " searches only the first of " + Twine(Dumps) +
                    " heap dumps; --dump selects another");
}

/// Whether to show more heap dumps than the first.
bool DumpSession::showsAll() const {
  return !Request.Dump && Dumps > 1 && Request.asksOverview();
}

/// Returns the last heap dump to show after \p First, and notes any that are
/// not shown.
unsigned DumpSession::lastDump(unsigned First) {
  if (!showsAll())
    return First;
  if (!Input.In->isRewindable()) {
    C.report().note("'" + Input.Path + "': only the first of " + Twine(Dumps) +
                    " heap dumps is shown, since the input can "
                    "be read only once; --dump selects another");
    return First;
  }
  if (Dumps > MostDumps)
    C.report().note("'" + Input.Path + "': only the first " + Twine(MostDumps) +
                    " of " + Twine(Dumps) +
                    " heap dumps are shown; --dump selects another");
  return std::min(Dumps, MostDumps);
}

/// Prints the requested parts of the heap dumps of the file \p Name, one by
/// one.
void DumpSession::printHeaps(StringRef Name) {
  const unsigned First = std::max(Request.Dump, 1U);
  Expected<unsigned> Known = countDumps();
  if (!Known)
    return failed(0, Known.takeError());
  Dumps = *Known;
  unsigned Last = First;
  for (unsigned Dump = First; Dump <= Last; ++Dump) {
    HeapPrinter Heap(Input, Dump);
    Expected<bool> IsIndexed = Heap.findIndex();
    if (!IsIndexed)
      return failed(Dumps > 1 ? Dump : 0, IsIndexed.takeError());
    if (!Request.asksGraphOnly() && !*IsIndexed) {
      if (Error E = Heap.collect())
        return failed(Dumps > 1 ? Dump : 0, std::move(E));
      IsWalked = true;
      Dumps = Heap.summary().Dumps;
      // The number of heap dumps is only known now.
      if (showsAll() && !Input.In->isRewindable()) {
        Expected<bool> IsAgain = Input.openAgain(Name);
        if (!IsAgain)
          return failed(0, IsAgain.takeError());
        if (*IsAgain)
          return printHeaps(Name);
      }
    }
    if (Dump == First) {
      noteObjects();
      Last = lastDump(First);
    }
    entry(Dumps > 1 ? Dump : 0, [&] {
      if (Error E = Heap.print(Dumps, /*WithObjects=*/Dump == First))
        return E;
      noteMethods(Heap.summary());
      return Dumps > 1 ? Error::success() : printFile();
    });
  }
}

/// Passes all records in the file to \p V.
Error DumpSession::walk(RecordVisitor &V) {
  LossAccount Ignored;
  if (Input.Records)
    return Input.Records->read(V, Ignored, Walk::Last);
  ReaderOptions Read;
  if (!std::exchange(IsWalked, true))
    Read.OnDamage = C.report().damageHandler(Input.Path);
  if (Input.In->offset())
    if (Error E = Input.In->rewind())
      return E;
  Expected<HprofReader> Reader = HprofReader::create(*Input.In, Read);
  if (!Reader)
    return Reader.takeError();
  return Reader->read(V);
}

Error DumpSession::printRecords() {
  std::unique_ptr<FieldSink> Out = Input.sink();
  DumpContext Names;
  RecordPrinter Printer(Names, *Out, Request.Kinds, C.top(16));
  if (Input.Records && Input.Own->isRewindable()) {
    DumpContext::Builder Build(Names);
    LossAccount Ignored;
    if (Error E = Input.Records->read(Build, Ignored, Walk::Look))
      return E;
    return walk(Printer);
  }
  if (!Input.Records && Input.In->contents()) {
    // This moves the position of the source, so it must precede the walk.
    if (Expected<MutableArrayRef<HeapSegments>> All = Input.File->dumps(); !All)
      return All.takeError();
    RecordNames Ahead(*Input.File, Names);
    Tee Both({&Ahead, &Printer});
    return walk(Both);
  }
  if (!Input.Records && Input.In->isRewindable()) {
    FileCounter Build(Names);
    if (Error E = walk(Build))
      return E;
    if (Build.files() == 1)
      return walk(Printer);
  }
  // Names are printed if they are known at that point.
  NamesSoFar SoFar(Names);
  Tee Both({&SoFar, &Printer});
  return walk(Both);
}

bool DumpSession::canWalkAgain() const {
  return Input.Records || Input.In->contents() || Input.In->isRewindable();
}

/// Whether the methods of a profile are requested, or belong to the summary of
/// a file without heap dumps.
bool DumpSession::showsMethods() const {
  return Request.Methods || (Request.Summary && !Dumps && canWalkAgain());
}

/// Notes that the summary \p S of a profile lacks its methods.
void DumpSession::noteMethods(const DumpSummary &S) {
  if (Request.Summary && !Request.Methods && !Dumps && !canWalkAgain() &&
      (S.of(RecordKind::CpuSamples).Count ||
       S.of(RecordKind::AllocSites).Count))
    C.report().note("'" + Input.Path +
                    "': methods are omitted, since the input can be read only "
                    "once; --methods alone shows them");
}

Error DumpSession::printMethods() {
  ProfileCollector Collector;
  if (Error E = walk(Collector))
    return E;
  if (Error E = Collector.finish())
    return E;
  // A summary should fit on one screen.
  constexpr uint64_t Most = 20, InSummary = 10;
  const ProfilePart Part(Collector.take(),
                         {Request.Methods ? C.top(Most) : InSummary,
                          !Request.Methods, C.report().damaged()});
  if (Part.measured().empty() && !Request.Methods)
    return Error::success();
  if (Request.Summary && !J)
    C.out() << '\n';
  Input.show(Part);
  return Error::success();
}

/// Prints the requested parts of the whole file, in file order.
Error DumpSession::printFile() {
  if (showsMethods())
    if (Error E = printMethods())
      return E;
  if (Request.Strings) {
    StringPrinter Printer(C.out(), J, C.escapeMode());
    if (Error E = Input.array("strings", [&] { return walk(Printer); }))
      return E;
  }
  if (Request.Records)
    return Input.array("records", [&] { return printRecords(); });
  return Error::success();
}

/// Prints the requested parts of a flight recording.
Error DumpSession::printRecording() {
  if (Request.Dump)
    return createStringError("--dump requires a heap dump");
  if (Request.Threads)
    return createStringError("--threads requires a heap dump; hprof-threads "
                             "shows the thread dumps in a flight recording");
  if (Request.Classes || Request.Roots || Request.asksObjects())
    return createStringError("a flight recording contains no objects: "
                             "hprof-query shows its events");
  if (Request.Summary)
    Input.show(RecordingPart(*Input.Recording));
  if (Request.Properties)
    Input.show(PropertyPart(readSystemProperties(*Input.Recording),
                            {Request.ShowValues}));
  return printFile();
}

void DumpSession::run(StringRef Name) {
  if (Error E = Input.open(Name))
    return failed(0, std::move(E));
  if (Input.Recording)
    return entry(0, [&] { return printRecording(); });
  if (Request.needsHeap())
    printHeaps(Name);
  const bool IsPrinted = Request.needsHeap() && Dumps < 2;
  if (!IsPrinted && Request.asksFile())
    entry(0, [&] { return printFile(); });
}

Error hprof::dumpInputs(ToolContext &C, const DumpRequest &Request) {
  if (!Request.Json) {
    for (const std::string &Path : C.inputs())
      DumpSession(C, Request, nullptr, Path).run(Path);
    return Error::success();
  }
  JsonReport Report(C.out(), C.info().Name);
  for (const std::string &Path : C.inputs())
    DumpSession(C, Request, &Report.json(), Path).run(Path);
  Report.endFiles();
  Report.finish(C.report());
  return Error::success();
}
