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
  /// Replaces a string from an input; if null, strings are kept.
  std::function<std::string(std::string)> Text;
  /// Whether a list in a row ends before its next row; if null, never.
  std::function<bool()> EndsList;
};

/// Returns the rows of \p Of, including nested rows, with the changes \p How,
/// which must outlive the result. Returns null if \p Of is null.
std::unique_ptr<Rows> changedRows(std::unique_ptr<Rows> Of,
                                  const RowChanges &How);
/// Does the same for rows that the caller owns.
std::unique_ptr<Rows> changedRows(Rows &Of, const RowChanges &How);

} // namespace hprof

#endif // LIB_REPORT_CHANGEDROWS_H
