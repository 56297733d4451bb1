//===- SecretMask.h - Hides secrets in texts --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_SECRETMASK_H
#define LIB_QUERY_SECRETMASK_H

#include "Query/Heap/TextMask.h"
#include "hprof/Secrets/SecretMatcher.h"

namespace hprof {

/// Puts "<secret: AWS access key>" in place of what looks like a secret. It
/// saves people from showing passwords by accident; it does not withstand
/// queries that are made to get around it.
class SecretMask final : public TextMask {
public:
  /// Finds the objects that names of fields and of keys make secrets.
  SecretMask(std::shared_ptr<const SecretMatcher> Matcher,
             const HeapContents &C);

  std::string of(Node N, std::string Text) const override;
  std::string named(llvm::StringRef Name, std::string Text) const override;
  /// Those that a name makes a secret, and the arrays of such Strings.
  bool hides(Node N) const override { return HidesAll || Named.count(N); }

private:
  std::shared_ptr<const SecretMatcher> Matcher;
  llvm::DenseMap<Node, SecretNameKinds> Named;
  /// There is more to follow than is allowed, so that all texts count as named.
  bool HidesAll = false;
};

} // namespace hprof

#endif // LIB_QUERY_SECRETMASK_H
