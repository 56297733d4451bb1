//===- TextShares.cpp - Percentages of ranked sections --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextShares.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace hprof;
using namespace llvm;

/// \p Percent in hundredths, rounded as printf rounds "%.2f": by the exact
/// value of the double, which a multiplication by 100 would change.
static int32_t hundredths(double Percent) {
  if (!(Percent >= 0 && Percent < 2e7))
    return 0;
  char Text[32];
  int Size = std::snprintf(Text, sizeof(Text), "%.2f", Percent);
  int32_t N = 0;
  for (char C : StringRef(Text, size_t(Size)))
    if (C >= '0' && C <= '9') // The locale may use a comma.
      N = N * 10 + (C - '0');
  return N;
}

Percentage TextShares::next(uint64_t Part) {
  double Ratio = double(Part) / double(Total);
  Percentage P;
  if (What == Of::Sites) {
    Sum += Ratio;
    P = {hundredths(Ratio * 100.0), hundredths(Sum * 100.0)};
  } else {
    double Percent = Ratio * 100.0;
    Sum += Percent;
    P = {hundredths(Percent), hundredths(Sum)};
  }
  if (Told.empty())
    return P;
  P = Told.front();
  Told = Told.drop_front();
  return P;
}

bool hprof::givesShares(TextShares::Of What, uint64_t Total,
                        ArrayRef<uint64_t> Parts,
                        ArrayRef<Percentage> Printed) {
  TextShares Shares(What, Total);
  for (auto [Part, P] : zip_equal(Parts, Printed)) {
    Percentage Q = Shares.next(Part);
    if (Q.Self != P.Self || Q.Accumulated != P.Accumulated)
      return false;
  }
  return true;
}

uint64_t hprof::guessTotal(ArrayRef<uint64_t> Parts,
                           ArrayRef<Percentage> Printed) {
  if (Parts.empty())
    return 0;
  // Each printed number, plus or minus half a hundredth of a percent, limits
  // the total.
  double Low = 0, High = 1.8e19, Sum = 0;
  auto Narrow = [&](double Part, int32_t Printed) {
    Low = std::max(Low, 10000 * Part / (Printed + 0.5));
    if (Printed > 0)
      High = std::min(High, 10000 * Part / (Printed - 0.5));
  };
  for (auto [Part, P] : zip_equal(Parts, Printed)) {
    Sum += double(Part);
    Narrow(double(Part), P.Self);
    Narrow(Sum, P.Accumulated);
  }
  double First =
      Printed[0].Self > 0 ? 10000 * double(Parts[0]) / Printed[0].Self : Low;
  // If all rows are present, the total is their sum. Otherwise it is larger.
  double Candidates[] = {Sum, (Low + High) / 2, std::ceil(Low),
                         std::floor(High)};
  for (double C : Candidates)
    if (C >= Sum && C < 1.8e19 &&
        givesShares(TextShares::Of::Sites, uint64_t(C), Parts, Printed))
      return uint64_t(C);
  return uint64_t(std::clamp(First, Sum, 1.8e19));
}

namespace {
struct Range {
  int64_t Low, High;
  bool isEmpty() const { return Low > High; }
  int64_t nearest(int64_t V) const { return std::clamp(V, Low, High); }
};
} // namespace

/// Returns the numbers that are printed as \p Hundredths of \p Total.
static Range partsFor(uint64_t Total, int64_t Hundredths) {
  int64_t T = int64_t(Total);
  return {std::max<int64_t>(0, (2 * Hundredths - 1) * T / 20000 +
                                   (Hundredths > 0 ? 1 : 0)),
          (2 * Hundredths + 1) * T / 20000};
}

std::vector<uint64_t> hprof::guessParts(uint64_t Total,
                                        ArrayRef<Percentage> Printed) {
  constexpr uint64_t Largest = INT64_MAX / 20001; // No product overflows.
  Total = std::min(Total, Largest);
  auto Ideal = [&](int64_t Hundredths) {
    return (Hundredths * int64_t(Total) + 5000) / 10000;
  };
  // The possible sums of the parts up to a row.
  std::vector<Range> Sums = {{0, 0}};
  for (const Percentage &P : Printed) {
    Range Own = partsFor(Total, P.Self);
    Range All = partsFor(Total, P.Accumulated);
    const Range &Before = Sums.back();
    Sums.push_back({std::max(Before.Low + Own.Low, All.Low),
                    std::min(Before.High + Own.High, All.High)});
    if (Own.isEmpty() || Sums.back().isEmpty())
      break;
  }
  std::vector<uint64_t> Parts(Printed.size());
  if (Sums.size() != Printed.size() + 1 || Sums.back().isEmpty()) {
    for (auto [Part, P] : zip_equal(Parts, Printed))
      Part = uint64_t(Ideal(P.Self));
    return Parts;
  }
  // From the last row to the first, splits the chosen sum into a part and the
  // preceding sum.
  int64_t Sum = Printed.empty()
                    ? 0
                    : Sums.back().nearest(Ideal(Printed.back().Accumulated));
  for (size_t I = Printed.size(); I-- != 0;) {
    Range Own = partsFor(Total, Printed[I].Self);
    Range Fitting = {std::max(Own.Low, Sum - Sums[I].High),
                     std::min(Own.High, Sum - Sums[I].Low)};
    int64_t Part = Fitting.nearest(Ideal(Printed[I].Self));
    Parts[I] = uint64_t(Part);
    Sum -= Part;
  }
  return Parts;
}
