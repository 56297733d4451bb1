//===- TypedTable.h - Declares tables ---------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A table is declared once, in the source that computes its rows. Each column
/// contains the expression that computes its value:
///
///     HPROF_TABLE_BEGIN(rowTable, HistogramRow, HistogramRequest,
///                       "histogram-row", "A class, or a group of classes.")
///     HPROF_COLUMN(Bytes, "shallow", ForAll, R.Shallow,
///                  "Shallow size of the objects.")
///     HPROF_TABLE_END
///
/// This defines rowTable(), which returns a Table<HistogramRow,
/// HistogramRequest>. Columns that several tables share are in a .def
/// file.
///
/// R is the row, of type Row, and A the request, of type Asked. The other
/// forms:
///
///     HPROF_COLUMN_IF(WHEN, ...)      only if the expression WHEN of A holds
///     HPROF_OPTIONAL(...)             may be missing; the value is a Datum or
///                                     a std::optional
///     HPROF_NULLABLE(...)             may be Datum::Null, null in JSON
///     HPROF_TITLED(HEADING, ...)      with a heading of its own in text
///     HPROF_TITLED_IF(WHEN, HEADING, ...)
///     HPROF_OPTIONAL_TITLED(HEADING, ...)
///     HPROF_WORD("a|b", NAME, PLACES, VALUE, SENTENCE)
///     HPROF_WORD_IF(WHEN, "a|b", ...)
///     HPROF_OPTIONAL_WORD("a|b", ...)
///     HPROF_NESTED(TYPE, TABLE, NAME, PLACES, VALUE, SENTENCE)
///     HPROF_NESTED_IF(WHEN, TYPE, TABLE, ...)
///     HPROF_NESTED_OPTIONAL(TYPE, TABLE, ...)
///     HPROF_NESTED_NULLABLE(TYPE, TABLE, ...)
///                                     TABLE is the table of the value, which
///                                     is a std::unique_ptr<Rows>; SameTable
///                                     for rows of trees
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANSWER_TYPEDTABLE_H
#define HPROF_ANSWER_TYPEDTABLE_H

#include "hprof/Answer/Rows.h"
#include "llvm/ADT/ArrayRef.h"
#include <functional>
#include <type_traits>
#include <utility>

namespace hprof {

/// Table of a column whose rows belong to the same table as the column.
inline constexpr const TableInfo *SameTable = nullptr;

template <class Row, class Asked> struct TypedColumn {
  Column Is;
  bool (*Has)(const Asked &A); ///< Null if the column is always present.
  Datum (*Get)(const Row &R, const Asked &A);
};

/// For tables whose columns do not depend on the request.
struct NothingAsked {
  static const NothingAsked &value();
};

/// A table whose values are computed from a Row and an Asked.
template <class Row, class Asked> class Table : public TableInfo {
public:
  Table(llvm::StringRef Name, llvm::StringRef Sentence,
        llvm::ArrayRef<TypedColumn<Row, Asked>> Typed)
      : TableInfo{Name, Sentence, {}}, Typed(Typed) {
    for (const TypedColumn<Row, Asked> &C : Typed) {
      Columns.push_back(C.Is);
      if (C.Is.isNested() && C.Is.Of == SameTable)
        Columns.back().Of = this;
    }
  }
  // Columns may refer to the table.
  Table(const Table &) = delete;

  const llvm::ArrayRef<TypedColumn<Row, Asked>> Typed;
};

/// Rows with values computed from a Row and an Asked. Derived classes advance.
template <class Row, class Asked> class TypedRows : public Rows {
public:
  /// \p A must outlive the rows.
  TypedRows(const Table<Row, Asked> &Is, const Asked &A) : Is(Is), A(A) {}

  const TableInfo &info() const override { return Is; }
  bool has(unsigned Column) const override {
    auto *Has = Is.Typed[Column].Has;
    return !Has || Has(A);
  }
  Datum get(unsigned Column) const override {
    return Is.Typed[Column].Get(*Now, A);
  }

protected:
  const Table<Row, Asked> &Is;
  const Asked &A;
  const Row *Now = nullptr;
};

/// Rows that a function returns one by one; null ends them. Anything that the
/// function refers to must outlive the rows.
template <class Row, class Asked> class RowsOf : public TypedRows<Row, Asked> {
public:
  using Puller = std::function<const Row *()>;
  RowsOf(const Table<Row, Asked> &Is, const Asked &A, Puller Pull)
      : TypedRows<Row, Asked>(Is, A), Pull(std::move(Pull)) {}

  bool next() override { return (this->Now = Pull()); }

private:
  Puller Pull;
};

/// Returns the rows in \p All, which must outlive the result.
template <class Row, class Asked>
std::unique_ptr<Rows> rowsOf(const Table<Row, Asked> &Is, const Asked &A,
                             std::common_type_t<llvm::ArrayRef<Row>> All) {
  return std::make_unique<RowsOf<Row, Asked>>(
      Is, A, [At = All.begin(), End = All.end()]() mutable {
        return At == End ? nullptr : At++;
      });
}

/// Same as above, for rows that the result owns.
template <class Row, class Asked>
std::unique_ptr<Rows> ownRows(const Table<Row, Asked> &Is, const Asked &A,
                              std::vector<Row> All) {
  return std::make_unique<RowsOf<Row, Asked>>(
      Is, A,
      [Own = std::make_shared<std::vector<Row>>(std::move(All)),
       At = size_t(0)]() mutable {
        return At == Own->size() ? nullptr : &(*Own)[At++];
      });
}

/// Rows that are computed one by one.
template <class Row, class Asked, class Maker>
class MadeRows final : public TypedRows<Row, Asked> {
public:
  MadeRows(const Table<Row, Asked> &Is, const Asked &A, size_t Count,
           Maker Make)
      : TypedRows<Row, Asked>(Is, A), Count(Count), Make(std::move(Make)) {}

