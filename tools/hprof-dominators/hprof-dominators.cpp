//===- hprof-dominators.cpp - What keeps memory alive ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "View.h"
#include "hprof/Analysis/Leaks/LeakSuspects.h"
#include "hprof/Format/Base/ByteSize.h"
#include "hprof/Format/Base/ClassPattern.h"
#include "hprof/GraphTool/ClassObjects.h"
#include "hprof/GraphTool/OpenStore.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/Tool/AnswerOutput.h"
#include "hprof/Tool/ToolMain.h"
#include "hprof/Tool/ToolOptions.h"
#include "llvm/ADT/StringExtras.h"

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

using Part = DominatorView::Part;

uint64_t Share::of(uint64_t Whole) const {
  if (Bytes)
    return *Bytes;
  return Percent > 0 ? shareOf(Whole, Percent) : 0;
}

Expected<Share> Share::parse(StringRef Option, StringRef Text) {
  StringRef Number = Text;
  Share S;
  S.Text = Text.str();
  if (Number.consume_back("%")) {
    if (!Number.getAsDouble(S.Percent) && S.Percent >= 0 && S.Percent <= 100)
      return S;
  } else if (Expected<uint64_t> Bytes = parseByteSize(Text)) {
    S.Bytes = *Bytes;
    return S;
  } else {
    consumeError(Bytes.takeError());
  }
  return usageError("'" + Option + Text +
                    "': expected a percentage such as 0.5%, or bytes such as "
                    "10M");
}

static constexpr OptionRule Rules[] = {
    // The parts, which exclude each other.
    {OPT_by,
     OptionRule::Excludes,
     {OPT_drops, OPT_suspects, OPT_suspects_eq, OPT_collapsed, OPT_group,
      OPT_tree, OPT_object}},
    {OPT_of_class,
     OptionRule::Excludes,
     {OPT_by, OPT_drops, OPT_suspects, OPT_suspects_eq, OPT_collapsed,
      OPT_group, OPT_tree, OPT_object}},
    {OPT_drops,
     OptionRule::Excludes,
     {OPT_suspects, OPT_suspects_eq, OPT_collapsed, OPT_group, OPT_tree,
      OPT_object}},
    {OPT_suspects,
     OptionRule::Excludes,
     {OPT_collapsed, OPT_group, OPT_tree, OPT_object}},
    {OPT_suspects_eq,
     OptionRule::Excludes,
     {OPT_collapsed, OPT_group, OPT_tree, OPT_object, OPT_min}},
    // Options for only some of them.
    {OPT_fields, OptionRule::GoesWith, {OPT_of_class}},
    {OPT_app, OptionRule::GoesWith, {OPT_suspects, OPT_suspects_eq}},
    {OPT_depth,
     OptionRule::GoesWith,
     {OPT_tree, OPT_object, OPT_group, OPT_collapsed}},
    {OPT_min,
     OptionRule::GoesWith,
     {OPT_tree, OPT_object, OPT_group, OPT_collapsed, OPT_drops, OPT_suspects,
      OPT_suspects_eq}},
};

/// The group called \p Name.
static GroupBy groupCalled(StringRef Name) {
  for (GroupBy By : {GroupBy::Name, GroupBy::Package, GroupBy::Loader})
    if (groupName(By) == Name)
      return By;
  return GroupBy::Class;
}

static Part parsePart(ToolContext &C) {
  if (C.has(OPT_of_class))
    return Part::OfClass;
  return Part::Table;
}

