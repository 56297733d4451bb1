//===- SizeLimits.h - Finds limits on the size of suspects ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A full cache may be as large as a leak, but is intended. It is recognized by
/// a field such as "maximumSize" or "LIMIT" that contains the number of
/// entries, by a full array of a fixed length, or by a round number of ordered
/// entries, especially in an application class that extends LinkedHashMap, as
/// caches do to evict their eldest entry. Limits are ignored if the memory
/// grows inside each element. A limit is a guess, and is presented as a guess.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LEAKS_SIZELIMITS_H
#define HPROF_LIB_ANALYSIS_LEAKS_SIZELIMITS_H

#include "ClassRoles.h"
#include "hprof/Analysis/Contents/ContentsHeap.h"
#include "hprof/Analysis/Leaks/LeakSuspects.h"
#include "llvm/ADT/StringMap.h"

namespace hprof {

class SizeLimits {
public:
  /// All arguments must outlive this.
  SizeLimits(const HeapGraph &G, const DominatorTree &T,
             const ClassRoles &Roles, const HeapContents &Contents);

  /// Sets Limit. Requires Owner and Elements; \p Below is the path from the
  /// accumulation point into a collection.
  void addLimit(LeakSuspect &S, llvm::ArrayRef<Node> Below) const;

private:
  struct Number {
    llvm::StringRef Name;
    uint64_t NameId;
    int64_t Value;
  };
  using Numbers = std::vector<Number>;

  std::vector<Node> steps(const LeakSuspect &S,
                          llvm::ArrayRef<Node> Below) const;
  Numbers fieldsOf(Node N) const;
  Numbers staticsOf(ClassNumber C) const;
  bool findIn(const Numbers &All, Node N, llvm::ArrayRef<uint64_t> Counts,
              SuspectLimit &L) const;
  bool findByFields(Node N, llvm::ArrayRef<uint64_t> Counts,
                    SuspectLimit &L) const;
  uint64_t used(Node Array) const;
  uint64_t lengthOfAll(Node Array, uint64_t Elements) const;
  bool findByArray(Node Array, Node Holder, uint64_t Elements,
                   SuspectLimit &L) const;
  std::optional<CollectionSize> collection(Node N) const;
  std::optional<uint64_t> entries(Node N) const;
  bool findByEviction(Node N, SuspectLimit &L) const;
  void findByRoundSize(Node N, uint64_t Elements, SuspectLimit &L) const;
  bool growsInside(Node Element) const;
  bool growsInside(const LeakSuspect &S) const;
  bool isA(Node N, llvm::StringRef Class) const;

  const HeapGraph &G;
  const DominatorTree &T;
  const ClassRoles &Roles;
  const HeapContents &Contents;
  llvm::StringMap<ClassNumber> ByName;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LEAKS_SIZELIMITS_H
