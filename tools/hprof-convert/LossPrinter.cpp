//===- LossPrinter.cpp - Prints what a conversion lost --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LossPrinter.h"
#include "hprof/ConvertTool/LossTable.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/ToolContext.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

void hprof::explainLosses(raw_ostream &OS, const ConvertReport &Report,
                          Format To) {
  OS << "From " << formatInfo(Report.From).Text << " to " << formatInfo(To).Text
     << ":\n";
  printLosses(OS, Report.Losses, "nothing was lost", /*Indent=*/2);
}

void hprof::explainLossesAsJson(raw_ostream &OS, StringRef Path,
                                const ConvertReport &Report, Format To,
                                const Reporter &R) {
  JsonReport Json(OS, "hprof-convert");
  Json->objectBegin();
  Json->attribute("file", toUtf8(inputName(Path)));
  Json->attribute("from", formatInfo(Report.From).Name);
  Json->attribute("to", formatInfo(To).Name);
  lossesJson(*Json, "losses", Report.Losses);
  Json->objectEnd();
  Json.endFiles();
  Json.finish(R);
}
