//===- class-histogram.cpp - Objects and bytes of each class --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// class-histogram DUMP: prints the number of objects of each class and their
/// bytes, the class with the most bytes first.
///
/// This needs no object graph, only one pass over the dump, which may be a pipe
/// ("-").
///
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Store/HeapHistogram.h"
#include "hprof/Tool/Escape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

static Error printHistogram(StringRef Path) {
  StoreEvents Events;
  // A truncated or damaged dump is counted as far as possible.
  Events.OnDamage = [](const Damage &D) {
    errs() << "warning: offset " << D.Offset << ": " << D.What << '\n';
  };
  // Uses the index next to the dump if there is one; otherwise makes one pass.
  Expected<HeapHistogram> H = HeapHistogram::read(Path, StoreOptions(), Events);
  if (!H)
    return H.takeError();

  std::vector<HistogramRow> Rows = groupRows(H->Data, GroupBy::Class);
  sort(Rows, [](const HistogramRow &A, const HistogramRow &B) {
    return rowBefore(A, B, HistogramColumn::Shallow);
  });
  outs() << "   objects        bytes  class\n";
  for (const HistogramRow &Row : Rows)
    outs() << format("%10llu %12llu  ", (unsigned long long)Row.Instances,
                     (unsigned long long)Row.Shallow)
           << escape(Row.Name) << '\n';
  return Error::success();
}

int main(int Argc, char **Argv) {
  if (Argc != 2) {
    errs() << "usage: class-histogram DUMP\n";
    return 2;
  }
  ExitOnError Check("class-histogram: error: ");
  Check(printHistogram(Argv[1]));
}
