//===- ChangedRows.h - Rows with other strings, or fewer --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_REPORT_CHANGEDROWS_H
#define LIB_REPORT_CHANGEDROWS_H

#include "hprof/Answer/Rows.h"

namespace hprof {

struct RowChanges {
  /// Replacement of a string from an input; null keeps it.
  std::function<std::string(std::string)> Text;
  /// Whether a list in a row ends before its next row; null means never.
  std::function<bool()> EndsList;
};

/// Rows of \p Of and nested rows with these changes, which must outlive the
/// result. Null for null.
std::unique_ptr<Rows> changedRows(std::unique_ptr<Rows> Of,
                                  const RowChanges &How);
/// Does the same for rows that the caller owns.
std::unique_ptr<Rows> changedRows(Rows &Of, const RowChanges &How);

} // namespace hprof

#endif // LIB_REPORT_CHANGEDROWS_H
