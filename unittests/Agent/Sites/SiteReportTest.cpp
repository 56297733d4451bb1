//===- SiteReportTest.cpp - The rows of SITES -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agent/Sites/SiteReport.h"
#include "gtest/gtest.h"
#include <sys/mman.h>
#include <unistd.h>

using namespace hprof::agent;

static SiteRow row(uint32_t Trace, uint64_t Live, uint64_t Allocated) {
  SiteRow R;
  R.Trace = Trace;
  R.LiveBytes = Live;
  R.LiveObjects = Live / 10;
  R.AllocatedBytes = Allocated;
  R.AllocatedObjects = Allocated / 10;
  return R;
}

static std::vector<uint32_t> traces(const SiteReport &R) {
  std::vector<uint32_t> Result;
  for (const SiteRow &Row : R.rows())
    Result.push_back(Row.Trace);
  return Result;
}

/// The rows of the text, starting with the column titles.
static std::string text(const SiteReport &R) {
  const int Fd = ::memfd_create("output", 0);
  RecordStream S(::dup(Fd), /*IsBinary=*/false,
                 std::chrono::steady_clock::now());
  S.begin(0, 1, 4);
  R.write(S);
  llvm::consumeError(S.finish());
  std::string Text(size_t(::lseek(Fd, 0, SEEK_END)), '\0');
  EXPECT_EQ(::pread(Fd, Text.data(), Text.size(), 0), ssize_t(Text.size()));
  ::close(Fd);
  return Text.substr(Text.find("trace name\n") + 11);
}

TEST(SiteReport, OrdersByLiveBytes) {
  const SiteReport R(
      {row(1, 10, 90), row(2, 30, 30), row(3, 20, 20), row(4, 30, 30)}, {});
  EXPECT_EQ(traces(R), (std::vector<uint32_t>{2, 4, 3, 1}));
  EXPECT_EQ(R.totals().LiveBytes, 90u);
  EXPECT_EQ(R.totals().AllocatedObjects, 17u);
  EXPECT_FALSE(R.isLarge());
}

TEST(SiteReport, OrdersByAllocatedBytes) {
  const SiteReport R({row(1, 10, 90), row(2, 30, 30), row(3, 20, 20)},
                     {SiteRequest::ByAllocation, 0});
  EXPECT_EQ(traces(R), (std::vector<uint32_t>{1, 2, 3}));
}

TEST(SiteReport, EndsAtTheCutoff) {
  const std::vector<SiteRow> Rows = {row(1, 60, 60), row(2, 30, 30),
                                     row(3, 10, 10), row(4, 0, 10)};
  EXPECT_EQ(traces(SiteReport(Rows, {0, 0.3})), (std::vector<uint32_t>{1, 2}));
  EXPECT_EQ(traces(SiteReport(Rows, {0, 0.5})), (std::vector<uint32_t>{1}));
  EXPECT_TRUE(traces(SiteReport(Rows, {0, 1})).empty());
  // Sites without live objects have a share of 0.
  EXPECT_EQ(traces(SiteReport(Rows, {0, 0})).size(), 4u);
  EXPECT_EQ(traces(SiteReport(Rows, {0, 0.0001})).size(), 3u);
  EXPECT_EQ(SiteReport(Rows, {0, 1}).totals().LiveBytes, 100u);
  EXPECT_TRUE(traces(SiteReport({}, {})).empty());
}

TEST(SiteReport, WritesPercentagesOfTheOrder) {
  const std::vector<SiteRow> Rows = {row(300001, 60, 60), row(300002, 20, 140)};
  EXPECT_EQ(text(SiteReport(Rows, {})),
            "    1 75.00% 75.00%        60    6        60     6 300001 "
            "Unknown_class\n"
            "    2 25.00% 100.00%        20    2       140    14 300002 "
            "Unknown_class\n"
            "SITES END\n");
  EXPECT_EQ(text(SiteReport(Rows, {SiteRequest::ByAllocation, 0})),
            "    1 70.00% 70.00%        20    2       140    14 300002 "
            "Unknown_class\n"
            "    2 30.00% 100.00%        60    6        60     6 300001 "
            "Unknown_class\n"
            "SITES END\n");
}

TEST(SiteReport, TextHasNumbersAbove32Bits) {
  const SiteReport R({row(300001, UINT64_C(9) << 32, UINT64_C(9) << 32),
                      row(300002, UINT64_C(3) << 32, UINT64_C(3) << 32)},
                     {});
  EXPECT_TRUE(R.isLarge());
  EXPECT_EQ(text(R), "    1 75.00% 75.00% 38654705664 3865470566 38654705664 "
                     "3865470566 300001 Unknown_class\n"
                     "    2 25.00% 100.00% 12884901888 1288490188 12884901888 "
                     "1288490188 300002 Unknown_class\n"
                     "SITES END\n");
}
