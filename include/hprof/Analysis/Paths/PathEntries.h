//===- PathEntries.h - Map and list entries on paths ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// Shows a path through a JDK map or list as an entry or element rather than as
/// a chain of nodes.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_PATHS_PATHENTRIES_H
#define HPROF_ANALYSIS_PATHS_PATHENTRIES_H

#include "hprof/Analysis/Paths/PathTree.h"
#include <optional>
#include <string>

namespace hprof {

/// Returns the entry of a hash map on a path, or NoNode if there is none. The
/// entry is in \p G, the last group on this path that belongs to the bin.
Node mapEntry(const HeapContents &C, const PathTree &Tree, const PathGroup &G);
/// Returns the index of the list element at the end of a chain on a path.
std::optional<uint64_t> listElement(const HeapContents &C, const PathTree &Tree,
                                    const PathGroup &G);

/// Key or value of a map entry: a reference.
struct EntryPart {
  Node N = NoNode; ///< NoNode for null, or if a damaged dump lacks the object.
  uint64_t Id = 0; ///< 0 for null.
};

/// Returns the key and the value of \p Entry.
std::pair<EntryPart, EntryPart> entryParts(const HeapContents &C, Node Entry);
/// Returns the value of a String or number, or the class and id of any other
/// object, in modified UTF-8.
std::string entryPartText(const HeapContents &C, const EntryPart &Part);
/// Returns '["key" -> "value"]', for example.
std::string entryText(const HeapContents &C, Node Entry);

} // namespace hprof

#endif // HPROF_ANALYSIS_PATHS_PATHENTRIES_H
