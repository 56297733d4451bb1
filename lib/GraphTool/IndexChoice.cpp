//===- IndexChoice.cpp - What options ask, and the index for it -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/GraphTool/IndexChoice.h"
#include "hprof/Layout/LayoutEvidence.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace hprof;
using namespace llvm;

static constexpr std::pair<const char *, ReferenceKind> KindNames[] = {
    {"soft", ReferenceKind::Soft},
    {"weak", ReferenceKind::Weak},
    {"final", ReferenceKind::Final},
    {"phantom", ReferenceKind::Phantom},
};

SmallVector<StringRef, 4> hprof::kindNames(ReferenceKinds Kinds) {
  SmallVector<StringRef, 4> Names;
  for (auto [Name, Kind] : KindNames)
    if (Kinds.contains(Kind))
      Names.push_back(Name);
  return Names;
}

/// As --ignore-references= takes it.
static std::string kindList(ReferenceKinds Kinds) {
  return Kinds.empty() ? "none" : join(kindNames(Kinds), ",");
}

static Expected<ReferenceKinds> parseKinds(StringRef Text) {
  ReferenceKinds Kinds;
  if (Text == "none")
    return Kinds;
  SmallVector<StringRef> Parts;
  Text.split(Parts, ',', -1, /*KeepEmpty=*/false);
  for (StringRef Part : Parts) {
    const auto *Known = find_if(
        KindNames, [&](const auto &Known) { return Part == Known.first; });
    if (Known == std::end(KindNames))
      return usageError("no kind of reference is called '" + Part +
                        "'; there are soft, weak, final, phantom, and none");
    Kinds.insert(Known->second);
  }
  return Kinds;
}

Error hprof::checkIndexOption(ToolContext &C) {
  StringRef Index = C.named("--index=");
  if (Index.empty() || Index == "none")
    return Error::success();
  if (C.inputs().size() > 1)
    return usageError("--index=" + Index + " is of one input");
  if (is_contained(C.inputs(), "-"))
    return usageError("standard input has no index");
  return Error::success();
}

Error hprof::checkGraphOptions(ToolContext &C) {
  StringRef Layout = C.named("--layout=", "auto");
  if (!is_contained(layoutNames(), Layout))
    return usageError("no layout is called '" + Layout + "'; there are " +
                      join(layoutNames(), ", "));
  if (Error E = checkIndexOption(C))
    return E;
  return parseKinds(C.named("--ignore-references=")).takeError();
}

Error hprof::checkIndex(const HeapIndex &Index, StringRef Path,
                        const GraphOrigin &Wanted) {
  auto Refuse = [&](const Twine &Why) {
    return createFileError(Index.name(), createStringError(Why));
  };
  const GraphOrigin &Has = Index.origin();
  if (Has.Number != Wanted.Number)
    return Refuse("is of heap dump " + Twine(Has.Number) + ", not " +
                  Twine(Wanted.Number));
  if (Has.Layout != Wanted.Layout &&
      Index.graph().layout().Name != Wanted.Layout)
    return Refuse("was made with --layout=" + Has.Layout + ", not " +
                  Wanted.Layout);
  Expected<DumpIdentity> Dump = DumpIdentity::of(Path);
  if (!Dump)
    return Dump.takeError();
  if (Dump->Size != Has.Dump.Size)
    return Refuse("is of a dump with " + Twine(Has.Dump.Size) +
                  " bytes, this one has " + Twine(Dump->Size));
  if (!Dump->isSameContent(Has.Dump))
    return Refuse("is of a dump with other content");
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
    return Refuse("was made with --ignore-references=" + kindList(Has.Ignored) +
                  ", not " + kindList(Wanted.Ignored));
  if (Has.KeepUnreachable != Wanted.KeepUnreachable)
    return Refuse(Has.KeepUnreachable ? "was made with --keep-unreachable"
                                      : "was made without --keep-unreachable");
  return Error::success();
}

Expected<GraphOrigin> hprof::wantedOrigin(ToolContext &C) {
  GraphOrigin O;
  Expected<ReferenceKinds> Ignored =
      parseKinds(C.named("--ignore-references="));
  if (!Ignored)
    return Ignored.takeError();
  O.Ignored = *Ignored;
  O.KeepUnreachable = C.hasNamed("--keep-unreachable");
  O.Layout = C.named("--layout=", "auto").str();
  StringRef Number = C.named("--dump=", "1");
  if (Number.getAsInteger(10, O.Number) || !O.Number)
    return usageError("'--dump=" + Number +
                      "': expected the number of a heap dump, from 1");
  return O;
}

Expected<std::unique_ptr<HeapIndex>> hprof::openIndex(ToolContext &C,
                                                      StringRef Path) {
  Expected<GraphOrigin> Wanted = wantedOrigin(C);
  if (!Wanted)
    return Wanted.takeError();
  auto Open = [&](StringRef File) -> Expected<std::unique_ptr<HeapIndex>> {
    Expected<std::unique_ptr<HeapIndex>> Opened = HeapIndex::open(File);
    if (!Opened)
      return Opened.takeError();
    if (Error E = checkIndex(**Opened, Path, *Wanted))
      return E;
    C.report().verbose("using the index '" + File + "'");
    return Opened;
  };
  StringRef Asked = C.named("--index=");
  if (!Asked.empty() && Asked != "none")
    return Open(Asked);
  std::string Beside = defaultIndexPath(Path);
  if (!Asked.empty() || Path == "-" || !sys::fs::is_regular_file(Beside))
    return nullptr;
  Expected<std::unique_ptr<HeapIndex>> Found = Open(Beside);
  if (Found)
    return Found;
  C.report().note(toString(Found.takeError()) + "; it is not used");
  return nullptr;
}
