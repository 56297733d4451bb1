//===- AnswerCells.cpp - Records as rows of tables ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnswerCells.h"
#include "TimeText.h"
#include "hprof/Tool/AnswerOutput.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/ValueText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace hprof;
using namespace llvm;

AnswerCells::AnswerCells(const Rows &Of, ColumnPlace Place, EscapeMode Mode)
    : Info(Of.info()), Place(Place), Mode(Mode) {
  std::vector<unsigned> Columns = Of.columns(Place);
  auto IsBefore = [&](unsigned A, unsigned B) {
    return std::pair(Info.Columns[A].rank(Place), A) <
           std::pair(Info.Columns[B].rank(Place), B);
  };
  if (!is_sorted(Columns, IsBefore))
    llvm::sort(Columns, IsBefore);
  Parts.reserve(Columns.size());
  Titles.reserve(Columns.size());
  auto TitleOf = [&](const Column &C) {
    return (Place == ForText ? C.heading() : C.Name).str();
  };
  for (unsigned I : Columns) {
    const Column &C = Info.Columns[I];
    if (C.Type == ColumnType::Fields) {
      const std::vector<std::string> Names = Of.labels(I, Place);
      Parts.push_back({I, Names.size()});
      for (const std::string &Name : Names)
        Titles.push_back({Name, ColumnType::Text});
      continue;
    }
    if (C.Type != ColumnType::List) {
      Parts.push_back({I, 0});
      Titles.push_back({TitleOf(C), C.Type});
      continue;
    }
    const std::vector<std::string> Labels = Of.labels(I, Place);
    Parts.push_back({I, Labels.size()});
    for (const std::string &Label : Labels)
      for (const Column &Inner : C.Of->Columns)
        if (Inner.Places & Place)
          Titles.push_back({!C.Of->value()     ? TitleOf(Inner) + ":" + Label
                            : Place == ForText ? Label
                                               : C.Name.str() + "_" + Label,
                            Inner.Type});
  }
  if (Place == ForText)
    for (Title &T : Titles)
      T.Text = escape(T.Text, Mode);
}

static std::string realText(const char *Format, double Real) {
  std::string Text;
  raw_string_ostream(Text) << format(Format, Real);
  return Text;
}

/// \p Real in as few digits as are needed to read the same number.
static std::string exactText(double Real) {
  std::string Text = realText("%.15g", Real);
  for (const char *Format : {"%.16g", "%.17g"})
    if (std::strtod(Text.c_str(), nullptr) != Real)
      Text = realText(Format, Real);
  return Text;
}

Cell AnswerCells::cell(const Column &Is, const Datum &Value) const {
  const bool IsText = Place == ForText;
  if (std::optional<StringRef> Text = Value.text())
    return !IsText ? Text->str()
           : Value.aside()
               ? escape(*Text, Mode) + proseText(*Value.aside(), Mode)
               : escape(*Text, Mode);
  if (const auto *Text = Value.get<Prose>())
    return proseText(*Text, IsText ? Mode : EscapeMode::Raw);
  if (const auto *N = Value.get<uint64_t>()) {
    if (Is.Type == ColumnType::Id)
      return jsonId(*N);
    if (Is.Type == ColumnType::Time && IsText)
      return timeText(*N);
    return *N;
  }
  if (const auto *N = Value.get<int64_t>())
    return IsText && !is_contained({ColumnType::Number, ColumnType::Id,
                                    ColumnType::Time, ColumnType::Flag},
                                   Is.Type)
               ? Cell(signedText(*N, Is.Type == ColumnType::BytesChange))
               : Cell(*N);
  if (const auto *Real = Value.get<double>())
    return Is.Type == ColumnType::Rate ? realText("%.1f", *Real)
           : Is.Type == ColumnType::Real
               ? (IsText ? realText("%.15g", *Real) : exactText(*Real))
           : IsText ? realText("%.1f%%", 100 * *Real)
                    : realText("%.6g", *Real);
  if (const auto *OfJava = Value.get<hprof::Value>())
    return valueText(*OfJava);
  if (const auto *Flag = Value.get<bool>())
    return *Flag ? "true" : "false";
  std::string List;
  if (const auto *Texts = Value.get<std::vector<std::string>>())
    for (StringRef Text : *Texts)
      List += (List.empty() ? "" : ", ") +
              (IsText ? escape(Text, Mode) : Text.str());
  if (const auto *Texts = Value.get<std::vector<Prose>>())
    for (const Prose &Text : *Texts)
      List += (List.empty() ? "" : ", ") +
              proseText(Text, IsText ? Mode : EscapeMode::Raw);
  if (const auto *Ids = Value.get<std::vector<uint64_t>>())
    for (uint64_t Id : *Ids)
      List += (List.empty() ? "" : ", ") + jsonId(Id);
  return List;
}

void AnswerCells::addNested(std::vector<Cell> &Cells, const Column &Is,
                            Rows *Nested, size_t Labels) const {
  for (size_t I = 0; I != Labels; ++I) {
    const bool Has = Nested && Nested->next();
    for (unsigned C = 0; C != Is.Of->Columns.size(); ++C)
      if (const Column &Inner = Is.Of->Columns[C]; Inner.Places & Place)
        Cells.push_back(Has && Nested->has(C) ? cell(Inner, Nested->get(C))
                                              : Cell(""));
  }
}

void AnswerCells::addFields(std::vector<Cell> &Cells, Rows *Nested,
                            size_t Names) const {
  const size_t End = Cells.size() + Names;
  if (Nested && Nested->next())
    for (unsigned I : Nested->columns(Place))
      Cells.push_back(cell(Nested->info().Columns[I], Nested->get(I)));
  Cells.resize(End, "");
}

std::vector<Cell> AnswerCells::cells(const Rows &Of) const {
  std::vector<Cell> Cells;
  Cells.reserve(Titles.size());
  for (const Part &P : Parts) {
    const Column &Is = Info.Columns[P.Column];
    const Datum Value = Of.get(P.Column);
    if (Is.Type == ColumnType::List)
      addNested(Cells, Is, Value.rows(), P.Labels);
    else if (Is.Type == ColumnType::Fields)
      addFields(Cells, Value.rows(), P.Labels);
    else
      Cells.push_back(cell(Is, Value));
  }
  return Cells;
}
