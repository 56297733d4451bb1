//===- HeapCatalog.h - All tables and answers of a heap dump ----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A heap dump for programs: every table, query and answer by its name, as
/// record batches.
///
///     auto Heap = HeapCatalog::open("heap.hprof");
///     auto Batches = (*Heap)->table("histogram", {{"by", "package"}});
///
/// Threads: any thread may call any function, and pull batches; one at a time
/// works. Batches keep the heap open.
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
  /// As in StoreEvents, but one at a time.
  std::function<void(const StoreProgress &Now)> OnProgress;
  /// The same; when it is true, what runs ends with CancelledError.
  std::function<bool()> ShouldEnd;
};

/// What is wrong with a call, rather than with a file.
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
  /// Opens the dump \p Path of any format and builds its graph, or finds its
  /// index. Errors are as for HeapStore::open().
  static llvm::Expected<std::shared_ptr<HeapCatalog>>
  open(llvm::StringRef Path, CatalogOptions Options = {});
  virtual ~HeapCatalog();

  /// A row for each table and answer that has a name, with its columns and
  /// arguments. Each class is a table, too, which is not listed.
  virtual std::unique_ptr<RecordBatches> tables() = 0;
  /// The rows of \p Name: a table of queries, a view, a class or an answer. The
  /// argument "columns" has names of columns with commas between them.
  virtual BatchesOrError table(llvm::StringRef Name,
                               const CatalogArguments &Arguments) = 0;
  /// The rows of a query in SQL.
  virtual BatchesOrError query(llvm::StringRef Sql) = 0;
  /// One row with an object and its fields.
  virtual BatchesOrError object(uint64_t Id) = 0;
  /// Whether the dump is damaged as far as it was read.
  virtual bool isDamaged() const = 0;
};

} // namespace hprof

#endif // HPROF_CATALOG_HEAPCATALOG_H
