//===- JavaHolders.cpp - Fields that hold application objects -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Java/JavaHolders.h"
#include "hprof/Java/JavaCollections.h"
#include "hprof/Java/JavaEntries.h"
#include "llvm/ADT/StringMap.h"

using namespace hprof;
using namespace llvm;

namespace {
struct HeldRow {
  StringLiteral Class, Field;
  HeldPart Part;
};

/// All rows, by class and field.
class HeldTable {
public:
  HeldTable();
  HeldPart of(StringRef Class, StringRef Field) const {
    const auto It = Parts.find(Class);
    return It == Parts.end() ? HeldPart::None : It->second.lookup(Field);
  }

private:
  void add(StringRef Class, StringRef Field, HeldPart Part) {
    if (!Field.empty())
      Parts[Class].try_emplace(Field, Part);
  }
  void add(const CollectionRow &R);

  StringMap<StringMap<HeldPart>> Parts;
};
} // namespace

static constexpr HeldRow Rows[] = {
#define HPROF_HELD(CLASS, FIELD, PART) {CLASS, FIELD, HeldPart::PART},
#include "JavaHolders.def"
};

void HeldTable::add(const CollectionRow &R) {
  const auto [First, Second, Reversed] = R.fields();
  const HeldPart Link =
      R.Kind == CollectionKind::Set ? HeldPart::SetLink : HeldPart::Link;
  switch (R.Shape) {
  case CollectionShape::Fields:
  case CollectionShape::Copies:
    add(R.Class, First, HeldPart::Element);
    return add(R.Class, Second, HeldPart::Element);
  case CollectionShape::Entry:
    add(R.Class, First, HeldPart::Key);
    return add(R.Class, Second,
               R.Kind == CollectionKind::Map ? HeldPart::Value
                                             : HeldPart::Element);
  case CollectionShape::Pairs:
  case CollectionShape::FixedPairs:
    return add(R.Class, R.Array,
               R.Kind == CollectionKind::Map ? HeldPart::Turns : Link);
  case CollectionShape::Universe: // The other array contains all keys.
  case CollectionShape::EnumSet:
  case CollectionShape::Range: // The bounds need not be in the collection.
    return add(R.Class, R.Array, Link);
  case CollectionShape::List:
  case CollectionShape::Ring:
  case CollectionShape::BoundedRing:
  case CollectionShape::Hash:
  case CollectionShape::HashLinks:
  case CollectionShape::Striped:
  case CollectionShape::Segments:
  case CollectionShape::Part:
  case CollectionShape::Wrapper:
  case CollectionShape::View:
  case CollectionShape::Slice:
  case CollectionShape::Links:
  case CollectionShape::LinkRing:
  case CollectionShape::Tree:
  case CollectionShape::Chain:
  case CollectionShape::SkipList:
  case CollectionShape::Exact:
  case CollectionShape::Replaced:
  case CollectionShape::Cells:
  case CollectionShape::Fixed:
  case CollectionShape::Empty:
    add(R.Class, R.Array, Link);
    return add(R.Class, Second, Link);
  }
}

HeldTable::HeldTable() {
  for (const CollectionRow &R : collectionRows())
    add(R);
  for (const EntryRow &R : entryRows()) {
    const bool IsOfMap = !R.Holds[1].empty();
    add(R.Class, R.Holds[0], IsOfMap ? HeldPart::Key : HeldPart::Element);
    add(R.Class, R.Holds[1], HeldPart::Value);
    for (StringRef Link : R.Links)
      add(R.Class, Link, HeldPart::Link);
  }
  for (const HeldRow &R : Rows)
    add(R.Class, R.Field, R.Part);
}

HeldPart hprof::heldPart(StringRef Class, StringRef Field) {
  static const HeldTable Table;
  return Table.of(Class, Field);
}

std::optional<HeldWay> hprof::followHeld(HeldWay Way, HeldPart Part) {
  const bool IsSet = Way == HeldWay::Set;
  const auto If = [](bool LeadsOn) {
    return LeadsOn ? std::optional(HeldWay::Plain) : std::nullopt;
  };
  switch (Part) {
  case HeldPart::None:
    return std::nullopt;
  case HeldPart::Element:
    return HeldWay::Plain;
  case HeldPart::Key:
    return If(IsSet);
  case HeldPart::Value:
    return If(!IsSet);
  case HeldPart::Link:
    return IsSet ? HeldWay::Set : HeldWay::Plain;
  case HeldPart::SetLink:
    return HeldWay::Set;
  case HeldPart::Turns:
    return HeldWay::Turns;
  }
  return std::nullopt;
}

HeldWay hprof::followElement(HeldWay Way) {
  return Way == HeldWay::Turns ? HeldWay::Plain : Way;
}
