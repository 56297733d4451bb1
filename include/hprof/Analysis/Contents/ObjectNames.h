//===- ObjectNames.h - What people call objects -----------------*- C++ -*-===//
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

/// The name that \p N has in the program, in modified UTF-8: of a thread, of a
/// variable of a dynamic language, of a pool. None if JavaNames.h knows no
/// place for it, or the name is not in the dump.
std::optional<std::string> objectName(const HeapContents &Contents, Node N);

/// The text of the String, or the name of the class, under which \p Entry, an
/// entry of a map, keeps \p Value.
std::optional<std::string> entryKey(const HeapContents &Contents, Node Entry,
                                    Node Value);

} // namespace hprof

#endif // HPROF_ANALYSIS_CONTENTS_OBJECTNAMES_H
