//===- ObjectContents.h - What a collection or value has in it --*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_CONTENTS_OBJECTCONTENTS_H
#define HPROF_ANALYSIS_CONTENTS_OBJECTCONTENTS_H

#include "hprof/Analysis/Contents/ContentsHeap.h"

namespace hprof {

using ContentObject = ObjectRef; ///< By node.
using ContentEntry = CollectionEntry;

/// What an object of java.util or java.lang represents, independent of field
/// names, which vary between releases.
struct ObjectContents {
  enum class Kind : uint8_t { List, Set, Map, Text, Value, Enum, Time, Stack };

  Kind What = Kind::Value;
  /// The first entries, in the order of CollectionEntries.
  std::vector<ContentEntry> Entries;
  uint64_t Size = 0; ///< Total number of entries.
  /// For all others: a text in modified UTF-8 (Text), an exception with a line
  /// for each frame of its stack (Stack), the name of a constant, a
  /// time in ISO 8601, or a value; these as their toString() has them, except
  /// for java.util.Date, whose text depends on a time zone.
  std::string Text;

  bool isCollection() const { return What <= Kind::Map; }
};

/// The contents of \p N, at most \p Most entries; none when its class is not
/// supported. Supports collections, maps and their wrappers of JDK 6 to 25,
/// Strings and builders, boxes and atomic values, UUID, BigInteger and
/// BigDecimal up to 10,000 digits, enum constants, and times. Damaged ones end
/// where they cannot be followed. Those of an AtomicReference are those of its
/// object.
std::optional<ObjectContents> objectContents(const HeapContents &C, Node N,
                                             uint64_t Most);

/// The same of what is no collection, without a look into these.
std::optional<ObjectContents> objectValue(const HeapContents &C, Node N);

/// Whether objectContents() may know what is in instances of a class called
/// \p Name, and of its subclasses. Not of Strings, which have their text.
bool mayHaveContents(llvm::StringRef Name);

/// "list", "map", ...
const char *contentKindName(ObjectContents::Kind K);

} // namespace hprof

#endif // HPROF_ANALYSIS_CONTENTS_OBJECTCONTENTS_H
