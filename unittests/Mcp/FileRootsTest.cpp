//===- FileRootsTest.cpp - Tests of which files may be opened -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mcp/Heaps/FileRoots.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {

class FileRootsTest : public testing::Test {
protected:
  FileRootsTest() {
    SmallString<128> Made, Resolved;
    cantFail(
        errorCodeToError(sys::fs::createUniqueDirectory("hprof-roots", Made)));
    cantFail(errorCodeToError(sys::fs::real_path(Made, Resolved)));
    Folder = Resolved.str().str();
    for (const char *Name : {"/a", "/a/sub", "/ab"})
      cantFail(errorCodeToError(sys::fs::create_directory(Folder + Name)));
    for (const char *Name : {"/a/x.hprof", "/a/sub/y", "/ab/x.hprof", "/z"}) {
      std::error_code Code;
      raw_fd_ostream(Folder + Name, Code) << "JAVA PROFILE 1.0.2";
      cantFail(errorCodeToError(Code));
    }
  }
  ~FileRootsTest() override { sys::fs::remove_directories(Folder); }

  FileRoots roots(std::vector<std::string> Names) {
    for (std::string &Name : Names)
      Name = Folder + "/" + Name;
    return cantFail(FileRoots::create(Names));
  }
  std::string find(const FileRoots &Roots, const Twine &Path) {
    Expected<std::string> Found = Roots.find(Path.str());
    if (!Found) {
      consumeError(Found.takeError());
      return "none";
    }
    return StringRef(*Found).drop_front(Folder.size()).str();
  }

  std::string Folder;
};

TEST_F(FileRootsTest, RelativeAndAbsolute) {
  const FileRoots R = roots({"a"});
  EXPECT_EQ(find(R, "x.hprof"), "/a/x.hprof");
  EXPECT_EQ(find(R, "sub/../x.hprof"), "/a/x.hprof");
  EXPECT_EQ(find(R, Folder + "/a/sub/y"), "/a/sub/y");
  EXPECT_EQ(find(R, "../z"), "none");
  EXPECT_EQ(find(R, Folder + "/z"), "none");
  // A folder whose name begins with the name of a root.
  EXPECT_EQ(find(R, "../ab/x.hprof"), "none");
  EXPECT_EQ(find(R, Folder + "/ab/x.hprof"), "none");
  EXPECT_EQ(find(R, "sub"), "none");
  EXPECT_EQ(find(R, ""), "none");
}

TEST_F(FileRootsTest, SeveralRoots) {
  const FileRoots R = roots({"ab", "a", "z"});
  EXPECT_EQ(find(R, "x.hprof"), "/ab/x.hprof");
  EXPECT_EQ(find(R, "sub/y"), "/a/sub/y");
  EXPECT_EQ(find(R, "z"), "/z");
  EXPECT_EQ(R.dumps().size(), 4u);
}

TEST_F(FileRootsTest, OneRootMayBeginWithAnother) {
  const FileRoots R = roots({"a", "ab"});
  EXPECT_EQ(find(R, Folder + "/ab/x.hprof"), "/ab/x.hprof");
  EXPECT_EQ(find(R, Folder + "/a/x.hprof"), "/a/x.hprof");
  EXPECT_EQ(find(R, Folder + "/z"), "none");
}

TEST_F(FileRootsTest, LinksAreResolved) {
  cantFail(
      errorCodeToError(sys::fs::create_link(Folder + "/z", Folder + "/a/out")));
  cantFail(errorCodeToError(
      sys::fs::create_link(Folder + "/a/x.hprof", Folder + "/a/in")));
  const FileRoots R = roots({"a"});
  EXPECT_EQ(find(R, "out"), "none");
  EXPECT_EQ(find(R, "in"), "/a/x.hprof");
  EXPECT_EQ(R.dumps().size(), 2u);
}

TEST_F(FileRootsTest, WhatIsOutsideLooksTheSame) {
  const FileRoots R = roots({"a"});
  auto Why = [&](StringRef Path) {
    std::string Text = toString(R.find(Path).takeError());
    return Text.substr(Text.find("': "));
  };
  EXPECT_EQ(Why("../z"), Why("../nothing"));
  EXPECT_EQ(Why(Folder + "/z"), Why(Folder + "/nothing/at/all"));
  EXPECT_EQ(Why("nothing"), "': no such file");
}

TEST_F(FileRootsTest, FoldersOutsideAreNotProbed) {
  const FileRoots R = roots({"a"});
  // ../ab exists, but ../none does not.
  EXPECT_EQ(find(R, "../ab/../a/x.hprof"), "/a/x.hprof");
  EXPECT_EQ(find(R, "../none/../a/x.hprof"), "/a/x.hprof");
}

TEST_F(FileRootsTest, TheWholeSystemIsARoot) {
  const FileRoots R = cantFail(FileRoots::create({"/"}));
  EXPECT_EQ(find(R, Folder + "/z"), "/z");
  EXPECT_TRUE(R.has("/etc"));
}

} // namespace
