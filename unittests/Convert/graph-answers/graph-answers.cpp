//===- graph-answers.cpp - Figures of an object graph ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Prints figures of a dump's object graph, one per line, for comparison with
/// other analysers:
///
///     objects N              reachable objects, including class objects
///     classes N              classes whose objects are reachable
///     made-up-classes N      synthesized classes of reachable objects
///     gcroots N              distinct objects that are roots
///     usedheap BYTES         bytes of the reachable objects
///     dangling N             and other counts of faults, if not 0
///     class BYTES N NAME     a class of reachable objects, sorted by name
///     dominator RETAINED SHALLOW COUNT 0xID TEXT
///                            objects that only roots dominate, largest first;
///                            each retains COUNT objects
///
//===----------------------------------------------------------------------===//

#include "hprof/GraphTool/OpenStore.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

static void printCounts(const GraphCounts &C, raw_ostream &OS) {
  const std::pair<const char *, uint64_t> Faults[] = {
      {"dangling", C.Dangling},       {"lost-roots", C.LostRoots},
      {"null-roots", C.NullRoots},    {"duplicates", C.Duplicates},
      {"unexplained", C.Unexplained}, {"wrong-sizes", C.WrongSizes}};
  for (auto [Name, N] : Faults)
    if (N)
      OS << Name << ' ' << N << '\n';
}

static void printHistogram(const HeapGraph &G, const DominatorTree &T,
                           raw_ostream &OS) {
  // Classes with the same name from several loaders share a row.
  std::map<StringRef, std::pair<uint64_t, uint64_t>> Rows;
  uint64_t Classes = 0;
  for (Node N = 0; N != G.size(); ++N) {
    if (!T.isReachable(N))
      continue;
    auto &[Bytes, Objects] = Rows[G.classOf(N).Name];
    Bytes += G.shallow(N);
    ++Objects;
    Classes += G.asClass(N) != NoClass;
  }
  OS << "classes " << Classes << '\n';
  // Mostly for arrays of primitives, which have no class in old dumps.
  auto MadeUp = count_if(G.classes(), [&](const GraphClass &C) {
    return C.Object == NoNode && Rows.count(C.Name);
  });
  OS << "made-up-classes " << MadeUp << '\n';
  for (auto &[Name, Row] : Rows)
    OS << "class " << Row.first << ' ' << Row.second << ' ' << Name << '\n';
}

static void printDominators(const HeapGraph &G, const DominatorTree &T,
                            uint64_t Most, raw_ostream &OS) {
  std::vector<Node> Top;
  std::vector<uint64_t> Objects(G.size());
  for (Node N = 0; N != G.size(); ++N) {
    if (!T.isReachable(N))
      continue;
    if (T.parent(N) == NoNode)
      Top.push_back(N);
    for (Node At = N; At != NoNode; At = T.parent(At))
      ++Objects[At];
  }
  OS << "topdominators " << Top.size() << '\n';
  sort(Top, [&](Node A, Node B) {
    return std::pair(T.retained(B), A) < std::pair(T.retained(A), B);
  });
  if (Most)
    Top.resize(std::min<uint64_t>(Most, Top.size()));
  for (Node N : Top)
    OS << "dominator " << T.retained(N) << ' ' << G.shallow(N) << ' '
       << Objects[N] << ' ' << format_hex(G.id(N), 1) << ' ' << G.describe(N)
       << '\n';
}

static void printReferences(const HeapGraph &G, const DominatorTree &T,
                            raw_ostream &OS) {
  for (Node N = 0; N != G.size(); ++N) {
    OS << "object " << format_hex(G.id(N), 1) << ' ' << G.describe(N) << ':';
    G.forEachReference(N,
                       [&](Node To) { OS << ' ' << format_hex(G.id(To), 1); });
    if (!T.isReachable(N))
      OS << " unreachable";
    else if (T.parent(N) != NoNode)
      OS << " < " << format_hex(G.id(T.parent(N)), 1);
    OS << '\n';
  }
}

static Error run(ToolContext &C) {
  if (Error E = checkGraphOptions(C))
    return E;
  for (const std::string &Path : C.inputs()) {
    Expected<std::unique_ptr<HeapStore>> S = openStore(C, Path);
    if (!S)
      return S.takeError();
    const HeapGraph &G = (*S)->graph();
    Expected<const DominatorTree *> Tree = (*S)->dominators();
    if (!Tree)
      return Tree.takeError();
    const DominatorTree &T = **Tree;
    raw_ostream &OS = C.out();
    OS << "objects " << T.reachable() << "\ngcroots "
       << G.rootNodes().size() + T.madeRoots() << "\nusedheap "
       << T.reachableBytes() << '\n';
    printCounts(G.counts(), OS);
    printHistogram(G, T, OS);
    printDominators(G, T, C.top(0), OS);
    if (C.has(OPT_references))
      printReferences(G, T, OS);
  }
  return Error::success();
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"graph-answers", "[options] [file]",
                   "Prints what a dump's object graph says"},
                  toolOptions(), run);
}
