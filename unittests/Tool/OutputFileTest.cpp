//===- OutputFileTest.cpp - Tests of outputs ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Tool/OutputFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <sys/stat.h>
#include <unistd.h>

using namespace hprof;
using namespace llvm;

namespace {
class OutputFileTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("hprof-output", Dir));
  }
  void TearDown() override { EXPECT_FALSE(sys::fs::remove_directories(Dir)); }

  std::string path(StringRef Name) {
    SmallString<128> P(Dir);
    sys::path::append(P, Name);
    return std::string(P);
  }
  static std::string contents(const std::string &Path) {
    auto Buffer = MemoryBuffer::getFile(Path, false, false);
    return Buffer ? (*Buffer)->getBuffer().str() : "<missing>";
  }
  unsigned files() {
    std::error_code EC;
    unsigned N = 0;
    for (sys::fs::directory_iterator I(Dir, EC), E; I != E && !EC;
         I.increment(EC))
      ++N;
    return N;
  }
  static std::string failure(Expected<std::unique_ptr<OutputFile>> F) {
    return F ? "" : toString(F.takeError());
  }

  SmallString<128> Dir;
};
constexpr auto Text = OutputFile::Content::Text;
} // namespace

TEST_F(OutputFileTest, AppearsWhenKept) {
  std::string P = path("out");
  auto F = cantFail(OutputFile::create(P, Text, false));
  F->os() << "hello";
  EXPECT_TRUE(F->isTemporary());
  EXPECT_FALSE(sys::fs::exists(P));
  EXPECT_EQ(files(), 1u);
  EXPECT_EQ(toString(F->keep()), "");
  EXPECT_EQ(contents(P), "hello");
  EXPECT_EQ(files(), 1u);
  struct stat Status;
  ASSERT_EQ(stat(P.c_str(), &Status), 0);
  EXPECT_EQ(Status.st_mode & 07777, 0600u);
}

TEST_F(OutputFileTest, VanishesWhenNotKept) {
  cantFail(OutputFile::create(path("out"), Text, false))->os() << "hello";
  EXPECT_EQ(files(), 0u);
}

TEST_F(OutputFileTest, ExistingFiles) {
  std::string P = path("out");
  auto First = cantFail(OutputFile::create(P, Text, false));
  auto Second = cantFail(OutputFile::create(P, Text, false));
  First->os() << "first";
  EXPECT_EQ(toString(First->keep()), "");
  // The file did not exist when the second output was opened, but it does now.
  EXPECT_EQ(toString(Second->keep()), "'" + P + "': File exists");
  EXPECT_EQ(failure(OutputFile::create(P, Text, false)),
            "'" + P + "': file exists; --force replaces it");
  auto Third = cantFail(OutputFile::create(P, Text, true));
  Third->os() << "third";
  EXPECT_EQ(contents(P), "first");
  EXPECT_EQ(toString(Third->keep()), "");
  EXPECT_EQ(contents(P), "third");
  EXPECT_EQ(files(), 1u);
}

TEST_F(OutputFileTest, AllAreKeptOrNone) {
  const std::string P = path("first"), Q = path("second");
  cantFail(cantFail(OutputFile::create(P, Text, false))->keep());
  for (bool IsBlocked : {true, false}) {
    auto First = cantFail(OutputFile::create(P, Text, true));
    auto Second = cantFail(OutputFile::create(Q, Text, false));
    First->os() << "new";
    if (IsBlocked)
      cantFail(cantFail(OutputFile::create(Q, Text, false))->keep());
    EXPECT_EQ(toString(OutputFile::keepAll({First.get(), Second.get()})),
              IsBlocked ? "'" + Q + "': File exists" : "");
    EXPECT_EQ(contents(P), IsBlocked ? "" : "new");
    EXPECT_EQ(files(), 2u);
    sys::fs::remove(Q);
  }
}

TEST_F(OutputFileTest, SymbolicLinks) {
  std::string P = path("out"), L = path("link");
  ASSERT_EQ(symlink(P.c_str(), L.c_str()), 0);
  EXPECT_NE(failure(OutputFile::create(L, Text, true)), "");
  cantFail(cantFail(OutputFile::create(P, Text, false))->keep());
  EXPECT_NE(failure(OutputFile::create(L, Text, false)), "");
  auto F = cantFail(OutputFile::create(L, Text, true));
  F->os() << "through";
  cantFail(F->keep());
  EXPECT_EQ(contents(P), "through");
  EXPECT_TRUE(sys::fs::is_symlink_file(L));
}

TEST_F(OutputFileTest, WhatCannotBeWritten) {
  EXPECT_NE(failure(OutputFile::create(Dir, Text, true)), "");
  EXPECT_NE(failure(OutputFile::create(path("no/such"), Text, false)), "");
}

TEST_F(OutputFileTest, DevicesAreWrittenStraight) {
  auto F = cantFail(OutputFile::create("/dev/full", Text, false));
  EXPECT_FALSE(F->isTemporary());
  F->os() << "lost";
  EXPECT_EQ(toString(F->keep()), "'/dev/full': No space left on device");
  auto Null = cantFail(OutputFile::create("/dev/null", Text, false));
  Null->os() << "lost";
  EXPECT_EQ(toString(Null->keep()), "");
}
