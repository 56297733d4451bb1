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

/// The objects of one or several classes.
struct ClassObjects {
  std::string Name; ///< Class name as in Java source, or the id.
  std::vector<ClassNumber> Classes;
  std::vector<Node> Objects; ///< Ascending; at least one.
};

/// Returns the objects of the classes that match \p Text: a name, a pattern
/// (see ClassPattern.h) or an id. If there are none, returns an error that
/// suggests a similar name.
llvm::Expected<ClassObjects> objectsOfClass(const HeapGraph &G,
                                            llvm::StringRef Text);

} // namespace hprof

#endif // HPROF_ANALYSIS_GRAPH_CLASSOBJECTS_H
