//===- hprof-lint.cpp - Finds waste and smells in heaps -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LintPrinter.h"
#include "hprof/Analysis/Contents/ContentsHeap.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/GraphTool/OpenStore.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

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

static Expected<const LintInfo *> checkCalled(StringRef Name) {
  if (const LintInfo *L = findLint(Name))
    return L;
  std::string Best;
  unsigned Distance = unsigned(Name.size()) / 3 + 1;
  for (const LintInfo &L : lints())
    if (unsigned D = Name.edit_distance_insensitive(L.Name, true, Distance);
        D < Distance) {
      Distance = D;
      Best = L.Name;
    }
  return usageError("no check is called '" + Name + "'; " +
                    (Best.empty() ? "" : "did you mean '" + Best + "'? ") +
                    "--list prints them");
}

static Expected<std::bitset<NumLints>> parseChecks(ToolContext &C) {
  std::bitset<NumLints> Checks;
  if (!C.has(OPT_only_eq))
    Checks.set();
  for (unsigned Option : {OPT_only_eq, OPT_skip_eq})
    for (const std::string &Name : C.getAll(Option)) {
      Expected<const LintInfo *> L = checkCalled(Name);
      if (!L)
        return L.takeError();
      Checks.set(unsigned((*L)->Id), Option == OPT_only_eq);
    }
  // Otherwise a check would pass because a script's variable is empty.
  if (Checks.none())
    return usageError("--only= and --skip= leave no check to make");
  return Checks;
}

static Error parseLimits(ToolContext &C, LintOptions &Options) {
  for (const std::string &Text : C.getAll(OPT_limit)) {
    auto [Name, Number] = StringRef(Text).split('=');
    Expected<const LintInfo *> Found = checkCalled(Name);
    if (!Found)
      return Found.takeError();
    const LintInfo *L = *Found;
    if (!L->Limit)
      return usageError("the check '" + Name + "' has no limit");
    if (Number.getAsInteger(10, Options.Limits[unsigned(L->Id)]))
      return usageError("'" + Text + "': expected " + Name + "=<number>, the " +
                        L->LimitText);
  }
  return Error::success();
}

static void rememberIds(const HeapGraph &G, FileLint &File) {
  auto Add = [&](Node N) {
    if (N != NoNode)
      File.Ids[N] = G.id(N);
  };
  for (const LintFinding &F : File.Report.Findings) {
    for (const LintRow &R : F.Rows) {
      for (Node N : R.Examples)
        Add(N);
      for (const LintHolder &H : R.Holders)
        Add(H.Example);
    }
    for (const LintHolder &H : F.Holders)
      Add(H.Example);
  }
}

static Expected<FileLint> lintFile(ToolContext &C, StringRef Path,
                                   LintOptions Options) {
  // Canonicalizing maps and cleaners hold nothing; the real holder should be
  // reported.
  ReferenceKinds Ignored;
  Ignored.insert(ReferenceKind::Weak);
  Ignored.insert(ReferenceKind::Phantom);
  Progress::Task Working(C.progress(),
                         "looking for waste in " + inputName(Path));
  Expected<std::unique_ptr<HeapStore>> S =
      openStore(C, Path, /*File=*/nullptr, Ignored);
  if (!S)
    return S.takeError();
  Expected<const DominatorTree *> Tree = (*S)->dominators();
  if (!Tree)
    return Tree.takeError();
  Expected<const HeapContents *> Contents = (*S)->contents();
  if (!Contents)
    return Contents.takeError();
  (*S)->expectRandomAccess();
  C.progress().phase("looking at " + (*S)->name(),
                     (*Contents)->file().source().size().value_or(0));
  if (C.progress().enabled())
    Options.OnProgress = [&](const char *, uint64_t Done, uint64_t) {
      C.progress().reachedAtLeast(Done);
    };
  Options.IsCut = (*S)->isCut();
  FileLint File;
  File.File = (*S)->name();
  Expected<LintReport> Report = lint(**Contents, **Tree, Options);
  C.progress().finish();
  if (!Report)
    return createFileError(File.File, Report.takeError());
  File.Report = std::move(*Report);
  File.IsCut = (*S)->isCut();
  File.Layout = (*S)->graph().layout().Name;
  File.LayoutText = (*S)->graph().layout().Text;
  File.IsLayoutCertain = (*S)->graph().isLayoutCertain();
  File.LayoutEvidence = (*S)->graph().layoutEvidence();
  rememberIds((*S)->graph(), File);
  return File;
}

