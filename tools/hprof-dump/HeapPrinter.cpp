//===- HeapPrinter.cpp - Prints the parts of one heap dump ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeapPrinter.h"
#include "RecordPrinter.h"
#include "hprof/Analysis/Contents/ObjectContents.h"
#include "hprof/Analysis/Heap/HeapWalk.h"
#include "hprof/Analysis/Heap/JavaThreads.h"
#include "hprof/Analysis/Heap/PropertyPart.h"
#include "hprof/Analysis/Index/HeapIndex.h"
#include "hprof/Analysis/Objects/InstancePart.h"
#include "hprof/Analysis/Objects/ObjectPart.h"
#include "hprof/Analysis/Store/IndexFit.h"
#include "hprof/Analysis/Summary/SummaryPart.h"
#include "hprof/Analysis/Threads/HeapThreads.h"
#include "hprof/GraphTool/OpenStore.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/ThreadTool/IndexedThreads.h"

using namespace llvm;
using namespace hprof;

SummaryOptions HeapPrinter::summaryOptions() {
  SummaryOptions Options;
  Options.Threads = C.threads();
  Options.Dump = Dump;
  Options.OnDamage = Input.damageOnce();
  Source *In = Input.In;
  std::optional<ArrayRef<uint8_t>> All = In->contents();
  bool IsMapped = All.has_value();
  C.progress().phase("reading " + Input.Path,
                     All ? All->size() : In->rawSize());
  Options.OnBytes = [this, In, IsMapped](uint64_t Bytes) {
    if (IsMapped)
      C.progress().advance(Bytes);
    else
      C.progress().reachedAtLeast(In->rawOffset());
  };
  return Options;
}

Error HeapPrinter::collect() {
  Expected<DumpSummary> S = summarize(*Input.File, Context, summaryOptions());
  C.progress().finish();
  if (!S)
    return S.takeError();
  Summary = std::move(*S);
  Summary.Faults += Input.FileFaults;
  // In a converted dump, the evidence would identify the converter.
  if (Input.File->isConverted())
    Summary.Writer = DumpProducer();
  C.report().verbose("'" + Input.Path + "': walked by " +
                     (Summary.WasParallel ? "several threads" : "one thread"));
  return Error::success();
}

/// Compressed input up to this size is read again for names.
static constexpr uint64_t CheapToRepeat = 64 << 20;

Error HeapPrinter::printSummary(unsigned Several) {
  HeapFile &File = *Input.File;
  Source *In = Input.In;
  SummarizedDump View{Summary, Context, File,
                      Input.FileIsCut && Dump >= Several,
                      Several > 1 ? Dump : 0};
  if (In->contents() ||
      (In->isRewindable() && In->rawSize() <= CheapToRepeat)) {
    ObjectSearch Finder(File, Context, C.threads(), {}, Dump);
    if (Error E = addFromObjects(Summary, Finder))
      return E;
  }
  Input.show(SummaryPart(View));
  return Error::success();
}

