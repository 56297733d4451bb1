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

using ContentObject = ObjectRef; ///< By node.
using ContentEntry = CollectionEntry;

/// The contents of a java.util or java.lang object, independent of field names,
/// which vary between releases.
struct ObjectContents {
  enum class Kind : uint8_t { List, Set, Map, Text, Value, Enum, Time, Stack };

  Kind What = Kind::Value;
  /// The first entries, in the order of CollectionEntries.
  std::vector<ContentEntry> Entries;
  uint64_t Size = 0; ///< Total number of entries.
  /// For other kinds: a string in modified UTF-8 (Text), an exception with a
  /// line for each frame of its stack (Stack), the name of a constant, a time
  /// in ISO 8601, or a value; all as from toString(), except for
  /// java.util.Date, where it depends on a time zone.
  std::string Text;

  bool isCollection() const { return What <= Kind::Map; }
};

/// Returns the contents of \p N, at most \p Most entries; nullopt if its class
/// is not supported. Supports collections, maps and their wrappers of JDK 6 to
/// 25, Strings and builders, boxed and atomic values, UUID, BigInteger and
/// BigDecimal up to 10,000 digits, enum constants, and times. The entries of a
/// damaged collection end at the damage. For an AtomicReference, returns the
/// contents of its referent.
std::optional<ObjectContents> objectContents(const HeapContents &C, Node N,
                                             uint64_t Most);

/// Same as above, but returns nullopt for collections without reading them.
std::optional<ObjectContents> objectValue(const HeapContents &C, Node N);

/// Whether objectContents() may support instances of a class called \p Name and
/// of its subclasses. False for Strings, which have their own value.
bool mayHaveContents(llvm::StringRef Name);

/// "list", "map", ...
const char *contentKindName(ObjectContents::Kind K);

} // namespace hprof

#endif // HPROF_ANALYSIS_CONTENTS_OBJECTCONTENTS_H
