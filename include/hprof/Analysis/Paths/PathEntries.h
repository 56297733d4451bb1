//===- PathEntries.h - Ways through maps and lists --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// A path through a map of the JDK is about an entry, and one through a list
/// about an element, rather than about a chain of nodes.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_PATHS_PATHENTRIES_H
#define HPROF_ANALYSIS_PATHS_PATHENTRIES_H

#include "hprof/Analysis/Paths/PathTree.h"
#include <optional>
#include <string>

namespace hprof {

/// The entry of a hash map that a path goes through, or NoNode: it is in \p G,
/// the last group of the bin on this path.
Node mapEntry(const HeapContents &C, const PathTree &Tree, const PathGroup &G);
/// The index of the list element that a path leads to, in a chain of nodes.
std::optional<uint64_t> listElement(const HeapContents &C, const PathTree &Tree,
                                    const PathGroup &G);

/// The key or the value of a map entry: a reference.
struct EntryPart {
  Node N = NoNode; ///< NoNode also if a damaged dump has lost the object.
  uint64_t Id = 0; ///< 0 for null.
};

/// The key and the value of \p Entry.
std::pair<EntryPart, EntryPart> entryParts(const HeapContents &C, Node Entry);
/// The text of a String, the value of a number, or class and id; modified
/// UTF-8.
std::string entryPartText(const HeapContents &C, const EntryPart &Part);
/// '["key" -> "value"]'.
std::string entryText(const HeapContents &C, Node Entry);

} // namespace hprof

#endif // HPROF_ANALYSIS_PATHS_PATHENTRIES_H
