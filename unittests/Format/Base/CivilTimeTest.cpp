//===- CivilTimeTest.cpp - Tests of dates and times of day ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Format/Base/CivilTime.h"
#include "gtest/gtest.h"

using namespace hprof;

TEST(CivilTime, CountsSecondsSince1970) {
  EXPECT_EQ((CivilTime{1970, 1, 1, 0, 0, 0}).seconds(), 0u);
  EXPECT_EQ((CivilTime{2000, 2, 28, 23, 59, 59}).seconds(), 951782399u);
  EXPECT_EQ((CivilTime{2000, 3, 1, 0, 0, 0}).seconds(), 951868800u);
  EXPECT_EQ((CivilTime{2100, 3, 1, 0, 0, 0}).seconds(), 4107542400u);
  EXPECT_EQ((CivilTime{9999, 12, 31, 23, 59, 60}).seconds(), 253402300800u);
}

TEST(CivilTime, TakesNoImpossibleTimes) {
  EXPECT_FALSE((CivilTime{1969, 12, 31, 23, 59, 59}).seconds());
  EXPECT_FALSE((CivilTime{10000, 1, 1, 0, 0, 0}).seconds());
  EXPECT_FALSE((CivilTime{UINT64_MAX, 1, 1, 0, 0, 0}).seconds());
  EXPECT_FALSE((CivilTime{2000, 0, 1, 0, 0, 0}).seconds());
  EXPECT_FALSE((CivilTime{2000, 13, 1, 0, 0, 0}).seconds());
  EXPECT_FALSE((CivilTime{2000, 1, 0, 0, 0, 0}).seconds());
  EXPECT_FALSE((CivilTime{2000, 1, 32, 0, 0, 0}).seconds());
  EXPECT_FALSE((CivilTime{2000, 1, 1, 24, 0, 0}).seconds());
  EXPECT_FALSE((CivilTime{2000, 1, 1, 0, 60, 0}).seconds());
  EXPECT_FALSE((CivilTime{2000, 1, 1, 0, 0, 61}).seconds());
}

TEST(CivilTime, ComesBackFromSeconds) {
  // Each day of a period of 400 years, after which the calendar repeats.
  for (uint64_t Day = 0; Day != 146097; ++Day) {
    CivilTime T = CivilTime::at(Day * 86400 + 3723);
    ASSERT_EQ(T.seconds(), Day * 86400 + 3723);
    ASSERT_EQ(parseMonth(monthName(T.Month)), T.Month);
  }
  // The latest time a dump can have.
  EXPECT_EQ(CivilTime::at(UINT64_MAX / 1000).Year, 584556019u);
}

TEST(CivilTime, KnowsNames) {
  EXPECT_EQ(monthName(1), "Jan");
  EXPECT_EQ(monthName(12), "Dec");
  EXPECT_EQ(weekdayName(86399), "Thu");
  EXPECT_EQ(weekdayName(86400), "Fri");
  for (const char *Name : {"", "Ja", "anF", "jan", "Janu", "Xyz"})
    EXPECT_EQ(parseMonth(Name), 0u);
}