/// For --collection: the fill level of one collection.
static Expected<FoundCollection> findCollection(ToolContext &C, StringRef Path,
                                                uint64_t Id) {
  Expected<std::unique_ptr<HeapStore>> S = openStore(C, Path);
  if (!S)
    return S.takeError();
  Expected<const HeapContents *> Contents = (*S)->contents();
  if (!Contents)
    return Contents.takeError();
  const HeapGraph &G = (*S)->graph();
  Node N = G.find(Id);
  if (N == NoNode)
    return createFileError(
        (*S)->name(), createStringError("there is no object " + jsonId(Id)));
  std::optional<CollectionSize> Size = collectionSize(**Contents, N);
  if (!Size)
    return createFileError(
        (*S)->name(), createStringError(G.describe(N) + " " + jsonId(Id) +
                                        " is no collection that is known"));
  return FoundCollection{(*S)->name(), G.describe(N), Id, Size->Size,
                         Size->Slots};
}

/// Warns and sets exit status 4 if too much is wasted.
static void checkGate(ToolContext &C, const FileLint &File,
                      const LintView &View) {
  std::optional<uint64_t> Most = C.size(OPT_fail_above);
  uint64_t Wasted = wastedBytes(File.Report, View);
  if (!Most || Wasted <= *Most)
    return;
  C.report().warning(
      "'" + File.File + "': " + counted(Wasted, "byte is", "bytes are") +
      " wasted, more than the " + Twine(*Most) + " that --fail-above allows");
  C.report().tripGate();
}

static Error run(ToolContext &C) {
  if (C.has(OPT_list_checks)) {
    if (!C.inputs().empty())
      return usageError("unexpected argument '" + C.inputs().front() + "'");
    printChecks(C.out(), C.format(), C.report());
    return Error::success();
  }
  if (Error E = C.defaultToStdin())
    return E;
  if (Error E = checkGraphOptions(C))
    return E;
  LintOptions Options;
  Expected<std::bitset<NumLints>> Checks = parseChecks(C);
  if (!Checks)
    return Checks.takeError();
  Options.Checks = *Checks;
  if (Error E = parseLimits(C, Options))
    return E;
  Options.Threads = C.threads();
  C.named("--dump=", "1").getAsInteger(10, Options.Dump);
  // A report with more rows would be useless.
  constexpr uint64_t MostRows = 100000;
  Options.MaxRows =
      std::min<uint64_t>(C.top(C.format() == "text" ? 5 : 20), MostRows);

  Options.JoinByName = C.format() == "text";

  LintView View;
  View.Min = C.size(OPT_min);
  View.AddHints = C.has(OPT_hints);
  View.Escape = C.escapeMode();
  Error All = Error::success();
  if (C.has(OPT_collection)) {
    std::vector<FoundCollection> Found =
        C.readInputs<FoundCollection>(All, [&](const std::string &Path) {
          return findCollection(C, Path, C.number(OPT_collection, 0));
        });
    if (Found.empty())
      return All;
    printCollections(C.out(), C.format(), Found, View, C.report());
    return All;
  }
  std::vector<FileLint> Files = C.readInputs<FileLint>(
      All, [&](const std::string &Path) { return lintFile(C, Path, Options); });
  if (Files.empty())
    return All;
  for (const FileLint &File : Files)
    checkGate(C, File, View);
  if (C.format() == "json")
    printJson(C.out(), Files, View, C.report(), C.has(OPT_fail_above));
  else if (C.format() == "csv")
    printCsv(C.out(), Files, View);
  else
    for (const FileLint &File : Files)
      printText(C.out(), File, View);
  return All;
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"hprof-lint", "[options] [file...]",
                   "Finds memory that a heap wastes, and what tends to leak",
                   InputRule::AnyNumber, /*TextOutput=*/true, Rules},
                  toolOptions(), run);
}
