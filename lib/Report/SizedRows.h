//===- SizedRows.h - Rows that end in time ----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_REPORT_SIZEDROWS_H
#define LIB_REPORT_SIZEDROWS_H

#include "hprof/Answer/Rows.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hprof {

/// How large the JSON of an answer may become.
struct SizeLimit {
  const llvm::raw_ostream &OS; ///< Where the JSON is written.
  uint64_t MostBytes;          ///< Lists end when there are as many.
  bool IsCut = false;          ///< Whether one has ended early.
};

/// The rows of \p Of; lists in them end at the limit, which must outlive the
/// result, and long texts are cut. Rows themselves do not end early.
std::unique_ptr<Rows> sizedRows(std::unique_ptr<Rows> Of, SizeLimit &Limit);

} // namespace hprof

#endif // LIB_REPORT_SIZEDROWS_H
