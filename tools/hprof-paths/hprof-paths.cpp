//===- hprof-paths.cpp - Paths that keep objects alive --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Contents/EdgeFilter.h"
#include "hprof/Analysis/Graph/ClassObjects.h"
#include "hprof/Analysis/Store/Answers/PathAnswers.h"
#include "hprof/GraphTool/OpenStore.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/Tool/AnswerOutput.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/ToolMain.h"

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

static constexpr OptionRule Rules[] = {
    {OPT_depth, OptionRule::GoesWith, {OPT_incoming, OPT_outgoing}},
    {OPT_by, OptionRule::GoesWith, {OPT_incoming, OPT_outgoing}},
    {OPT_count, OptionRule::Excludes, {OPT_incoming, OPT_outgoing}},
    {OPT_exclude, OptionRule::Excludes, {OPT_incoming, OPT_outgoing}},
};

/// Options in the order in which --help lists them.
static constexpr unsigned HelpOrder[] = {
    OPT_object, OPT_of_class, OPT_count,   OPT_incoming, OPT_outgoing,
    OPT_depth,  OPT_by,       OPT_exclude, OPT_retained,
};

/// Maximum depth for --incoming and --outgoing, whose levels are nested.
static constexpr uint64_t MostDepth = 1000;

static PathRequest parseRequest(ToolContext &C) {
  PathRequest Request;
  bool ByObject = C.has(OPT_object);
  Request.Count = C.number(OPT_count, ByObject ? 3 : 1);
  if (!Request.Count)
    Request.Count = UINT64_MAX;
  Request.Top = C.top(C.isForPeople() ? 20 : UINT64_MAX);
  Request.Incoming = C.has(OPT_incoming);
  Request.Outgoing = C.has(OPT_outgoing);
  Request.Depth = unsigned(C.number(OPT_depth, 1));
  Request.ByClass = C.get(OPT_by, ByObject ? "object" : "class") == "class";
  Request.IsWithRetained = C.has(OPT_retained);
  Request.StrongFirst = !C.hasNamed("--ignore-references=");
  Request.Excluded = C.getAll(OPT_exclude);
  Request.JoinNames = C.isForPeople();
  Request.IsWithReferrers = C.isForPeople() || C.format() == "json";
  return Request;
}

static Error failure(const Twine &What) {
  return make_error<StringError>(What, inconvertibleErrorCode());
}

static Expected<std::vector<HeapQuestion>> readQuestions(ToolContext &C,
                                                         const HeapGraph &G) {
  std::vector<HeapQuestion> All;
  for (const std::string &Text : C.getAll(OPT_object)) {
    HeapQuestion &Q = All.emplace_back();
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

static bool asksForPaths(ToolContext &C) {
  return !C.has(OPT_incoming) && !C.has(OPT_outgoing);
}

static Expected<std::unique_ptr<Answer>> answer(ToolContext &C,
                                                StringRef Path) {
  std::optional<Progress::Task> Working;
  Working.emplace(C.progress(), "analyzing " + inputName(Path));
  Expected<std::unique_ptr<HeapStore>> S = openStore(C, Path);
  if (!S)
    return S.takeError();
  tellDump(C, **S);
  Expected<std::vector<HeapQuestion>> All = readQuestions(C, (*S)->graph());
  if (!All)
    return createFileError((*S)->name(), All.takeError());
  if (asksForPaths(C))
    Working.emplace(C.progress(), "searching for paths in " + (*S)->name());
  return pathAnswer(std::move(*S), std::move(*All), parseRequest(C));
}

static Error run(ToolContext &C) {
  if (Error E = checkGraphOptions(C))
    return E;
  if (!C.has(OPT_object) && !C.has(OPT_of_class))
    return usageError("specify --object=<id> or --class=<name>");
  if (!asksForPaths(C) && !C.has(OPT_retained) && C.has(OPT_ignore_references))
    return usageError("--incoming and --outgoing show references of all kinds; "
                      "--ignore-references applies to paths and --retained");
  if (uint64_t Depth = C.number(OPT_depth, 1); !Depth || Depth > MostDepth)
    return usageError("'--depth=" + C.get(OPT_depth) +
                      "': expected a number from 1 to " + Twine(MostDepth));
  for (StringRef Text : C.getAll(OPT_exclude))
    if (Error E = EdgeFilter::check(Text))
      return usageError("--exclude: " + toString(std::move(E)));
  if (C.inputs().size() > 1)
    return usageError("expected one input, since ids differ between dumps");
  Expected<std::unique_ptr<Answer>> Found = answer(C, C.inputs().front());
  if (!Found)
    return Found.takeError();
  printAnswer(C, **Found);
  return Error::success();
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"hprof-paths", "[options] [file]",
                   "Shows why objects are alive: their paths from GC roots",
                   InputRule::OrStdin, /*TextOutput=*/true, Rules,
                   /*PrintsValues=*/false, HelpOrder},
                  toolOptions(), run);
}
