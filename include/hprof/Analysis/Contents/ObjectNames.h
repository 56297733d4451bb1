//===- ObjectNames.h - Names of objects in the program ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_CONTENTS_OBJECTNAMES_H
#define HPROF_ANALYSIS_CONTENTS_OBJECTNAMES_H

#include "hprof/Analysis/Graph/HeapGraph.h"
#include <optional>
#include <string>

namespace hprof {

class HeapContents;

/// Returns the name that the application gave to \p N, in modified UTF-8, such
/// as the name of a thread, of a variable in a dynamic language, or of a pool.
/// Returns nullopt if JavaNames.h does not list the class, or if the dump lacks
/// the name.
std::optional<std::string> objectName(const HeapContents &Contents, Node N);

/// Returns the String, or the name of the class, that is the key of \p Value in
/// the map entry \p Entry.
std::optional<std::string> entryKey(const HeapContents &Contents, Node Entry,
                                    Node Value);

} // namespace hprof

#endif // HPROF_ANALYSIS_CONTENTS_OBJECTNAMES_H
