//===- QuerySecrets.h - Queries without secrets -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_QUERY_QUERYSECRETS_H
#define HPROF_QUERY_QUERYSECRETS_H

#include <memory>

namespace hprof {

class QuerySession;
class SecretMatcher;

/// Masks apparent secrets in strings; see docs/Libraries/Query.md. To be called
/// before heaps are added to \p Session. Programs that do not call this
/// function do not link the rules and RE2.
void maskSecrets(QuerySession &Session,
                 std::shared_ptr<const SecretMatcher> Matcher);

} // namespace hprof

#endif // HPROF_QUERY_QUERYSECRETS_H
