//===- ChangedRows.h - Rows with other texts, or fewer ----------*- C++ -*-===//
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
  /// What is shown in place of a text from an input; null shows that.
  std::function<std::string(std::string)> Text;
  /// Whether a list in a row ends before its next row; null never does.
  std::function<bool()> EndsList;
};

/// The rows of \p Of and those in them, with these changes, which must outlive
/// the result. Null for null.
std::unique_ptr<Rows> changedRows(std::unique_ptr<Rows> Of,
                                  const RowChanges &How);
/// The same of rows that the caller owns.
std::unique_ptr<Rows> changedRows(Rows &Of, const RowChanges &How);

} // namespace hprof

#endif // LIB_REPORT_CHANGEDROWS_H
