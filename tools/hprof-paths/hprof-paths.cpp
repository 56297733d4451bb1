//===- hprof-paths.cpp - Why objects are alive ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Question.h"
#include "hprof/GraphTool/ClassObjects.h"
#include "hprof/GraphTool/LayoutJson.h"
#include "hprof/GraphTool/OpenStore.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/Table.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

static constexpr OptionRule Rules[] = {
    {OPT_depth, OptionRule::GoesWith, {OPT_incoming, OPT_outgoing}},
    {OPT_by, OptionRule::GoesWith, {OPT_incoming, OPT_outgoing}},
    {OPT_count, OptionRule::Excludes, {OPT_incoming, OPT_outgoing}},
    {OPT_exclude, OptionRule::Excludes, {OPT_incoming, OPT_outgoing}},
};

/// For --incoming and --outgoing; levels are printed nested.
static constexpr uint64_t MostDepth = 1000;

static PathsView parseView(ToolContext &C) {
  PathsView View;
  bool ByObject = C.has(OPT_object);
  View.Count = C.number(OPT_count, ByObject ? 3 : 1);
  if (!View.Count)
    View.Count = UINT64_MAX;
  View.Top = C.top(C.format() == "text" ? 20 : UINT64_MAX);
  View.Incoming = C.has(OPT_incoming);
  View.Outgoing = C.has(OPT_outgoing);
  View.Depth = unsigned(C.number(OPT_depth, 1));
  View.ByClass = C.get(OPT_by, ByObject ? "object" : "class") == "class";
  View.Retained = C.has(OPT_retained);
  View.StrongFirst = !C.hasNamed("--ignore-references=");
  View.Excluded = C.getAll(OPT_exclude);
  View.Escape = C.escapeMode();
  return View;
}

static Error failure(const Twine &What) {
  return make_error<StringError>(What, inconvertibleErrorCode());
}

static Expected<std::vector<Question>> readQuestions(ToolContext &C,
                                                     const HeapGraph &G) {
  std::vector<Question> All;
  for (const std::string &Text : C.getAll(OPT_object)) {
    Question &Q = All.emplace_back();
    Q.Text = Text;
    uint64_t Id = 0;
    (void)StringRef(Text).getAsInteger(0, Id); // Checked by the option table.
    Node N = G.find(Id);
    if (N == NoNode)
      return failure("no object has the id " + jsonId(Id));
    Q.Targets.push_back(N);
  }
  for (const std::string &Text : C.getAll(OPT_of_class)) {
    Expected<ClassObjects> Found = objectsOfClass(G, Text);
    if (!Found)
      return Found.takeError();
    All.push_back({Found->Name, std::move(Found->Objects), /*IsClass=*/true});
  }
  return All;
}

static Error answer(Answering &A, ArrayRef<Question> All) {
  for (const Question &Q : All) {
    A.Asked = Q.Text;
    if (A.J) {
      A.J->objectBegin();
      A.J->attribute(Q.IsClass ? "class" : "object", toUtf8(Q.Text));
      A.J->attribute("objects", Q.Targets.size());
    }
    if (Error E = A.View.Incoming || A.View.Outgoing ? answerNeighbours(A, Q)
                                                     : answerPaths(A, Q))
      return E;
    if (A.J)
      A.J->objectEnd();
  }
  return Error::success();
}

static Error readFile(ToolContext &C, StringRef Path, const PathsView &View) {
  std::optional<Progress::Task> Working;
  Working.emplace(C.progress(), "analysing " + inputName(Path));
  Expected<std::unique_ptr<HeapStore>> S = openStore(C, Path);
  if (!S)
    return S.takeError();
  const HeapGraph &G = (*S)->graph();
  Expected<std::vector<Question>> All = readQuestions(C, G);
  if (!All)
    return createFileError((*S)->name(), All.takeError());
  Expected<const HeapContents *> Contents = (*S)->contents();
  if (!Contents)
    return Contents.takeError();
  const DominatorTree *Tree = nullptr;
  if (View.Retained) {
    Expected<const DominatorTree *> Made = (*S)->dominators();
    if (!Made)
      return Made.takeError();
    Tree = *Made;
  }
  (*S)->expectRandomAccess();
  // Report errors in --exclude before anything is printed.
  if (Error E = EdgeFilter::create(G, {}, *Contents, View.Excluded).takeError())
    return createFileError((*S)->name(), std::move(E));
  Working.reset();
  Answering A{**S, G, **Contents, Tree, C.progress(), View, ""};
  if (C.format() == "json") {
    JsonReport Report(C.out(), C.info().Name);
    A.J = &Report.json();
    Report->objectBegin();
    Report->attribute("file", toUtf8((*S)->name()));
    layoutJson(Report.json(), G);
    Report->attributeBegin("questions");
    Report->arrayBegin();
    if (Error E = answer(A, *All))
      return E;
    Report->arrayEnd();
    Report->attributeEnd();
    Report->objectEnd();
    Report.endFiles();
    Report.finish(C.report());
    return Error::success();
  }
  if (C.format() == "csv") {
    bool IsLevels = View.Incoming || View.Outgoing;
    std::vector<StringRef> Levels = {
        "question", "direction", "depth",      "reference", "class",
        "id",       "objects",   "references", "shallow",   "retained"};
    std::vector<StringRef> Paths = {
        "question", "through", "depth", "reference", "class",
        "id",       "objects", "paths", "ends",      "retained"};
    CsvWriter Csv(C.out(), IsLevels ? Levels : Paths, C.escapeMode());
    A.Csv = &Csv;
    return answer(A, *All);
  }
  A.OS = &C.out();
  return answer(A, *All);
}

static Error run(ToolContext &C) {
  if (Error E = checkGraphOptions(C))
    return E;
  if (!C.has(OPT_object) && !C.has(OPT_of_class))
    return usageError("nothing is asked about: give --object=<id> or "
                      "--class=<name>");
  bool IsPath = !C.has(OPT_incoming) && !C.has(OPT_outgoing);
  if (!IsPath && !C.has(OPT_retained) && C.has(OPT_ignore_references))
    return usageError("--incoming and --outgoing show references of all kinds; "
                      "--ignore-references goes with paths or --retained");
  if (uint64_t Depth = C.number(OPT_depth, 1); !Depth || Depth > MostDepth)
    return usageError("'--depth=" + C.get(OPT_depth) +
                      "': expected a number from 1 to " + Twine(MostDepth));
  for (StringRef Text : C.getAll(OPT_exclude))
    if (Error E = EdgeFilter::check(Text))
      return usageError("--exclude: " + toString(std::move(E)));
  if (C.inputs().size() > 1)
    return usageError("one dump at a time: ids mean nothing in another");
  return readFile(C, C.inputs().front(), parseView(C));
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"hprof-paths", "[options] [file]",
                   "Shows why objects are alive: paths to them from the roots",
                   InputRule::OrStdin, /*TextOutput=*/true, Rules},
                  toolOptions(), run);
}
