//===- ProgressTest.cpp - Tests of the progress line ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Tool/Progress.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

using namespace hprof;
using llvm::StringRef;

TEST(ProgressTest, Format) {
  using U = Progress::Unit;
  EXPECT_EQ(Progress::format("reading", 0, 0, U::Bytes, 0), "reading: 0 B");
  EXPECT_EQ(Progress::format("reading", 1 << 30, 4ULL << 30, U::Bytes, 2),
            "reading: 1.0 GiB of 4.0 GiB (25%), 512.0 MiB/s, 6 s left");
  EXPECT_EQ(Progress::format("x", 10, 7210, U::Items, 1),
            "x: 10 of 7210 (0%), 10/s, 12 min 00 s left");
  EXPECT_EQ(Progress::format("x", 1, 36001, U::Items, 1),
            "x: 1 of 36001 (0%), 1/s, 10 h 00 min left");
  EXPECT_EQ(Progress::format("x", 300, 200, U::Items, 100),
            "x: 300 of 200 (100%), 3/s");
  // No rate is computed during the first moments.
  EXPECT_EQ(Progress::format("x", 100, 200, U::Items, 0.1),
            "x: 100 of 200 (50%)");
  EXPECT_EQ(Progress::format("looking", 61.2), "looking: 1 min 01 s");
}

TEST(ProgressTest, TasksNest) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  {
    Progress P(OS, true, /*InPlace=*/false);
    Progress::Task Outer(P, "outer\x1b");
    {
      Progress::Task Inner(P, "inner");
      P.phase("phase", 2, Progress::Unit::Items);
      P.advance(1);
      P.finish();
    }
  }
  EXPECT_EQ(Text, "outer\\x1b\ninner\nphase: 1 of 2 (50%)\n");
}

TEST(ProgressTest, TasksAreDrawnByThemselves) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Progress P(OS, true, /*InPlace=*/true);
  {
    Progress::Task T(P, "thinking");
    auto IsDrawn = [&] {
      auto Held = P.hold(); // Clears the line, which therefore was drawn.
      return StringRef(Text).contains("thinking: ");
    };
    while (!IsDrawn())
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  EXPECT_TRUE(StringRef(Text).ends_with("\r\x1b[K"));
}

/// A task that ends before the watcher's thread has started, in memory that is
/// then reused.
static void beginAndEnd(Progress &P, unsigned Nested = 0) {
  alignas(Progress::Task) char Memory[sizeof(Progress::Task)];
  auto *T = new (Memory) Progress::Task(P, "short");
  if (Nested)
    beginAndEnd(P, Nested - 1);
  T->~Task();
  std::fill_n(static_cast<volatile char *>(Memory), sizeof Memory, '\xff');
}

TEST(ProgressTest, ShortTasks) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  for (unsigned I = 0; I != 300; ++I) {
    Progress P(OS, true, /*InPlace=*/true);
    for (unsigned Task = 0; Task != I % 5; ++Task)
      beginAndEnd(P, /*Nested=*/Task);
    P.phase("phase", 2);
    beginAndEnd(P);
    P.advance(1);
    P.finish();
  }
  EXPECT_EQ(Text, "");
}

/// Everything that may happen concurrently happens concurrently here.
TEST(ProgressTest, TasksPhasesAndMessages) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Progress P(OS, true, /*InPlace=*/true);
  std::atomic<uint64_t> Read = 0;
  std::atomic<bool> IsOver = false;
  auto UntilOver = [&](auto Do) {
    return std::thread([&, Do] {
      while (!IsOver) {
        Do();
        std::this_thread::sleep_for(std::chrono::microseconds(100));
      }
    });
  };
  std::vector<std::thread> Threads;
  for (unsigned T = 0; T != 2; ++T)
    Threads.push_back(UntilOver([&] {
      P.advance(1);
      P.reachedAtLeast(++Read);
    }));
  bool HasTask = false, HasPhase = false;
  Threads.push_back(UntilOver([&] {
    auto Held = P.hold();
    HasTask |= StringRef(Text).contains("outer: ");
    HasPhase |= StringRef(Text).contains("phase: ");
    Text = "message\n";
  }));
  auto IsDrawn = [&](const bool &Flag) {
    auto Held = P.hold();
    return Flag;
  };
  for (const bool *Flag : {&HasTask, &HasPhase}) {
    Progress::Task Outer(P, "outer", 0, [&] { return Read.load(); });
    if (Flag == &HasPhase)
      P.phase("phase", 1000, Progress::Unit::Items);
    do {
      beginAndEnd(P, 3);
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    } while (!IsDrawn(*Flag));
    P.finish();
  }
  IsOver = true;
  for (std::thread &T : Threads)
    T.join();
}

TEST(ProgressTest, DisabledIsSilent) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Progress P(OS, false, false);
  P.phase("x", 10);
  P.advance(10);
  P.finish();
  EXPECT_EQ(Text, "");
}

TEST(ProgressTest, ManyThreadsFewLines) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  {
    Progress P(OS, true, /*InPlace=*/false);
    P.phase("walking", 4000, Progress::Unit::Items);
    std::vector<std::thread> Threads;
    for (unsigned T = 0; T != 4; ++T)
      Threads.emplace_back([&] {
        for (unsigned I = 0; I != 1000; ++I)
          P.advance(1);
      });
    for (std::thread &T : Threads)
      T.join();
  }
  EXPECT_TRUE(StringRef(Text).starts_with("walking: "));
  EXPECT_LT(StringRef(Text).count('\n'), 100u);
}
