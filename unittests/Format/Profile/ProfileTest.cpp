//===- ProfileTest.cpp - Tests of traces with weights ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Profile/Profile.h"
#include "hprof/Format/Profile/ProfileRecords.h"
#include "hprof/Format/Yaml/YamlReader.h"
#include "hprof/Format/Yaml/YamlWriter.h"
#include "llvm/ADT/StringExtras.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <random>

using namespace hprof;
using namespace llvm;
using testing::HasSubstr;

/// The records written for \p P, without the time.
static std::string records(const Profile &P) {
  SmallVector<char, 0> Bytes;
  std::unique_ptr<Sink> Out = Sink::toMemory(Bytes);
  YamlWriter Writer(*Out, {});
  ProfileLosses Losses;
  sendProfile(P, Writer, Losses);
  cantFail(Writer.finish());
  cantFail(Out->finish());
  return std::string(Bytes.begin(), Bytes.end());
}

static Profile collected(StringRef Yaml) {
  auto In = Source::fromMemory(arrayRefFromStringRef(Yaml), "yaml");
  ProfileCollector Collector;
  cantFail(readYaml(*In, Collector));
  cantFail(Collector.finish());
  return Collector.take();
}

/// A profile with traces of a few frames and all kinds of rows.
static Profile generated(unsigned Seed) {
  std::mt19937 Random(Seed);
  auto Below = [&](uint32_t N) { return uint32_t(Random() % N); };
  Profile P;
  P.Millis = 1000 + Below(1000);
  P.IdSize = Below(2) ? 4 : 8;
  P.SiteFlags = uint16_t(2 * Below(2));
  for (unsigned I = 0, Num = 1 + Below(20); I != Num; ++I) {
    Profile::Trace T;
    if (Below(3) == 0)
      T.Thread = P.addThread({"t" + std::to_string(Below(3)), "g", ""});
    T.Phase = Below(5) ? "" : "start";
    for (unsigned F = 0, Depth = Below(4); F != Depth; ++F)
      T.Frames.push_back(P.addFrame({"a/C" + std::to_string(Below(3)), "m", "",
                                     "C.java", int32_t(Below(3))}));
    const std::optional<uint32_t> Trace =
        Below(9) ? std::optional(P.addTrace(T)) : std::nullopt;
    const ProfileKind K = ProfileKind(Below(NumProfileKinds));
    Profile::Key Key{Trace, "", "", 0};
    if (K == ProfileKind::Sites || K == ProfileKind::Monitors)
      Key.Name = "a/D" + std::to_string(Below(3));
    if (K == ProfileKind::Calls)
      Key = {std::nullopt, "callee" + std::to_string(Below(3)), "caller", 0};
    Profile::Section &S = P[K];
    S.IsThere = true;
    const Profile::Counts C = {Below(100), Below(100), Below(100), Below(100)};
    Profile::addCounts(S.Rows[Key], C, 1);
    Profile::addCounts(S.Totals, C, 1);
  }
  return P;
}

static Profile sum(std::initializer_list<const Profile *> All) {
  Profile Sum;
  for (const Profile *P : All)
    Sum.add(*P);
  return Sum;
}

TEST(Profile, TheOrderOfAdditionsDoesNotMatter) {
  for (unsigned Seed = 0; Seed != 200; ++Seed) {
    const Profile A = generated(3 * Seed), B = generated(3 * Seed + 1),
                  C = generated(3 * Seed + 2);
    const std::string All = records(sum({&A, &B, &C}));
    EXPECT_EQ(records(sum({&C, &A, &B})), All) << Seed;
    const Profile AB = sum({&A, &B}), BC = sum({&B, &C});
    EXPECT_EQ(records(sum({&AB, &C})), All) << Seed;
    EXPECT_EQ(records(sum({&A, &BC})), All) << Seed;
  }
}

