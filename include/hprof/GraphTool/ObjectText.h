//===- ObjectText.h - Objects as people recognise them ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_GRAPHTOOL_OBJECTTEXT_H
#define HPROF_GRAPHTOOL_OBJECTTEXT_H

#include "hprof/Analysis/Contents/ObjectTitle.h"
#include "hprof/Tool/Escape.h"

namespace hprof {

/// The name of a class loader, quoted and escaped, after a space: ' "plugin"'.
/// Empty for an unnamed loader and for objects that are no loaders.
std::string loaderText(const HeapContents &C, Node N, EscapeMode Mode);
/// Kind, content and id, escaped: java.lang.String "abc" 0x7f00.
std::string objectText(const HeapContents &C, Node N, EscapeMode Mode);

} // namespace hprof

#endif // HPROF_GRAPHTOOL_OBJECTTEXT_H
