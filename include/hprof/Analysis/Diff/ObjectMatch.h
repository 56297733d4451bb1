//===- ObjectMatch.h - Matches objects of two dumps by id -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Matches the objects of two dumps of the same process by id and class. In
/// dumps of most VMs, ids are addresses: a collection that moves objects
/// between the dumps makes them look gone and new, and may put an object of the
/// same class where another one was. Where it did, many ids have objects of
/// different classes.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_DIFF_OBJECTMATCH_H
#define HPROF_ANALYSIS_DIFF_OBJECTMATCH_H

#include "hprof/Analysis/Graph/HeapGraph.h"
#include "llvm/ADT/StringMap.h"
#include <string>
#include <vector>

namespace hprof {

/// The objects of a class by their fate. All others of the first dump are gone,
/// all others of the second are new.
struct MatchedClass {
  std::string Name; ///< See stableClassName().
  uint64_t Before = 0, After = 0;
  uint64_t Kept = 0; ///< In both, with the same id.
  uint64_t gone() const { return Before - Kept; }
  uint64_t added() const { return After - Kept; }
};

class ObjectMatch {
public:
  /// Remembers the objects of the first dump: 16 bytes each. The graph may go
  /// afterwards.
  explicit ObjectMatch(const HeapGraph &Before);
  /// Compares them with those of the second dump. Call it once.
  void match(const HeapGraph &After);

  /// Those with most new objects first; ties by name.
  std::vector<MatchedClass> classes() const;
  uint64_t before() const { return Objects.size(); }
  uint64_t after() const { return NumAfter; }
  uint64_t kept() const { return NumKept; }
  /// Ids that have objects of different classes.
  uint64_t changedClass() const { return NumChanged; }

private:
  struct Object {
    uint64_t Id;
    uint32_t Class; ///< Index in Classes.
  };
  uint32_t classOf(const std::string &Name);
  std::vector<uint32_t> classesOf(const HeapGraph &G);

  std::vector<Object> Objects; ///< By id.
  std::vector<MatchedClass> Classes;
  llvm::StringMap<uint32_t> Position;
  uint64_t NumAfter = 0, NumKept = 0, NumChanged = 0;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_DIFF_OBJECTMATCH_H