static Expected<DominatorView> parseView(ToolContext &C) {
  DominatorView View;
  View.What = parsePart(C);
  using Shown = DominatorRequest::View;
  const bool IsSuspects = C.has(OPT_suspects) || C.has(OPT_suspects_eq);
  const bool IsTree = C.has(OPT_tree) || C.has(OPT_object);
  View.Request.What = C.has(OPT_by)          ? Shown::Groups
                      : C.has(OPT_drops)     ? Shown::Drops
                      : IsSuspects           ? Shown::Suspects
                      : C.has(OPT_collapsed) ? Shown::Collapsed
                      : C.has(OPT_group)     ? Shown::ClassTree
                      : IsTree               ? Shown::Tree
                                             : Shown::Objects;
  View.Request.By = groupCalled(C.get(OPT_by));
  View.Request.IsVerbose = C.report().isVerbose();
  View.Request.AsksForKept = C.hasNamed("--keep-unreachable");
  (void)C.named("--dump=", "1").getAsInteger(10, View.Request.Dump);
  for (const std::string &Id : C.getAll(OPT_object)) {
    uint64_t Number = 0;
    if (StringRef(Id).getAsInteger(0, Number))
      return usageError("'--object=" + Id + "': expected an id such as 0x7f00");
    View.Request.Objects.push_back(Number);
  }
  View.Class = C.get(OPT_of_class).str();
  if (C.has(OPT_fields))
    for (StringRef Field : split(C.get(OPT_fields), ','))
      if (!is_contained(View.Fields, Field.trim()))
        View.Fields.push_back(Field.trim().str());
  for (StringRef Field : View.Fields)
    if (Field.empty() || Field.starts_with(".") || Field.ends_with(".") ||
        Field.contains(".."))
      return usageError("'--fields=" + C.get(OPT_fields) +
                        "': expected names such as a,b.c");
  if (View.Request.What == Shown::Collapsed)
    View.Min.Percent = 0.1;
  if (IsSuspects)
    View.Min.Percent = DefaultSuspectPercent;
  for (auto [Option, Name] : {std::pair(OPT_min, "--min="),
                              std::pair(OPT_suspects_eq, "--suspects=")}) {
    if (!C.has(Option))
      continue;
    Expected<Share> Min = Share::parse(Name, C.get(Option));
    if (!Min)
      return Min.takeError();
    View.Min = *Min;
    if (IsSuspects && !Min->Bytes.value_or(0) && !Min->Percent)
      return usageError("'" + Twine(Name) + C.get(Option) +
                        "': expected more than 0, which every object retains");
    // So few bytes are surely a mistake.
    uint64_t Bare = 0;
    if (IsSuspects && !C.get(Option).getAsInteger(10, Bare) && Bare <= 100)
      return usageError("'" + Twine(Name) + C.get(Option) +
                        "': are these bytes? A share is written " +
                        Twine(Bare) + "%");
  }
  uint64_t Depth = C.number(OPT_depth, 64);
  View.Request.Depth =
      Depth && Depth < UINT32_MAX ? unsigned(Depth) : UINT32_MAX;
  const bool HasRows =
      View.What == Part::OfClass || View.Request.What == Shown::Objects ||
      View.Request.What == Shown::Groups || View.Request.What == Shown::Drops;
  View.Top = C.top(C.isForPeople() && HasRows ? 20 : UINT64_MAX);
  View.Request.Top = View.Top;
  View.Request.Least = [Min = View.Min](uint64_t All) { return Min.of(All); };
  if (View.Request.What == Shown::Collapsed && C.format() != "text")
    return usageError("--collapsed has a format of its own");
  if (View.What != Part::Table &&
      (C.format() == "jsonl" || C.format() == "markdown"))
    return usageError("--format=" + C.format() + " does not go with --class");
  View.Request.ForPeople = C.isForPeople();
  View.Request.AskedLeast = View.Min.Text;
  if (C.hasNamed("--ignore-references="))
    View.Request.AskedToIgnore = C.named("--ignore-references=").str();
  for (StringRef Option : {"--layout=", "--dump=", "--index="})
    if (StringRef Value = C.named(Option); !Value.empty())
      View.Request.Reading.push_back((Option + Value).str());
  return View;
}

static Error print(const DominatorOutput &Out) {
  printHead(Out);
  switch (Out.View.What) {
  case Part::OfClass:
    return printOfClass(Out);
  case Part::Table:
    break;
  }
  llvm_unreachable("unhandled part");
}

namespace {

/// The output for all inputs. Prints nothing until an input has a result, so
/// that there is no empty report.
class Printer {
public:
  Printer(ToolContext &C, const DominatorView &View) : C(C), View(View) {}
  Error add(StringRef Path);
  void finish();

private:
  void begin();
  Error answer(DominatorOutput &Out, ClassObjects &Of);

  ToolContext &C;
  const DominatorView &View;
  std::optional<JsonReport> J;
  std::optional<CsvWriter> Csv;
  bool HasBegun = false;
};

} // namespace

void Printer::begin() {
  bool IsFirst = !HasBegun;
  HasBegun = true;
  if (C.format() == "text") {
    if (!IsFirst)
      C.out() << '\n';
    return;
  }
  if (!IsFirst)
    return;
  if (C.format() == "csv") {
    std::vector<std::string> Names = csvColumns(View);
    std::vector<StringRef> Columns(Names.begin(), Names.end());
    Csv.emplace(C.out(), Columns, C.escapeMode());
    return;
  }
  J.emplace(C.out(), "hprof-dominators");
}

