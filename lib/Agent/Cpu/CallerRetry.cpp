//===- CallerRetry.cpp - Stacks from the caller's frame -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CallerRetry.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Endian.h"
#include <cerrno>
#include <optional>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

namespace {
enum Register : uint8_t { Pc, Sp, Fp, Link, Sender, OldSender, NumRegisters };

/// Value of a caller's register: a register of the interrupted code plus a
/// number of words, or the word at that address.
struct Source {
  Register Base;
  int32_t Words;
  bool IsLoaded;
};
constexpr Source at(Register Base, int32_t Words) {
  return {Base, Words, true};
}
constexpr Source past(Register Base, int32_t Words = 0) {
  return {Base, Words, false};
}

/// Sources of the caller's registers.
struct Attempt {
  Source Pc, Sp, Fp;
};
} // namespace

/// Whether 8 bytes are readable. The system call reads them before it fails for
/// other reasons.
static bool isReadable(uintptr_t Address) {
  constexpr int NoSuchChange = -1;
  return ::syscall(SYS_rt_sigprocmask, NoSuchChange, Address, nullptr, 8) ==
             0 ||
         errno != EFAULT;
}

// When compiled code calls an interpreted method, it passes its stack pointer
// in the register Sender, since an adapter then pushes the arguments. An
// interpreted frame stores it in the word below the frame pointer.
#if defined(__x86_64__)
static greg_t *registerOf(ucontext_t &U, Register R) {
  static constexpr int Numbers[] = {REG_RIP, REG_RSP, REG_RBP, -1, REG_R13, -1};
  return Numbers[R] < 0 ? nullptr : &U.uc_mcontext.gregs[Numbers[R]];
}
static constexpr Attempt Attempts[] = {
    // At the start or after the end of a method; in a stub without a frame.
    {at(Sp, 0), past(Sp, 1), past(Fp)},
    // At the start of an interpreted method called by compiled code.
    {at(Sp, 0), past(Sender), past(Fp)},
    // After the frame pointer has been saved.
    {at(Sp, 1), past(Sp, 2), at(Sp, 0)},
    // In a stub with a frame.
    {at(Fp, 1), past(Fp, 2), at(Fp, 0)},
    // While an interpreted frame is being set up.
    {at(Fp, 1), at(Fp, -1), at(Fp, 0)},
};

/// Removes the instruction at the end of \p Code: \p Opcode and a number of
/// \p Bytes bytes, which is stored in \p Number.
static bool takeBack(StringRef &Code, StringRef Opcode, size_t Bytes,
                     uint32_t &Number) {
  const size_t Size = Opcode.size() + Bytes;
  if (Code.size() < Size || !Code.take_back(Size).starts_with(Opcode))
    return false;
  const char *P = Code.end() - Bytes;
  Number = Bytes == 1 ? uint8_t(*P) : support::endian::read32le(P);
  Code = Code.drop_back(Size);
  return true;
}

/// Handles a compiled method whose prologue has allocated its frame, which the
/// VM does not consider complete yet.
static std::optional<Attempt> afterPrologue(uintptr_t Pc,
                                            const CodeRange &Range) {
  constexpr unsigned Most = 16, Half = 8;
  if (!Range.has(Pc - Most) || !isReadable(Pc - Most) || !isReadable(Pc - Half))
    return std::nullopt;
  StringRef Code(reinterpret_cast<const char *>(Pc - Most), Most);
  uint32_t N;
  // cmpl of the entry barrier, which the VM may change.
  if (Code.take_back(8).starts_with("\x41\x81\x7f"))
    Code = Code.drop_back(8);
  // mov %rbp,N(%rsp)
  if (takeBack(Code, "\x48\x89\x6c\x24", 1, N) ||
      takeBack(Code, "\x48\x89\xac\x24", 4, N)) {
    const auto Words = int32_t(N / sizeof(uintptr_t));
    return Attempt{at(Sp, Words + 1), past(Sp, Words + 2), at(Sp, Words)};
  }
  // sub $N,%rsp
  if (!takeBack(Code, "\x48\x83\xec", 1, N) &&
      !takeBack(Code, "\x48\x81\xec", 4, N))
    return std::nullopt;
  const auto Words = int32_t(N / sizeof(uintptr_t));
  // push %rbp
  if (Code.ends_with("\x55"))
    return Attempt{at(Sp, Words + 1), past(Sp, Words + 2), at(Sp, Words)};
  return Attempt{at(Sp, Words), past(Sp, Words + 1), past(Fp)};
}
#elif defined(__aarch64__)
static unsigned long long *registerOf(ucontext_t &U, Register R) {
  mcontext_t &M = U.uc_mcontext;
  switch (R) {
  case Pc:
    return &M.pc;
  case Sp:
    return &M.sp;
  case Fp:
    return &M.regs[29];
  case Link:
    return &M.regs[30];
  case Sender:
    return &M.regs[19];
  case OldSender: // Before JDK 20.
    return &M.regs[13];
  case NumRegisters:
    break;
  }
  return nullptr;
}
static constexpr Attempt Attempts[] = {
    // At the start or after the end of a method; in a stub without a frame.
    {past(Link), past(Sp), past(Fp)},
    // At the start of an interpreted method called by compiled code.
    {past(Link), past(Sender), past(Fp)},
    {past(Link), past(OldSender), past(Fp)},
    // In a stub with a frame.
    {at(Fp, 1), past(Fp, 2), at(Fp, 0)},
    // While an interpreted frame is being set up.
    {at(Fp, 1), at(Fp, -1), at(Fp, 0)},
};
#else
static uintptr_t *registerOf(ucontext_t &, Register) { return nullptr; }
static constexpr ArrayRef<Attempt> Attempts;
#endif
#ifndef __x86_64__
static std::optional<Attempt> afterPrologue(uintptr_t, const CodeRange &) {
  return std::nullopt;
}
#endif

