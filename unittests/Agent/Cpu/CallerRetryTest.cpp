//===- CallerRetryTest.cpp - Tests of stacks from the caller's frame ------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent/Cpu/CallerRetry.h"
#include "gtest/gtest.h"
#include <cstring>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
#include <vector>

using namespace hprof::agent;

#if defined(__x86_64__) || defined(__aarch64__)
namespace {
struct Registers {
  uintptr_t Pc = 0, Sp = 0, Fp = 0, Link = 0, Sender = 0;

#ifdef __x86_64__
  static constexpr bool HasLink = false;
  static constexpr int Numbers[] = {REG_RIP, REG_RSP, REG_RBP, REG_R14,
                                    REG_R13};
  static auto *of(ucontext_t &U, unsigned N) {
    return &U.uc_mcontext.gregs[Numbers[N]];
  }
#else
  static constexpr bool HasLink = true;
  static auto *of(ucontext_t &U, unsigned N) {
    mcontext_t &M = U.uc_mcontext;
    decltype(&M.pc) All[] = {&M.pc, &M.sp, &M.regs[29], &M.regs[30],
                             &M.regs[19]};
    return All[N];
  }
#endif
  void store(ucontext_t &U) const {
    const uintptr_t Values[] = {Pc, Sp, Fp, Link, Sender};
    for (unsigned N = 0; N != 5; ++N)
      std::memcpy(of(U, N), &Values[N], sizeof(uintptr_t));
  }
  static Registers from(ucontext_t &U) {
    uintptr_t Values[5];
    for (unsigned N = 0; N != 5; ++N)
      std::memcpy(&Values[N], of(U, N), sizeof(uintptr_t));
    return {Values[0], Values[1], Values[2], Values[3], Values[4]};
  }
};

/// The stack of a thread that was interrupted in the VM's code.
class CallerRetry : public testing::Test {
protected:
  void SetUp() override {
    Code.add(VmCode, sizeof(VmCode));
    Asked = 0;
    Wanted = {};
    Before.Pc = uintptr_t(&VmCode[90]);
    Before.Sp = uintptr_t(&Stack[8]);
    Before.Link = 0x77;
    Before.Sender = 0x88;
    Before.Fp = 0x99;
  }

  /// Simulates a VM that finds a stack only if the registers equal Wanted.
  static void get(AsyncTrace *T, jint Depth, void *Context) {
    ++Asked;
    const Registers Now = Registers::from(*static_cast<ucontext_t *>(Context));
    T->NumFrames =
        Now.Pc == Wanted.Pc && Now.Sp == Wanted.Sp && Now.Fp == Wanted.Fp
            ? Depth
            : -4;
  }

  /// \return the outcome of retrying a sample that failed with -5.
  jint retry() {
    ucontext_t U = {};
    Before.store(U);
    AsyncTrace T = {nullptr, -5, nullptr};
    retryFromCaller(get, T, 3, &U, Code);
    const Registers After = Registers::from(U);
    EXPECT_EQ(std::memcmp(&Before, &After, sizeof(Before)), 0);
    return T.NumFrames;
  }
  uintptr_t word(size_t Index) const { return uintptr_t(&Stack[Index]); }
  /// The return address in the caller.
  uintptr_t back() const { return uintptr_t(&VmCode[10]); }
  /// Stores the return address where a call instruction does.
  void call() { (Registers::HasLink ? Before.Link : Stack[8]) = back(); }
  uintptr_t spAfterCall() const { return word(Registers::HasLink ? 8 : 9); }

  uintptr_t Stack[64] = {};
  uint8_t VmCode[100];
  CodeRange Code;
  Registers Before;
  static Registers Wanted;
  static unsigned Asked;
};
Registers CallerRetry::Wanted;
unsigned CallerRetry::Asked;
} // namespace

TEST_F(CallerRetry, AtTheBeginningOfAMethod) {
  call();
  Wanted = {back(), spAfterCall(), Before.Fp};
  EXPECT_EQ(retry(), 3);
  EXPECT_EQ(Asked, 1u);
}

TEST_F(CallerRetry, TheInterpreterIsEnteredFromCompiledCode) {
  call();
  Before.Sender = word(20);
  Wanted = {back(), word(20), Before.Fp};
  EXPECT_EQ(retry(), 3);
}