TEST(Profile, WeightsAreRepetitions) {
  for (unsigned Seed = 0; Seed != 50; ++Seed) {
    const Profile A = generated(Seed);
    Profile Weighted;
    Weighted.add(A, 3);
    EXPECT_EQ(records(Weighted), records(sum({&A, &A, &A}))) << Seed;
  }
}

TEST(Profile, RecordsAreReadBack) {
  for (unsigned Seed = 0; Seed != 200; ++Seed) {
    const std::string Once = records(generated(Seed));
    EXPECT_EQ(records(collected(Once)), Once) << Seed;
  }
}

TEST(Profile, SumsStopAtTheLargestNumber) {
  Profile A;
  Profile::Counts &C = A[ProfileKind::Samples].Rows[{}];
  A[ProfileKind::Samples].IsThere = true;
  C = {UINT64_MAX - 1};
  A.add(Profile(A));
  EXPECT_EQ(A[ProfileKind::Samples].Rows.begin()->second[0], UINT64_MAX);
  SmallVector<char, 0> Bytes;
  std::unique_ptr<Sink> Out = Sink::toMemory(Bytes);
  YamlWriter Writer(*Out, {});
  ProfileLosses Losses;
  sendProfile(A, Writer, Losses);
  cantFail(Writer.finish());
  cantFail(Out->finish());
  EXPECT_THAT(std::string(Bytes.begin(), Bytes.end()),
              HasSubstr("samples: 18446744073709551615"));
}

static constexpr StringLiteral Begin =
    "--- !hprof\nformat: hprof-text\n---\n"
    "- strings: [m, C.java, p/C, q/D]\n"
    "- loadClass: {classSerial: 1, name: p/C}\n"
    "- stackFrame: {id: 1, method: m, "
    "sourceFile: C.java, classSerial: 1, "
    "line: 7}\n"
    "- stackTrace: {traceSerial: 5, frames: "
    "[1]}\n";

TEST(Profile, SectionsOfOneFile) {
  // A later SITES section replaces an earlier one; samples are added.
  const Profile P = collected(
      Begin.str() +
      "- allocSites: {liveBytes: 9, sites: [{classSerial: 1, traceSerial: 5, "
      "liveBytes: 9}]}\n"
      "- cpuSamples: {total: 3, samples: [{samples: 2, traceSerial: 5}]}\n"
      "- allocSites: {liveBytes: 4, sites: [{classSerial: 1, traceSerial: 5, "
      "liveBytes: 4}]}\n"
      "- cpuSamples: {total: 5, samples: [{samples: 4, traceSerial: 5}]}\n");
  const Profile::Section &Sites = P[ProfileKind::Sites];
  ASSERT_EQ(Sites.Rows.size(), 1u);
  EXPECT_EQ(Sites.Rows.begin()->second[0], 4u);
  EXPECT_EQ(Sites.Totals[0], 4u);
  EXPECT_EQ(Sites.Rows.begin()->first.Name, "p/C");
  const Profile::Section &Samples = P[ProfileKind::Samples];
  EXPECT_EQ(Samples.Rows.begin()->second[0], 6u);
  EXPECT_EQ(Samples.Totals[0], 8u);
  ASSERT_EQ(P.numTraces(), 1u);
  EXPECT_EQ(P.frame(P.trace(0).Frames.at(0)).Line, 7);
}

TEST(Profile, RowsWithoutATraceAreOne) {
  const Profile P = collected(
      Begin.str() + "- cpuSamples: {total: 5, samples: [{samples: 2, "
                    "traceSerial: 8}, {samples: 3, traceSerial: 9}]}\n");
  const Profile::Section &Samples = P[ProfileKind::Samples];
  ASSERT_EQ(Samples.Rows.size(), 1u);
  EXPECT_EQ(Samples.Rows.begin()->first.Trace, std::nullopt);
  EXPECT_EQ(Samples.Rows.begin()->second[0], 5u);
}
