//===- FileSetTest.cpp - Tests of finding parts of files ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Merge/FileSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {
constexpr char Head[] = "JAVA PROFILE 1.0.2";

/// A folder with files, which the destructor removes.
class FileSetTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("hprof-filesets", Folder));
  }
  void TearDown() override { sys::fs::remove_directories(Folder); }

  std::string path(StringRef Name) {
    SmallString<128> Path(Folder);
    sys::path::append(Path, Name);
    return std::string(Path);
  }
  void dump(StringRef Name) {
    write(Name, StringRef(Head, sizeof(Head)).str() + std::string(12, '\0'));
  }
  void write(StringRef Name, StringRef Text) {
    std::error_code EC;
    raw_fd_ostream OS(path(Name), EC);
    ASSERT_FALSE(EC);
    OS << Text;
  }

  /// The groups as text, such as "parts d: d d.p0; single e".
  std::string grouped(ArrayRef<std::string> Paths) {
    Expected<FileSets> Found = groupFiles(Paths);
    if (!Found)
      return "error: " + toString(Found.takeError());
    std::string Text;
    for (const FileSet &S : Found->Sets) {
      constexpr const char *Kinds[] = {"single", "parts", "pieces"};
      Text += (Text.empty() ? "" : "; ") + std::string(Kinds[unsigned(S.Of)]) +
              " " + sys::path::filename(S.Name).str() + ":";
      for (const std::string &File : S.Files)
        Text += " " + sys::path::filename(File).str();
      if (!S.Missing.empty())
        Text += " without " + S.Missing;
    }
    for (const std::string &File : Found->Orphans)
      Text += "; orphan " + sys::path::filename(File).str();
    for (const std::string &File : Found->Ignored)
      Text += "; ignored " + sys::path::filename(File).str();
    return Text;
  }
  std::string grouped() { return grouped({std::string(Folder)}); }

  SmallString<128> Folder;
};
} // namespace

TEST_F(FileSetTest, PartsAreOrderedByNumber) {
  dump("d.hprof");
  for (StringRef Part : {"10", "2", "0"})
    write(("d.hprof.p" + Part).str(), "\x1c");
  dump("e.hprof");
  const char *Parts = "parts d.hprof: d.hprof d.hprof.p0 d.hprof.p2 "
                      "d.hprof.p10";
  EXPECT_EQ(grouped(), std::string(Parts) + "; single e.hprof: e.hprof");
  EXPECT_EQ(grouped({path("d.hprof")}), Parts);
  EXPECT_EQ(grouped({path("d.hprof.p2"), path("d.hprof.p10")}), Parts);
}

TEST_F(FileSetTest, PartsNeedTheirBase) {
  write("d.hprof.p0", "\x1c");
  dump("e.hprof");
  EXPECT_EQ(grouped(), "single e.hprof: e.hprof; orphan d.hprof.p0");
  EXPECT_NE(
      grouped({path("d.hprof.p0")}).find("which contains the file header"),
      std::string::npos);
}

TEST_F(FileSetTest, ADumpMayBeCalledLikeAPart) {
  dump("d.p1");
  EXPECT_EQ(grouped(), "single d.p1: d.p1");
  EXPECT_EQ(grouped({path("d.p1")}), "single d.p1: d.p1");
}

TEST_F(FileSetTest, PiecesAreFoundByAnyOfThem) {
  dump("d.aa");
  write("d.ab", "x");
  write("d.ac", "y");
  const char *Pieces = "pieces d: d.aa d.ab d.ac";
  EXPECT_EQ(grouped(), Pieces);
  EXPECT_EQ(grouped({path("d.ac")}), Pieces);
  EXPECT_EQ(grouped({path("d.aa"), path("d.ab"), path("d.ac")}), Pieces);
}

TEST_F(FileSetTest, PiecesMayCountFromOne) {
  dump("d.001");
  write("d.002", "x");
  EXPECT_EQ(grouped(), "pieces d: d.001 d.002");
}

TEST_F(FileSetTest, AMissingPieceEndsTheFile) {
  dump("xaa");
  write("xac", "y");
  EXPECT_EQ(grouped(), "pieces x: xaa without xab");
}

TEST_F(FileSetTest, NumberedDumpsAreSingle) {
  dump("heap01");
  dump("heap02");
  EXPECT_EQ(grouped(), "single heap01: heap01; single heap02: heap02");
  EXPECT_EQ(grouped({path("heap02")}), "single heap02: heap02");
}

TEST_F(FileSetTest, OtherFilesAreIgnoredInFoldersOnly) {
  write("notes", "no dump");
  EXPECT_EQ(grouped(), "; ignored notes");
  EXPECT_EQ(grouped({path("notes"), "-"}), "single notes: notes; single -: -");
}

TEST_F(FileSetTest, AFolderMustExist) {
  EXPECT_EQ(grouped({path("none")}), "single none: none");
}
