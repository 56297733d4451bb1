//===- LossPrinter.cpp - Tells what a conversion lost ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LossPrinter.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/Table.h"
#include "hprof/Tool/ToolContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

static constexpr LossEffect Effects[] = {
    LossEffect::Dropped, LossEffect::Changed, LossEffect::MadeUp};

void hprof::explainLosses(raw_ostream &OS, const ConvertReport &Report,
                          Format To) {
  OS << "From " << formatInfo(Report.From).Text << " to " << formatInfo(To).Text
     << ":\n";
  std::vector<LossAccount::Entry> Entries = Report.Losses.entries();
  if (Entries.empty()) {
    OS << "  nothing was lost\n";
    return;
  }
  TextTable Table({{""}, {"", TextTable::Align::Right}, {""}});
  for (LossEffect Effect : Effects)
    for (const LossAccount::Entry &E : Entries)
      if (E.Effect == Effect)
        Table.row({lossEffectName(Effect), E.Count, E.Text});
  Table.print(OS, /*Indent=*/2);
}

void hprof::explainLossesAsJson(raw_ostream &OS, StringRef Path,
                                const ConvertReport &Report, Format To,
                                const Reporter &R) {
  JsonReport Json(OS, "hprof-convert");
  Json->objectBegin();
  Json->attribute("file", toUtf8(inputName(Path)));
  Json->attribute("from", formatInfo(Report.From).Name);
  Json->attribute("to", formatInfo(To).Name);
  Json->attributeArray("losses", [&] {
    for (const LossAccount::Entry &E : Report.Losses.entries())
      Json->object([&] {
        Json->attribute("effect", lossEffectName(E.Effect));
        Json->attribute("kind", E.Name);
        Json->attribute("what", E.Text);
        Json->attribute("count", E.Count);
      });
  });
  Json->objectEnd();
  Json.endFiles();
  Json.finish(R);
}
