//===- HeapSecrets.h - Secrets by the names that lead to them ---*- C++ -*-===//
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

/// The objects of a heap that names of fields and of keys in maps make secrets,
/// also through collections, buffers and wrappers, and keys that classes for
/// keys have in their fields. Found once, by a walk over all objects.
class HeapSecrets {
public:
  explicit HeapSecrets(const HeapContents &C);

  /// What names say of \p N.
  SecretNameKinds kinds(Node N) const;
  /// Whether there are such names.
  bool isNamed(Node N) const { return IsFull || Named.count(N); }
  /// Whether \p Text is that of a String that is always a secret.
  bool isCopy(llvm::StringRef Text) const { return Copied.contains(Text); }
  /// There is more to follow than is allowed, so that all objects count as
  /// named.
  bool isFull() const { return IsFull; }

private:
  /// A shorter text is the same as another one by chance.
  static constexpr size_t ShortestCopy = 5;

  llvm::DenseMap<Node, SecretNameKinds> Named;
  llvm::StringSet<> Copied;
  bool IsFull = false;
};

} // namespace hprof

#endif // HPROF_SECRETS_HEAPSECRETS_H
