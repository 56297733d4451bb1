//===- FastThreadLocals.h - Netty's thread-local variables ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A thread holds the values of Netty's FastThreadLocals in one array, each at
/// the index stored in the FastThreadLocal. An element of this array is better
/// described by the static field that refers to the FastThreadLocal than by its
/// index.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_CONTENTS_FASTTHREADLOCALS_H
#define HPROF_ANALYSIS_CONTENTS_FASTTHREADLOCALS_H

#include "hprof/Analysis/Contents/HeapContents.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringRef.h"
#include <map>

namespace hprof {

class FastThreadLocals {
public:
  explicit FastThreadLocals(const HeapContents &C);

  /// Returns "app.Pool.CACHE", or the class of the FastThreadLocal if no static
  /// field refers to it; empty if \p Array is not an array of such values.
  llvm::StringRef variable(Node Array, uint64_t Index) const;

private:
  llvm::DenseSet<Node> Arrays;
  std::map<uint64_t, std::string> ByIndex;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_CONTENTS_FASTTHREADLOCALS_H