TEST_F(CallerRetry, AStubWithAFrame) {
  Before.Fp = word(16);
  Stack[16] = 0x99;
  Stack[17] = back();
  Wanted = {back(), word(18), 0x99};
  EXPECT_EQ(retry(), 3);
}

TEST_F(CallerRetry, AnInterpretedFrameIsBeingMade) {
  Before.Fp = word(16);
  Stack[15] = word(30);
  Stack[16] = 0x99;
  Stack[17] = back();
  Wanted = {back(), word(30), 0x99};
  EXPECT_EQ(retry(), 3);
}

#ifdef __x86_64__
/// The size of the frame is derived from the code before the program counter.
TEST_F(CallerRetry, TheFrameOfACompiledMethodIsNotComplete) {
  struct {
    std::vector<uint8_t> Code;
    unsigned Words; ///< Distance from the stack pointer to the return address.
    bool HasSavedFp;
  } const Cases[] = {
      {{0x55, 0x48, 0x83, 0xec, 0x20}, 5, true},
      {{0x55, 0x48, 0x81, 0xec, 0x90, 0, 0, 0}, 19, true},
      {{0x90, 0x48, 0x83, 0xec, 0x18}, 3, false},
      {{0x48, 0x83, 0xec, 0x18, 0x48, 0x89, 0x6c, 0x24, 0x10}, 3, true},
      {{0x48, 0x89, 0xac, 0x24, 0x90, 0, 0, 0}, 19, true},
      {{0x48, 0x89, 0x6c, 0x24, 0x10, 0x41, 0x81, 0x7f, 0x20, 1, 0, 0, 0},
       3,
       true},
      {{0x55, 0x48, 0x83, 0xec, 0x20, 0x41, 0x81, 0x7f, 0x20, 9, 0, 0, 0},
       5,
       true},
  };
  for (const auto &C : Cases) {
    std::fill(std::begin(VmCode), std::end(VmCode), 0x90);
    std::copy(C.Code.begin(), C.Code.end(), &VmCode[90] - C.Code.size());
    std::fill(std::begin(Stack), std::end(Stack), 0);
    // Stale stack contents must not be mistaken for a return address.
    Stack[8] = uintptr_t(&VmCode[20]);
    Stack[8 + C.Words - 1] = 0x77;
    Stack[8 + C.Words] = back();
    Wanted = {back(), word(8 + C.Words + 1), C.HasSavedFp ? 0x77 : Before.Fp};
    EXPECT_EQ(retry(), 3);
  }
}
#endif

/// The VM would treat it as native code, and continue with another frame.
TEST_F(CallerRetry, NoReturnAddressInTheCodeOfTheVm) {
  call();
  (Registers::HasLink ? Before.Link : Stack[8]) = uintptr_t(&VmCode[100]);
  EXPECT_EQ(retry(), -5);
  EXPECT_EQ(Asked, 0u);
}

TEST_F(CallerRetry, TheFirstErrorStays) {
  call();
  EXPECT_EQ(retry(), -5);
  EXPECT_GT(Asked, 0u);
}

/// Registers may hold arbitrary values.
TEST_F(CallerRetry, MemoryThatIsNotMapped) {
  const size_t Page = size_t(::sysconf(_SC_PAGESIZE));
  auto *Pages =
      static_cast<char *>(::mmap(nullptr, 4 * Page, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(static_cast<void *>(Pages), MAP_FAILED);
  // Inaccessible rather than unmapped: something else could be mapped there.
  ASSERT_EQ(::mprotect(Pages + Page, 3 * Page, PROT_NONE), 0);
  Before.Sp = uintptr_t(Pages + Page - sizeof(uintptr_t));
  for (uintptr_t Fp :
       {uintptr_t(0), uintptr_t(8), uintptr_t(-8), Before.Sp,
        Before.Sp - sizeof(uintptr_t), Before.Sp + sizeof(uintptr_t),
        Before.Sp + Page, uintptr_t(Pages) + 3, uintptr_t(1) << 62}) {
    Before.Fp = Before.Sender = Fp;
    EXPECT_EQ(retry(), -5);
  }
  ::munmap(Pages, 4 * Page);
}
#endif
