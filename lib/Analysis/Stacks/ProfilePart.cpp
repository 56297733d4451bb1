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
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace hprof;
using namespace llvm;

static double shareOf(uint64_t Value, uint64_t All) {
  return All ? double(Value) / double(All) : 0.0;
}

namespace method {
using Row = FrameTotal;
using Asked = uint64_t;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "MethodColumns.def"
  };
  static const Table<Row, Asked> Is(
      "profile-method", "A method of a profile, summed over all callers.",
      Columns);
  return Is;
}
} // namespace method

const TableInfo &hprof::methodTable() { return method::table(); }

std::unique_ptr<Rows> hprof::methodRows(ArrayRef<FrameTotal> Of,
                                        const uint64_t &All) {
  return rowsOf(method::table(), All, Of);
}

static std::unique_ptr<Rows> methodsOf(const ProfilePart::Measured &Of,
                                       const ProfilePart &By) {
  return methodRows(ArrayRef(Of.Methods).take_front(size_t(By.asked().Top)),
                    Of.Total);
}

namespace measured {
using Row = ProfilePart::Measured;
using Asked = ProfilePart;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "MeasuredColumns.def"
  };
  static const Table<Row, Asked> Is(
      "profile-measure", "A measure of a section of a profile.", Columns);
  return Is;
}
} // namespace measured

static const TableInfo &measuredTable() { return measured::table(); }

namespace part {
using Row = ProfilePart;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
      HPROF_NESTED(List, &measuredTable(), "profile", ForJson,
                   rowsOf(measured::table(), R, R.measured()),
                   "Sections of a profile with their measures; empty if the "
                   "file contains no profile.")};
  static const Table<Row, Asked> Is("profile-part", "A profile by method.",
                                    Columns);
  return Is;
}
} // namespace part

ProfilePart::ProfilePart(const Profile &Of, Request Asked) : Asked(Asked) {
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

static Prose totalOf(const ProfilePart::Measured &Of) {
  if (Of.Is.Unit == "bytes")
    return Prose().bytes(Of.Total);
  return Prose().count(Of.Total,
                       Of.Is.Unit == "milliseconds" ? "ms" : Of.Is.Name,
                       Of.Is.Unit == "milliseconds" ? "ms" : Of.Is.Name);
}

void ProfilePart::present(Presenter &To) const {
  bool IsFirst = true;
  for (const Measured &M : All) {
    if (!M.IsMain)
      continue;
    if (!std::exchange(IsFirst, false))
      To.line("");
    // Other names are placeholders: "(no frames)".
    const uint64_t Methods = count_if(M.Methods, [](const FrameTotal &T) {
      return !T.Name.starts_with("(");
    });
    To.line((Prose().name(sectionTitle(M.Section)) << ": ").prose(totalOf(M))
            << " in " << counted(Methods, "method"));
    if (M.Methods.empty())
      continue;
    To.table(*methodsOf(M, *this));
    if (M.Methods.size() <= Asked.Top)
      continue;
    if (Asked.InSummary)
      To.line(
          Prose("... and ").count(M.Methods.size() - Asked.Top, "more", "more")
          << " (--methods --top=0 shows all)");
    else
      To.more(M.Methods.size(), Asked.Top, {});
  }
  if (All.empty())
    To.line(Asked.IsDamaged ? "no profile before the damage"
                            : "no profile in the file");
}
