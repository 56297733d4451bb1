//===- OutputGroupTest.cpp - Tests of files that appear together ----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Tool/OutputGroup.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <fstream>

using namespace hprof;
using namespace llvm;
using testing::HasSubstr;

namespace {
class OutputGroupTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("hprof-group", Dir));
    for (const char *Name : {"a", "b", "last"})
      Paths.push_back(std::string(Dir) + "/" + Name);
  }
  void TearDown() override { EXPECT_FALSE(sys::fs::remove_directories(Dir)); }

  static std::string contents(const std::string &Path) {
    auto Buffer = MemoryBuffer::getFile(Path, false, false);
    return Buffer ? (*Buffer)->getBuffer().str() : "<missing>";
  }
  std::vector<std::string> all() const {
    std::vector<std::string> All;
    for (const std::string &Path : Paths)
      All.push_back(contents(Path));
    return All;
  }
  static void fill(OutputGroup &Group, const char *Text) {
    for (raw_ostream *OS : Group.streams())
      *OS << Text;
  }
  void put(size_t I, const char *Text) { std::ofstream(Paths[I]) << Text; }

  SmallString<128> Dir;
  std::vector<std::string> Paths;
};
using Texts = std::vector<std::string>;
} // namespace

TEST_F(OutputGroupTest, AppearsWhenKept) {
  OutputGroup Group = cantFail(OutputGroup::create(Paths, false));
  fill(Group, "new");
  EXPECT_EQ(Group.bytes(), 9u);
  EXPECT_EQ(all(), Texts({"<missing>", "<missing>", "<missing>"}));
  EXPECT_EQ(toString(Group.keep()), "");
  EXPECT_EQ(all(), Texts({"new", "new", "new"}));
}

TEST_F(OutputGroupTest, LeavesNothingWhenNotKept) {
  {
    OutputGroup Group = cantFail(OutputGroup::create(Paths, false));
    fill(Group, "new");
  }
  EXPECT_EQ(all(), Texts({"<missing>", "<missing>", "<missing>"}));
}

TEST_F(OutputGroupTest, RefusesAnyFileThatExists) {
  put(1, "old");
  EXPECT_THAT(toString(OutputGroup::create(Paths, false).takeError()),
              HasSubstr("file exists"));
  EXPECT_EQ(all(), Texts({"<missing>", "old", "<missing>"}));
}

TEST_F(OutputGroupTest, ReplacesAllWithForce) {
  for (size_t I : {0, 1, 2})
    put(I, "old");
  OutputGroup Group = cantFail(OutputGroup::create(Paths, true));
  fill(Group, "new");
  EXPECT_EQ(all(), Texts({"old", "old", "old"}));
  EXPECT_EQ(toString(Group.keep()), "");
  EXPECT_EQ(all(), Texts({"new", "new", "new"}));
}

TEST_F(OutputGroupTest, LeavesOutWhatIsEmpty) {
  put(1, "old");
  OutputGroup Group = cantFail(OutputGroup::create(Paths, true));
  *Group.streams()[0] << "new";
  *Group.streams()[2] << "new";
  EXPECT_EQ(toString(Group.keep()), "");
  EXPECT_EQ(all(), Texts({"new", "<missing>", "new"}));
}

TEST_F(OutputGroupTest, RemovesTheOthersWhenOneFails) {
  OutputGroup Group = cantFail(OutputGroup::create(Paths, false));
  fill(Group, "new");
  put(2, "of another");
  EXPECT_THAT(toString(Group.keep()), HasSubstr("last"));
  EXPECT_EQ(all(), Texts({"<missing>", "<missing>", "of another"}));
}

TEST_F(OutputGroupTest, LinksLeadToTheOutputs) {
  for (size_t I : {0, 1, 2}) {
    const std::string Far = Paths[I] + "-far";
    std::ofstream(Far) << "old";
    ASSERT_FALSE(sys::fs::create_link(Far, Paths[I]));
  }
  OutputGroup Group = cantFail(OutputGroup::create(Paths, true));
  fill(Group, "new");
  EXPECT_EQ(toString(Group.keep()), "");
  EXPECT_EQ(all(), Texts({"new", "new", "new"}));
  for (const std::string &Path : Paths) {
    EXPECT_TRUE(sys::fs::is_symlink_file(Path));
    EXPECT_EQ(contents(Path + "-far"), "new");
  }
}
