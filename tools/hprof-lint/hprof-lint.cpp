//===- hprof-lint.cpp - Finds waste and smells in heaps -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LintArguments.h"
#include "hprof/Analysis/Lint/Answers/LintAnswer.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/GraphTool/OpenStore.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/Tool/AnswerOutput.h"
#include "hprof/Tool/ToolMain.h"

#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

static constexpr OptionRule Rules[] = {
    // Options for a report.
    {OPT_only_eq, OptionRule::Excludes, {OPT_list_checks, OPT_collection}},
    {OPT_skip_eq, OptionRule::Excludes, {OPT_list_checks, OPT_collection}},
    {OPT_limit, OptionRule::Excludes, {OPT_list_checks, OPT_collection}},
    {OPT_min, OptionRule::Excludes, {OPT_list_checks, OPT_collection}},
    {OPT_top, OptionRule::Excludes, {OPT_list_checks, OPT_collection}},
    {OPT_fail_above, OptionRule::Excludes, {OPT_list_checks, OPT_collection}},
    {OPT_hints, OptionRule::Excludes, {OPT_list_checks, OPT_collection}},
    {OPT_collection, OptionRule::Excludes, {OPT_list_checks}},
};

/// Options in the order in which --help lists them.
static constexpr unsigned HelpOrder[] = {
    OPT_list_checks, OPT_only_eq, OPT_skip_eq,    OPT_limit,
    OPT_min,         OPT_hints,   OPT_fail_above, OPT_collection,
};

static Expected<LintedFile> lintFile(ToolContext &C, StringRef Path,
                                     LintOptions Options) {
  // Canonicalizing maps and cleaners keep nothing alive; the actual holder
  // should be reported.
  ReferenceKinds Ignored;
  Ignored.insert(ReferenceKind::Weak);
  Ignored.insert(ReferenceKind::Phantom);
  Progress::Task Working(C.progress(),
                         "searching for waste in " + inputName(Path));
  Expected<std::unique_ptr<HeapStore>> S =
      openStore(C, Path, /*File=*/nullptr, Ignored);
  if (!S)
    return S.takeError();
  tellDump(C, **S);
  Expected<const DominatorTree *> Tree = (*S)->dominators();
  if (!Tree)
    return Tree.takeError();
  Expected<const HeapContents *> Contents = (*S)->contents();
  if (!Contents)
    return Contents.takeError();
  (*S)->expectRandomAccess();
  C.progress().phase("checking " + (*S)->name(),
                     (*Contents)->file().source().size().value_or(0));
  if (C.progress().enabled())
    Options.OnProgress = [&](const char *, uint64_t Done, uint64_t) {
      C.progress().reachedAtLeast(Done);
    };
  Options.IsCut = (*S)->isCut();
  Expected<LintReport> Report = lint(**Contents, **Tree, Options);
  C.progress().finish();
  if (!Report)
    return createFileError((*S)->name(), Report.takeError());
  return LintedFile::of((*S)->name(), (*S)->graph(), std::move(*Report),
                        (*S)->isCut());
}

/// For --collection: the fill level of one collection.
static Expected<FoundCollection> findCollection(ToolContext &C, StringRef Path,
                                                uint64_t Id) {
  Expected<std::unique_ptr<HeapStore>> S = openStore(C, Path);
  if (!S)
    return S.takeError();
  tellDump(C, **S);
  Expected<const HeapContents *> Contents = (*S)->contents();
  if (!Contents)
    return Contents.takeError();
  return FoundCollection::find(**Contents, (*S)->name(), Id);
}

/// Warns and sets exit status 4 if too much is wasted.
static void checkGate(ToolContext &C, const LintedFile &File,
                      const LintRequest &Request) {
  std::optional<uint64_t> Most = C.size(OPT_fail_above);
  uint64_t Wasted = wastedBytes(File.Report, Request.AddHints);
  if (!Most || Wasted <= *Most)
    return;
  C.report().warning("'" + File.Name +
                     "': " + counted(Wasted, "byte is", "bytes are") +
                     " wasted, --fail-above allows " + Twine(*Most));
  C.report().tripGate();
}

static Error run(ToolContext &C) {
  if (C.has(OPT_list_checks)) {
    if (!C.inputs().empty())
      return usageError("unexpected argument '" + C.inputs().front() + "'");
    printAnswer(C, LintChecks());
    return Error::success();
  }
  if (Error E = C.defaultToStdin())
    return E;
  if (Error E = checkGraphOptions(C))
    return E;
  LintOptions Options;
  Expected<std::bitset<NumLints>> Checks = parseChecks(
      C.getAll(OPT_only_eq), C.getAll(OPT_skip_eq), C.has(OPT_only_eq));
  if (!Checks)
    return Checks.takeError();
  Options.Checks = *Checks;
  if (Error E = parseLimits(C.getAll(OPT_limit), Options))
    return E;
  Options.Threads = C.threads();
  C.named("--dump=", "1").getAsInteger(10, Options.Dump);
  // A report with more rows would be useless.
  constexpr uint64_t MostRows = 100000;
  Options.MaxRows =
      std::min<uint64_t>(C.top(C.isForPeople() ? 5 : 20), MostRows);
  Options.JoinByName = C.isForPeople();

  const LintRequest Request{C.size(OPT_min), C.has(OPT_hints),
                            C.has(OPT_fail_above)};
  Error All = Error::success();
  if (C.has(OPT_collection)) {
    std::vector<FoundCollection> Found =
        C.readInputs<FoundCollection>(All, [&](const std::string &Path) {
          return findCollection(C, Path, C.number(OPT_collection, 0));
        });
    if (!Found.empty())
      printAnswer(C, CollectionAnswer(std::move(Found)));
    return All;
  }
  std::vector<LintedFile> Files = C.readInputs<LintedFile>(
      All, [&](const std::string &Path) { return lintFile(C, Path, Options); });
  if (Files.empty())
    return All;
  for (const LintedFile &File : Files)
    checkGate(C, File, Request);
  printAnswer(C, LintAnswer(std::move(Files), Request));
  return All;
}

int main(int Argc, char **Argv) {
  return toolMain(
      Argc, Argv,
      {"hprof-lint", "[options] [file...]",
       "Finds wasted memory and common causes of leaks in heap dumps",
       InputRule::AnyNumber, /*TextOutput=*/true, Rules,
       /*PrintsValues=*/false, HelpOrder},
      toolOptions(), run);
}
