//===- RecordBatches.h - Rows as Arrow streams ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rows of any answer or table as columns in memory, in the format of the Arrow
/// C data interface:
///
///     ArrowArrayStream Stream;
///     exportStream(recordBatches(std::move(Rows)), Stream);
///
/// Rows are pulled when a batch is requested. The memory of a batch belongs to
/// the ArrowArray and is freed by the release callback.
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
  /// Returns false, without setting \p Out, at the end.
  virtual llvm::Expected<bool> next(ArrowArray &Out) = 0;
};

/// Limits of a batch: it ends after this number of rows, or as soon as its
/// values occupy this number of bytes.
struct BatchLimits {
  uint64_t Rows = 1 << 16;
  uint64_t Bytes = 64 << 20;
};

struct BatchOptions {
  BatchLimits Limits;
  /// Numbers of the columns to include, in this order; if empty, all columns of
  /// JSON.
  std::vector<unsigned> Columns;
  /// Numbers of columns whose declared type is ignored: they get the type of
  /// the values in the first batch.
  std::vector<unsigned> Inferred;
};

/// Batches of \p All. Columns of SameTable (trees of rows) are omitted, because
/// Arrow has no recursive types.
std::unique_ptr<RecordBatches> recordBatches(std::unique_ptr<Rows> All,
                                             BatchOptions Options = {});

/// An error that a stream reports as ECANCELED; all other errors are reported
/// as EIO.
class CancelledError : public llvm::ErrorInfo<CancelledError> {
public:
  static char ID;
  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;
};

/// Sets \p Out to a stream of the batches \p Of.
void exportStream(std::unique_ptr<RecordBatches> Of, ArrowArrayStream &Out);

} // namespace hprof

#endif // HPROF_ARROW_RECORDBATCHES_H
