//===- Json.cpp - Conventions of the JSON that tools write ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Tool/Json.h"
#include "hprof/Tool/Reporter.h"
#include "hprof/Tool/Version.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace hprof;

std::string hprof::jsonId(uint64_t Id) {
  return "0x" + utohexstr(Id, /*LowerCase=*/true);
}

JsonReport::JsonReport(raw_ostream &OS, StringRef Tool, unsigned SchemaVersion)
    : OS(OS), J(OS, /*IndentSize=*/2) {
  J.objectBegin();
  J.attribute("schema_version", SchemaVersion);
  J.attributeObject("tool", [&] {
    J.attribute("name", Tool);
    J.attribute("version", toolchainVersion());
  });
}

void JsonReport::finish(const Reporter &R, bool HasGate) {
  J.attribute("damaged", R.damaged());
  if (HasGate)
    J.attribute("gate", R.gate());
  J.objectEnd();
  J.flush();
  OS << '\n';
}
