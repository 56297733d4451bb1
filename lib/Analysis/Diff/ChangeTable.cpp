//===- ChangeTable.cpp - Numbers of several inputs by key -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Diff/ChangeTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace hprof;
using namespace llvm;

int64_t hprof::changeBetween(uint64_t Before, uint64_t After) {
  constexpr uint64_t Most = uint64_t(INT64_MAX);
  if (After >= Before)
    return int64_t(std::min(After - Before, Most));
  return -int64_t(std::min(Before - After, Most));
}

ChangeTable::ChangeTable(std::vector<Measure> Measures, size_t Inputs)
    : Measures(std::move(Measures)), Inputs(Inputs) {}

void ChangeTable::add(size_t Input, StringRef Key, ArrayRef<uint64_t> Values) {
  auto [It, IsNew] = Position.try_emplace(Key, Rows.size());
  if (IsNew) {
    Row &New = Rows.emplace_back();
    New.Key = Key.str();
    New.Values.resize(Inputs * Measures.size());
    New.IsIn.resize(Inputs);
  }
  Row &R = Rows[It->second];
  R.IsIn[Input] = true;
  for (auto [I, Value] : enumerate(Values)) {
    uint64_t &Sum = R.Values[Input * Measures.size() + I];
    Sum = SaturatingAdd(Sum, Value);
  }
}

void ChangeTable::keep(function_ref<bool(const Row &)> IsWanted) {
  erase_if(Rows, [&](const Row &R) { return !IsWanted(R); });
  Position.clear();
  for (auto [I, R] : enumerate(Rows))
    Position[R.Key] = I;
}

std::optional<size_t> ChangeTable::measure(StringRef Name) const {
  for (auto [I, M] : enumerate(Measures))
    if (M.Name == Name)
      return I;
  return std::nullopt;
}

bool ChangeTable::isChanged(const Row &R) const {
  for (size_t Input = 1; Input < Inputs; ++Input)
    for (size_t M = 0; M != Measures.size(); ++M)
      if (value(R, Input, M) != value(R, 0, M))
        return true;
  return isNew(R) || isGone(R);
}

bool ChangeTable::growsSteadily(const Row &R, size_t Measure) const {
  for (size_t Input = 1; Input < Inputs; ++Input)
    if (value(R, Input, Measure) <= value(R, Input - 1, Measure))
      return false;
  return Inputs > 1;
}

ChangeTable::Row ChangeTable::total() const {
  Row Sum;
  Sum.Values.resize(Inputs * Measures.size());
  Sum.IsIn.assign(Inputs, true);
  for (const Row &R : Rows)
    for (auto [I, Value] : enumerate(R.Values))
      Sum.Values[I] = SaturatingAdd(Sum.Values[I], Value);
  return Sum;
}

void ChangeTable::sort(size_t Measure,
                       function_ref<bool(const Row &)> IsShared) {
  auto Weight = [&](const Row &R) {
    return change(R, Measure) / (IsShared && IsShared(R) ? 4 : 1);
  };
  std::vector<size_t> Order = {Measure};
  for (size_t M = 0; M != Measures.size(); ++M)
    if (M != Measure)
      Order.push_back(M);
  llvm::sort(Rows, [&](const Row &A, const Row &B) {
    if (Inputs > 2)
      if (bool IsA = growsSteadily(A, Measure);
          IsA != growsSteadily(B, Measure))
        return IsA;
    if (Weight(A) != Weight(B))
      return Weight(A) > Weight(B);
    for (size_t M : Order)
      if (change(A, M) != change(B, M))
        return change(A, M) > change(B, M);
    for (size_t M : Order)
      if (after(A, M) != after(B, M))
        return after(A, M) > after(B, M);
    return A.Key < B.Key;
  });
  Position.clear();
}

void ChangeTable::sortByKey() {
  llvm::sort(Rows, [](const Row &A, const Row &B) { return A.Key < B.Key; });
  Position.clear();
}

std::optional<double> hprof::slopePerHour(ArrayRef<uint64_t> Millis,
                                          ArrayRef<uint64_t> Values) {
  if (Millis.size() != Values.size() || Millis.empty() ||
      is_contained(Millis, uint64_t(0)))
    return std::nullopt;
  constexpr uint64_t Minute = 60000;
  if (*max_element(Millis) - *min_element(Millis) < Minute)
    return std::nullopt;
  // Subtract the first value to preserve precision.
  double MeanTime = 0, MeanValue = 0;
  auto Hours = [&](size_t I) {
    return double(changeBetween(Millis[0], Millis[I])) / 3600000;
  };
  auto Grown = [&](size_t I) {
    return double(changeBetween(Values[0], Values[I]));
  };
  for (size_t I = 0; I != Values.size(); ++I) {
    MeanTime += Hours(I) / double(Values.size());
    MeanValue += Grown(I) / double(Values.size());
  }
  double Covariance = 0, Variance = 0;
  for (size_t I = 0; I != Values.size(); ++I) {
    double Time = Hours(I) - MeanTime;
    Covariance += Time * (Grown(I) - MeanValue);
    Variance += Time * Time;
  }
  return Covariance / Variance;
}
