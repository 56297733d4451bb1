//===- OpenStore.cpp - Opens the inputs of graph tools --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/GraphTool/OpenStore.h"
#include "hprof/Convert/KnownInput.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/Tool/ToolMain.h"

using namespace hprof;
using namespace llvm;

void hprof::tellLayout(ToolContext &C, const HeapStore &S) {
  const HeapGraph &G = S.graph();
  if (G.isLayoutCertain())
    return;
  StringRef Why = G.layoutEvidence();
  C.report().note("'" + S.name() + "': layout: " + G.layout().Text +
                  ", uncertain (" + Why + (Why.empty() ? "" : "; ") +
                  "--layout selects another)");
}

void hprof::tellDump(ToolContext &C, const HeapStore &S) {
  const std::string Others = otherDumps(S.graph());
  if (!Others.empty() && !C.hasNamed("--dump="))
    C.report().note("'" + S.name() + "': " + Others +
                    "; --dump selects another");
}

Expected<std::unique_ptr<HeapStore>>
hprof::openStore(ToolContext &C, StringRef Path, std::shared_ptr<HeapFile> File,
                 ReferenceKinds IgnoredByDefault, bool KeepIfCut) {
  Expected<StoreOptions> Options = storeOptions(C);
  if (!Options)
    return Options.takeError();
  Options->IgnoredByDefault = IgnoredByDefault;
  Options->KeepIfCut = KeepIfCut;
  Expected<std::unique_ptr<HeapStore>> S =
      HeapStore::open(Path, *Options, storeEvents(C, Path), std::move(File));
  if (S)
    tellLayout(C, **S);
  return S;
}

Expected<std::unique_ptr<HeapStore>>
hprof::openStore(ToolContext &C, KnownInput In, ReferenceKinds IgnoredByDefault,
                 bool KeepIfCut, std::function<bool()> ShouldEnd) {
  Expected<StoreOptions> Options = storeOptions(C);
  if (!Options)
    return Options.takeError();
  Options->IgnoredByDefault = IgnoredByDefault;
  Options->KeepIfCut = KeepIfCut;
  StoreEvents Events = storeEvents(C, In.Path);
  Events.ShouldEnd = std::move(ShouldEnd);
  Expected<std::unique_ptr<HeapStore>> S =
      HeapStore::open(std::move(In), *Options, Events);
  if (S)
    tellLayout(C, **S);
  return S;
}

Expected<std::unique_ptr<HeapStore>>
hprof::openStore(ToolContext &C, StringRef Path,
                 std::shared_ptr<HeapIndex> Index, bool KeepIfCut,
                 std::function<bool()> ShouldEnd) {
  Expected<StoreOptions> Options = storeOptions(C);
  if (!Options)
    return Options.takeError();
  Options->KeepIfCut = KeepIfCut;
  StoreEvents Events = storeEvents(C, Path);
  Events.ShouldEnd = std::move(ShouldEnd);
  Expected<std::unique_ptr<HeapStore>> S = HeapStore::open(
      Path, *Options, Events, std::move(Index), /*File=*/nullptr);
  if (S)
    tellLayout(C, **S);
  return S;
}
