//===- CollectionRows.cpp - Classes of collections and entries ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Java/CollectionRows.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

static constexpr ShapeFacts Shapes[] = {
#define HPROF_SHAPE(NAME, STORAGE, SIZE, COUNTS, ARRAY, FIRST, SECOND)         \
  {CollectionStorage::STORAGE,                                                 \
   SizeSource::SIZE,                                                           \
   COUNTS,                                                                     \
   {HeldPart::ARRAY, HeldPart::FIRST, HeldPart::SECOND}},
#include "hprof/Java/CollectionShapes.def"
};
static constexpr CollectionRow Collections[] = {
#define HPROF_COLLECTION(CLASS, KIND, SHAPE, FIELDS, NULL_MARK, RELEASES)      \
  {CLASS,   CollectionKind::KIND, CollectionShape::SHAPE, FIELDS, NULL_MARK,   \
   RELEASES},
#include "JavaCollections.def"
};
static constexpr EntryRow Entries[] = {
#define HPROF_ENTRY(CLASS, KIND, HASH, KEY, VALUE, LINK, OTHER_LINK, RELEASES) \
  {CLASS, EntryKind::KIND, EntryHash::HASH, {KEY, VALUE}, {LINK, OTHER_LINK}},
#include "JavaCollections.def"
};

ArrayRef<CollectionRow> hprof::collectionRows() { return Collections; }
ArrayRef<EntryRow> hprof::entryRows() { return Entries; }

const ShapeFacts &CollectionRow::facts() const { return Shapes[size_t(Shape)]; }

std::array<StringRef, 4> CollectionRow::fields() const {
  std::array<StringRef, 4> Names;
  StringRef Rest = Fields;
  for (StringRef &Name : Names)
    std::tie(Name, Rest) = Rest.split(',');
  return Names;
}

const EntryRow *hprof::findEntry(StringRef JavaName) {
  const EntryRow *Found =
      find_if(Entries, [&](const EntryRow &R) { return JavaName == R.Class; });
  return Found == std::end(Entries) ? nullptr : Found;
}

bool hprof::isCollectionClass(StringRef JavaName) {
  return any_of(Collections, [&](const CollectionRow &R) {
    return R.Kind != CollectionKind::None && JavaName == R.Class;
  });
}
