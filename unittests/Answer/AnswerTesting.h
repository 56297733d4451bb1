//===- AnswerTesting.h - Inspects answers -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef UNITTESTS_ANSWER_ANSWERTESTING_H
#define UNITTESTS_ANSWER_ANSWERTESTING_H

#include "hprof/Answer/Answer.h"
#include <string>
#include <vector>

namespace hprof {

/// The value of a column; if several columns have this name, the one for \p
/// Place.
inline Datum valueOf(const Rows &Of, llvm::StringRef Name, ColumnPlace Place) {
  const std::vector<Column> &All = Of.info().Columns;
  for (unsigned I = 0; I != All.size(); ++I)
    if (All[I].Name == Name && (All[I].Places & Place) && Of.has(I))
      return Of.get(I);
  return Datum();
}

inline uint64_t numberOf(const Rows &Of, llvm::StringRef Name,
                         ColumnPlace Place = ForJson) {
  const Datum Value = valueOf(Of, Name, Place);
  return Value.get<uint64_t>() ? *Value.get<uint64_t>() : UINT64_MAX;
}

inline std::string textOf(const Rows &Of, llvm::StringRef Name,
                          ColumnPlace Place = ForJson) {
  return valueOf(Of, Name, Place).text().value_or("(none)").str();
}

/// \p Text with names and ids unescaped.
inline std::string plainText(const Prose &Text) {
  std::string All;
  for (const Prose::Piece &P : Text.pieces())
    All += P.Is == Prose::Kind::Id      ? "#" + std::to_string(P.Number)
           : P.Is == Prose::Kind::Count ? std::to_string(P.Number) + P.Text
                                        : P.Text;
  return All;
}

inline std::string plainText(const Datum &Value) {
  if (const auto *Text = Value.get<Prose>())
    return plainText(*Text);
  if (const auto *N = Value.get<uint64_t>())
    return std::to_string(*N);
  return Value.text().value_or("").str();
}

/// The answer as text: lines and rows, with a space between cells.
struct ShownLines final : Presenter {
  explicit ShownLines(const Answer &A) { A.present(*this); }
  void line(const Prose &Text) override { All.push_back(plainText(Text)); }
  void table(Rows &Of, unsigned) override {
    while (Of.next()) {
      std::string Row;
      for (unsigned I : Of.columns(ForText))
        Row += (Row.empty() ? "" : " ") + plainText(Of.get(I));
      All.push_back(Row);
    }
  }
  void tree(Rows &Of, uint64_t) override { table(Of, 0); }
  void more(uint64_t, uint64_t, const Prose &) override {}
  std::vector<std::string> All;
};

} // namespace hprof

#endif // UNITTESTS_ANSWER_ANSWERTESTING_H