namespace {
/// The objects of roots, except classes.
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

Error HeapPrinter::printRoots(const ObjectScope &P) {
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
  std::unique_ptr<FieldSink> Out = Input.sink();
  RecordPrinter Printer(Context, *Out, Roots, 0);
  Printer.setObjects(&P.Finder);
  if (!P.HasOffsets)
    Printer.hideOffsets();
  Expected<HeapSegments *> Own = Input.File->dump(Dump);
  if (!Own)
    return Own.takeError();
  for (const Frame &Segment : (*Own)->frames())
    HprofReader::readSegment((*Own)->file(), (*Own)->header(), Segment, {},
                             Printer);
  return Error::success();
}

/// Whether the class of a requested object may have contents to show.
Expected<bool> HeapPrinter::mayHaveContents(const ObjectScope &P) {
  if (Request.Retained || Request.Objects.empty())
    return false;
  if (Error E = P.Finder.fetch(Request.Objects))
    return E;
  for (uint64_t Id : Request.Objects) {
    const FoundObject *O = P.Finder.get(Id);
    const ClassInfo *Class =
        O && !O->isArray() ? P.Context.findClass(O->Class) : nullptr;
    for (size_t I = 0; Class && I != P.Context.classes().size(); ++I) {
      if (hprof::mayHaveContents(P.Context.className(*Class)))
        return true;
      Class = P.Context.findClass(Class->Super);
    }
  }
  return false;
}

Expected<bool> HeapPrinter::findIndex() {
  if (Request.asksThreadsOnly() && !Input.File->isConverted()) {
    Expected<std::optional<IndexedThreads>> Read = IndexedThreads::read(
        C, Input.Path, Request.OfThreads.Locals, Input.File);
    if (!Read)
      return Read.takeError();
    if (std::optional<IndexedThreads> Known = std::move(*Read))
      Threads = std::move(Known->Found);
    return Threads.has_value();
  }
  if (!Request.asksObjectsOnly())
    return false;
  Expected<StoreOptions> Options = storeOptions(C);
  if (!Options)
    return Options.takeError();
  // A mismatch is reported when the index is needed.
  Expected<std::unique_ptr<HeapIndex>> Found =
      hprof::findIndex(Input.Path, *Options, StoreEvents());
  if (!Found)
    return Found.takeError();
  Index = std::move(*Found);
  return Index != nullptr;
}

/// Returns a store with the index, or else with the graph of all objects.
Expected<std::unique_ptr<HeapStore>> HeapPrinter::makeStore() {
  if (!Index)
    return openStore(C, Input.Path, Input.File);
  Expected<StoreOptions> Options = storeOptions(C);
  if (!Options)
    return Options.takeError();
  return HeapStore::open(Input.Path, *Options, storeEvents(C, Input.Path),
                         Index, Input.File);
}

Error HeapPrinter::openGraph(GraphOfObjects &Into) {
  Progress::Task Working(C.progress(), "analyzing " + Input.Path);
  Expected<std::unique_ptr<HeapStore>> Opened = makeStore();
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

Error HeapPrinter::showObjects(const ObjectScope &P) {
  ObjectPart Objects(P);
  Error E = Objects.add(Request.Objects);
  Input.show(Objects);
  return E;
}

/// Prints the requested objects, using the graph or an index if necessary or
/// available.
Error HeapPrinter::printObjectsIn(const ObjectScope &P) {
  Expected<bool> Follows = Index ? false : mayHaveContents(P);
  if (!Follows)
    return Follows.takeError();
  if (!Request.Retained && !*Follows && !Index)
    return showObjects(P);
  GraphOfObjects InGraph;
  if (Error E = openGraph(InGraph)) {
    Input.show(ObjectPart(P)); // An empty list.
    return E;
  }
  ObjectScope Known{*InGraph.Finder, P.Search, InGraph.Contents->context(),
                    P.Top, P.HasOffsets};
  Known.Graph = &InGraph.Store->graph();
  Known.Tree = InGraph.Tree;
  Known.Contents = InGraph.Contents;
  Known.ShowsRetained = Request.Retained;
  Known.ShowsContents = true;
  if (Index) {
    // Produces the same output as without an index.
    Follows = mayHaveContents(Known);
    if (!Follows)
      return Follows.takeError();
    Known.ShowsContents = *Follows;
    if (*Follows)
      tellLayout(C, *InGraph.Store);
  }
  return showObjects(Known);
}

/// Prints the threads like hprof-threads.
Error HeapPrinter::printThreads(ObjectSearch &Finder) {
  Expected<HeapThreads> Found =
      readHeapThreads(Finder, Request.OfThreads.Locals);
  if (!Found)
    return Found.takeError();
  showThreads(std::move(*Found));
  return Error::success();
}

void HeapPrinter::showThreads(HeapThreads Found) {
  FileThreads File;
  File.Kind = Format::Hprof;
  File.Dumps.push_back(std::move(Found.Dump));
  File.OfHeap.push_back(std::move(Found.Of));
  Input.show(StacksOfThreads(File, Request.OfThreads));
}

Error HeapPrinter::printProperties(ObjectSearch &Finder) {
  Expected<SystemProperties> Found = readSystemProperties(Finder);
  if (!Found)
    return Found.takeError();
  Input.show(PropertyPart(std::move(*Found),
                          {Request.ShowValues, Finder.hasValues()}));
  return Error::success();
}

/// Prints everything that needs the context and the objects of the dump.
Error HeapPrinter::printParts(bool WithObjects) {
  ObjectSearch Finder(*Input.File, Context, C.threads(), {}, Dump);
  const ObjectScope P{Finder, Finder, Context, C.top(100),
                      !Input.File->isConverted()};
  Error All = Error::success();
  auto Add = [&](Error E) { All = joinErrors(std::move(All), std::move(E)); };
  if (WithObjects && !Request.Objects.empty())
    Add(printObjectsIn(P));
  if (WithObjects && !Request.InstancesOf.empty()) {
    const InstancePart Instances(P, Request.InstancesOf,
                                 Request.WithSubclasses);
    Input.show(Instances);
    Add(Instances.takeError());
  }
  if (Request.Threads)
    Add(printThreads(Finder));
  if (Request.Classes) {
    ObjectPart Classes(P);
    Error E = Classes.addClasses();
    Input.show(Classes);
    Add(std::move(E));
  }
  if (Request.Properties)
    Add(printProperties(Finder));
  if (Request.Roots)
    Add(Input.array("roots", [&] { return printRoots(P); }));
  return All;
}

Error HeapPrinter::print(unsigned Several, bool WithObjects) {
  if (Threads) {
    showThreads(std::move(*Threads));
    return Error::success();
  }
  if (Request.Summary)
    if (Error E = printSummary(Several))
      return E;
  if (Request.needsContext())
    return printParts(WithObjects);
  return Error::success();
}
