//===- ArrowColumn.h - Collects the values of a column ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ARROW_ARROWCOLUMN_H
#define LIB_ARROW_ARROWCOLUMN_H

#include "Arrow/ArrowParts.h"
#include "hprof/Answer/Rows.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace hprof {

/// Collects values until there are enough for a batch.
class ArrowColumn {
public:
  virtual ~ArrowColumn();
  /// Returns the type without name and metadata.
  virtual ArrowType type() const = 0;
  llvm::Error add(const Datum &Value);
  /// Adds a placeholder for a missing value.
  void addNull();
  /// Returns the values so far, and removes them.
  virtual llvm::Expected<ArrowParts> finish();
  uint64_t length() const { return Length; }
  uint64_t nulls() const { return Nulls; }
  /// Approximate size of the values so far, in bytes.
  virtual uint64_t bytes() const { return Length * sizeof(uint64_t); }

protected:
  virtual llvm::Error addValue(const Datum &Value) = 0;
  /// Adds the placeholder of a null.
  virtual void addEmpty() = 0;
  /// Moves the buffers that follow the bitmap, and the children, to \p To.
  virtual void moveTo(ArrowParts &To) = 0;

  /// Records that a value was added.
  void addPlace();

private:
  void setBit(bool IsValid);

  uint64_t Length = 0, Nulls = 0;
  ArrowValues<uint8_t> Valid; ///< Empty while there are no nulls.
};

/// The columns of a record.
class RecordColumn final : public ArrowColumn {
public:
  RecordColumn();
  ~RecordColumn() override;
  /// \p Is describes the record.
  void addColumn(ArrowType Is, std::unique_ptr<ArrowColumn> Of,
                 unsigned Number);
  bool isEmpty() const { return Columns.empty(); }
  /// Adds the current record.
  llvm::Error addRecord(const Rows &From);
  ArrowType type() const override;
  llvm::Expected<ArrowParts> finish() override;
  uint64_t bytes() const override;

protected:
  llvm::Error addValue(const Datum &Value) override;
  void addEmpty() override;
  void moveTo(ArrowParts &To) override;

private:
  llvm::Error addParts(const Rows &From);

  struct Part;
  std::vector<Part> Columns;
};

struct ColumnChoice {
  /// Tables that contain a column, from outermost to innermost.
  llvm::ArrayRef<const TableInfo *> In;
  /// Labels of the outermost rows; see Rows::labels().
  std::vector<std::string> Labels;
  bool InferType = false;
};

/// Returns a column for values of \p Of; null if Arrow has no type for it.
std::unique_ptr<ArrowColumn> arrowColumn(const Column &Of,
                                         const ColumnChoice &How);
/// Description of \p Of, with its name.
ArrowType describeColumn(const Column &Of);
/// A column whose type is inferred from the values before its first finish().
std::unique_ptr<ArrowColumn> inferredColumn();

/// Returns the UTF-8 of a string, or any other value as text.
llvm::StringRef textOf(const Datum &Value, std::string &Buffer);

} // namespace hprof

#endif // LIB_ARROW_ARROWCOLUMN_H
