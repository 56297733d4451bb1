//===- LossTable.cpp - What was lost, for users ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/ConvertTool/LossTable.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Tool/Table.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

void hprof::printLosses(raw_ostream &OS, const LossAccount &Losses,
                        StringRef Nothing, unsigned Indent) {
  const std::vector<LossAccount::Entry> Entries = Losses.entries();
  if (Entries.empty()) {
    OS.indent(Indent) << Nothing << '\n';
    return;
  }
  TextTable Table({{""}, {"", TextTable::Align::Right}, {""}});
  for (LossEffect Effect :
       {LossEffect::Dropped, LossEffect::Changed, LossEffect::MadeUp})
    for (const LossAccount::Entry &E : Entries)
      if (E.Effect == Effect)
        Table.row({lossEffectName(Effect), E.Count, E.Text});
  Table.print(OS, Indent);
}

void hprof::lossesJson(json::OStream &J, StringRef Name,
                       const LossAccount &Losses) {
  J.attributeArray(Name, [&] {
    for (const LossAccount::Entry &E : Losses.entries())
      J.object([&] {
        J.attribute("effect", lossEffectName(E.Effect));
        J.attribute("kind", E.Name);
        J.attribute("what", E.Text);
        J.attribute("count", E.Count);
      });
  });
}
