//===- Statistics.h - Median, percentiles, deviation ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_FUNCTIONS_STATISTICS_H
#define LIB_QUERY_FUNCTIONS_STATISTICS_H

#include "Query/Sql/Sqlite.h"

namespace hprof {

// SQL aggregate functions of numbers: for each, a function that adds a row, and
// one that sets the result. They ignore NULL, and fail for strings and blobs.
// Without numbers, the result is NULL.

/// For median(number), which takes one argument, and percentile(number,
/// percent).
void addRanked(sqlite3_context *C, int Count, sqlite3_value **Values);
/// Interpolates between the two closest numbers.
void takeRanked(sqlite3_context *C);

void addDeviation(sqlite3_context *C, int Count, sqlite3_value **Values);
/// Sets the sample standard deviation; NULL for fewer than two numbers.
void takeDeviation(sqlite3_context *C);

} // namespace hprof

#endif // LIB_QUERY_FUNCTIONS_STATISTICS_H
