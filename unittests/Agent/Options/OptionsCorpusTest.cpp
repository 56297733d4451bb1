//===- OptionsCorpusTest.cpp - Options compared with the JDK's agent ------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent/Options/Options.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

using namespace hprof::agent;
using namespace llvm;

static std::string contents(StringRef Folder, StringRef Name) {
  SmallString<128> Path(Folder);
  sys::path::append(Path, Name);
  auto Buffer = MemoryBuffer::getFile(Path);
  return Buffer ? (*Buffer)->getBuffer().str() : std::string();
}

/// The JDK's message about \p Stderr, without the position in its source.
static std::string oldMessage(StringRef Stderr) {
  StringRef Line = Stderr.split('\n').first;
  Line.consume_front("HPROF ERROR: ");
  Line = Line.rsplit(" [hprof_").first;
  // The JDK's agent printed %%p, which no shell or VM accepts.
  std::string Message = Line.str();
  if (size_t At = Message.find("%%p"); At != std::string::npos)
    Message.erase(At, 1);
  return Message;
}

/// True if \p New is \p Old, or has more text before the options \p Text.
static bool saysAsMuch(StringRef New, StringRef Old, StringRef Text) {
  std::string All = (" (" + Text + ")").str();
  return New.consume_back(All) && Old.consume_back(All) && New.starts_with(Old);
}

/// Each run of the JDK's agent has its options in options.txt and its exit
/// status in rc.txt: 1 for invalid options, with a message in stderr.txt.
TEST(OptionsCorpusTest, AcceptsWhatTheJdkDid) {
  const char *Corpus = getenv("HPROF_CORPUS");
  SmallString<128> Runs(Corpus ? Corpus : "");
  sys::path::append(Runs, "hprof-agent");
  if (!Corpus || !sys::fs::is_directory(Runs))
    GTEST_SKIP() << "no runs of the JDK's agent";

  unsigned Accepted = 0, Refused = 0;
  std::error_code Code;
  for (sys::fs::directory_iterator I(Runs, Code), End; I != End && !Code;
       I.increment(Code)) {
    std::string Status = contents(I->path(), "rc.txt");
    if (Status.empty())
      continue; // Not a single run with a single option string.
    std::string Given = contents(I->path(), "options.txt");
    // Actions on the process follow a semicolon.
    StringRef Text = StringRef(Given).split(" ; ").first;
    Text.consume_back("\n");
    std::string Old = oldMessage(contents(I->path(), "stderr.txt"));
    // The JDK's agent accepted port 0 and then had neither a socket nor a file.
    bool Wrong = StringRef(Old).starts_with("hprof option error: ") ||
                 StringRef(Text).ends_with(":0");
    if (Wrong) {
      EXPECT_EQ(StringRef(Status).trim(), "1") << I->path();
    }

    Expected<Options> O = parseOptions(Text, {});
    EXPECT_EQ(!O, Wrong) << I->path() << ": " << Text.str();
    ++(O ? Accepted : Refused);
    if (O)
      continue;
    std::string New = toString(O.takeError());
    if (!Text.ends_with(":0")) {
      EXPECT_TRUE(saysAsMuch(New, Old, Text)) << New << "\n" << Old;
    }
  }
  EXPECT_FALSE(Code) << Code.message();
  EXPECT_GT(Accepted, 100u);
  EXPECT_GT(Refused, 20u);
}
