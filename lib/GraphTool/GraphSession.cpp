//===- GraphSession.cpp - What tools on graphs share ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/GraphTool/GraphSession.h"
#include "hprof/Analysis/LayoutEvidence.h"
#include "hprof/Convert/HeapInput.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace hprof;
using namespace llvm;

static Expected<ReferenceKinds> parseKinds(StringRef Text) {
  ReferenceKinds Kinds;
  SmallVector<StringRef> Parts;
  Text.split(Parts, ',', -1, /*KeepEmpty=*/false);
  for (StringRef Part : Parts) {
    auto Kind = StringSwitch<ReferenceKind>(Part)
                    .Case("soft", ReferenceKind::Soft)
                    .Case("weak", ReferenceKind::Weak)
                    .Case("final", ReferenceKind::Final)
                    .Case("phantom", ReferenceKind::Phantom)
                    .Default(ReferenceKind::Strong);
    if (Kind == ReferenceKind::Strong)
      return usageError("no kind of reference is called '" + Part +
                        "'; there are soft, weak, final, phantom");
    Kinds.insert(Kind);
  }
  return Kinds;
}

Error hprof::checkGraphOptions(ToolContext &C) {
  StringRef Layout = C.named("--layout=", "auto");
  if (!is_contained(layoutNames(), Layout))
    return usageError("no layout is called '" + Layout + "'; there are " +
                      join(layoutNames(), ", "));
  return parseKinds(C.named("--ignore-references=")).takeError();
}

GraphSession::~GraphSession() = default;

const std::string &GraphSession::name() const { return In->name(); }

Expected<std::unique_ptr<GraphSession>> GraphSession::open(ToolContext &C,
                                                           StringRef Path) {
  std::unique_ptr<GraphSession> S(new GraphSession(C));
  Expected<ReferenceKinds> Ignored =
      parseKinds(C.named("--ignore-references="));
  if (!Ignored)
    return Ignored.takeError();
  S->Ignored = *Ignored;

  StringRef Name = Path == "-" ? "<stdin>" : Path;
  HeapInputOptions Opening;
  Opening.Threads = C.threads();
  Opening.TempDir = C.tempDir();
  Opening.OnDamage = C.report().damageHandler(Name.str());
  Opening.OnCopy = [&](StringRef What) {
    C.report().verbose("writing " + What + " to '" + C.tempDir() + "'");
  };
  Expected<std::unique_ptr<Source>> In = openAsHprof(Path, Opening);
  if (!In)
    return In.takeError();
  S->In = std::move(*In);

  GraphOptions Options;
  Options.Threads = C.threads();
  Options.Layout = C.named("--layout=", "auto").str();
  C.named("--dump=", "1").getAsInteger(10, Options.Dump);
  Options.OnDamage = C.report().damageHandler(Name.str());
  Expected<HeapGraph> Graph = HeapGraph::build(*S->In, Options);
  if (!Graph)
    return Graph.takeError();
  S->Graph = std::move(*Graph);
  return S;
}

Expected<const DominatorTree *> GraphSession::dominators() {
  if (Tree)
    return &*Tree;
  DominatorOptions Options;
  Options.Threads = C.threads();
  Options.Ignored = Ignored;
  Options.KeepUnreachable = C.hasNamed("--keep-unreachable");
  Expected<DominatorTree> Made = DominatorTree::compute(*Graph, Options);
  if (!Made)
    return Made.takeError();
  Tree = std::move(*Made);
  return &*Tree;
}

Expected<const HeapContents *> GraphSession::contents() {
  if (Contents)
    return Contents.get();
  Expected<std::unique_ptr<HeapContents>> Opened =
      HeapContents::open(*In, *Graph);
  if (!Opened)
    return Opened.takeError();
  Contents = std::move(*Opened);
  return Contents.get();
}

Expected<const InboundReferences *> GraphSession::inbound() {
  if (Inbound)
    return &*Inbound;
  Expected<InboundReferences> Made = InboundReferences::compute(*Graph);
  if (!Made)
    return Made.takeError();
  Inbound = std::move(*Made);
  return &*Inbound;
}
