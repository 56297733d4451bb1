//===- suspects-json.cpp - Leak suspects as JSON --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// suspects-json DUMP: prints the places where memory accumulates in the JSON
/// format of hprof-dominators --suspects.
///
/// Requests and answers are values that need no command line. The same answer
/// can be printed as text, CSV or Markdown, or its rows can be pulled
/// individually.
///
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Store/Answers/DominatorAnswers.h"
#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/Tool/AnswerOutput.h"
#include "hprof/Tool/Reporter.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

int main(int Argc, char **Argv) {
  if (Argc != 2) {
    errs() << "usage: suspects-json DUMP\n";
    return 2;
  }
  ExitOnError Check("suspects-json: error: ");
  Reporter Report("suspects-json", errs());
  StoreEvents Events;
  Events.OnDamage = Report.damageHandler(Argv[1]);
  DominatorRequest Request;
  Request.What = DominatorRequest::View::Suspects;
  Request.ForPeople = false; // JSON has no paths as text.
  std::unique_ptr<HeapStore> Store =
      Check(HeapStore::open(Argv[1], {}, Events));
  FilesAnswer Suspects(dominatorAnswer(Request.What),
                       Check(dominatorPart(std::move(Store), Request)));
  printAnswerJson(outs(), Suspects, Report);
}