  bool next() override {
    if (At == Count)
      return false;
    Own.emplace(Make(At++));
    this->Now = &*Own;
    return true;
  }

private:
  const size_t Count;
  Maker Make;
  size_t At = 0;
  std::optional<Row> Own;
};

/// Returns \p Count rows that \p Make computes from their indices. Anything
/// that \p Make refers to must outlive the result.
template <class Row, class Asked, class Maker>
std::unique_ptr<Rows> madeRows(const Table<Row, Asked> &Is, const Asked &A,
                               size_t Count, Maker Make) {
  return std::make_unique<MadeRows<Row, Asked, Maker>>(Is, A, Count,
                                                       std::move(Make));
}

/// Returns a single record for \p One, which must outlive the result.
template <class Row, class Asked>
std::unique_ptr<Rows> oneRow(const Table<Row, Asked> &Is, const Asked &A,
                             const Row &One) {
  return rowsOf(Is, A, llvm::ArrayRef<Row>(&One, 1));
}

/// Same as above, for a row that the result owns.
template <class Row, class Asked>
class OwnRow final : public TypedRows<Row, Asked> {
public:
  OwnRow(const Table<Row, Asked> &Is, const Asked &A, Row One)
      : TypedRows<Row, Asked>(Is, A), Own(std::move(One)) {}

  bool next() override {
    const bool IsFirst = !this->Now;
    this->Now = &Own;
    return IsFirst;
  }

private:
  const Row Own;
};

template <class Row, class Asked>
std::unique_ptr<Rows> ownRow(const Table<Row, Asked> &Is, const Asked &A,
                             Row One) {
  return std::make_unique<OwnRow<Row, Asked>>(Is, A, std::move(One));
}

} // namespace hprof

/// Begins the definition of the static function FUNCTION, which returns a
/// table.
#define HPROF_TABLE_BEGIN(FUNCTION, ROW, ASKED, NAME, SENTENCE)                \
  static const Table<ROW, ASKED> &FUNCTION() {                                 \
    using Row = ROW;                                                           \
    using Asked = ASKED;                                                       \
    static constexpr const char *About[] = {NAME, SENTENCE};                   \
    static const TypedColumn<Row, Asked> Columns[] = {
// clang-format off
#define HPROF_TABLE_END                                                        \
    };                                                                         \
    static const Table<Row, Asked> Is(About[0], About[1], Columns);            \
    return Is;                                                                 \
  }
// clang-format on

// Elements of an array of TypedColumn<Row, Asked>, where Row and Asked are
// types.
#define HPROF_ANSWER_COLUMN(WHEN, TYPE, NAME, PLACES, OPTIONAL, HEADING,       \
                            CHOICES, OF, NULLABLE, VALUE, SENTENCE)            \
  {{NAME, ColumnType::TYPE, PLACES, OPTIONAL, SENTENCE, HEADING, CHOICES, OF,  \
    NULLABLE},                                                                 \
   WHEN,                                                                       \
   []([[maybe_unused]] const Row &R,                                           \
      [[maybe_unused]] const Asked &A) -> Datum { return VALUE; }},
