//===- DumpSession.cpp - Prints the parts of dumps asked for --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DumpSession.h"
#include "Part.h"
#include "StringPrinter.h"
#include "SummaryPrinter.h"
#include "hprof/Analysis/Contents/NodeFinder.h"
#include "hprof/Analysis/Contents/ObjectContents.h"
#include "hprof/Analysis/Heap/HeapWalk.h"
#include "hprof/Analysis/Heap/JavaThreads.h"
#include "hprof/Analysis/Summary/DumpSummary.h"
#include "hprof/Convert/DumpSource.h"
#include "hprof/Convert/LossAccount.h"
#include "hprof/Convert/OpenInput.h"
#include "hprof/Convert/Spool.h"
#include "hprof/Format/DumpContext.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "hprof/Format/Kit/Tee.h"
#include "hprof/GraphTool/OpenHeap.h"
#include "hprof/GraphTool/OpenStore.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/Support/raw_ostream.h"

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

namespace {
/// The output for one input.
class DumpSession {
public:
  DumpSession(ToolContext &C, const DumpRequest &Request, json::OStream *J)
      : C(C), Request(Request), J(J) {}

  Error run(StringRef Path);

private:
  SummaryOptions summaryOptions();
  bool needsSecondWalk() const;
  Error open(StringRef Name);
  Error openRecords(std::unique_ptr<Source> From, Format Kind);
  Error collect();
  Error collectRecords();
  void printHeading() const;
  /// The graph of the printed objects.
  struct GraphOfObjects {
    std::unique_ptr<HeapStore> Store;
    const DominatorTree *Tree = nullptr;
    const HeapContents *Contents = nullptr;
    std::optional<NodeFinder> Finder;
  };
  Expected<bool> mayHaveContents(const Part &P);
  Error openGraph(GraphOfObjects &Into);
  Error printSummary();
  Error tellSeveralDumps();
  Error printParts();
  Error printRoots(const Part &P);
  Error printRecords();
  Error walk(RecordVisitor &V);
  Error walkHeap(RecordVisitor &V);
  std::unique_ptr<FieldSink> sink() const {
    return J ? makeJsonSink(*J) : makeTextSink(C.out(), C.escapeMode());
  }
  /// Runs \p Body inside the JSON array \p Name.
  template <class Fn> Error array(StringRef Name, Fn Body) const;

  ToolContext &C;
  const DumpRequest &Request;
  json::OStream *J;
  std::string Path;
  // For other formats, records and strings are those in the file.
  std::unique_ptr<Source> Own;
  std::unique_ptr<RecordSource> Records; ///< Reads Own.
  DumpContext RecordContext;

  std::shared_ptr<HeapFile> File; ///< May read the same input as Own.
  Source *In = nullptr;           ///< Source of File.
  DumpContext Context;
  DumpSummary Summary;
  bool IsCollected = false; ///< Context and Summary are complete.
  /// Damage in copied or converted input, reported by one thread.
  uint64_t FileFaults = 0;
  bool FileIsCut = false;
};
} // namespace

template <class Fn> Error DumpSession::array(StringRef Name, Fn Body) const {
  if (!J)
    return Body();
  J->attributeBegin(Name);
  J->arrayBegin();
  Error E = Body();
  J->arrayEnd();
  J->attributeEnd();
  return E;
}

SummaryOptions DumpSession::summaryOptions() {
  SummaryOptions Options;
  Options.Threads = C.threads();
  Options.OnDamage = C.report().damageHandler(Path);
  std::optional<ArrayRef<uint8_t>> All = In->contents();
  bool IsMapped = All.has_value();
  C.progress().phase("reading " + Path, All ? All->size() : In->rawSize());
  Options.OnBytes = [this, IsMapped](uint64_t Bytes) {
    if (IsMapped)
      C.progress().advance(Bytes);
    else
      C.progress().reachedAtLeast(In->rawOffset());
  };
  return Options;
}

/// The first walk: names, classes, threads, counts and damage.
Error DumpSession::collect() {
  Expected<DumpSummary> S = summarize(*File, Context, summaryOptions());
  C.progress().finish();
  if (!S)
    return S.takeError();
  Summary = std::move(*S);
  Summary.Faults += FileFaults;
  // HPROF evidence would point to the converter.
  if (File->isConverted())
    Summary.Writer = DumpProducer();
  IsCollected = true;
  C.report().verbose("'" + Path + "': walked by " +
                     (Summary.WasParallel ? "several threads" : "one thread"));
  return Error::success();
}

