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

namespace property {
using Row = SystemProperties::Entry;
using Asked = PropertyPart::Request;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "PropertyColumns.def"
  };
  static const Table<Row, Asked> Is(
      "property", "A system property or environment variable.", Columns);
  return Is;
}
} // namespace property

static const TableInfo &propertyTable() { return property::table(); }

static Datum listOf(bool IsThere, ArrayRef<SystemProperties::Entry> Entries,
                    const PropertyPart::Request &Asked) {
  if (!IsThere || !Asked.HasContents)
    return Datum::Null();
  return rowsOf(property::table(), Asked, Entries);
}

namespace part {
using Row = SystemProperties;
using Asked = PropertyPart::Request;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "PropertyPartColumns.def"
  };
  static const Table<Row, Asked> Is(
      "property-part", "Properties of the dumped process.", Columns);
  return Is;
}
} // namespace part

std::unique_ptr<Rows> PropertyPart::facts() const {
  return oneRow(part::table(), Asked, Is);
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
