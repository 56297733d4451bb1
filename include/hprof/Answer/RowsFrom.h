//===- RowsFrom.h - Rows of another source ----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANSWER_ROWSFROM_H
#define HPROF_ANSWER_ROWSFROM_H

#include "hprof/Answer/Rows.h"

namespace hprof {

class Answer;

/// Forwards to the rows of another source; derived classes override parts.
class RowsFrom : public Rows {
public:
  /// \p Of must outlive this.
  explicit RowsFrom(Rows &Of) : Of(Of) {}
  explicit RowsFrom(std::unique_ptr<Rows> Own)
      : Of(*Own), Owner(std::move(Own)) {}
  /// \p Owner owns \p Of.
  RowsFrom(Rows &Of, std::shared_ptr<void> Owner)
      : Of(Of), Owner(std::move(Owner)) {}

  const TableInfo &info() const override { return Of.info(); }
  bool has(unsigned Column) const override { return Of.has(Column); }
  std::vector<std::string> labels(unsigned Column,
                                  ColumnPlace Place) const override {
    return Of.labels(Column, Place);
  }
  bool next() override { return Of.next(); }
  Datum get(unsigned Column) const override { return Of.get(Column); }

protected:
  Rows &Of;

private:
  std::shared_ptr<void> Owner;
};

/// Returns the rows of \p Of; the result keeps \p Of alive.
std::unique_ptr<Rows> takeRows(std::shared_ptr<const Answer> Of);

} // namespace hprof

#endif // HPROF_ANSWER_ROWSFROM_H
