//===- largest-retained.cpp - Objects with the largest retained size ------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// largest-retained DUMP [COUNT]: prints the objects with the largest retained
/// sizes: the bytes that would be freed with each object.
///
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/Tool/Escape.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace hprof;
using namespace llvm;

static Error printLargest(StringRef Path, size_t Count) {
  StoreEvents Events;
  Events.OnNote = Events.OnWarning = [](const Twine &Text) {
    errs() << "note: " << Text << '\n';
  };
  Events.OnDamage = [](const Damage &D) {
    errs() << "warning: offset " << D.Offset << ": " << D.What << '\n';
  };
  // With an index next to the dump, this and the following calls are fast.
  Expected<std::unique_ptr<HeapStore>> Store =
      HeapStore::open(Path, StoreOptions(), Events);
  if (!Store)
    return Store.takeError();
  Expected<const DominatorTree *> Tree = (*Store)->dominators();
  if (!Tree)
    return Tree.takeError();

  // A node is the number of an object, from 0.
  const HeapGraph &G = (*Store)->graph();
  std::set<std::pair<uint64_t, Node>> Largest;
  for (Node N = 0; N != G.size(); ++N) {
    Largest.insert({(*Tree)->retained(N), N});
    if (Largest.size() > Count)
      Largest.erase(Largest.begin());
  }

  outs() << "    retained      shallow  object\n";
  for (auto It = Largest.rbegin(); It != Largest.rend(); ++It) {
    auto [Retained, N] = *It;
    outs() << format("%12llu %12llu  ", (unsigned long long)Retained,
                     (unsigned long long)G.shallow(N))
           << escape(G.describe(N)) << ' ' << format_hex(G.id(N), 1) << '\n';
  }
  return Error::success();
}

int main(int Argc, char **Argv) {
  size_t Count = 10;
  if (Argc < 2 || Argc > 3 ||
      (Argc == 3 && StringRef(Argv[2]).getAsInteger(10, Count))) {
    errs() << "usage: largest-retained DUMP [COUNT]\n";
    return 2;
  }
  ExitOnError Check("largest-retained: error: ");
  Check(printLargest(Argv[1], Count));
}
