//===- HeapReport.cpp - Parts of a report on a heap dump ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Report/HeapReport.h"
#include "hprof/Analysis/Contents/NodeFinder.h"
#include "hprof/Analysis/Dominators/DominatorTree.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Analysis/Heap/PropertyPart.h"
#include "hprof/Analysis/Lint/Answers/LintAnswer.h"
#include "hprof/Analysis/Lint/Lint.h"
#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/Analysis/Summary/SummaryPart.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Secrets/MaskSecrets.h"

using namespace hprof;
using namespace llvm;

using View = DominatorRequest::View;

/// Number of rows that fit in a page, regardless of their strings: lists are
/// limited by size, but a tree must be truncated before it is written.
static constexpr uint64_t MostTreeRows = 5000, MostClasses = 3000;
/// Number of rows in human-readable output.
static constexpr uint64_t FewRows = 20;

/// A request for a view, with the options of the writer.
static DominatorRequest asked(const HeapReportRequest &Request, View What,
                              const ReportWriter &To) {
  DominatorRequest Asked = Request.Dominators;
  Asked.What = What;
  Asked.ForPeople = To.isForPeople();
  return Asked;
}

static Error reportAnswer(const std::shared_ptr<HeapStore> &Store,
                          ReportPart Is, const HeapReportRequest &Request,
                          const DominatorRequest &Asked, ReportWriter &To) {
  Expected<std::unique_ptr<FilePart>> Part = dominatorPart(Store, Asked);
  if (!Part)
    return Part.takeError();
  std::vector<std::string> Words = Request.Words;
  if (Asked.Samples && Asked.What == View::Suspects)
    Words.insert(
        Words.begin(),
        "--jfr=" + (Asked.SamplesFile == "<stdin>" ? "-" : Asked.SamplesFile));
  To.part(Is, Words,
          FilesAnswer(hprof::dominatorAnswer(Asked.What), std::move(*Part)));
  return Error::success();
}

Error hprof::reportSummary(HeapStore &Store, const HeapReportRequest &Request,
                           ReportWriter &To) {
  Expected<HeapFile *> File = Store.file();
  if (!File)
    return File.takeError();
  SummaryOptions Options;
  Options.Threads = Request.Threads;
  Options.Dump = Request.Dominators.Dump;
  DumpContext Context;
  Expected<DumpSummary> Found = summarize(**File, Context, Options);
  if (!Found)
    return createFileError(Store.name(), Found.takeError());
  Expected<const HeapContents *> Contents = Store.contents();
  if (!Contents)
    return Contents.takeError();
  NodeFinder Finder(**Contents);
  if (Error E = addFromObjects(*Found, Finder))
    return createFileError(Store.name(), std::move(E));
  // In a converted file, the producer is the converter.
  if ((*File)->isConverted())
    Found->Writer = DumpProducer();
  SummarizedDump Is{*Found, Context, **File, Store.isCut(),
                    Found->Dumps > 1 ? Request.Dominators.Dump : 0};
  To.part(ReportPart::Summary, Request.Words, SummaryPart(Is));
  return Error::success();
}

Error hprof::reportSuspects(const std::shared_ptr<HeapStore> &Store,
                            const HeapReportRequest &Request,
                            ReportWriter &To) {
  return reportAnswer(Store, ReportPart::Suspects, Request,
                      asked(Request, View::Suspects, To), To);
}

Error hprof::reportDominators(const std::shared_ptr<HeapStore> &Store,
                              const HeapReportRequest &Request,
                              ReportWriter &To) {
  const bool ForPeople = To.isForPeople();
  DominatorRequest Tree = asked(Request, View::ClassTree, To);
  if (!ForPeople) {
    Tree.MostRows = MostTreeRows;
    Tree.Least = [](uint64_t Reachable) { return Reachable / 20000 + 1; };
  }
  if (Error E = reportAnswer(Store, ReportPart::ClassTree, Request, Tree, To))
    return E;
  DominatorRequest Objects = asked(Request, View::Objects, To);
  Objects.Top = ForPeople ? FewRows : MostClasses;
  if (Error E = reportAnswer(Store, ReportPart::Objects, Request, Objects, To))
    return E;
  DominatorRequest Groups = asked(Request, View::Groups, To);
  Groups.Top = Objects.Top;
  Groups.By = GroupBy::Class;
  if (Error E = reportAnswer(Store, ReportPart::Classes, Request, Groups, To))
    return E;
  Groups.By = GroupBy::Loader;
  return reportAnswer(Store, ReportPart::Loaders, Request, Groups, To);
}

Error hprof::reportWaste(HeapStore &Store, const HeapReportRequest &Request,
                         ReportWriter &To) {
  Expected<const DominatorTree *> Tree = Store.dominators();
  if (!Tree)
    return Tree.takeError();
  Expected<const HeapContents *> Contents = Store.contents();
  if (!Contents)
    return Contents.takeError();
  Store.expectRandomAccess();
  LintOptions Options;
  Options.Checks.set();
  Options.Threads = Request.Threads;
  Options.Dump = Request.Dominators.Dump;
  Options.MaxRows = To.isForPeople() ? 5 : 20;
  Options.JoinByName = To.isForPeople();
  Options.IsCut = Store.isCut();
  Expected<LintReport> Found = lint(**Contents, **Tree, Options);
  if (!Found)
    return createFileError(Store.name(), Found.takeError());
  std::vector<LintedFile> Files;
  Files.push_back(LintedFile::of(Store.name(), Store.graph(), std::move(*Found),
                                 Store.isCut()));
  To.part(ReportPart::Waste, Request.Words,
          LintAnswer(std::move(Files), LintRequest()));
  return Error::success();
}

void hprof::reportThreads(ThreadAnswer::AllFiles Files, ReportPart Is,
                          ArrayRef<std::string> Words, ReportWriter &To) {
  ThreadRequest Asked;
  Asked.Summary = Asked.Stacks = true;
  Asked.Top = To.isForPeople() ? FewRows : UINT64_MAX;
  To.part(Is, Words, ThreadAnswer(std::move(Files), std::move(Asked)));
}

void hprof::reportSameThreads(ThreadAnswer::AllFiles Files,
                              ArrayRef<std::string> Words, ReportWriter &To) {
  if (countDumps(*Files) < 2)
    return;
  for (const std::string &Note : comparisonNotes(*Files))
    To.note(Note);
  ThreadRequest Asked;
  Asked.Compare = true;
  Asked.Top = To.isForPeople() ? FewRows : UINT64_MAX;
  To.part(ReportPart::SameThreads, Words,
          ThreadAnswer(std::move(Files), std::move(Asked)));
}

static void mask(const SecretMatcher &Secrets,
                 std::vector<SystemProperties::Entry> &All) {
  for (auto &[Key, Value] : All)
    if (Value)
      Value = maskSecrets(Secrets, std::move(*Value), secretNameKind(Key));
}

Error hprof::reportProperties(HeapStore &Store,
                              const HeapReportRequest &Request,
                              ReportWriter &To) {
  Expected<const HeapContents *> Contents = Store.contents();
  if (!Contents)
    return Contents.takeError();
  NodeFinder Finder(**Contents);
  Expected<SystemProperties> Found = readSystemProperties(Finder);
  if (!Found)
    return createFileError(Store.name(), Found.takeError());
  if (const SecretMatcher *Secrets = To.secrets()) {
    mask(*Secrets, Found->Properties);
    mask(*Secrets, Found->Environment);
  }
  To.part(ReportPart::Properties, Request.Words,
          PropertyPart(std::move(*Found),
                       {/*ShowsValues=*/true, Finder.hasValues()}));
  return Error::success();
}
