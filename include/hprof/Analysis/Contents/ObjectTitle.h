//===- ObjectTitle.h - Descriptions of objects ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_CONTENTS_OBJECTTITLE_H
#define HPROF_ANALYSIS_CONTENTS_OBJECTTITLE_H

#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Answer/Prose.h"

namespace hprof {

/// Returns an unescaped description of \p N without its id: "com.acme.Job",
/// "byte[1024]", "class com.acme.Job".
std::string objectKind(const HeapGraph &G, Node N);
/// Returns the value of a String, or the name of a thread or class loader, in
/// modified UTF-8; nullopt for others. The value of a String is not masked.
std::optional<std::string> wholeContent(const HeapContents &C, Node N);
/// Same as above, but masked and truncated to about 60 bytes.
std::optional<std::string> objectContent(const HeapContents &C, Node N);
/// Returns kind, content and id: java.lang.String "abc" 0x7f00.
Prose objectProse(const HeapContents &C, Node N);
bool isLoader(const HeapGraph &G, Node N);

} // namespace hprof

#endif // HPROF_ANALYSIS_CONTENTS_OBJECTTITLE_H
