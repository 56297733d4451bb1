//===- Views.h - Views of each heap -----------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_VIEWS_H
#define LIB_QUERY_VIEWS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace hprof {

/// A row of Views.def.
struct QueryView {
  llvm::StringLiteral Name;
  llvm::StringLiteral Columns; ///< "a, b".
  llvm::StringLiteral Sentence;
  llvm::StringLiteral Sql;

  std::vector<llvm::StringRef> columns() const;
  /// The statement that creates the view in \p Schema. \p Prefix precedes the
  /// name of the view and the names of the tables of \p Heap.
  std::string create(llvm::StringRef Schema, llvm::StringRef Heap,
                     llvm::StringRef Prefix) const;
};

llvm::ArrayRef<QueryView> queryViews();

} // namespace hprof

#endif // LIB_QUERY_VIEWS_H
