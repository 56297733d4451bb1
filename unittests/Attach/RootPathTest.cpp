//===- RootPathTest.cpp - Tests for paths below a root --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attach/RootPath.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

using namespace hprof;
using namespace llvm;

namespace {

using Open = Descriptor(int, StringRef, int);

/// A root folder with files and links; in an ordinary path lookup, several of
/// the links lead out of the folder.
class RootPath : public testing::TestWithParam<Open *> {
protected:
  SmallString<64> Folder;
  Descriptor Root;

  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("root", Folder));
    make("outside", "outside");
    ASSERT_EQ(mkdirAt("in"), 0);
    ASSERT_EQ(mkdirAt("in/a"), 0);
    make("in/outside", "inside");
    make("in/a/file", "file");
    link("/outside", "in/absolute");
    link("../../outside", "in/a/up");
    link("a/../a//./file", "in/relative");
    link("/a", "in/folder");
    link("loop", "in/loop");
    link("missing", "in/dangling");
    Root = Descriptor(::open((Folder + "/in").str().c_str(),
                             O_PATH | O_DIRECTORY | O_CLOEXEC));
    ASSERT_TRUE(bool(Root));
  }
  void TearDown() override { sys::fs::remove_directories(Folder); }

  std::string at(StringRef Name) { return (Folder + "/" + Name).str(); }
  int mkdirAt(StringRef Name) { return mkdir(at(Name).c_str(), 0700); }
  void make(StringRef Name, StringRef Text) {
    std::error_code EC;
    raw_fd_ostream(at(Name), EC) << Text;
    ASSERT_FALSE(EC);
  }
  void link(const char *To, StringRef Name) {
    ASSERT_EQ(symlink(To, at(Name).c_str()), 0);
  }

  /// The contents of the file \p Path, or the error.
  std::string read(StringRef Path) {
    Descriptor File = GetParam()(Root.get(), Path, O_RDONLY);
    char Text[16];
    ssize_t Size = File ? ::read(File.get(), Text, sizeof(Text)) : -1;
    return Size < 0 ? "errno " + std::to_string(errno)
                    : std::string(Text, static_cast<size_t>(Size));
  }
};

TEST_P(RootPath, NothingLeadsOut) {
  EXPECT_EQ(read("/outside"), "inside");
  EXPECT_EQ(read("/absolute"), "inside");
  EXPECT_EQ(read("/a/up"), "inside");
  EXPECT_EQ(read("/../../outside"), "inside");
  EXPECT_EQ(read("/folder/../../absolute"), "inside");
}

TEST_P(RootPath, NoFollow) {
  constexpr int Flags = O_RDONLY | O_NOFOLLOW;
  for (const char *Link : {"/relative", "/absolute", "/folder"}) {
    EXPECT_FALSE(bool(GetParam()(Root.get(), Link, Flags))) << Link;
    EXPECT_EQ(errno, ELOOP) << Link;
  }
  // The flags forbid a link only in the last component.
  EXPECT_TRUE(bool(GetParam()(Root.get(), "/folder/file", Flags)));
}

TEST_P(RootPath, Links) {
  EXPECT_EQ(read("/relative"), "file");
  EXPECT_EQ(read("/folder/file"), "file");
  EXPECT_EQ(read("folder/./up"), "inside");
}

TEST_P(RootPath, Failures) {
  auto Errno = [](int Number) { return "errno " + std::to_string(Number); };
  EXPECT_EQ(read("/loop"), Errno(ELOOP));
  EXPECT_EQ(read("/dangling"), Errno(ENOENT));
  EXPECT_EQ(read("/a/missing"), Errno(ENOENT));
  EXPECT_EQ(read("/outside/file"), Errno(ENOTDIR));
}

TEST_P(RootPath, TheRootItself) {
  struct stat A, B;
  ASSERT_EQ(fstat(Root.get(), &A), 0);
  for (const char *Path : {"/", "", "/a/..", "/.."}) {
    Descriptor Found = GetParam()(Root.get(), Path, O_PATH | O_DIRECTORY);
    ASSERT_TRUE(bool(Found)) << Path;
    ASSERT_EQ(fstat(Found.get(), &B), 0);
    EXPECT_EQ(A.st_ino, B.st_ino) << Path;
  }
}

INSTANTIATE_TEST_SUITE_P(BothWays, RootPath,
                         testing::Values(openBelow, openBelowByParts));

} // namespace
