//===- path-to-root.cpp - Why an object is alive --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// path-to-root DUMP ID: prints a shortest path from a root to the object with
/// this id, through strong references or, without such a path, through any.
///
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/Tool/Escape.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

/// \return an empty path unless a path to \p N avoids \p Ignored references.
static Expected<std::vector<Node>> findPath(HeapStore &Store, Node N,
                                            ReferenceKinds Ignored) {
  Expected<EdgeFilter> Follow = EdgeFilter::create(Store.graph(), Ignored);
  if (!Follow)
    return Follow.takeError();
  Expected<const ShortestPaths *> Paths = Store.shortestPaths(*Follow, N);
  if (!Paths)
    return Paths.takeError();
  return (*Paths)->path(N);
}

static void printPath(const HeapContents &Contents, ArrayRef<Node> Path) {
  const HeapGraph &G = Contents.graph();
  Node From = NoNode;
  for (Node N : Path) {
    std::string How = "root";
    if (From != NoNode)
      if (std::optional<ReferenceLabel> Label = Contents.labelOf(From, N))
        How = Contents.spell(*Label);
    outs() << escape(How) << ": " << escape(G.describe(N)) << ' '
           << format_hex(G.id(N), 1) << '\n';
    From = N;
  }
}

static Error explain(StringRef Path, uint64_t Id) {
  Expected<std::unique_ptr<HeapStore>> Store = HeapStore::open(Path);
  if (!Store)
    return Store.takeError();
  Node N = (*Store)->graph().find(Id);
  if (N == NoNode)
    return createFileError(
        Path, createStringError("no object has the id 0x" + utohexstr(Id)));
  for (ReferenceKinds Ignored : {weakReferences(), ReferenceKinds()}) {
    Expected<std::vector<Node>> Found = findPath(**Store, N, Ignored);
    if (!Found)
      return Found.takeError();
    if (Found->empty())
      continue;
    // Field names are in the dump, not in the graph.
    Expected<const HeapContents *> Contents = (*Store)->contents();
    if (!Contents)
      return Contents.takeError();
    printPath(**Contents, *Found);
    return Error::success();
  }
  outs() << "no root reaches it\n";
  return Error::success();
}

int main(int Argc, char **Argv) {
  uint64_t Id = 0;
  if (Argc != 3 || StringRef(Argv[2]).getAsInteger(0, Id)) {
    errs() << "usage: path-to-root DUMP ID\n";
    return 2;
  }
  ExitOnError Check("path-to-root: error: ");
  Check(explain(Argv[1], Id));
}
