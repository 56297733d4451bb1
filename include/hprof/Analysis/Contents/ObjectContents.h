//===- ObjectContents.h - Contents of collections, values -------*- C++ -*-===//
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

using ContentObject = ObjectRef; ///< Identified by node.
using ContentEntry = CollectionEntry;

/// The contents of a java.util or java.lang object, independent of field names
/// (these vary between releases).
struct ObjectContents {
  enum class Kind : uint8_t { List, Set, Map, Text, Value, Enum, Time, Stack };

  Kind What = Kind::Value;
  /// The first entries, in the order of CollectionEntries.
  std::vector<ContentEntry> Entries;
  uint64_t Size = 0; ///< Total number of entries.
  /// Set if this is not a collection: a string in modified UTF-8 (Text), an
  /// exception with a line for each frame of its stack (Stack), the name of a
  /// constant, a time in ISO 8601, or a value. Same as the result of
  /// toString(), except for java.util.Date, whose toString() depends on the
  /// time zone.
  std::string Text;

  bool isCollection() const { return What <= Kind::Map; }
};

/// Returns the contents of \p N, at most \p Most entries; nullopt if its class
/// is not supported. Supports the collections, maps and their wrappers of JDK 6
/// to 25, Strings and builders, boxed and atomic values, UUID, BigInteger and
/// BigDecimal up to 10,000 digits, enum constants, and times. For a damaged
/// collection, returns the entries before the damage. For an AtomicReference,
/// returns the contents of its referent.
std::optional<ObjectContents> objectContents(const HeapContents &C, Node N,
                                             uint64_t Most);

/// Same as above, but returns nullopt for collections without reading them.
std::optional<ObjectContents> objectValue(const HeapContents &C, Node N);

/// Whether objectContents() may support instances of a class called \p Name or
/// of its subclasses. False for String, which is handled separately.
bool mayHaveContents(llvm::StringRef Name);

/// "list", "map", ...
const char *contentKindName(ObjectContents::Kind K);

} // namespace hprof

#endif // HPROF_ANALYSIS_CONTENTS_OBJECTCONTENTS_H