/// Whether --app means any class of the input.
static Error checkProgram(ToolContext &C, const HeapStore &Store) {
  if (!C.has(OPT_app))
    return Error::success();
  Expected<ClassPattern> Program = ClassPattern::create(C.get(OPT_app));
  if (!Program)
    return Program.takeError();
  ClassSuggestion Near(*Program);
  for (const GraphClass &Class : Store.graph().classes()) {
    if (Program->matches(Class.Name))
      return Error::success();
    Near.offer(Class.Name);
  }
  return createFileError(
      Store.name(), createStringError("--app: no class matches '" +
                                      Program->text() + "'" + Near.text()));
}

/// Does everything that can fail, before anything is printed.
Error Printer::answer(DominatorOutput &Out, ClassObjects &Of) {
  Expected<const DominatorTree *> Tree = Out.Store.dominators();
  if (!Tree)
    return Tree.takeError();
  Out.T = *Tree;
  Out.Totals = (*Tree)->totals();
  return findClass(Out, Of);
}

/// Adds an input. In JSON, its object is completed even after errors.
Error Printer::add(StringRef Path) {
  std::optional<Progress::Task> Working;
  Working.emplace(C.progress(), "analysing " + inputName(Path));
  Expected<std::unique_ptr<HeapStore>> S =
      openStore(C, Path, /*File=*/nullptr, /*IgnoredByDefault=*/{},
                /*KeepIfCut=*/true);
  if (!S)
    return S.takeError();
  DominatorOutput Out{C,
                      View,
                      **S,
                      (*S)->graph(),
                      /*T=*/nullptr,
                      /*Totals=*/{},
                      /*Missing=*/0,
                      C.out(),
                      C.escapeMode(),
                      /*J=*/nullptr,
                      /*Csv=*/nullptr};
  Expected<uint64_t> Missing = (*S)->missingBytes();
  if (!Missing)
    return Missing.takeError();
  Out.Missing = *Missing;
  ClassObjects Of;
  if (Error E = answer(Out, Of))
    return E;
  Working.reset();
  begin();
  Out.Csv = Csv ? &*Csv : nullptr;
  if (!J)
    return print(Out);
  Out.J = &J->json();
  Error E = Error::success();
  J->json().object([&] { E = print(Out); });
  return E;
}

void Printer::finish() {
  if (!J)
    return;
  J->endFiles();
  J->finish(C.report());
}

/// Answers with a table of each input.
static Error printTables(ToolContext &C, const DominatorRequest &Request) {
  Error All = Error::success();
  auto Next = [&, At = size_t(0)]() mutable -> std::unique_ptr<FilePart> {
    while (At != C.inputs().size()) {
      const std::string &Path = C.inputs()[At++];
      Progress::Task Working(C.progress(), "analysing " + inputName(Path));
      Expected<std::unique_ptr<HeapStore>> S =
          openStore(C, Path, /*File=*/nullptr, /*IgnoredByDefault=*/{},
                    /*KeepIfCut=*/true);
      Error Failed = S ? checkProgram(C, **S) : S.takeError();
      if (!Failed) {
        Expected<std::unique_ptr<FilePart>> Part =
            dominatorPart(std::move(*S), Request);
        if (Part)
          return std::move(*Part);
        Failed = Part.takeError();
      }
      // A bad input must not suppress the results for others.
      All = joinErrors(std::move(All), std::move(Failed));
    }
    return nullptr;
  };
  FilesAnswer::Opener Open = std::move(Next);
  if (std::unique_ptr<FilePart> First = Open())
    printAnswer(C, FilesAnswer(dominatorAnswer(Request.What), std::move(First),
                               std::move(Open)));
  return All;
}

static Error run(ToolContext &C) {
  if (Error E = checkGraphOptions(C))
    return E;
  Expected<DominatorView> View = parseView(C);
  if (!View)
    return View.takeError();
  if (View->What == Part::Table)
    return printTables(C, View->Request);
  // A bad input must not suppress the results for others.
  Printer P(C, *View);
  Error All = Error::success();
  for (const std::string &Path : C.inputs())
    All = joinErrors(std::move(All), P.add(Path));
  P.finish();
  return All;
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"hprof-dominators", "[options] [file...]",
                   "Shows which objects keep how much memory alive",
                   InputRule::OrStdin, /*TextOutput=*/true, Rules},
                  toolOptions(), run);
}
