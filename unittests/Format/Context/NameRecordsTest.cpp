//===- NameRecordsTest.cpp - Tests of names that are read on demand -------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Context/NameRecords.h"
#include "Format/Hprof/HprofBytes.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <set>

using namespace hprof;
using namespace llvm;

namespace {

/// Adds to \p B the record that \p F writes.
template <class Fn> std::pair<uint64_t, uint64_t> record(HprofBytes &B, Fn F) {
  const uint64_t Begin = B.bytes().size();
  F();
  return {Begin, B.bytes().size()};
}

TEST(NameRecordsTest, FindsTexts) {
  for (unsigned IdSize : {1u, 2u, 4u, 8u}) {
    HprofBytes B(IdSize);
    std::vector<std::pair<uint64_t, uint64_t>> Places;
    Places.push_back(record(B, [&] { B.utf8(1, "one"); }));
    Places.push_back(record(B, [&] { B.utf8(2, ""); }));
    B.record(0x0e, [] {});
    Places.push_back(record(B, [&] { B.utf8(255, "last"); }));
    NameRecords Names(B.bytes(), IdSize);
    for (auto [Begin, End] : Places)
      Names.add(Begin, End);
    EXPECT_EQ(Names.find(1), StringRef("one"));
    EXPECT_EQ(Names.find(2), StringRef(""));
    EXPECT_EQ(Names.find(255), StringRef("last"));
    EXPECT_EQ(Names.find(0), std::nullopt);
    EXPECT_EQ(Names.find(3), std::nullopt);
  }
}

TEST(NameRecordsTest, Nothing) {
  NameRecords Names({}, 8);
  EXPECT_EQ(Names.find(1), std::nullopt);
  Names.forEach([](StringRef) { FAIL(); });
}

TEST(NameRecordsTest, TheLastOfAnIdCounts) {
  HprofBytes B;
  std::vector<std::pair<uint64_t, uint64_t>> Places;
  for (StringRef Text : {"a", "b", "c"})
    Places.push_back(record(B, [&] { B.utf8(7, Text); }));
  NameRecords Names(B.bytes(), 8);
  for (auto [Begin, End] : Places)
    Names.add(Begin, End);
  EXPECT_EQ(Names.find(7), StringRef("c"));
  std::vector<StringRef> All;
  Names.forEach([&](StringRef S) { All.push_back(S); });
  EXPECT_EQ(All, std::vector<StringRef>{"c"});
}

// Includes ids that differ only in their upper or lower bits.
TEST(NameRecordsTest, FindsMany) {
  HprofBytes B;
  std::vector<std::pair<uint64_t, uint64_t>> Places;
  std::set<uint64_t> Ids = {0, UINT64_MAX};
  for (uint64_t I = 1; I != 500; ++I)
    Ids.insert({I, I << 32, I << 55, 0x7f0000000000 + 8 * I});
  for (uint64_t Id : Ids)
    Places.push_back(record(B, [&] { B.utf8(Id, std::to_string(Id)); }));
  NameRecords Names(B.bytes(), 8);
  for (auto [Begin, End] : Places)
    Names.add(Begin, End);
  for (uint64_t Id : Ids)
    EXPECT_EQ(Names.find(Id), std::to_string(Id));
  EXPECT_EQ(Names.find(0x7f0000000001), std::nullopt);
}

} // namespace
