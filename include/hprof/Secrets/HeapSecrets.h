//===- HeapSecrets.h - Secrets by field names and map keys ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_SECRETS_HEAPSECRETS_H
#define HPROF_SECRETS_HEAPSECRETS_H

#include "hprof/Analysis/Graph/NodeIds.h"
#include "hprof/Secrets/SecretRules.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"

namespace hprof {

class HeapContents;

/// The objects of a heap that are secrets because of the names of fields or map
/// keys, also through collections, buffers and wrappers, and keys in fields of
/// key classes. Found once, by a walk over all objects.
class HeapSecrets {
public:
  explicit HeapSecrets(const HeapContents &C);

  /// Returns the kinds of secret names for \p N.
  SecretNameKinds kinds(Node N) const;
  /// Whether \p N has any secret names.
  bool isNamed(Node N) const { return IsFull || Named.count(N); }
  /// Whether \p Text equals a String that is a secret because of its names, or
  /// may equal one that was not found because of the limit.
  bool isCopy(llvm::StringRef Text) const {
    return Copied.contains(Text) ||
           (IsFull && canBeSecret(Text, SecretNameKinds::all()));
  }
  /// Whether the number of objects to follow exceeds the limit, so that all
  /// objects are treated as named.
  bool isFull() const { return IsFull; }

private:
  /// Length below which equal strings may be a coincidence.
  static constexpr size_t ShortestCopy = 5;

  llvm::DenseMap<Node, SecretNameKinds> Named;
  llvm::StringSet<> Copied;
  bool IsFull = false;
};

} // namespace hprof

#endif // HPROF_SECRETS_HEAPSECRETS_H
