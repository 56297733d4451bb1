//===- hprof-dominators.cpp - What keeps memory alive ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/GraphTool/GraphSession.h"
#include "hprof/Tool/Table.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

static Error printTop(ToolContext &C, StringRef Path) {
  Expected<std::unique_ptr<GraphSession>> S = GraphSession::open(C, Path);
  if (!S)
    return S.takeError();
  const HeapGraph &G = (*S)->graph();
  Expected<const DominatorTree *> Tree = (*S)->dominators();
  if (!Tree)
    return Tree.takeError();
  const DominatorTree &T = **Tree;
  std::vector<Node> Top;
  for (Node N = 0; N != G.size(); ++N)
    if (T.isReachable(N) && T.parent(N) == NoNode)
      Top.push_back(N);
  uint64_t Rows = std::min<uint64_t>(C.top(20), Top.size());
  std::partial_sort(
      Top.begin(), Top.begin() + long(Rows), Top.end(), [&](Node A, Node B) {
        return std::pair(T.retained(B), A) < std::pair(T.retained(A), B);
      });
  C.out() << escape((*S)->name(), C.escapeMode()) << ": " << T.reachable()
          << " objects, " << T.reachableBytes() << " bytes reachable; "
          << G.size() - T.reachable() << " objects, " << T.unreachableBytes()
          << " bytes not\n\n";
  TextTable Table({{"retained", TextTable::Align::Right},
                   {"shallow", TextTable::Align::Right},
                   {"object"}});
  for (Node N : ArrayRef(Top).take_front(Rows))
    Table.row({T.retained(N), G.shallow(N),
               escape(G.describe(N), C.escapeMode()) + " 0x" +
                   utohexstr(G.id(N), /*LowerCase=*/true)});
  Table.print(C.out());
  return Error::success();
}

static Error run(ToolContext &C) {
  if (Error E = checkGraphOptions(C))
    return E;
  for (const std::string &Path : C.inputs())
    if (Error E = printTop(C, Path))
      return E;
  return Error::success();
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"hprof-dominators", "[options] [file]",
                   "Shows which objects keep how much memory alive"},
                  toolOptions(), run);
}
