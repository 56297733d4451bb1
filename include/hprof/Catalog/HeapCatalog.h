//===- HeapCatalog.h - All tables and answers of a dump ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programmatic access to a heap dump: tables, queries and answers, as record
/// batches.
///
///     auto Heap = HeapCatalog::open("heap.hprof");
///     auto Batches = (*Heap)->table("histogram", {{"by", "package"}});
///
/// Threads: any thread may call any function and pull batches; only one runs at
/// a time. Batches keep the heap open.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_CATALOG_HEAPCATALOG_H
#define HPROF_CATALOG_HEAPCATALOG_H

#include "hprof/Analysis/Store/StoreEvents.h"
#include "hprof/Analysis/Store/StoreOptions.h"
#include "hprof/Answer/Argument.h"
#include "hprof/Arrow/RecordBatches.h"
#include "llvm/ADT/ArrayRef.h"
#include <system_error>

namespace hprof {

struct CatalogOptions {
  StoreOptions Store;
  /// Same as in StoreEvents, but never called concurrently.
  std::function<void(const StoreProgress &Now)> OnProgress;
  /// Never called concurrently, either; if it returns true, the running
  /// operation fails with CancelledError.
  std::function<bool()> ShouldEnd;
};

/// An error of the caller, such as an unknown table, rather than a fault in the
/// dump.
class CatalogError : public llvm::ErrorInfo<CatalogError> {
public:
  static char ID;
  enum class Kind : uint8_t { NoTable, BadArgument, BadQuery, NoObject };

  CatalogError(Kind Is, const llvm::Twine &What) : Is(Is), What(What.str()) {}
  Kind kind() const { return Is; }
  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;

private:
  Kind Is;
  std::string What;
};

using CatalogArguments = GivenArguments;
using BatchesOrError = llvm::Expected<std::unique_ptr<RecordBatches>>;

class HeapCatalog {
public:
  /// Opens the dump \p Path, in any format, and builds its graph unless there
  /// is an index. Errors are those of HeapStore::open().
  static llvm::Expected<std::shared_ptr<HeapCatalog>>
  open(llvm::StringRef Path, CatalogOptions Options = {});
  virtual ~HeapCatalog();

  /// A row for each named table and answer, with its columns and arguments.
  /// Each class is also a table, which is not listed.
  virtual std::unique_ptr<RecordBatches> tables() = 0;
  /// Rows of \p Name: a query table, a view, a class or an answer. The argument
  /// "columns" is a comma-separated list of column names.
  virtual BatchesOrError table(llvm::StringRef Name,
                               const CatalogArguments &Arguments) = 0;
  /// Rows of an SQL query.
  virtual BatchesOrError query(llvm::StringRef Sql) = 0;
  /// One row with an object and its fields.
  virtual BatchesOrError object(uint64_t Id) = 0;
  /// Whether damage was found in the part of the dump that has been read.
  virtual bool isDamaged() const = 0;
};

} // namespace hprof

#endif // HPROF_CATALOG_HEAPCATALOG_H
