//===- packages-json.cpp - Retained size of each package as JSON ----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// packages-json DUMP: prints the retained size of each package in the JSON
/// format of hprof-histo --by=package --retained.
///
/// Requests and answers are values that need no command line. The same answer
/// can be printed as text, CSV or Markdown, or its rows can be pulled
/// individually.
///
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Store/HeapCount.h"
#include "hprof/Tool/AnswerOutput.h"
#include "hprof/Tool/Reporter.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

static Error printPackages(StringRef Path) {
  HistogramRequest Request;
  Request.By = GroupBy::Package;
  Request.Sort = HistogramColumn::Retained;
  Request.Retained = true;
  Reporter Report("packages-json", errs());
  StoreEvents Events;
  Events.OnDamage = Report.damageHandler(Path);
  Expected<HeapCount> Count = HeapCount::read(Path, Request, {}, Events);
  if (!Count)
    return Count.takeError();
  if (Error E = Count->addGraph())
    return E;
  std::vector<CountedFile> Files;
  Files.push_back(std::move(*Count).take());
  printAnswerJson(outs(), HistogramAnswer(std::move(Files), Request), Report);
  return Error::success();
}

int main(int Argc, char **Argv) {
  if (Argc != 2) {
    errs() << "usage: packages-json DUMP\n";
    return 2;
  }
  ExitOnError Check("packages-json: error: ");
  Check(printPackages(Argv[1]));
}
