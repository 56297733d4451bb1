//===- IndexFit.cpp - Whether an index fits a dump ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Store/IndexFit.h"
#include "hprof/Analysis/Graph/KindNames.h"
#include "hprof/Analysis/Store/StoreEvents.h"
#include "hprof/Analysis/Store/StoreOptions.h"
#include "hprof/Format/Base/IndexPath.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace hprof;
using namespace llvm;

/// Returns the kinds in the syntax of hprof-index.
static std::string kindList(ReferenceKinds Kinds) {
  return Kinds.empty() ? "none" : join(kindNames(Kinds), ",");
}

GraphOrigin hprof::wantedOrigin(const StoreOptions &Options) {
  GraphOrigin O;
  O.Number = Options.Dump;
  O.Layout = Options.Layout;
  O.Ignored = Options.Ignored.value_or(Options.IgnoredByDefault);
  O.KeepUnreachable = Options.KeepUnreachable;
  return O;
}

IndexWriters hprof::indexWriters(const StoreOptions &Options) {
  return Options.TrustsIndex ? IndexWriters::Anyone : IndexWriters::Self;
}

Error hprof::checkIndex(const HeapIndex &Index, StringRef Path,
                        const GraphOrigin &Wanted) {
  auto Refuse = [&](const Twine &Why) {
    return createFileError(Index.name(), createStringError(Why));
  };
  const GraphOrigin &Has = Index.origin();
  if (Has.Number != Wanted.Number)
    return Refuse("is for heap dump " + Twine(Has.Number) + ", not " +
                  Twine(Wanted.Number));
  if (Has.Layout != Wanted.Layout &&
      Index.graph().layout().Name != Wanted.Layout)
    return Refuse("was created with --layout=" + Has.Layout + ", not " +
                  Wanted.Layout);
  Expected<DumpIdentity> Dump = DumpIdentity::of(Path);
  if (!Dump)
    return Dump.takeError();
  if (Dump->Size != Has.Dump.Size)
    return Refuse("is for a dump of " + Twine(Has.Dump.Size) +
                  " bytes, but this dump has " + Twine(Dump->Size));
  if (!Dump->isSameContent(Has.Dump))
    return Refuse("is for a dump with other contents");
  return Error::success();
}

Error hprof::checkWholeIndex(const HeapIndex &Index, StringRef Path,
                             const GraphOrigin &Wanted) {
  if (Error E = checkIndex(Index, Path, Wanted))
    return E;
  const GraphOrigin &Has = Index.origin();
  auto Refuse = [&](const Twine &Why) {
    return createFileError(Index.name(), createStringError(Why));
  };
  if (!(Has.Ignored == Wanted.Ignored))
    return Refuse("was created with --ignore-references=" +
                  kindList(Has.Ignored) + ", not " + kindList(Wanted.Ignored));
  if (Has.KeepUnreachable != Wanted.KeepUnreachable)
    return Refuse(Has.KeepUnreachable
                      ? "was created with --keep-unreachable"
                      : "was created without --keep-unreachable");
  return Error::success();
}

static Expected<std::unique_ptr<HeapIndex>>
openFitting(StringRef File, StringRef Path, const StoreOptions &Options,
            const StoreEvents &Events) {
  Expected<std::unique_ptr<HeapIndex>> Opened =
      HeapIndex::open(File, indexWriters(Options));
  if (!Opened)
    return Opened.takeError();
  if (Error E = checkIndex(**Opened, Path, wantedOrigin(Options)))
    return E;
  if (Events.OnVerbose)
    Events.OnVerbose("using the index '" + File + "'");
  return Opened;
}

Expected<std::unique_ptr<HeapIndex>>
hprof::findIndex(StringRef Path, const StoreOptions &Options,
                 const StoreEvents &Events) {
  switch (Options.From) {
  case IndexUse::None:
    return nullptr;
  case IndexUse::Given:
    return openFitting(Options.Index, Path, Options, Events);
  case IndexUse::Beside:
    break;
  }
  std::string Beside = indexPathOf(Path);
  if (Path == "-" || !sys::fs::is_regular_file(Beside))
    return nullptr;
  Expected<std::unique_ptr<HeapIndex>> Found =
      openFitting(Beside, Path, Options, Events);
  if (Found)
    return Found;
  std::string Why = toString(Found.takeError());
  if (Events.OnNote)
    Events.OnNote(Why + "; it is not used");
  return nullptr;
}
