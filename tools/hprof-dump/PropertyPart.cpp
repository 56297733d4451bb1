//===- PropertyPart.cpp - Prints --properties -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Part.h"
#include "hprof/Analysis/Heap/SystemProperties.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace hprof;

static void printText(const Part &P, StringRef Title, bool IsThere,
                      ArrayRef<SystemProperties::Entry> Entries,
                      bool ShowValues) {
  P.OS << Title << ":";
  if (!IsThere) {
    P.OS << " not in the dump\n";
    return;
  }
  if (!P.Finder.hasValues()) {
    P.OS << ' ' << NoValues << '\n';
    return;
  }
  P.OS << '\n';
  for (const auto &[Key, Value] : Entries) {
    P.OS << "  " << P.show(Key);
    if (ShowValues)
      P.OS << " = " << (Value ? P.show(*Value) : "(no string)");
    P.OS << '\n';
  }
}

static void printJson(const Part &P, StringRef Title, bool IsThere,
                      ArrayRef<SystemProperties::Entry> Entries,
                      bool ShowValues) {
  if (!IsThere || !P.Finder.hasValues())
    return P.J->attribute(Title, nullptr);
  P.J->attributeArray(Title, [&] {
    for (const SystemProperties::Entry &E : Entries)
      P.J->object([&] {
        P.J->attribute("key", toUtf8(E.first));
        if (ShowValues)
          P.J->attribute("value", E.second ? json::Value(toUtf8(*E.second))
                                           : json::Value(nullptr));
      });
  });
}

Error hprof::printProperties(const Part &P, bool ShowValues) {
  Expected<SystemProperties> S = readSystemProperties(P.Finder);
  if (!S)
    return S.takeError();
  if (P.J) {
    printJson(P, "properties", S->HasProperties, S->Properties, ShowValues);
    printJson(P, "environment", S->HasEnvironment, S->Environment, ShowValues);
    return Error::success();
  }
  printText(P, "system properties", S->HasProperties, S->Properties,
            ShowValues);
  printText(P, "environment", S->HasEnvironment, S->Environment, ShowValues);
  return Error::success();
}
