//===- ObjectContents.h - What a collection or value has in it --*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_CONTENTS_OBJECTCONTENTS_H
#define HPROF_ANALYSIS_CONTENTS_OBJECTCONTENTS_H

#include "hprof/Analysis/Contents/HeapContents.h"

namespace hprof {

/// An entry of a collection; NoNode stands for null, and for what the dump does
/// not have.
struct ContentEntry {
  Node Key = NoNode; ///< Of maps.
  Node Value = NoNode;
};

/// What an object of java.util or java.lang stands for, whatever its fields are
/// called in which release.
struct ObjectContents {
  enum class Kind : uint8_t { List, Set, Map, Text, Value, Enum, Time };

  Kind What = Kind::Value;
  /// Of lists in order, of sets and maps as an iterator tells them, but for
  /// concurrent maps that were growing. The first ones.
  std::vector<ContentEntry> Entries;
  uint64_t Size = 0; ///< How many entries there are.
  /// Of all else: a text, which a Text has in modified UTF-8; a number as in
  /// Java source; the name of a constant; a time in ISO 8601.
  std::string Text;

  bool isCollection() const { return What <= Kind::Map; }
};

/// What \p N has in it, at most \p Most entries; none when that is not known
/// of its class. Collections, maps and their wrappers of the JDK, 6 to 25,
/// Strings and builders, boxes, constants of enums, and times. Damaged ones end
/// where they cannot be followed.
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
