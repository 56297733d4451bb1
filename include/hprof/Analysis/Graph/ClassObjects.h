//===- ClassObjects.h - The objects of a class ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_GRAPH_CLASSOBJECTS_H
#define HPROF_ANALYSIS_GRAPH_CLASSOBJECTS_H

#include "hprof/Analysis/Graph/HeapGraph.h"

namespace hprof {

/// The objects of a class, or of several.
struct ClassObjects {
  std::string Name; ///< As in Java source; or the id.
  std::vector<ClassNumber> Classes;
  std::vector<Node> Objects; ///< Ascending; at least one.
};

/// The objects of the classes given by \p Text: a name, a pattern (see
/// ClassPattern.h) or an id. It is an error if there are none; the message
/// suggests a similar name.
llvm::Expected<ClassObjects> objectsOfClass(const HeapGraph &G,
                                            llvm::StringRef Text);

} // namespace hprof

#endif // HPROF_ANALYSIS_GRAPH_CLASSOBJECTS_H
