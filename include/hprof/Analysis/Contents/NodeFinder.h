//===- NodeFinder.h - Finds objects in a graph by their ids -----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_CONTENTS_NODEFINDER_H
#define HPROF_ANALYSIS_CONTENTS_NODEFINDER_H

#include "hprof/Analysis/Heap/ObjectFinder.h"

namespace hprof {

class HeapContents;

/// An ObjectFinder that reads only the requested objects. Their bytes are views
/// of the dump.
class NodeFinder final : public ObjectFinder {
public:
  /// \p Contents must outlive this.
  explicit NodeFinder(const HeapContents &Contents);
  bool hasValues() const override;

private:
  llvm::Error find(const IdsToFind &Ids, size_t MaxBytes) override;
  /// Reads the types from the graph.
  llvm::Error findTypes(const IdsToFind &Ids) override;

  const HeapContents &Contents;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_CONTENTS_NODEFINDER_H
