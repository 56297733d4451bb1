//===- EntryWalk.h - Walks over the entries of collections ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_CONTENTS_ENTRYWALK_H
#define HPROF_LIB_ANALYSIS_CONTENTS_ENTRYWALK_H

#include "hprof/Analysis/Contents/ObjectContents.h"

namespace hprof {

/// Fills an ObjectContents from one collection. Even for damaged ones, the
/// number of steps is bounded by the objects in the graph and the array
/// elements.
class EntryWalk {
public:
  EntryWalk(const HeapContents &C, uint64_t Most)
      : C(C), Most(Most), StepsLeft(C.graph().size()) {}

  /// \return false if the class of \p N is not a collection.
  bool read(Node N, ObjectContents &Into, unsigned Depth = 0);
  static bool knows(llvm::StringRef Class);

private:
  using Kind = ObjectContents::Kind;
  using Names = llvm::ArrayRef<llvm::StringRef>;
  struct Row;
  static llvm::ArrayRef<Row> rows();
  const Row *findRow(Node N) const;
  bool readInner(Node N, const Row &R, unsigned Depth);

  // The shapes of collections. Names are field names in different releases.
  void elements(Node N, Names Array);
  void ring(Node N);
  void boundedRing(Node N);
  void pairs(Node N, Names Array);
  void entry(Node N, Names Key, Names Value);
  void upToTwo(Node N, Names Elements);
  void copies(Node N);
  void hash(Node N);
  void table(Node Table);
  void segments(Node N);
  void tree(Node N);
  void chain(Node First, Names Next, Names Key, Names Value);
  Node start(Node N) const; ///< For a queue that is a chain.
  void linkedList(Node N);
  void concurrentHash(Node N);
  void setN(Node N);
  void enumMap(Node N);
  void enumSet(Node N);
  void skipList(Node N);

  /// Visits elements of an array, including null, until \p F returns false.
  void forEachElement(Node Array,
                      llvm::function_ref<bool(uint64_t I, ContentObject E)> F);
  uint64_t staticObject(llvm::StringRef Class, llvm::StringRef Name) const;
  uint64_t length(Node Array) const {
    return Array == NoNode ? 0 : C.graph().arrayLength(Array);
  }
  /// \return whether to continue.
  bool add(ContentObject Key, ContentObject Value);
  void setSize(int64_t Declared);
  bool step() { return StepsLeft && StepsLeft--; }

  const HeapContents &C;
  const uint64_t Most;
  uint64_t StepsLeft;
  ObjectContents *Out = nullptr;
  std::optional<uint64_t> Declared; ///< Declared size.
  uint64_t Count = 0;               ///< Entries seen.
  uint64_t Skip = 0;                ///< Entries to leave out at the beginning.
  uint64_t Mark = 0;                ///< The object that stands for null, or 0.
  bool HasNullKeys = true;          ///< Whether null can be a key.
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_CONTENTS_ENTRYWALK_H
