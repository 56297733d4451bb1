//===- SecretPaths.cpp - Paths to secrets ---------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SecretPaths.h"
#include "Passes/Objects/SpoolHeap.h"
#include "hprof/Analysis/Paths/PathNames.h"
#include "hprof/Analysis/Paths/PathTree.h"
#include "hprof/Passes/Secrets/SecretReport.h"

using namespace hprof;
using namespace llvm;

/// Describes the reference in \p G, which has one object unless it is a list.
static std::string linkText(const HeapContents &C, const PathGroup &G) {
  std::string Text;
  if (G.Label.Kind != LabelKind::Element)
    Text = C.spell(G.Label);
  else if (G.Repeats)
    Text = "[*]";
  else // Labels of groups do not distinguish elements.
    Text = C.spell(C.labelOf(G.From, G.Example).value_or(G.Label));
  if (G.Label.Strength != ReferenceKind::Strong)
    Text += std::string(" (") + strengthName(G.Label.Strength) + ")";
  return G.Repeats ? Text + " (repeated)" : Text;
}

/// Returns the steps of \p Path, in which a list is one step.
static std::vector<SecretReport::Step>
stepsOf(const HeapContents &C, ArrayRef<Node> Path, const EdgeFilter &Follow) {
  PathTree Tree(C);
  Tree.add(Path, Follow);
  Tree.finish();
  std::vector<SecretReport::Step> Steps;
  size_t End = 0; // End of the objects of a group in Path.
  for (const PathGroup &G : Tree.groups()) {
    End += 1 + G.Repeats;
    const Node Last = Path[End - 1];
    SecretReport::Step &S = Steps.emplace_back();
    S.Link = G.Parent == PathGroup::None ? rootText(G.Root) : linkText(C, G);
    S.Object = C.graph().describe(Last);
    S.Id = C.graph().id(Last);
  }
  return Steps;
}

/// Adds the paths that \p Follow allows to those findings without one.
static Error addPaths(const HeapContents &C, const EdgeFilter &Follow,
                      SecretReport &To) {
  std::vector<Node> Targets;
  std::vector<SecretReport::Finding *> Of;
  for (SecretReport::Finding &F : To.Findings) {
    const Node N = F.First && F.Path.empty() ? C.find(F.First) : NoNode;
    if (N == NoNode)
      continue;
    Targets.push_back(N);
    Of.push_back(&F);
  }
  if (Targets.empty())
    return Error::success();
  Expected<ShortestPaths> Paths =
      ShortestPaths::compute(C.graph(), Follow, Targets);
  if (!Paths)
    return Paths.takeError();
  for (auto [N, F] : zip(Targets, Of))
    if (Paths->isReached(N))
      F->Path = stepsOf(C, Paths->path(N), Follow);
  return Error::success();
}

Error hprof::addSecretPaths(Upstream &Stream, StringRef TempDir,
                            unsigned Threads, SecretReport &To) {
  To.HasPaths = true;
  if (none_of(To.Findings, [](const auto &F) { return F.First; }))
    return Error::success();
  Expected<std::unique_ptr<HeapFile>> File = spoolHeap(Stream, TempDir);
  if (!File)
    return File.takeError();
  GraphOptions Options;
  Options.Threads = Threads;
  Expected<HeapGraph> G = HeapGraph::build(**File, Options);
  if (!G)
    return G.takeError();
  Expected<std::unique_ptr<HeapContents>> C = HeapContents::open(**File, *G);
  if (!C)
    return C.takeError();
  for (ReferenceKinds Without : {weakReferences(), ReferenceKinds()}) {
    Expected<EdgeFilter> Follow = EdgeFilter::create(*G, Without, C->get());
    if (!Follow)
      return Follow.takeError();
    if (Error E = addPaths(**C, *Follow, To))
      return E;
  }
  return Error::success();
}
