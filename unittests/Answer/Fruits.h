//===- Fruits.h - A table for tests -----------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef UNITTESTS_ANSWER_FRUITS_H
#define UNITTESTS_ANSWER_FRUITS_H

#include "hprof/Answer/Answer.h"
#include "hprof/Answer/TypedTable.h"

namespace hprof {
namespace month {
struct Row {
  llvm::StringRef Name;
  uint64_t Grown;
};
struct Asked {};

inline const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "Answer/Months.def"
  };
  static const Table<Row, Asked> Is("month", "A month.", Columns);
  return Is;
}
} // namespace month

/// A table whose only column has no name.
namespace kilo {
using Row = int;
using Asked = NothingAsked;

inline const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
      HPROF_COLUMN(Number, "", ForJson, R, "Kilos.")};
  static const Table<Row, Asked> Is("kilo", "A weight.", Columns);
  return Is;
}
} // namespace kilo

namespace fruit {
struct Row {
  std::string Name;
  const char *Colour;
  uint64_t Id, Count;
  bool IsSweet;
};
struct Asked {
  bool WithShares = false;
};

inline const TableInfo &monthTable() { return month::table(); }
inline std::unique_ptr<Rows> monthsOf(const Row &R) {
  static const month::Asked Nothing{};
  return std::make_unique<RowsOf<month::Row, month::Asked>>(
      month::table(), Nothing,
      [Now = month::Row{"", 0}, At = 0,
       Count = R.Count]() mutable -> const month::Row * {
        if (At == 2)
          return nullptr;
        Now = {At ? "June" : "May", Count + uint64_t(At)};
        ++At;
        return &Now;
      });
}
inline std::unique_ptr<Rows> bestOf(const Row &R) {
  static const month::Asked Nothing{};
  return ownRow(month::table(), Nothing, month::Row{"June", R.Count + 1});
}

inline const TableInfo &kgTable() { return kilo::table(); }
inline std::unique_ptr<Rows> kilosOf(const Row &R) {
  return madeRows(kilo::table(), NothingAsked::value(), R.Count,
                  [](size_t I) { return -int(I); });
}

inline const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "Answer/Fruits.def"
  };
  static const Table<Row, Asked> Is("fruit", "A fruit.", Columns);
  return Is;
}

/// Rows with names for the months.
class FruitRows final : public RowsOf<Row, Asked> {
public:
  FruitRows(const Asked &A, llvm::ArrayRef<Row> All)
      : RowsOf(table(), A, [At = All.begin(), End = All.end()]() mutable {
          return At == End ? nullptr : At++;
        }) {}
  std::vector<std::string> labels(unsigned, ColumnPlace Place) const override {
    if (Place == ForText)
      return {"1", "2"};
    return {"May", "June"};
  }
};
} // namespace fruit

class FruitAnswer final : public Answer {
public:
  static const AnswerInfo &kind() {
    static const AnswerInfo Info = {"fruit-list",      "fruits",
                                    "Fruits by name.", &fruit::table(),
                                    &month::table(),   &fruit::table()};
    return Info;
  }
  const AnswerInfo &info() const override { return kind(); }
  std::unique_ptr<Rows> files() const override { return rows(); }
  std::unique_ptr<Rows> facts() const override {
    static const month::Asked Nothing{};
    return ownRow(month::table(), Nothing, month::Row{"all", 3});
  }
  std::unique_ptr<Rows> rows() const override {
    return std::make_unique<fruit::FruitRows>(Asked, All);
  }
  void present(Presenter &To) const override {
    Prose Line = "basket '";
    Line.name("a\tb") << "', ";
    Line.quoted("x\"y") << ": ";
    Line.count(All.size(), "fruit") << ", ";
    Line.bytes(2048) << " ";
    Line.id(0x1a) << " ";
    Line.change(-2) << " ";
    To.line(Line.bytesChange(3));
    To.line("");
    To.table(*rows());
    Prose Sum;
    To.more(5, 2, Sum.count(1, "kind"));
  }

  fruit::Asked Asked;
  std::vector<fruit::Row> All = {{"fig|", "blue", 0x10, 2, true},
                                 {"a,b\x01", "red", 0, 0, false}};
};
} // namespace hprof

#endif // UNITTESTS_ANSWER_FRUITS_H
