//===- LossPrinter.cpp - Tells what a conversion lost ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LossPrinter.h"
#include "hprof/Format/Counted.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/Table.h"
#include "hprof/Tool/ToolContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <tuple>

using namespace hprof;
using namespace llvm;

static constexpr LossEffect Effects[] = {
    LossEffect::Dropped, LossEffect::Changed, LossEffect::MadeUp};

std::string hprof::lossSentence(ArrayRef<LossAccount::Entry> Entries,
                                size_t PerEffect) {
  std::string Text;
  raw_string_ostream OS(Text);
  for (LossEffect Effect : Effects) {
    std::vector<LossAccount::Entry> Some;
    copy_if(Entries, std::back_inserter(Some),
            [&](const LossAccount::Entry &E) { return E.Effect == Effect; });
    if (Some.empty())
      continue;
    sort(Some, [](const auto &A, const auto &B) {
      return std::tie(B.Count, A.Name) < std::tie(A.Count, B.Name);
    });
    OS << (Text.empty() ? "" : "; ") << lossEffectName(Effect) << ' ';
    for (size_t I = 0; I != std::min(Some.size(), PerEffect); ++I)
      OS << (I ? ", " : "") << Some[I].Count << ' ' << Some[I].Text;
    if (Some.size() > PerEffect)
      OS << " and " << counted(Some.size() - PerEffect, "other kind");
    OS.flush();
  }
  return Text;
}

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
