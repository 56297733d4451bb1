//===- IndexBuildTest.cpp - Tests of building indexes ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Store/IndexBuild.h"
#include "Analysis/Store/StoreTesting.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gmock/gmock.h"

using namespace hprof;
using namespace llvm;
using testing::Contains;
using testing::HasSubstr;

namespace {

/// A dump for which an index is built.
struct IndexBuildTest : testing::Test {
  IndexBuildTest() {
    Options.From = IndexUse::None;
    Options.TempDir = testing::TempDir();
    std::error_code Failed;
    raw_fd_ostream OS(Dump.indexPath(), Failed);
    EXPECT_FALSE(Failed);
    const DumpIdentity Identity = cantFail(DumpIdentity::of(Dump.path()));
    auto S = cantFail(HeapStore::open(Dump.path(), Options, Told.events()));
    Computed = answersOf(*S);
    cantFail(buildIndex(*S, Identity, Options, OS));
  }
  std::unique_ptr<HeapIndex> upToDate() {
    return indexUpToDate(Dump.indexPath(), Dump.path(), Options);
  }
  std::string faults() {
    return toString(
        verifyIndex(Dump.indexPath(), Dump.path(), Options).takeError());
  }

  TestDump Dump = TestDump("built", randomDump(300, 11, false));
  StoreOptions Options;
  ToldEvents Told;
  std::string Computed;
};

} // namespace

TEST_F(IndexBuildTest, HasEveryAnswer) {
  EXPECT_EQ(faults(), "");
  std::unique_ptr<HeapIndex> Index = upToDate();
  ASSERT_TRUE(Index);
  EXPECT_TRUE(Index->isComplete());
  std::vector<Damage> Damages;
  EXPECT_TRUE(cantFail(Index->histogram(Damages)).has_value());
  Options.From = IndexUse::Beside;
  auto S = cantFail(HeapStore::open(Dump.path(), Options, Told.events()));
  EXPECT_EQ(answersOf(*S), Computed);
  EXPECT_THAT(Told.Verbose,
              Contains("using the index '" + Dump.indexPath() + "'"));
}

TEST_F(IndexBuildTest, OtherOptionsNeedAnother) {
  Options.KeepUnreachable = true;
  EXPECT_FALSE(upToDate());
  EXPECT_THAT(faults(), HasSubstr("--keep-unreachable"));
}

TEST_F(IndexBuildTest, EveryByteIsVerified) {
  const auto File =
      cantFail(errorOrToExpected(MemoryBuffer::getFile(Dump.indexPath())));
  std::string Bytes = File->getBuffer().str();
  // The end of the last section, not including its padding.
  const size_t At = StringRef(Bytes).find_last_not_of('\0');
  Bytes[At] ^= 1;
  std::error_code Failed;
  raw_fd_ostream OS(Dump.indexPath(), Failed);
  OS << Bytes;
  OS.close();
  EXPECT_NE(faults(), "");
}

TEST_F(IndexBuildTest, WhatIsNoIndexIsNotUpToDate) {
  EXPECT_FALSE(indexUpToDate(Dump.path(), Dump.path(), Options));
  EXPECT_FALSE(indexUpToDate("no/such.hidx", Dump.path(), Options));
  EXPECT_EQ(toString(checkIndexPlace(Dump.indexPath())), "");
}
