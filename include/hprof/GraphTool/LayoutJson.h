//===- LayoutJson.h - The layout of a graph in JSON -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_GRAPHTOOL_LAYOUTJSON_H
#define HPROF_GRAPHTOOL_LAYOUTJSON_H

#include "llvm/ADT/StringRef.h"

namespace llvm::json {
class OStream;
} // namespace llvm::json

namespace hprof {

class HeapGraph;

/// Writes the attribute "layout": its name, text, and how it was found.
void layoutJson(llvm::json::OStream &J, llvm::StringRef Name,
                llvm::StringRef Text, bool IsCertain, llvm::StringRef Evidence);
/// Writes the layout of \p G.
void layoutJson(llvm::json::OStream &J, const HeapGraph &G);

} // namespace hprof

#endif // HPROF_GRAPHTOOL_LAYOUTJSON_H
