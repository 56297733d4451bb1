//===- SiteReport.cpp - The rows of SITES ---------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SiteReport.h"
#include "hprof/Format/Kit/ListBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <cstring>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

SiteReport::SiteReport(std::vector<SiteRow> Given, const SiteRequest &R)
    : Request(R), Rows(std::move(Given)) {
  for (const SiteRow &Row : Rows) {
    Totals.LiveBytes += Row.LiveBytes;
    Totals.LiveObjects += Row.LiveObjects;
    Totals.AllocatedBytes += Row.AllocatedBytes;
    Totals.AllocatedObjects += Row.AllocatedObjects;
  }
  // Sites of equal size are in the order of their traces.
  sort(Rows, [&](const SiteRow &A, const SiteRow &B) {
    if (shareOf(A) != shareOf(B))
      return shareOf(A) > shareOf(B);
    return std::pair(A.Trace, A.Class) < std::pair(B.Trace, B.Class);
  });
  const double All = double(std::max<uint64_t>(shareOf(Totals), 1));
  auto End = find_if(Rows, [&](const SiteRow &Row) {
    return double(shareOf(Row)) / All < R.Cutoff;
  });
  Rows.erase(End, Rows.end());
  auto Exceeds = [](uint64_t N) { return N > UINT32_MAX; };
  // Allocation sums are 64 bits wide.
  IsLarge =
      Exceeds(Totals.LiveBytes) || Exceeds(Totals.LiveObjects) ||
      any_of(Rows, [&](const SiteRow &Row) {
        return Exceeds(Row.AllocatedBytes) || Exceeds(Row.AllocatedObjects);
      });
}

/// Text output shows shares of the record's live bytes, unless a command
/// requests otherwise.
void SiteReport::writeShares(RecordStream &S) const {
  if (S.isBinary() || !Request.isByAllocation())
    return;
  ListBuilder<Percentage> List;
  const double All = double(std::max<uint64_t>(shareOf(Totals), 1));
  auto Hundredths = [&](uint64_t Part) {
    return int32_t(std::lround(double(Part) / All * 10000));
  };
  uint64_t Sum = 0;
  for (const SiteRow &Row : Rows) {
    Sum += shareOf(Row);
    List.add({Hundredths(shareOf(Row)), Hundredths(Sum)});
  }
  Percentages R;
  R.Rows = List.ref();
  S.write(R);
}

void SiteReport::write(RecordStream &S) const {
  writeShares(S);
  ListBuilder<AllocSite> List;
  for (const SiteRow &Row : Rows)
    List.add({Row.ElementType, Row.Class, Row.Trace, Row.LiveBytes,
              Row.LiveObjects, Row.AllocatedBytes, Row.AllocatedObjects});
  AllocSites R;
  R.Flags = Request.Flags;
  const float Ratio = float(Request.Cutoff);
  static_assert(sizeof(R.CutoffRatio) == sizeof(Ratio));
  std::memcpy(&R.CutoffRatio, &Ratio, sizeof(Ratio));
  R.LiveBytes = Totals.LiveBytes;
  R.LiveInstances = Totals.LiveObjects;
  R.AllocatedBytes = Totals.AllocatedBytes;
  R.AllocatedInstances = Totals.AllocatedObjects;
  R.Sites = List.ref();
  S.write(R);
}
