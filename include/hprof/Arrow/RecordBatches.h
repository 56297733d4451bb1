//===- RecordBatches.h - Rows as Arrow streams ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rows of any answer or table as columns in memory, in the form of the Arrow C
/// data interface:
///
///     ArrowArrayStream Stream;
///     exportStream(recordBatches(std::move(Rows)), Stream);
///
/// Rows are pulled when a batch is asked for. What a batch consists of belongs
/// to its ArrowArray and is freed by its release.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ARROW_RECORDBATCHES_H
#define HPROF_ARROW_RECORDBATCHES_H

#include "hprof-c/arrow.h"
#include "hprof/Answer/Rows.h"
#include "llvm/Support/Error.h"

namespace hprof {

/// Batches that are pulled one by one.
class RecordBatches {
public:
  virtual ~RecordBatches();
  virtual llvm::Error schema(ArrowSchema &Out) = 0;
  /// False at the end; then \p Out is not set.
  virtual llvm::Expected<bool> next(ArrowArray &Out) = 0;
};

/// Where a batch ends: after this number of rows, or earlier after a row with
/// which its values take this number of bytes.
struct BatchLimits {
  uint64_t Rows = 1 << 16;
  uint64_t Bytes = 64 << 20;
};

struct BatchOptions {
  BatchLimits Limits;
  /// Columns by number, in this order; all that JSON has if there are none.
  std::vector<unsigned> Columns;
  /// Columns by number whose declared type does not bind: they have the type of
  /// the values in the first batch.
  std::vector<unsigned> Inferred;
};

/// Batches of \p All. A table with columns of SameTable, of rows in rows, lacks
/// these: Arrow has no types that contain themselves.
std::unique_ptr<RecordBatches> recordBatches(std::unique_ptr<Rows> All,
                                             BatchOptions Options = {});

/// An error that ends a stream with ECANCELED; others end it with EIO.
class CancelledError : public llvm::ErrorInfo<CancelledError> {
public:
  static char ID;
  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;
};

/// Moves \p Of into \p Out.
void exportStream(std::unique_ptr<RecordBatches> Of, ArrowArrayStream &Out);

} // namespace hprof

#endif // HPROF_ARROW_RECORDBATCHES_H
