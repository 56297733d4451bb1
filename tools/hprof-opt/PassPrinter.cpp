//===- PassPrinter.cpp - What passes are and do, for users ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassPrinter.h"
#include "hprof/ConvertTool/LossTable.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Tool/Escape.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/Table.h"
#include "hprof/Tool/ToolContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

void hprof::printPasses(raw_ostream &OS) {
  for (const PassInfo &P : allPasses()) {
    OS << P.Name << "\n  " << P.Help << ". Memory: " << P.Memory << ".\n";
    for (const PassParameter &Each : P.Parameters) {
      OS << "    " << Each.Name;
      if (*Each.Value)
        OS << '=' << Each.Value;
      OS << "  " << Each.Help << '\n';
    }
  }
}

void hprof::printCounts(raw_ostream &OS, ArrayRef<PassCall> Calls,
                        const std::deque<RecordCounts> &Counts) {
  using Align = TextTable::Align;
  TextTable Table({{"after"},
                   {"strings", Align::Right},
                   {"classes", Align::Right},
                   {"roots", Align::Right},
                   {"instances", Align::Right},
                   {"object arrays", Align::Right},
                   {"primitive arrays", Align::Right},
                   {"bytes", Align::Right}});
  for (auto [I, C] : enumerate(Counts))
    Table.row({I ? StringRef(Calls[I - 1].text()) : StringRef("reading"),
               C.Strings, C.Classes, C.Roots, C.Instances, C.ObjectArrays,
               C.PrimitiveArrays, C.Bytes});
  Table.print(OS);
}

static void pathJson(json::OStream &Json, const SecretReport::Finding &F) {
  Json.attributeArray("path", [&] {
    for (const SecretReport::Step &S : F.Path)
      Json.object([&] {
        Json.attribute("link", toUtf8(S.Link));
        Json.attribute("object", toUtf8(S.Object));
        Json.attribute("id", jsonId(S.Id));
      });
  });
}

/// As hprof-paths shows them.
static void printPaths(raw_ostream &OS, const SecretReport &Secrets) {
  for (const SecretReport::Finding &F : Secrets.Findings) {
    if (!F.First)
      continue;
    OS << '\n' << escape(F.Text) << " in " << escape(F.Holder) << '\n';
    if (F.Path.empty())
      OS << "  no path from a root to " << jsonId(F.First) << '\n';
    for (auto [I, S] : enumerate(F.Path))
      OS << (I ? "    " : "  ") << escape(S.Link) << ": " << escape(S.Object)
         << ' ' << jsonId(S.Id) << '\n';
  }
}

void hprof::printChangesAsJson(raw_ostream &OS, StringRef Path,
                               ArrayRef<PassCall> Calls,
                               const LossAccount &Changes,
                               const SecretReport &Secrets, const Reporter &R) {
  JsonReport Json(OS, "hprof-opt");
  Json->objectBegin();
  Json->attribute("file", toUtf8(inputName(Path)));
  Json->attributeArray("passes", [&] {
    for (const PassCall &C : Calls)
      Json->value(toUtf8(C.text()));
  });
  lossesJson(*Json, "changes", Changes);
  Json->attributeArray("secrets", [&] {
    for (const SecretReport::Finding &F : Secrets.Findings)
      Json->object([&] {
        Json->attribute("kind", F.Kind);
        Json->attribute("what", toUtf8(F.Text));
        Json->attribute("form", formName(F.Form));
        Json->attribute("holder", toUtf8(F.Holder));
        Json->attribute("count", F.Count);
        Json->attribute("first", F.First ? json::Value(jsonId(F.First))
                                         : json::Value(nullptr));
        Json->attribute("start", F.Shown);
        Json->attribute("length", F.Length);
        if (Secrets.HasPaths)
          pathJson(*Json, F);
      });
  });
  Json->objectEnd();
  Json.endFiles();
  Json.finish(R);
}

void hprof::printSecrets(raw_ostream &OS, const SecretReport &Secrets) {
  if (Secrets.Findings.empty()) {
    OS << "no secrets found\n";
    return;
  }
  using Align = TextTable::Align;
  TextTable Table({{"found", Align::Right},
                   {"kind"},
                   {"holder"},
                   {"first", Align::Right},
                   {"shown"}});
  uint64_t Sum = 0;
  for (const SecretReport::Finding &F : Secrets.Findings) {
    Sum += F.Count;
    Table.row({F.Count, escape(F.Text), escape(F.Holder),
               F.First ? jsonId(F.First) : std::string("-"),
               (F.Shown.empty() ? "" : escape(F.Shown) + "... ") + "(" +
                   counted(F.Length, "character") + ")"});
  }
  Table.print(OS);
  OS << counted(Sum, "secret") << " in "
     << counted(Secrets.Findings.size(), "place") << '\n';
  if (Secrets.HasPaths)
    printPaths(OS, Secrets);
}
