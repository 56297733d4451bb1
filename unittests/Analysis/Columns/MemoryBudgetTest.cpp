//===- MemoryBudgetTest.cpp - Memory within a limit -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Columns/MemoryBudget.h"
#include "BudgetTesting.h"
#include "Format/Parallel/NoThreads.h"
#include "hprof/Analysis/Columns/BigArray.h"
#include "hprof/Analysis/Columns/SharedProcess.h"
#include "hprof/Format/Stream/Platform.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <chrono>
#include <climits>
#include <fstream>
#include <optional>
#include <random>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

using namespace hprof;
using namespace llvm;

namespace {

class MemoryBudgetTest : public BudgetTest {};
using Numbers = BigArray<uint64_t>;

TEST_F(MemoryBudgetTest, CountsWhatIsInMemoryUpToTheLimit) {
  std::shared_ptr<MemoryBudget> B = budget(1 << 20);
  Numbers First = cantFail(Numbers::make(100000, B.get()));
  EXPECT_EQ(B->inMemory(), 800000U);
  EXPECT_EQ(B->inFiles(), 0U);
  EXPECT_FALSE(B->isSpilling());
  Numbers Second = cantFail(Numbers::make(50000, B.get()));
  EXPECT_EQ(B->inMemory(), 800000U);
  EXPECT_EQ(B->inFiles(), 400000U);
  EXPECT_TRUE(B->isSpilling());
  First = {};
  EXPECT_EQ(B->inMemory(), 0U);
  Numbers Moved = std::move(Second);
  EXPECT_EQ(B->inFiles(), 400000U);
  Moved = {};
  EXPECT_EQ(B->inFiles(), 0U);
}

TEST_F(MemoryBudgetTest, PlansLeaveMemoryForRandomAccess) {
  std::shared_ptr<MemoryBudget> B = budget(1 << 20);
  cantFail(B->plan(1 << 20));
  EXPECT_FALSE(B->isSpilling());
  cantFail(B->plan((1 << 20) + 1));
  Numbers InOrder = cantFail(Numbers::make(1000, B.get()));
  EXPECT_EQ(B->inFiles(), 8000U);
  auto Random = [&](uint64_t Size) {
    return cantFail(Numbers::make(Size, B.get(), MemoryAccess::Random));
  };
  Numbers Small = Random(100000), Large = Random(10000);
  EXPECT_EQ(B->inMemory(), 800000U);
  EXPECT_EQ(B->inFiles(), 88000U);
}

uint64_t residentKb(StringRef Part = "VmRSS:") {
  std::ifstream In("/proc/self/status");
  for (std::string Line; std::getline(In, Line);)
    if (StringRef(Line).starts_with(Part))
      return std::stoull(Line.substr(Part.size()));
  return 0;
}

TEST_F(MemoryBudgetTest, PagesLeaveTheProcessWhenTheLimitIsReached) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "the sanitizer's memory counts, too";
#endif
  uint64_t Before = residentKb();
  ASSERT_NE(Before, 0U);
  std::shared_ptr<MemoryBudget> B = budget((Before << 10) + (24 << 20));
  cantFail(B->plan(UINT32_MAX / 16 + (Before << 10)));
  // Requires four times the remaining memory.
  Numbers A = cantFail(Numbers::make(12 << 20, B.get()));
  for (uint64_t I = 0; I != A.size(); ++I)
    A[I] = ~I;
  EXPECT_TRUE(comesTrue([&] { return residentKb() << 10 <= B->limit(); }));
  for (uint64_t I = 0; I != A.size(); ++I)
    ASSERT_EQ(A[I], ~I);
}

/// Counts unnamed files only: other threads may open files in /proc.
unsigned openFiles() {
  unsigned Count = 0;
  std::error_code EC;
  for (sys::fs::directory_iterator It("/proc/self/fd", EC), End;
       !EC && It != End; It.increment(EC)) {
    char Target[PATH_MAX];
    ssize_t Size = ::readlink(It->path().c_str(), Target, sizeof(Target));
    Count += Size > 0 && StringRef(Target, size_t(Size)).ends_with("(deleted)");
  }
  return Count;
}

TEST_F(MemoryBudgetTest, FilesMayBeWrittenWhileTheyChange) {
  // Plan more memory than is available: files must be written early.
  std::shared_ptr<MemoryBudget> B = budget(1 << 20);
  cantFail(B->plan(2 << 20, /*Left=*/1 << 20));
  unsigned Before = openFiles();
  Numbers Large = cantFail(Numbers::make(8 << 20, B.get()));
  EXPECT_EQ(openFiles(), Before + 1);
  Numbers Small = cantFail(Numbers::make(1 << 20, B.get())),
          Random =
              cantFail(Numbers::make(8 << 20, B.get(), MemoryAccess::Random));
  EXPECT_EQ(openFiles(), Before + 3);
  for (unsigned Round = 0; Round != 3; ++Round) {
    for (uint64_t I = 0; I != Large.size(); ++I)
      Large[I] += I;
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
  }
  for (uint64_t I = 0; I != Large.size(); ++I)
    ASSERT_EQ(Large[I], 3 * I);
  Large = {};
  EXPECT_EQ(openFiles(), Before + 2);
  Small = {};
  Random = {};
  EXPECT_EQ(openFiles(), Before);
}

