//===- JavaHolders.cpp - Fields that hold application objects -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Java/JavaHolders.h"
#include "hprof/Java/CollectionRows.h"
#include "llvm/ADT/StringMap.h"

using namespace hprof;
using namespace llvm;

/// Returns \p Part of a shape in collections of \p Kind.
static HeldPart partIn(CollectionKind Kind, HeldPart Part) {
  if (Part == HeldPart::Link && Kind == CollectionKind::Set)
    return HeldPart::SetLink;
  if (Part == HeldPart::Value && Kind != CollectionKind::Map)
    return HeldPart::Element;
  return Part;
}

/// Returns all parts, by class and field.
static StringMap<StringMap<HeldPart>> listParts() {
  StringMap<StringMap<HeldPart>> Parts;
  auto Add = [&](StringRef Class, StringRef Field, HeldPart Part) {
    if (!Field.empty() && Part != HeldPart::None)
      Parts[Class].try_emplace(Field, Part);
  };
  for (const CollectionRow &R : collectionRows())
    for (auto [Field, Part] : zip(R.fields(), R.facts().Parts))
      Add(R.Class, Field, partIn(R.Kind, Part));
  for (const EntryRow &R : entryRows()) {
    const bool IsOfMap = !R.Holds[1].empty();
    Add(R.Class, R.Holds[0], IsOfMap ? HeldPart::Key : HeldPart::Element);
    Add(R.Class, R.Holds[1], HeldPart::Value);
    for (StringRef Link : R.Links)
      Add(R.Class, Link, HeldPart::Link);
  }
#define HPROF_HELD(CLASS, FIELD, PART) Add(CLASS, FIELD, HeldPart::PART);
#include "JavaCollections.def"
  return Parts;
}

HeldPart hprof::heldPart(StringRef Class, StringRef Field) {
  static const StringMap<StringMap<HeldPart>> Parts = listParts();
  const auto It = Parts.find(Class);
  return It == Parts.end() ? HeldPart::None : It->second.lookup(Field);
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
