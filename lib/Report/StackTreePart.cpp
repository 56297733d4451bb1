//===- StackTreePart.cpp - Stacks as a tree -------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Report/StackTreePart.h"
#include "hprof/Analysis/Stacks/ProfilePart.h"
#include "hprof/Answer/TypedTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace hprof;
using namespace llvm;

HPROF_TABLE_BEGIN(rowTable, StackTreePart::Row, StackTreePart, "stack-tree-row",
                  "A frame of merged stacks.")
HPROF_COLUMN(Depth, "depth", ForJson, R.Depth, "Depth in the tree, from 0.")
HPROF_COLUMN(Count, "value", ForAll, R.Value,
             "Value of the frame, including its callees.")
HPROF_TITLED(" ", Share, "share", ForText,
             A.total() ? double(R.Value) / double(A.total()) : 0.0,
             "For display.")
HPROF_COLUMN(Count, "own", ForAll, R.Own,
             "Value of the frame alone, without its callees.")
HPROF_COLUMN(Text, "frame", Key, StringRef(A.stacks().frames()[R.Frame].Name),
             "Method, thread or class.")
HPROF_TABLE_END

HPROF_TABLE_BEGIN(partTable, StackTreePart, NothingAsked, "stack-tree",
                  "Stacks, merged into a tree.")
HPROF_COLUMN(Text, "file", ForJson, StringRef(R.asked().File),
             "Name of the input.")
HPROF_COLUMN(Text, "title", ForJson, StringRef(R.stacks().title()),
             "Title, such as \"CPU samples\".")
HPROF_COLUMN(Text, "section", ForJson, StringRef(R.asked().Section),
             "Section of a profile; empty for a thread dump.")
HPROF_COLUMN(Text, "measure", ForJson, R.measure().Name, "Name of the measure.")
HPROF_COLUMN(Text, "unit", ForJson, R.measure().Unit, "Unit of the measure.")
HPROF_COLUMN(Count, "total", ForJson, R.total(), "Sum over all stacks.")
HPROF_COLUMN(Count, "least", ForJson, R.least(),
             "Rows with a smaller value are omitted.")
HPROF_COLUMN(Count, "rows_in_all", ForJson, R.inAll(),
             "Number of rows, including omitted ones.")
HPROF_NESTED(List, &rowTable(), "rows", ForJson, R.rows(R.least()),
             "Rows of the tree, in preorder.")
HPROF_NESTED(List, &methodTable(), "methods", ForJson, R.methods(),
             "Methods with their values, largest first.")
HPROF_NESTED(List, &methodTable(), "classes", ForJson, R.classes(),
             "Classes of the objects that were allocated or contended, with "
             "their values, largest first.")
HPROF_TABLE_END

StackTreePart::StackTreePart(const WeightedStacks &Of, Request What)
    : Stacks(Of.byName()), Asked(std::move(What)), All(1),
      Methods(methodTotals(Of, Of.mainMeasure())),
      Classes(classTotals(Of, Of.mainMeasure())) {
  build();
  order();
  if (inAll() <= Asked.MostRows)
    return;
  std::vector<uint64_t> Values;
  for (const Row &R : drop_begin(All))
    Values.push_back(R.Value);
  std::nth_element(Values.begin(), Values.begin() + ptrdiff_t(Asked.MostRows),
                   Values.end(), std::greater<>());
  // Rows of equal value are either all included or all omitted.
  Least = SaturatingAdd<uint64_t>(Values[Asked.MostRows], 1);
}

void StackTreePart::build() {
  DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> Known;
  std::vector<uint32_t> Storage;
  for (auto [I, S] : enumerate(Stacks.samples())) {
    const uint64_t Value = Stacks.value(I, Stacks.mainMeasure());
    uint32_t At = 0;
    auto Add = [&] { All[At].Value = SaturatingAdd(All[At].Value, Value); };
    Add();
    for (uint32_t Frame : Stacks.frames(S.At, Storage)) {
      const auto [It, IsNew] =
          Known.try_emplace({At, Frame}, uint32_t(All.size()));
      if (IsNew)
        All.push_back({Frame, At, 0, 0, At ? All[At].Depth + 1 : 0});
      At = It->second;
      Add();
    }
    All[At].Own = SaturatingAdd(All[At].Own, Value);
  }
}

void StackTreePart::order() {
  Below.resize(All.size());
  for (uint32_t I = 1; I != All.size(); ++I)
    Below[All[I].Parent].push_back(I);
  for (std::vector<uint32_t> &Children : Below)
    llvm::sort(Children, [&](uint32_t A, uint32_t B) {
      return All[A].Value != All[B].Value
                 ? All[A].Value > All[B].Value
                 : Stacks.frames()[All[A].Frame].Name <
                       Stacks.frames()[All[B].Frame].Name;
    });
}

std::unique_ptr<Rows> StackTreePart::methods() const {
  return methodRows(Methods, All.front().Value);
}

std::unique_ptr<Rows> StackTreePart::classes() const {
  return methodRows(Classes, All.front().Value);
}

std::unique_ptr<Rows> StackTreePart::rows(uint64_t Limit) const {
  std::vector<uint32_t> ToCome;
  auto Push = [this, Limit](std::vector<uint32_t> &To, uint32_t Of) {
    for (uint32_t I : reverse(Below[Of]))
      if (All[I].Value >= Limit)
        To.push_back(I);
  };
  Push(ToCome, 0);
  return std::make_unique<RowsOf<Row, StackTreePart>>(
      rowTable(), *this,
      [this, Push, ToCome = std::move(ToCome)]() mutable -> const Row * {
        if (ToCome.empty())
          return nullptr;
        const uint32_t I = ToCome.back();
        ToCome.pop_back();
        Push(ToCome, I);
        return &All[I];
      });
}

std::unique_ptr<Rows> StackTreePart::facts() const {
  return oneRow(partTable(), NothingAsked::value(), *this);
}

/// Number of methods in human-readable output.
static constexpr size_t Few = 20;

void StackTreePart::present(Presenter &To) const {
  Prose Head = (Prose().name(Asked.File) << ": ").name(Stacks.title());
  Head << ", " << measure().Name << ": ";
  if (measure().Unit == "bytes")
    Head.amount(total());
  else
    Head.number(total());
  To.line(Head << (measure().Unit == "milliseconds" ? " ms" : ""));
  To.line("");
  if (!Asked.Section.empty() && !Methods.empty()) {
    To.table(*methodRows(ArrayRef(Methods).take_front(Few), All.front().Value));
    if (Methods.size() > Few)
      To.more(Methods.size(), Few, {});
    To.line("");
  }
  // Smaller nodes are numerous and matter little.
  To.tree(*rows(std::max<uint64_t>(total() / 100, 1)), total());
}
