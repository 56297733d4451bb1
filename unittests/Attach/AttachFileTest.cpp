//===- AttachFileTest.cpp - Tests for files in a target's folders ---------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attach/AttachFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"
#include <fcntl.h>
#include <sys/stat.h>

using namespace hprof;
using namespace llvm;

namespace {

class AttachFileTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("attach", Path));
    Folder = Descriptor(open(Path.c_str(), O_PATH | O_DIRECTORY));
  }
  void TearDown() override { sys::fs::remove_directories(Path); }
  bool exists(StringRef Name) { return sys::fs::exists(Path + "/" + Name); }

  SmallString<64> Path;
  Descriptor Folder;
  std::error_code EC;
};

TEST_F(AttachFileTest, IsRemoved) {
  auto File = AttachFile::createOrTake(Folder.get(), "a", geteuid(), EC);
  ASSERT_TRUE(File) << EC.message();
  EXPECT_TRUE(exists("a"));
  File.reset();
  EXPECT_FALSE(exists("a"));
}

TEST_F(AttachFileTest, RemnantsAreTaken) {
  Descriptor(openat(Folder.get(), "a", O_CREAT | O_WRONLY, 0600));
  auto File = AttachFile::createOrTake(Folder.get(), "a", geteuid(), EC);
  ASSERT_TRUE(File) << EC.message();
  EXPECT_FALSE(bool(File->descriptor()));
  File.reset();
  EXPECT_FALSE(exists("a"));
}

TEST_F(AttachFileTest, FilesOfOthersAreLeftAlone) {
  Descriptor(openat(Folder.get(), "a", O_CREAT | O_WRONLY, 0600));
  EXPECT_FALSE(AttachFile::createOrTake(Folder.get(), "a", geteuid() + 1, EC));
  EXPECT_EQ(EC, std::errc::file_exists);
  EXPECT_TRUE(exists("a"));
  ASSERT_EQ(symlinkat("elsewhere", Folder.get(), "b"), 0);
  EXPECT_FALSE(AttachFile::createOrTake(Folder.get(), "b", geteuid(), EC));
  EXPECT_FALSE(exists("elsewhere"));
}

/// A file system may assign files to another user; the VM would ignore such a
/// file.
TEST_F(AttachFileTest, OwnerIsChecked) {
  EXPECT_FALSE(AttachFile::createOrTake(Folder.get(), "a", geteuid() + 1, EC));
  EXPECT_TRUE(bool(EC));
  EXPECT_FALSE(exists("a"));
}

TEST_F(AttachFileTest, UniqueNamesAndMode) {
  auto A = AttachFile::createUnique(Folder.get(), "x-", ".so", 0500, EC);
  auto B = AttachFile::createUnique(Folder.get(), "x-", ".so", 0500, EC);
  ASSERT_TRUE(A && B) << EC.message();
  EXPECT_NE(A->name(), B->name());
  EXPECT_TRUE(StringRef(A->name()).starts_with("x-"));
  EXPECT_TRUE(StringRef(A->name()).ends_with(".so"));
  EXPECT_EQ(A->name().size(), 13u);
  struct stat Status;
  ASSERT_EQ(fstatat(Folder.get(), A->name().c_str(), &Status, 0), 0);
  EXPECT_EQ(Status.st_mode & 07777, 0500u);
  std::string Name = A->name();
  A.reset();
  EXPECT_FALSE(exists(Name));
  EXPECT_TRUE(exists(B->name()));
}

TEST_F(AttachFileTest, NoSuchFolder) {
  ASSERT_FALSE(sys::fs::remove(Path));
  EXPECT_FALSE(AttachFile::createOrTake(Folder.get(), "a", geteuid(), EC));
  EXPECT_EQ(EC, std::errc::no_such_file_or_directory);
  EC = {};
  EXPECT_FALSE(AttachFile::createUnique(Folder.get(), "a", "", 0600, EC));
  EXPECT_EQ(EC, std::errc::no_such_file_or_directory);
}

} // namespace
