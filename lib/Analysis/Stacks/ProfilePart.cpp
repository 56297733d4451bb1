//===- ProfilePart.cpp - The methods of a profile, for output -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Stacks/ProfilePart.h"
#include "hprof/Analysis/Stacks/StackSources.h"
#include "hprof/Answer/TypedTable.h"
#include "hprof/Format/Base/Counted.h"
#include "llvm/Support/MathExtras.h"

using namespace hprof;
using namespace llvm;

static double shareOfAll(uint64_t Value, const ProfilePart::Measured &A) {
  return A.Total ? double(Value) / double(A.Total) : 0.0;
}

namespace method {
using Row = FrameTotal;
using Asked = ProfilePart::Measured;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "MethodColumns.def"
  };
  static const Table<Row, Asked> Is(
      "profile-method", "A method of a profile, whatever called it.", Columns);
  return Is;
}
} // namespace method

static const TableInfo &methodTable() { return method::table(); }

static std::unique_ptr<Rows> methodsOf(const ProfilePart::Measured &Of,
                                       const ProfilePart &Asked) {
  return rowsOf(method::table(), Of,
                ArrayRef(Of.Methods).take_front(size_t(Asked.top())));
}

namespace measured {
using Row = ProfilePart::Measured;
using Asked = ProfilePart;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "MeasuredColumns.def"
  };
  static const Table<Row, Asked> Is(
      "profile-measure", "What was measured in a section of a profile.",
      Columns);
  return Is;
}
} // namespace measured

static const TableInfo &measuredTable() { return measured::table(); }

namespace part {
using Row = ProfilePart;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {HPROF_NESTED(
      List, &measuredTable(), "profile", ForJson,
      rowsOf(measured::table(), R, R.measured()),
      "Sections of a profile, with each of their measures; none if the file "
      "has no profile.")};
  static const Table<Row, Asked> Is("profile-part", "A profile by method.",
                                    Columns);
  return Is;
}
} // namespace part

ProfilePart::ProfilePart(const Profile &Of, uint64_t Top) : Top(Top) {
  Stacks.reserve(NumProfileKinds);
  for (unsigned K = 0; K != NumProfileKinds; ++K) {
    const ProfileKind Kind = ProfileKind(K);
    if (!Of[Kind].IsThere)
      continue;
    const WeightedStacks &S = Stacks.emplace_back(stacksOf(Of, Kind));
    for (unsigned M = 0; M != S.measures().size(); ++M) {
      Measured &New = All.emplace_back();
      New.Section = Kind;
      New.Is = S.measures()[M];
      New.IsMain = M == S.mainMeasure();
      New.Methods = methodTotals(S, M);
      for (const FrameTotal &T : New.Methods)
        New.Total = SaturatingAdd(New.Total, T.Own);
    }
  }
}

std::unique_ptr<Rows> ProfilePart::facts() const {
  return oneRow(part::table(), NothingAsked::value(), *this);
}

static std::string valueText(const ProfilePart::Measured &Of) {
  const std::string Number = std::to_string(Of.Total);
  if (Of.Is.Unit == "milliseconds")
    return Number + " ms";
  return Number + " " + (Of.Is.Unit == "bytes" ? "bytes" : Of.Is.Name.str());
}

void ProfilePart::present(Presenter &To) const {
  bool IsFirst = true;
  for (const Measured &M : All) {
    if (!M.IsMain)
      continue;
    if (!std::exchange(IsFirst, false))
      To.line("");
    To.line(Prose().name(sectionTitle(M.Section))
            << ": " << valueText(M) << " in "
            << counted(M.Methods.size(), "method"));
    To.table(*methodsOf(M, *this));
    if (M.Methods.size() > Top)
      To.more(M.Methods.size(), Top, {});
  }
  if (All.empty())
    To.line("there is no profile in it");
}