/// Prints the input's name, if there are several.
void DumpSession::printHeading() const {
  if (J || C.inputs().size() < 2)
    return;
  if (C.out().tell())
    C.out() << '\n';
  C.out() << escape(Path, C.escapeMode()) << ":\n";
}

/// Compressed input up to this size is read again for a name.
static constexpr uint64_t CheapToRepeat = 64 << 20;

Error DumpSession::printSummary() {
  SummaryView View{Summary, Context, *File, File->isConverted() && FileIsCut,
                   ""};
  bool IsCheap =
      In->contents() || (In->isRewindable() && In->rawSize() <= CheapToRepeat);
  const ThreadInfo *Failed =
      Summary.OutOfMemoryThread ? Context.findThread(*Summary.OutOfMemoryThread)
                                : nullptr;
  if (Failed && IsCheap) {
    ObjectSearch Finder(*File, Context, C.threads());
    auto Name = threadName(Finder, Failed->Object);
    if (!Name)
      return Name.takeError();
    View.OutOfMemoryThread = Name->value_or("");
  }
  if (J)
    hprof::printSummary(*J, View);
  else
    hprof::printSummary(C.out(), View, C.escapeMode());
  return Error::success();
}

/// Passes all records in the file to \p V.
Error DumpSession::walk(RecordVisitor &V) {
  LossAccount Ignored;
  return Records ? Records->read(V, Ignored, Walk::Last) : walkHeap(V);
}

/// Passes all records of the heap to \p V. If there was a first walk, it has
/// reported the damage.
Error DumpSession::walkHeap(RecordVisitor &V) {
  ReaderOptions Read;
  if (!IsCollected)
    Read.OnDamage = C.report().damageHandler(Path);
  else if (Error E = In->rewind())
    return E;
  Expected<HprofReader> Reader = HprofReader::create(*In, Read);
  if (!Reader)
    return Reader.takeError();
  return Reader->read(V);
}

Error DumpSession::printRecords() {
  std::unique_ptr<FieldSink> Out = sink();
  uint64_t Max = C.top(16);
  DumpContext &Names = Records ? RecordContext : Context;
  RecordPrinter Printer(Names, *Out, Request.Kinds, Max);
  if (Records ? Own->isRewindable() : IsCollected)
    return walk(Printer);
  // Names are printed as far as they are known at that point.
  DumpContext::Builder Build(Names);
  Tee Both({&Build, &Printer});
  return walk(Both);
}

namespace {
/// The objects of roots, but not of classes.
class RootObjects : public HeapVisitor {
public:
  const DumpContext *Context = nullptr;
  std::vector<uint64_t> Found;
  template <class R> void visit(const R &Rec) {
    if constexpr (R::Group == RecordGroup::Root)
      if (!Context->findClass(Rec.Object))
        Found.push_back(Rec.Object);
  }
};
} // namespace

Error DumpSession::printRoots(const Part &P) {
  std::vector<RootObjects> Workers(P.Search.workers());
  for (RootObjects &W : Workers)
    W.Context = &Context;
  if (Error E =
          hprof::walkHeap(P.Search.file(), Workers, P.Search.walkOptions()))
    return E;
  for (const RootObjects &W : Workers)
    if (Error E = P.Finder.fetch(W.Found, /*MaxBytes=*/0))
      return E;
  RecordPrinter::KindSet Roots;
  for (unsigned K = 0; K != NumRecordKinds; ++K)
    if (recordInfo(RecordKind(K)).Group == RecordGroup::Root)
      Roots.set(K);
  std::unique_ptr<FieldSink> Out = sink();
  RecordPrinter Printer(Context, *Out, Roots, 0);
  Printer.setObjects(&P.Finder);
  if (!P.HasOffsets)
    Printer.hideOffsets();
  return walkHeap(Printer);
}

/// Whether contents of an object may be shown: not all classes support it.
Expected<bool> DumpSession::mayHaveContents(const Part &P) {
  if (Request.Retained || Request.Objects.empty())
    return false;
  if (Error E = P.Finder.fetch(Request.Objects))
    return E;
  for (uint64_t Id : Request.Objects) {
    const FoundObject *O = P.Finder.get(Id);
    const ClassInfo *Class =
        O && !O->isArray() ? Context.findClass(O->Class) : nullptr;
    for (size_t I = 0; Class && I != Context.classes().size(); ++I) {
      if (hprof::mayHaveContents(Context.className(*Class)))
        return true;
      Class = Context.findClass(Class->Super);
    }
  }
  return false;
}

