//===- hprof-report.cpp - One page on a heap dump -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PageText.h"
#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/GraphTool/OpenStore.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/Report/HeapReport.h"
#include "hprof/Report/MaskedReport.h"
#include "hprof/Report/Page.h"
#include "hprof/Secrets/SecretMatcher.h"
#include "hprof/ThreadTool/ReadThreads.h"
#include "hprof/Tool/ToolMain.h"
#include "hprof/Tool/ToolOptions.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

static Expected<HeapReportRequest> parseRequest(ToolContext &C,
                                                const std::string &Path) {
  HeapReportRequest R;
  R.Threads = C.threads();
  DominatorRequest &D = R.Dominators;
  (void)C.named("--dump=", "1").getAsInteger(10, D.Dump);
  D.AsksForKept = C.hasNamed("--keep-unreachable");
  if (C.hasNamed("--ignore-references="))
    D.AskedToIgnore = C.named("--ignore-references=").str();
  for (StringRef Option : {"--layout=", "--dump=", "--index="})
    if (StringRef Value = C.named(Option); !Value.empty())
      D.Reading.push_back((Option + Value).str());
  R.Words = D.Reading;
  if (D.AsksForKept)
    R.Words.push_back("--keep-unreachable");
  if (D.AskedToIgnore)
    R.Words.push_back("--ignore-references=" + *D.AskedToIgnore);
  R.Words.push_back(Path);
  if (C.has(OPT_show_values))
    return R;
  Expected<SecretMatcher> Secrets = SecretMatcher::create(builtinSecretRules());
  if (!Secrets)
    return Secrets.takeError();
  R.Secrets = std::make_shared<const SecretMatcher>(std::move(*Secrets));
  return R;
}

/// What holds nothing: hprof-lint ignores it by default.
static ReferenceKinds withoutHold() {
  ReferenceKinds Kinds;
  Kinds.insert(ReferenceKind::Weak);
  Kinds.insert(ReferenceKind::Phantom);
  return Kinds;
}

static Error writeParts(ToolContext &C, const std::string &Path,
                        const HeapReportRequest &Request, ReportWriter &To) {
  Progress::Task Working(C.progress(), "analysing " + inputName(Path));
  Expected<std::unique_ptr<HeapStore>> Opened =
      openStore(C, Path, /*File=*/nullptr, /*IgnoredByDefault=*/{},
                /*KeepIfCut=*/true);
  if (!Opened)
    return Opened.takeError();
  const std::shared_ptr<HeapStore> Store = std::move(*Opened);
  if (Error E = reportSuspects(Store, Request, To))
    return E;
  if (Error E = reportSummary(*Store, Request, To))
    return E;
  if (Error E = reportDominators(Store, Request, To))
    return E;
  Expected<StoreOptions> Options = storeOptions(C);
  if (!Options)
    return Options.takeError();
  Options->IgnoredByDefault = withoutHold();
  Expected<std::unique_ptr<HeapStore>> Holding =
      HeapStore::open(Path, *Options, storeEvents(C, Path));
  if (!Holding)
    return Holding.takeError();
  if (Error E = reportWaste(**Holding, Request, To))
    return E;
  Expected<FileThreads> Threads = readThreads(C, Path);
  if (!Threads)
    return Threads.takeError();
  if (Error E = addRetained(*Store, *Threads))
    return E;
  reportThreads(std::move(*Threads), Request, To);
  return reportProperties(*Store, Request, To);
}

static Error reportHeap(ToolContext &C, const std::string &Path,
                        ReportWriter &To) {
  Expected<HeapReportRequest> Request = parseRequest(C, Path);
  if (!Request)
    return Request.takeError();
  if (!Request->Secrets)
    return writeParts(C, Path, *Request, To);
  MaskedReport Masked(To, Request->Secrets);
  return writeParts(C, Path, *Request, Masked);
}

static Error run(ToolContext &C) {
  if (Error E = checkGraphOptions(C))
    return E;
  if (C.inputs().size() != 1)
    return usageError("expected a heap dump");
  const std::string &Path = C.inputs().front();
  // Threads are read from it, too.
  if (sys::fs::exists(Path) ? !sys::fs::is_regular_file(Path) : Path == "-")
    return createFileError(inputName(Path),
                           createStringError("a report needs a file that can "
                                             "be read more than once"));
  if (C.format() == "md") {
    MarkdownReport To(C.out(), EscapeMode::Escape);
    return reportHeap(C, Path, To);
  }
  JsonDocument To;
  if (Error E = reportHeap(C, Path, To))
    return E;
  std::string Json;
  raw_string_ostream OS(Json);
  To.write(OS, C.report());
  if (!writePage(C.out(), pageText(), OS.str()))
    llvm_unreachable("the page has no mark");
  return Error::success();
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"hprof-report", "[options] file",
                   "Makes a page that shows what a heap dump holds, and why",
                   InputRule::AnyNumber},
                  toolOptions(), run);
}
