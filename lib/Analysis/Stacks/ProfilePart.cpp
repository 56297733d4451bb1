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

HPROF_TABLE_BEGIN(methodColumns, FrameTotal, uint64_t, "profile-method",
                  "A method of a profile, summed over all callers.")
HPROF_COLUMN(Count, "own", ForAll, R.Own,
             "Value of the method itself, without its callees.")
HPROF_TITLED(" ", Share, "own_share", ForText, shareOf(R.Own, A),
             "For display.")
HPROF_TITLED("incl. callees", Count, "total", ForAll, R.Total,
             "Value including its callees.")
HPROF_TITLED(" ", Share, "total_share", ForText, shareOf(R.Total, A),
             "For display.")
HPROF_COLUMN(Text, "method", Key, R.Name, "Class and name of the method.")
HPROF_TABLE_END

const TableInfo &hprof::methodTable() { return methodColumns(); }

std::unique_ptr<Rows> hprof::methodRows(ArrayRef<FrameTotal> Of,
                                        const uint64_t &All) {
  return rowsOf(methodColumns(), All, Of);
}

static std::unique_ptr<Rows> methodsOf(const ProfilePart::Measured &Of,
                                       const ProfilePart &By) {
  return methodRows(ArrayRef(Of.Methods).take_front(size_t(By.asked().Top)),
                    Of.Total);
}

HPROF_TABLE_BEGIN(measuredTable, ProfilePart::Measured, ProfilePart,
                  "profile-measure", "A measure of a section of a profile.")
HPROF_COLUMN(Text, "section", ForJson, sectionName(R.Section),
             "samples, times, sites, monitors or calls.")
HPROF_COLUMN(Text, "measure", ForJson, R.Is.Name, "Measure.")
HPROF_COLUMN(Text, "unit", ForJson, R.Is.Unit,
             "Unit: count, bytes or milliseconds.")
HPROF_COLUMN(Count, "total", ForJson, R.Total, "Total of the section.")
HPROF_COLUMN(Count, "methods_in_all", ForJson, R.Methods.size(),
             "Number of methods, including those not shown.")
HPROF_NESTED(List, &methodTable(), "methods", ForJson, methodsOf(R, A),
             "Methods, largest first.")
HPROF_TABLE_END

HPROF_TABLE_BEGIN(partTable, ProfilePart, NothingAsked, "profile-part",
                  "A profile by method.")
HPROF_NESTED(List, &measuredTable(), "profile", ForJson,
             rowsOf(measuredTable(), R, R.measured()),
             "Sections of a profile with their measures; empty if the "
             "file contains no profile.")
HPROF_TABLE_END

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
  return oneRow(partTable(), NothingAsked::value(), *this);
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