TEST_F(MemoryBudgetTest, DiscardedPagesCanBeWrittenAgain) {
  std::shared_ptr<MemoryBudget> B = budget(1 << 20);
  for (unsigned Round = 0; Round != 2; ++Round) {
    // The array is first in memory, then in a file.
    Numbers A = cantFail(Numbers::make(1 << 16, B.get()));
    EXPECT_EQ(B->inFiles() != 0, Round == 1);
    A[1] = A[65535] = 7;
    A.discard();
    for (uint64_t I = 0; I != A.size(); ++I)
      A[I] = I;
    for (uint64_t I = 0; I != A.size(); ++I)
      ASSERT_EQ(A[I], I);
    cantFail(B->plan(2 << 20));
  }
}

TEST_F(MemoryBudgetTest, FailsWithoutTheDirectory) {
  auto B = MemoryBudget::create(1, "/nonexistent/directory");
  EXPECT_EQ(toString(B->plan(2)),
            "'/nonexistent/directory': No such file or directory");
  EXPECT_EQ(toString(Numbers::make(2, B.get()).takeError()),
            "'/nonexistent/directory': No such file or directory");
}

TEST_F(MemoryBudgetTest, FailsWithoutAThreadThatKeepsToTheLimit) {
  if (!test::NoThreads::isPossible())
    GTEST_SKIP() << "threads start all the same";
  test::NoThreads Here;
  std::shared_ptr<MemoryBudget> B = budget(1 << 20);
  Numbers First = cantFail(Numbers::make(100000, B.get()));
  EXPECT_EQ(toString(Numbers::make(50000, B.get()).takeError()),
            "cannot start the thread that enforces the memory limit");
  EXPECT_EQ(B->inFiles(), 0U);
}

TEST_F(MemoryBudgetTest, FailsWhenTheDiskIsTooSmall) {
  std::shared_ptr<MemoryBudget> B = budget(1000);
  std::string Why = toString(B->plan(uint64_t(1) << 60));
  EXPECT_NE(Why.find("about 1152921504606845976 bytes are needed for temporary "
                     "files, "),
            std::string::npos)
      << Why;
  std::string Taking =
      toString(Numbers::make(uint64_t(1) << 50, B.get()).takeError());
  EXPECT_NE(Taking.find("cannot get 9007199254740992 bytes for a temporary "
                        "file: "),
            std::string::npos)
      << Taking;
  EXPECT_EQ(B->inFiles(), 0U);
}

TEST_F(MemoryBudgetTest, InputsInMemoryAreLeftAlone) {
  std::shared_ptr<MemoryBudget> B = budget(1);
  std::vector<uint8_t> Bytes(1 << 20, 42);
  B->addInput(Bytes);
  Numbers A = cantFail(Numbers::make(1000, B.get()));
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  B->removeInput(Bytes);
  EXPECT_EQ(std::count(Bytes.begin(), Bytes.end(), 42), 1 << 20);
}

class SharedProcessTest : public MemoryBudgetTest {
protected:
  void SetUp() override {
    MemoryBudgetTest::SetUp();
    shareProcess();
  }
  void TearDown() override {
    shareProcess(false);
    MemoryBudgetTest::TearDown();
  }
};

TEST_F(SharedProcessTest, MemoryOfOthersDoesNotCount) {
  constexpr uint64_t Size = 8 << 20;
  const uint64_t Before = residentKb("RssFile:") << 10;
  const uint64_t Limit = Before + 8 * Size;
  const std::vector<char> Others(Limit, 'x');
  std::shared_ptr<MemoryBudget> B = budget(Limit);
  cantFail(B->plan(Limit + 1));
  Numbers A = cantFail(Numbers::make(Size / sizeof(uint64_t), B.get()));
  ASSERT_EQ(B->inFiles(), Size);
  for (uint64_t I = 0; I != A.size(); ++I)
    A[I] = I;
  // Waits long enough for many checks: pages that fit are kept.
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_GE(residentKb("RssFile:") << 10, Before + Size / 4 * 3);
  EXPECT_EQ(std::count(Others.begin(), Others.end(), 'x'), ptrdiff_t(Limit));
}

TEST_F(SharedProcessTest, InputsLeaveTheProcessAlsoWhenArraysFit) {
  constexpr uint64_t Size = 64 << 20;
  int Fd = -1;
  ASSERT_FALSE(sys::fs::openFileForReadWrite(
      Directory + "/input", Fd, sys::fs::CD_CreateNew, sys::fs::OF_None));
  ASSERT_FALSE(sys::fs::resize_file(Fd, Size));
  void *Mapped = ::mmap(nullptr, Size, PROT_READ, MAP_PRIVATE, Fd, 0);
  ASSERT_NE(Mapped, MAP_FAILED);
  const ArrayRef<uint8_t> Input(static_cast<uint8_t *>(Mapped), Size);
  std::optional<MappedFile> Known(std::in_place, Input, Fd);
  ::close(Fd);
  const uint64_t Before = residentKb("RssFile:");
  std::shared_ptr<MemoryBudget> B = budget((Before << 10) + Size / 2);
  B->addInput(Input);
  uint64_t Sum = 0;
  for (uint8_t Byte : Input)
    Sum += Byte;
  EXPECT_EQ(Sum, 0U);
  EXPECT_TRUE(
      comesTrue([&] { return residentKb("RssFile:") << 10 <= B->limit(); }));
  EXPECT_FALSE(B->isSpilling());
  B->removeInput(Input);
  Known.reset();
  ::munmap(Mapped, Size);
  EXPECT_FALSE(sys::fs::remove(Directory + "/input"));
}

} // namespace
