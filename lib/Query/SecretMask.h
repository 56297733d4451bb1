//===- SecretMask.h - Masks secrets in strings ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_SECRETMASK_H
#define LIB_QUERY_SECRETMASK_H

#include "Query/Heap/TextMask.h"
#include "hprof/Secrets/HeapSecrets.h"
#include "hprof/Secrets/SecretMatcher.h"
#include <vector>

namespace hprof {

/// Replaces apparent secrets by "<secret: AWS access key>" or similar. Also
/// masks values that names mark as secret, copies of these values, numbers in
/// arrays, hash codes, and the fields of key classes. Lengths and object
/// identity are still shown.
class SecretMask final : public TextMask {
public:
  /// Finds the objects that field names and keys mark as secret.
  SecretMask(std::shared_ptr<const SecretMatcher> Matcher,
             const HeapContents &C);

  std::string of(Node N, std::string Text) const override;
  std::string named(llvm::StringRef Name, std::string Text) const override;
  bool hidesElements(Node N) const override;
  bool hidesField(Node Of, llvm::StringRef Name, BasicType Type) const override;

private:
  std::shared_ptr<const SecretMatcher> Matcher;
  const HeapContents &C;
  std::vector<bool> ForKeys, Integers; ///< By class.
  const HeapSecrets Named;
};

} // namespace hprof

#endif // LIB_QUERY_SECRETMASK_H
