//===- OutputPathTest.cpp - Names of output files -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent/Options/Options.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

using namespace hprof::agent;
using namespace llvm;

/// The path for \p Text in process 4711 if the files in \p Exist exist.
static std::string path(StringRef Text, const StringSet<> &Exist = {}) {
  Options O = cantFail(parseOptions(Text, {}));
  return outputPath(O, 4711,
                    [&](const std::string &P) { return Exist.contains(P); });
}

TEST(OutputPathTest, ExistingFilesAreReplaced) {
  EXPECT_EQ(path(""), "java.hprof.txt");
  EXPECT_EQ(path("", {"java.hprof.txt"}), "java.hprof.txt");
  EXPECT_EQ(path("format=b", {"java.hprof"}), "java.hprof");
  EXPECT_EQ(path("force=n"), "java.hprof.txt");
}

TEST(OutputPathTest, ForceOff) {
  StringSet<> Exist = {"java.hprof", "java.hprof.txt", "x.txt", "x.TXT",
                       "x.dat",      "y.txt",          ".txt",  "d.txt/x"};
  EXPECT_EQ(path("force=n", Exist), "java.hprof.4711.txt");
  EXPECT_EQ(path("force=n,file=x.txt", Exist), "x.4711.txt");
  EXPECT_EQ(path("force=n,file=x.TXT", Exist), "x.4711.TXT");
  EXPECT_EQ(path("force=n,file=x.dat", Exist), "x.dat.4711.txt");
  EXPECT_EQ(path("force=n,format=b", Exist), "java.hprof.4711");
  EXPECT_EQ(path("force=n,format=b,file=y.txt", Exist), "y.txt.4711");
  EXPECT_EQ(path("force=n,file=.txt", Exist), ".4711.txt");
  EXPECT_EQ(path("force=n,file=d.txt/x", Exist), "d.txt/x.4711.txt");
  EXPECT_EQ(path("force=n,file=new.txt", Exist), "new.txt");
}

TEST(OutputPathTest, TheNameWithThePidExists) {
  EXPECT_EQ(path("force=n,file=x.txt", {"x.txt", "x.4711.txt"}),
            "x.4711.2.txt");
  EXPECT_EQ(path("force=n,file=x.txt", {"x.txt", "x.4711.txt", "x.4711.2.txt"}),
            "x.4711.3.txt");
  EXPECT_EQ(path("force=n,format=b,file=x", {"x", "x.4711"}), "x.4711.2");
  // Every candidate exists: the search must terminate.
  Options O = cantFail(parseOptions("force=n", {}));
  EXPECT_NE(outputPath(O, 1, [](const std::string &) { return true; }), "");
}

TEST(OutputPathTest, Pid) {
  EXPECT_EQ(path("file=%p.txt"), "4711.txt");
  EXPECT_EQ(path("file=/tmp/%p/%p"), "/tmp/4711/4711");
  EXPECT_EQ(path("file=%%p.%%.%x.%"), "%p.%.%x.%");
  EXPECT_EQ(path("file=%%%p"), "%4711");
  EXPECT_EQ(path("file=x%p.txt,force=n", {"x4711.txt"}), "x4711.4711.txt");
  EXPECT_EQ(expandPid("%P", 1), "%P");
  EXPECT_EQ(expandPid("", 1), "");
}
