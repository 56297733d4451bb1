//===- CallProfile.cpp - The rows of CPU TIME -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CallProfile.h"
#include <algorithm>

using namespace hprof::agent;

void CallProfile::add(uint32_t Key, uint64_t Calls, int64_t Nanos) {
  if (Calls == 0)
    return;
  if (Key >= Rows.size())
    Rows.resize(size_t(Key) + 1);
  // The clock may go backwards.
  const uint64_t N = Nanos < 0 ? 0 : uint64_t(Nanos);
  Rows[Key].Calls += Calls;
  Rows[Key].Nanos += N;
  Total += N;
}

/// Returns the rows with calls, in an order that depends only on the counts.
template <class Fn>
static std::vector<CallRow> ranked(const std::vector<CallRow> &Rows, Fn Of) {
  std::vector<CallRow> Result;
  for (size_t I = 0; I != Rows.size(); ++I)
    if (Rows[I].Calls) {
      Result.push_back(Rows[I]);
      Result.back().Key = uint32_t(I);
    }
  std::stable_sort(
      Result.begin(), Result.end(),
      [&](const CallRow &A, const CallRow &B) { return Of(A) > Of(B); });
  return Result;
}

std::vector<CallRow> CallProfile::byTime(double Cutoff) const {
  std::vector<CallRow> Result =
      ranked(Rows, [](const CallRow &R) { return R.Nanos; });
  auto IsSmall = [&](const CallRow &R) {
    return double(R.Nanos) / double(std::max<uint64_t>(Total, 1)) < Cutoff;
  };
  Result.erase(std::find_if(Result.begin(), Result.end(), IsSmall),
               Result.end());
  return Result;
}

std::vector<CallRow> CallProfile::byCalls() const {
  return ranked(Rows, [](const CallRow &R) { return R.Calls; });
}

uint32_t hprof::agent::millisOf(uint64_t Nanos) {
  return uint32_t(std::min<uint64_t>((Nanos + 500000) / 1000000, UINT32_MAX));
}