#define HPROF_ANSWER_WHEN(WHEN)                                                \
  []([[maybe_unused]] const Asked &A) -> bool { return WHEN; }

#define HPROF_COLUMN(TYPE, NAME, PLACES, VALUE, SENTENCE)                      \
  HPROF_ANSWER_COLUMN(nullptr, TYPE, NAME, PLACES, false, "", "", nullptr,     \
                      false, VALUE, SENTENCE)
#define HPROF_COLUMN_IF(WHEN, TYPE, NAME, PLACES, VALUE, SENTENCE)             \
  HPROF_ANSWER_COLUMN(HPROF_ANSWER_WHEN(WHEN), TYPE, NAME, PLACES, true, "",   \
                      "", nullptr, false, VALUE, SENTENCE)
#define HPROF_NULLABLE(TYPE, NAME, PLACES, VALUE, SENTENCE)                    \
  HPROF_ANSWER_COLUMN(nullptr, TYPE, NAME, PLACES, false, "", "", nullptr,     \
                      true, VALUE, SENTENCE)
#define HPROF_OPTIONAL(TYPE, NAME, PLACES, VALUE, SENTENCE)                    \
  HPROF_ANSWER_COLUMN(nullptr, TYPE, NAME, PLACES, true, "", "", nullptr,      \
                      false, VALUE, SENTENCE)
#define HPROF_OPTIONAL_TITLED(HEADING, TYPE, NAME, PLACES, VALUE, SENTENCE)    \
  HPROF_ANSWER_COLUMN(nullptr, TYPE, NAME, PLACES, true, HEADING, "", nullptr, \
                      false, VALUE, SENTENCE)
#define HPROF_TITLED(HEADING, TYPE, NAME, PLACES, VALUE, SENTENCE)             \
  HPROF_ANSWER_COLUMN(nullptr, TYPE, NAME, PLACES, false, HEADING, "",         \
                      nullptr, false, VALUE, SENTENCE)
#define HPROF_TITLED_IF(WHEN, HEADING, TYPE, NAME, PLACES, VALUE, SENTENCE)    \
  HPROF_ANSWER_COLUMN(HPROF_ANSWER_WHEN(WHEN), TYPE, NAME, PLACES, true,       \
                      HEADING, "", nullptr, false, VALUE, SENTENCE)
#define HPROF_WORD(CHOICES, NAME, PLACES, VALUE, SENTENCE)                     \
  HPROF_ANSWER_COLUMN(nullptr, Word, NAME, PLACES, false, "", CHOICES,         \
                      nullptr, false, VALUE, SENTENCE)
#define HPROF_WORD_IF(WHEN, CHOICES, NAME, PLACES, VALUE, SENTENCE)            \
  HPROF_ANSWER_COLUMN(HPROF_ANSWER_WHEN(WHEN), Word, NAME, PLACES, true, "",   \
                      CHOICES, nullptr, false, VALUE, SENTENCE)
#define HPROF_OPTIONAL_WORD(CHOICES, NAME, PLACES, VALUE, SENTENCE)            \
  HPROF_ANSWER_COLUMN(nullptr, Word, NAME, PLACES, true, "", CHOICES, nullptr, \
                      false, VALUE, SENTENCE)
#define HPROF_NESTED(TYPE, RECORD, NAME, PLACES, VALUE, SENTENCE)              \
  HPROF_ANSWER_COLUMN(nullptr, TYPE, NAME, PLACES, false, "", "", RECORD,      \
                      false, VALUE, SENTENCE)
#define HPROF_NESTED_OPTIONAL(TYPE, TABLE, NAME, PLACES, VALUE, SENTENCE)      \
  HPROF_ANSWER_COLUMN(nullptr, TYPE, NAME, PLACES, true, "", "", TABLE, false, \
                      VALUE, SENTENCE)
#define HPROF_NESTED_NULLABLE(TYPE, TABLE, NAME, PLACES, VALUE, SENTENCE)      \
  HPROF_ANSWER_COLUMN(nullptr, TYPE, NAME, PLACES, false, "", "", TABLE, true, \
                      VALUE, SENTENCE)
#define HPROF_NESTED_IF(WHEN, TYPE, RECORD, NAME, PLACES, VALUE, SENTENCE)     \
  HPROF_ANSWER_COLUMN(HPROF_ANSWER_WHEN(WHEN), TYPE, NAME, PLACES, true, "",   \
                      "", RECORD, false, VALUE, SENTENCE)

#endif // HPROF_ANSWER_TYPEDTABLE_H