Error DumpSession::openGraph(GraphOfObjects &Into) {
  Progress::Task Working(C.progress(), "analysing " + inputName(Path));
  Expected<std::unique_ptr<HeapStore>> Opened = openStore(C, Path, File);
  if (!Opened)
    return Opened.takeError();
  Into.Store = std::move(*Opened);
  Into.Tree = Into.Store->fullTree();
  if (Request.Retained) {
    Expected<const DominatorTree *> Tree = Into.Store->dominators();
    if (!Tree)
      return Tree.takeError();
    Into.Tree = *Tree;
  }
  Expected<const HeapContents *> Contents = Into.Store->contents();
  if (!Contents)
    return Contents.takeError();
  Into.Contents = *Contents;
  Into.Finder.emplace(**Contents);
  return Error::success();
}

/// Prints everything that needs the context and the objects of the dump.
/// Objects, threads and classes are not kept apart by heap dump.
Error DumpSession::tellSeveralDumps() {
  Expected<MutableArrayRef<HeapSegments>> Dumps = File->dumps();
  if (!Dumps)
    return Dumps.takeError();
  if (Dumps->size() > 1)
    C.report().note("'" + inputName(Path) + "': what is printed joins its " +
                    Twine(Dumps->size()) +
                    " heap dumps by ids and serials; hprof-convert --dump=<n> "
                    "takes one of them out");
  return Error::success();
}

Error DumpSession::printParts() {
  if (Error E = tellSeveralDumps())
    return E;
  ObjectSearch Finder(*File, Context, C.threads());
  Part P{Finder, Finder,         Context,    C.out(),
         J,      C.escapeMode(), C.top(100), !File->isConverted()};
  GraphOfObjects InGraph;
  std::function<Error()> PrintObjects = [&] {
    return printObjects(P, Request.Objects);
  };
  Expected<bool> FollowsObjects = mayHaveContents(P);
  if (!FollowsObjects)
    return FollowsObjects.takeError();
  if (Request.Retained || *FollowsObjects) {
    if (Error E = openGraph(InGraph))
      return E;
    // With several heap dumps, these are the objects of the graph's dump.
    Part Known{
        *InGraph.Finder, Finder,     InGraph.Contents->context(), C.out(), J,
        C.escapeMode(),  C.top(100), !File->isConverted()};
    Known.Graph = &InGraph.Store->graph();
    Known.Tree = InGraph.Tree;
    Known.Contents = InGraph.Contents;
    Known.ShowsRetained = Request.Retained;
    PrintObjects = [&, Known] { return printObjects(Known, Request.Objects); };
  }
  Error All = Error::success();
  auto Print = [&](bool IsWanted, StringRef Name, function_ref<Error()> Body) {
    if (IsWanted)
      All = joinErrors(std::move(All), array(Name, Body));
  };
  Print(!Request.Objects.empty(), "objects", PrintObjects);
  Print(!Request.InstancesOf.empty(), "instances", [&] {
    return printInstances(P, Request.InstancesOf, Request.WithSubclasses);
  });
  ThreadCounts InAll;
  Print(Request.Threads, "threads",
        [&] { return printThreads(P, Request.OfThreads, InAll); });
  if (Request.Threads && J) {
    J->attribute("threads_in_all", InAll.Threads);
    J->attribute("stacks_in_all", InAll.Stacks);
  }
  Print(Request.Classes, "classes", [&] { return printClasses(P); });
  if (Request.Properties)
    All = joinErrors(std::move(All), printProperties(P, Request.ShowValues));
  Print(Request.Roots, "roots", [&] { return printRoots(P); });
  return All;
}

/// Whether the request needs more than one walk.
bool DumpSession::needsSecondWalk() const {
  return Request.needsContext() ||
         Request.Summary + Request.Strings + Request.Records > 1;
}

/// Whether the request needs more than the records.
static bool needsHeap(const DumpRequest &Request) {
  return Request.Summary || Request.needsContext();
}

