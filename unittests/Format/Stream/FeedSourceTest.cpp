//===- FeedSourceTest.cpp - Reading what a thread writes ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Containers.h"
#include "Format/Parallel/NoThreads.h"
#include "hprof/Format/Stream/Sink.h"
#include "hprof/Format/Stream/Source.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <atomic>

using namespace hprof;
using namespace hprof::test;
using namespace llvm;

TEST(FeedSource, ReadsWhatIsWritten) {
  Bytes Data = dumpLike(3000001);
  for (size_t Window : {1u, 7u, 5000u, 2000000u}) {
    std::unique_ptr<Source> In = Source::written("made", [&](Sink &Out) {
      for (size_t At = 0, Size = 1; At < Data.size(); At += Size, ++Size)
        Out.append(ArrayRef(Data).slice(At).take_front(Size));
      return Error::success();
    });
    ASSERT_TRUE(In);
    EXPECT_EQ(In->name(), "made");
    EXPECT_FALSE(In->isRewindable());
    Outcome O = drain(*In, Window);
    EXPECT_FALSE(O.Failed) << O.What;
    EXPECT_TRUE(O.Data == Data);
  }
}

TEST(FeedSource, WhyWritingEndedComesAfterWhatWasWritten) {
  std::unique_ptr<Source> In = Source::written("made", [](Sink &Out) -> Error {
    Out.append("begun");
    return make_error<FormatError>(format_errc::truncated, 5, "no more");
  });
  Outcome O = drain(*In);
  EXPECT_EQ(toStringRef(O.Data), "begun");
  EXPECT_EQ(O.Code, format_errc::truncated);
  EXPECT_EQ(O.What, "no more");
  std::unique_ptr<Source> Empty =
      Source::written("made", [](Sink &) { return Error::success(); });
  EXPECT_TRUE(Empty->peek(1).empty());
}

TEST(FeedSource, WritersStopWhenNobodyReads) {
  std::atomic<bool> HasFailed{false};
  std::unique_ptr<Source> In = Source::written("made", [&](Sink &Out) {
    while (!Out.hasFailed())
      Out.append("for ever and ever");
    HasFailed = true;
    return Error::success();
  });
  EXPECT_FALSE(In->peek(100).empty());
  In.reset();
  EXPECT_TRUE(HasFailed);
}

TEST(FeedSource, NothingIsWrittenWithoutAThread) {
  if (!NoThreads::isPossible())
    GTEST_SKIP() << "threads start all the same";
  NoThreads Here;
  EXPECT_FALSE(
      Source::written("made", [](Sink &) { return Error::success(); }));
}
