//===- HeapHistogramTest.cpp - Histogram of a heap dump -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Store/HeapHistogram.h"
#include "Analysis/Store/StoreTesting.h"
#include "gmock/gmock.h"

using namespace hprof;
using namespace llvm;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {
struct HeapHistogramTest : testing::Test {
  HeapHistogramTest() {
    Options.Threads = 2;
    Options.TempDir = testing::TempDir();
  }

  HeapHistogram read(const TestDump &Dump, HistogramUse Use = {}) {
    return cantFail(
        HeapHistogram::read(Dump.path(), Options, Told.events(), Use));
  }
  std::string failure(StringRef Path) {
    return toString(
        HeapHistogram::read(Path, Options, Told.events()).takeError());
  }
  static std::string print(const HeapHistogram &H) {
    std::string Text = H.Name + " " + H.Data.layout().Layout.Name.str() + "\n";
    raw_string_ostream OS(Text);
    for (const HistogramRow &Row : H.Data.rows())
      OS << Row.Name << ' ' << Row.Class << ' ' << Row.Instances << ' '
         << Row.Shallow << ' ' << Row.Largest << ' ' << Row.Elements << '\n';
    return Text;
  }

  StoreOptions Options;
  ToldEvents Told;
};
} // namespace

TEST_F(HeapHistogramTest, IsTheSameFromTheIndex) {
  TestDump Dump("same", randomDump(300, 1, false));
  HeapHistogram Walked = read(Dump);
  EXPECT_TRUE(Walked.File);
  EXPECT_FALSE(Walked.Index);
  EXPECT_EQ(Told.Ends, 1u);
  EXPECT_THAT(Told.Phases, testing::ElementsAre("reading"));
  Dump.writeIndex(/*IsComplete=*/true);
  HeapHistogram Kept = read(Dump);
  EXPECT_FALSE(Kept.File);
  EXPECT_TRUE(Kept.Index);
  EXPECT_EQ(print(Kept), print(Walked));
  EXPECT_EQ(Told.Ends, 1u);
}

TEST_F(HeapHistogramTest, IsReadWhenTheIndexHasNone) {
  TestDump Dump("thin", randomDump(300, 2, false));
  std::string Walked = print(read(Dump));
  Dump.writeIndex(/*IsComplete=*/false);
  HeapHistogram H = read(Dump);
  EXPECT_TRUE(H.File);
  EXPECT_TRUE(H.Index);
  EXPECT_EQ(print(H), Walked);
}

TEST_F(HeapHistogramTest, IsReadWhenTheIndexHasThatOfAnotherLayout) {
  TestDump Dump("layout", randomDump(300, 3, false));
  Dump.writeIndex(/*IsComplete=*/true);
  // The index's "auto" layout is the same layout, but was not requested by
  // name.
  HeapHistogram Kept = read(Dump);
  Options.Layout = Kept.Index->graph().layout().Name;
  HeapHistogram Asked = read(Dump);
  EXPECT_TRUE(Asked.Index);
  EXPECT_TRUE(Asked.File);
  EXPECT_EQ(Asked.Data.layout().Layout.Name, Options.Layout);
  EXPECT_TRUE(Asked.Data.layout().Certain);
  EXPECT_FALSE(Kept.Data.layout().Certain);
}

TEST_F(HeapHistogramTest, WhatIsOpenServesAStore) {
  TestDump Dump("store", randomDump(100, 4, false), Compression::Gzip);
  EXPECT_TRUE(read(Dump).File);
  EXPECT_THAT(Told.Copies, IsEmpty());
  HistogramUse Use;
  Use.IsForStore = true;
  HeapHistogram H = read(Dump, Use);
  EXPECT_THAT(Told.Copies, testing::SizeIs(1));
  HeapFile *In = H.File.get();
  std::unique_ptr<HeapStore> S = cantFail(HeapStore::open(
      Dump.path(), Options, Told.events(), H.Index, std::move(H.File)));
  EXPECT_EQ(cantFail(S->file()), In);
  EXPECT_THAT(Told.Copies, testing::SizeIs(1));
  uint64_t Objects = 0;
  for (const HistogramRow &Row : H.Data.rows())
    Objects += Row.Instances;
  EXPECT_EQ(S->graph().size(), Objects);
}

TEST_F(HeapHistogramTest, DamageIsTold) {
  std::vector<uint8_t> Bytes = randomDump(100, 5, false);
  Bytes.resize(Bytes.size() - 5);
  TestDump Dump("cut", Bytes);
  read(Dump);
  std::vector<Damage> First = Told.Damages;
  ASSERT_FALSE(First.empty());
  Dump.writeIndex(/*IsComplete=*/true);
  Told.clear();
  EXPECT_FALSE(read(Dump).File);
  ASSERT_EQ(Told.Damages.size(), First.size());
  EXPECT_EQ(Told.Damages[0].Offset, First[0].Offset);
  EXPECT_EQ(Told.Damages[0].What, First[0].What);
}

TEST_F(HeapHistogramTest, ErrorsNameTheFile) {
  EXPECT_THAT(failure("no/such.hprof"), HasSubstr("no/such.hprof"));
  TestDump Empty("empty", fromYaml("- utf8: {id: 1, text: a}\n"));
  EXPECT_EQ(failure(Empty.path()),
            "'" + Empty.path() +
                "': it contains no heap dump; it is a dump without a heap "
                "or profile: hprof-dump reads it");
  Options.From = IndexUse::Given;
  Options.Index = "no/such.hidx";
  EXPECT_THAT(failure(Empty.path()), HasSubstr("no/such.hidx"));
}
