//===- QueryDocument.h - Inputs of queries that are not heaps ---*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_QUERY_QUERYDOCUMENT_H
#define HPROF_QUERY_QUERYDOCUMENT_H

#include "hprof/Format/Base/Error.h"

namespace hprof {

struct KnownInput;
class QuerySession;

struct QueryDocumentOptions {
  DamageHandler OnDamage;
  std::function<void(const llvm::Twine &Text)> OnNote;
  std::string TempDir; ///< For copies of compressed recordings; may be empty.
};

/// Whether addDocument() reads \p In.
bool isDocument(const KnownInput &In);

/// Reads \p In, a thread dump, profile or flight recording, and adds its tables
/// to \p Session. Returns an error for other inputs.
llvm::Error addDocument(QuerySession &Session, llvm::StringRef Schema,
                        KnownInput In, const QueryDocumentOptions &Options);

} // namespace hprof

#endif // HPROF_QUERY_QUERYDOCUMENT_H