/// Opens records of another format, from which the heap is converted, too.
Error DumpSession::openRecords(std::unique_ptr<Source> From, Format Kind) {
  DumpSourceOptions Reading;
  Reading.OnDamage = C.report().damageHandler(Path);
  Reading.TempDir = C.tempDir();
  if (needsHeap(Request) && !From->isRewindable()) {
    Expected<std::unique_ptr<Source>> Copy =
        spoolMapped(Path, C.tempDir(), [&](Sink &Out) {
          return copyAll(*From, Out, Reading.OnDamage);
        });
    if (!Copy)
      return Copy.takeError();
    From = std::move(*Copy);
  }
  Own = std::move(From);
  Records = makeDumpSource(*Own, formatInfo(Kind), std::move(Reading));
  return Error::success();
}

/// Opens what is needed: the heap, and for other formats the records.
Error DumpSession::open(StringRef Name) {
  Expected<std::unique_ptr<Source>> Opened = openInput(Name);
  if (!Opened)
    return Opened.takeError();
  Expected<Format> Kind = identifyFormat(**Opened);
  if (!Kind)
    return Kind.takeError();
  if (*Kind != Format::Hprof && (Request.Records || Request.Strings)) {
    if (Error E = openRecords(std::move(*Opened), *Kind))
      return E;
    if (!needsHeap(Request))
      return Error::success();
    Opened = Own->reopen();
    if (!Opened)
      return Opened.takeError();
  }
  HeapFileOptions Opening = heapFileOptions(
      C, needsSecondWalk() ? HeapAccess::Again : HeapAccess::Once);
  Opening.OnDamage = [this,
                      Tell = C.report().damageHandler(Path)](const Damage &D) {
    ++FileFaults;
    FileIsCut |=
        D.Code == format_errc::truncated || D.Code == format_errc::missing_end;
    Tell(D);
  };
  Expected<std::unique_ptr<HeapFile>> Heap =
      HeapFile::open(std::move(*Opened), Opening);
  if (!Heap)
    return Heap.takeError();
  File = std::move(*Heap);
  In = &File->source();
  return Error::success();
}

/// Collects the names in another format's records before printing them.
Error DumpSession::collectRecords() {
  if (!Own->isRewindable())
    return Error::success();
  DumpContext::Builder Build(RecordContext);
  LossAccount Ignored;
  return Records->read(Build, Ignored, Walk::Survey);
}

Error DumpSession::run(StringRef Name) {
  Path = inputName(Name);
  if (Error E = open(Name))
    return E;
  bool NamesMatter = Request.Records && !Records && In->isRewindable();
  bool NeedsWalk = needsSecondWalk() && !Request.asksGraphOnly();
  if (File && (Request.Summary || NamesMatter || NeedsWalk))
    if (Error E = collect())
      return E;
  if (Records && Request.Records)
    if (Error E = collectRecords())
      return E;
  printHeading();
  if (Request.Summary)
    if (Error E = printSummary())
      return E;
  if (Request.needsContext())
    if (Error E = printParts())
      return E;
  if (Request.Strings) {
    StringPrinter Printer(C.out(), J, C.escapeMode());
    if (Error E = array("strings", [&] { return walk(Printer); }))
      return E;
  }
  if (Request.Records)
    return array("records", [&] { return printRecords(); });
  return Error::success();
}

/// Prints one input into the array of \p J, or as text.
static void dumpOne(ToolContext &C, const DumpRequest &Request, StringRef Path,
                    json::OStream *J) {
  DumpSession Session(C, Request, J);
  if (J) {
    J->objectBegin();
    J->attribute("file", toUtf8(inputName(Path)));
  }
  std::string Told;
  handleAllErrors(Session.run(Path), [&](const ErrorInfoBase &Info) {
    std::string What = Info.message();
    Told += (Told.empty() ? "" : "; ") + What;
    // Errors on opening already name the path.
    if (!StringRef(What).starts_with("'"))
      What = "'" + inputName(Path) + "': " + What;
    C.report().error(What);
  });
  if (!J)
    return;
  J->attribute("error", Told.empty() ? json::Value(nullptr) : toUtf8(Told));
  J->objectEnd();
}

Error hprof::dumpInputs(ToolContext &C, const DumpRequest &Request) {
  if (!Request.Json) {
    for (const std::string &Path : C.inputs())
      dumpOne(C, Request, Path, nullptr);
    return Error::success();
  }
  JsonReport Report(C.out(), C.info().Name);
  for (const std::string &Path : C.inputs())
    dumpOne(C, Request, Path, &Report.json());
  Report.endFiles();
  Report.finish(C.report());
  return Error::success();
}