void CodeRange::add(const void *Begin, size_t Bytes) {
  const auto First = reinterpret_cast<uintptr_t>(Begin);
  uintptr_t Old = Low.load(std::memory_order_relaxed);
  while (First < Old && !Low.compare_exchange_weak(Old, First))
    ;
  Old = High.load(std::memory_order_relaxed);
  while (First + Bytes > Old && !High.compare_exchange_weak(Old, First + Bytes))
    ;
}

namespace {
class Caller {
public:
  Caller(ucontext_t &U) : U(U) {
    for (unsigned R = 0; R != NumRegisters; ++R)
      if (auto *P = registerOf(U, Register(R)))
        Old[R] = uintptr_t(*P);
  }
  ~Caller() { set(Old[Pc], Old[Sp], Old[Fp]); }

  /// Stores the caller's registers in the context. \return false if no such
  /// caller is possible.
  bool go(const Attempt &A, const CodeRange &Code) {
    const std::optional<uintptr_t> NewPc = find(A.Pc);
    if (!NewPc || !Code.has(*NewPc))
      return false;
    const std::optional<uintptr_t> NewSp = find(A.Sp), NewFp = find(A.Fp);
    if (!NewSp || !NewFp || !isInStack(*NewSp))
      return false;
    set(*NewPc, *NewSp, *NewFp);
    return true;
  }

private:
  bool isInStack(uintptr_t Address) const {
    constexpr uintptr_t LargestFrame = 1 << 20;
    return Address % sizeof(uintptr_t) == 0 && Address >= Old[Sp] &&
           Address - Old[Sp] < LargestFrame;
  }
  std::optional<uintptr_t> find(const Source &S) const {
    const uintptr_t Address =
        Old[S.Base] + uintptr_t(intptr_t(S.Words)) * sizeof(uintptr_t);
    if (!S.IsLoaded)
      return Address;
    if (!isInStack(Address) || !isReadable(Address))
      return std::nullopt;
    return *reinterpret_cast<const uintptr_t *>(Address);
  }
  void set(uintptr_t NewPc, uintptr_t NewSp, uintptr_t NewFp) {
    const uintptr_t New[] = {NewPc, NewSp, NewFp};
    for (Register R : {Pc, Sp, Fp})
      if (auto *P = registerOf(U, R))
        *P = std::remove_reference_t<decltype(*P)>(New[R]);
  }

  ucontext_t &U;
  uintptr_t Old[NumRegisters] = {};
};
} // namespace

void agent::retryFromCaller(AsyncGetCallTraceFn Get, AsyncTrace &T, jint Depth,
                            void *Context, const CodeRange &Code) {
  auto &U = *static_cast<ucontext_t *>(Context);
  const jint FirstCode = T.NumFrames;
  auto Try = [&](const Attempt &A) {
    Caller C(U);
    if (!C.go(A, Code))
      return false;
    Get(&T, Depth, Context);
    if (T.NumFrames > 0)
      return true;
    T.NumFrames = FirstCode;
    return false;
  };
  uintptr_t Now = 0;
  if (auto *P = registerOf(U, Pc))
    Now = uintptr_t(*P);
  if (std::optional<Attempt> Exact = afterPrologue(Now, Code))
    if (Try(*Exact))
      return;
  for (const Attempt &A : Attempts)
    if (Try(A))
      return;
}
