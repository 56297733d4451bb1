//===- hprof-dominators.cpp - Retained sizes and leak suspects ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DominatorArguments.h"
#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/GraphTool/OpenStore.h"
#include "hprof/GraphTool/SampleFile.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/Tool/AnswerOutput.h"
#include "hprof/Tool/ToolMain.h"
#include "hprof/Tool/ToolOptions.h"

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

using View = DominatorRequest::View;

static constexpr OptionRule Rules[] = {
    // Mutually exclusive parts.
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
    // Options for some of these only.
    {OPT_fields, OptionRule::GoesWith, {OPT_of_class}},
    {OPT_app, OptionRule::GoesWith, {OPT_suspects, OPT_suspects_eq}},
    {OPT_jfr, OptionRule::GoesWith, {OPT_suspects, OPT_suspects_eq}},
    {OPT_depth,
     OptionRule::GoesWith,
     {OPT_tree, OPT_object, OPT_group, OPT_collapsed}},
    {OPT_min,
     OptionRule::GoesWith,
     {OPT_tree, OPT_object, OPT_group, OPT_collapsed, OPT_drops, OPT_suspects,
      OPT_suspects_eq}},
};

/// Options in the order in which --help lists them.
static constexpr unsigned HelpOrder[] = {
    OPT_suspects, OPT_suspects_eq, OPT_app,   OPT_jfr,       OPT_by,
    OPT_of_class, OPT_fields,      OPT_tree,  OPT_object,    OPT_group,
    OPT_depth,    OPT_min,         OPT_drops, OPT_collapsed,
};

static View parseView(ToolContext &C) {
  if (C.has(OPT_of_class))
    return View::OfClass;
  if (C.has(OPT_by))
    return View::Groups;
  if (C.has(OPT_drops))
    return View::Drops;
  if (C.has(OPT_suspects) || C.has(OPT_suspects_eq))
    return View::Suspects;
  if (C.has(OPT_collapsed))
    return View::Collapsed;
  if (C.has(OPT_group))
    return View::ClassTree;
  return C.has(OPT_tree) || C.has(OPT_object) ? View::Tree : View::Objects;
}

static Expected<DominatorRequest> parseRequest(ToolContext &C) {
  DominatorRequest Request;
  Request.What = parseView(C);
  Request.By = groupCalled(C.get(OPT_by)).value_or(GroupBy::Class);
  Request.Class = C.get(OPT_of_class).str();
  parseWords(C, Request);
  if (Error E = parseObjects(Request, C.getAll(OPT_object)))
    return E;
  if (C.has(OPT_fields))
    if (Error E = parseFields(Request, C.get(OPT_fields)))
      return E;
  for (auto [Option, Name] : {std::pair(OPT_min, "--min="),
                              std::pair(OPT_suspects_eq, "--suspects=")})
    if (C.has(Option))
      if (Error E = parseLeast(Request, Name, C.get(Option)))
        return E;
  if (Error E = addSamples(C, Request))
    return E;
  const uint64_t Depth = C.number(OPT_depth, 64);
  Request.Depth = Depth && Depth < UINT32_MAX ? unsigned(Depth) : UINT32_MAX;
  const bool IsLong = Request.What == View::Suspects || Request.isTree();
  Request.Top = C.top(C.isForPeople() && !IsLong ? 20 : UINT64_MAX);
  if (Request.What == View::Collapsed && C.format() != "text")
    return usageError("--collapsed cannot be combined with --format=" +
                      C.format());
  return Request;
}

static Expected<std::unique_ptr<FilePart>>
partOf(ToolContext &C, const std::string &Path,
       const DominatorRequest &Request) {
  Progress::Task Working(C.progress(), "analyzing " + inputName(Path));
  Expected<std::unique_ptr<HeapStore>> S =
      openStore(C, Path, /*File=*/nullptr, /*IgnoredByDefault=*/{},
                /*KeepIfCut=*/true);
  if (!S)
    return S.takeError();
  if (C.has(OPT_app))
    if (Error E = checkProgram(**S, C.get(OPT_app)))
      return E;
  return dominatorPart(std::move(*S), Request);
}

static Error run(ToolContext &C) {
  if (Error E = checkGraphOptions(C))
    return E;
  Expected<DominatorRequest> Request = parseRequest(C);
  if (!Request)
    return Request.takeError();
  Error All = Error::success();
  FilesAnswer::Opener Next =
      [&, At = size_t(0)]() mutable -> std::unique_ptr<FilePart> {
    while (At != C.inputs().size()) {
      Expected<std::unique_ptr<FilePart>> Part =
          partOf(C, C.inputs()[At++], *Request);
      if (Part)
        return std::move(*Part);
      // A bad input must not suppress the results for others.
      All = joinErrors(std::move(All), Part.takeError());
    }
    return nullptr;
  };
  if (std::unique_ptr<FilePart> First = Next())
    printAnswer(C, FilesAnswer(dominatorAnswer(Request->What), std::move(First),
                               std::move(Next)));
  return All;
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"hprof-dominators", "[options] [file...]",
                   "Shows leak suspects, retained sizes and the dominator tree",
                   InputRule::OrStdin, /*TextOutput=*/true, Rules,
                   /*PrintsValues=*/false, HelpOrder},
                  toolOptions(), run);
}
