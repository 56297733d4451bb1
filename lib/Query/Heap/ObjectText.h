//===- ObjectText.h - Text of an object -------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_HEAP_OBJECTTEXT_H
#define LIB_QUERY_HEAP_OBJECTTEXT_H

#include "hprof/Analysis/Contents/HeapContents.h"

namespace hprof {

/// Returns the string of a String, builder, char[] or UTF-8 byte[], the value
/// of a number or date, or the name of a constant, class, thread or loader, in
/// modified UTF-8 or UTF-8; nullopt for other objects.
std::optional<std::string> objectText(const HeapContents &C, Node N);

} // namespace hprof

#endif // LIB_QUERY_HEAP_OBJECTTEXT_H
