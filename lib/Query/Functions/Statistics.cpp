//===- Statistics.cpp - Median, percentiles, deviation --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Query/Functions/Statistics.h"
#include "Query/Sql/SqlValues.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <cmath>

using namespace hprof;
using namespace llvm;

/// Returns the state of an aggregate, which SQLite initializes with zeros; null
/// if memory is short.
template <class T> static T *stateOf(sqlite3_context *C) {
  return static_cast<T *>(sqlite3_aggregate_context(C, sizeof(T)));
}

/// Returns the number \p V; nullopt for NULL and, with an error, for strings
/// and blobs.
static std::optional<double> numberOf(sqlite3_context *C, sqlite3_value *V) {
  switch (sqlite3_value_numeric_type(V)) {
  case SQLITE_INTEGER:
  case SQLITE_FLOAT:
    return sqlite3_value_double(V);
  case SQLITE_NULL:
    return std::nullopt;
  default:
    sqlNamedError(
        C,
        createStringError(
            "expected a number, found a " +
            Twine(sqlite3_value_type(V) == SQLITE_BLOB ? "blob" : "string")));
    return std::nullopt;
  }
}

namespace {
/// Numbers in memory that counts towards SQLite's limit.
struct Ranked {
  double *All;
  size_t Count, Capacity;
  double Percent;
  bool HasPercent;

  bool add(double N) {
    if (Count == Capacity) {
      const size_t More = Capacity ? 2 * Capacity : 64;
      void *Grown = sqlite3_realloc64(All, More * sizeof(double));
      if (!Grown)
        return false;
      All = static_cast<double *>(Grown);
      Capacity = More;
    }
    All[Count++] = N;
    return true;
  }
};
} // namespace

/// Sets the percentile that \p R computes from the second argument, which must
/// be the same in all rows. Returns false and sets an error if it is wrong.
static bool setPercent(sqlite3_context *C, Ranked &R, sqlite3_value *V) {
  const bool IsNumber = sqlite3_value_numeric_type(V) == SQLITE_INTEGER ||
                        sqlite3_value_numeric_type(V) == SQLITE_FLOAT;
  const double Percent = IsNumber ? sqlite3_value_double(V) : -1;
  if (!(Percent >= 0 && Percent <= 100)) {
    sqlNamedError(C, createStringError("expected a percentage from 0 to 100"));
    return false;
  }
  if (R.HasPercent && R.Percent != Percent) {
    sqlNamedError(
        C, createStringError("the percentage must not differ between rows"));
    return false;
  }
  R.Percent = Percent;
  R.HasPercent = true;
  return true;
}

void hprof::addRanked(sqlite3_context *C, int Count, sqlite3_value **Values) {
  auto *R = stateOf<Ranked>(C);
  if (!R)
    return sqlite3_result_error_nomem(C);
  if (Count == 1)
    R->Percent = 50;
  else if (!setPercent(C, *R, Values[1]))
    return;
  if (const std::optional<double> N = numberOf(C, Values[0]); N && !R->add(*N))
    sqlite3_result_error_nomem(C);
}

void hprof::takeRanked(sqlite3_context *C) {
  auto *R = static_cast<Ranked *>(sqlite3_aggregate_context(C, 0));
  if (!R || !R->All)
    return;
  const MutableArrayRef<double> All(R->All, R->Count);
  const double Rank = R->Percent / 100 * double(All.size() - 1);
  double *Low = All.begin() + size_t(Rank);
  std::nth_element(All.begin(), Low, All.end());
  double Result = *Low;
  if (const double Above = Rank - std::floor(Rank); Above > 0) {
    const double High = *std::min_element(Low + 1, All.end());
    // The difference of two infinities is not a number, and that of two large
    // numbers may be infinite.
    const double Gap = High - Result;
    Result += std::isfinite(Gap)   ? Above * Gap
              : std::isinf(Result) ? High
                                   : Above * High - Above * Result;
  }
  sqlite3_free(R->All);
  R->All = nullptr;
  sqlite3_result_double(C, Result);
}

namespace {
/// Mean, and sum of the squared distances from it, by Welford's algorithm,
/// which does not subtract large numbers.
struct Deviation {
  sqlite3_int64 Count;
  double Mean, Squares;
};
} // namespace

void hprof::addDeviation(sqlite3_context *C, int, sqlite3_value **Values) {
  auto *D = stateOf<Deviation>(C);
  if (!D)
    return sqlite3_result_error_nomem(C);
  const std::optional<double> N = numberOf(C, Values[0]);
  if (!N)
    return;
  const double Distance = *N - D->Mean;
  D->Mean += Distance / double(++D->Count);
  D->Squares += Distance * (*N - D->Mean);
}

void hprof::takeDeviation(sqlite3_context *C) {
  const auto *D = static_cast<Deviation *>(sqlite3_aggregate_context(C, 0));
  if (D && D->Count > 1)
    sqlite3_result_double(C, std::sqrt(D->Squares / double(D->Count - 1)));
}
