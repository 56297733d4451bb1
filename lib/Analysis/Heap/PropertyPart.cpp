//===- PropertyPart.cpp - System properties, for output -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Heap/PropertyPart.h"
#include "hprof/Answer/TypedTable.h"

using namespace hprof;
using namespace llvm;

static Datum valueOf(const SystemProperties::Entry &E) {
  return E.second ? Datum(StringRef(*E.second)) : Datum(Datum::Null());
}

HPROF_TABLE_BEGIN(propertyTable, SystemProperties::Entry, PropertyPart::Request,
                  "property", "A system property or environment variable.")
HPROF_COLUMN(Text, "key", ForJson, StringRef(R.first), "Name.")
HPROF_ANSWER_COLUMN(
    HPROF_ANSWER_WHEN(A.ShowsValues), Text, "value", ForJson, true, "", "",
    nullptr, true, valueOf(R),
    "With --show-values: the value; null if it is not a string.")
HPROF_TABLE_END

static Datum listOf(bool IsThere, ArrayRef<SystemProperties::Entry> Entries,
                    const PropertyPart::Request &Asked) {
  if (!IsThere || !Asked.HasContents)
    return Datum::Null();
  return rowsOf(propertyTable(), Asked, Entries);
}

HPROF_TABLE_BEGIN(partTable, SystemProperties, PropertyPart::Request,
                  "property-part", "Properties of the dumped process.")
HPROF_NESTED_NULLABLE(List, &propertyTable(), "properties", ForJson,
                      listOf(R.HasProperties, R.Properties, A),
                      "System properties; null if not available.")
HPROF_NESTED_NULLABLE(List, &propertyTable(), "environment", ForJson,
                      listOf(R.HasEnvironment, R.Environment, A),
                      "Environment variables; null if not available.")
HPROF_TABLE_END

std::unique_ptr<Rows> PropertyPart::facts() const {
  return oneRow(partTable(), Asked, Is);
}

static void presentList(Presenter &To, const char *Title, bool IsThere,
                        ArrayRef<SystemProperties::Entry> Entries,
                        const PropertyPart::Request &Asked) {
  Prose Head = Title;
  if (!IsThere || !Asked.HasContents) {
    To.line(
        Head << (IsThere ? ": no values in this format" : ": not in the dump"));
    return;
  }
  To.line(Head << ":");
  for (const auto &[Key, Value] : Entries) {
    Prose Line = Prose("  ").name(Key);
    if (Asked.ShowsValues && Value)
      (Line << " = ").name(*Value);
    else if (Asked.ShowsValues)
      Line << " = (not a string)";
    To.line(Line);
  }
}

void PropertyPart::present(Presenter &To) const {
  presentList(To, "system properties", Is.HasProperties, Is.Properties, Asked);
  presentList(To, "environment", Is.HasEnvironment, Is.Environment, Asked);
}
