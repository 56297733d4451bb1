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

/// Takes values until there are enough for a batch.
class ArrowColumn {
public:
  virtual ~ArrowColumn();
  /// Without name and metadata.
  virtual ArrowType type() const = 0;
  llvm::Error add(const Datum &Value);
  /// A value that stands for none.
  void addNull();
  /// The values so far, which are removed from here.
  virtual llvm::Expected<ArrowParts> finish();
  uint64_t length() const { return Length; }
  uint64_t nulls() const { return Nulls; }
  /// Bytes of the values so far, roughly.
  virtual uint64_t bytes() const { return Length * sizeof(uint64_t); }

protected:
  virtual llvm::Error addValue(const Datum &Value) = 0;
  /// Takes the place of null.
  virtual void addEmpty() = 0;
  /// Adds buffers, after the bitmap, and children.
  virtual void moveTo(ArrowParts &To) = 0;

  /// A value was added.
  void addPlace();

private:
  void setBit(bool IsValid);

  uint64_t Length = 0, Nulls = 0;
  ArrowValues<uint8_t> Valid; ///< Empty as long as there are no nulls.
};

/// The columns of a record.
class RecordColumn final : public ArrowColumn {
public:
  RecordColumn();
  ~RecordColumn() override;
  /// \p Is describes it.
  void addColumn(ArrowType Is, std::unique_ptr<ArrowColumn> Of,
                 unsigned Number);
  bool isEmpty() const { return Columns.empty(); }
  /// The record at hand.
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
  /// Tables that a column is in, from the outside to the inside.
  llvm::ArrayRef<const TableInfo *> In;
  /// See Rows::labels(); for the outermost rows.
  std::vector<std::string> Labels;
  bool InferType = false;
};

/// Takes values of \p Of. Null if there is no type for it.
std::unique_ptr<ArrowColumn> arrowColumn(const Column &Of,
                                         const ColumnChoice &How);
/// What is said about \p Of, with its name.
ArrowType describeColumn(const Column &Of);
/// A column whose type is that of the values before its first finish().
std::unique_ptr<ArrowColumn> inferredColumn();

/// UTF-8 of a value that is a text, or of any other in words.
llvm::StringRef textOf(const Datum &Value, std::string &Buffer);

} // namespace hprof

#endif // LIB_ARROW_ARROWCOLUMN_H
