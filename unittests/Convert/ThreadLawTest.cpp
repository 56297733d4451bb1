//===- ThreadLawTest.cpp - Round trips of thread dumps --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Converting a thread dump to another format and back changes only what the
/// loss account lists, and the account has the right numbers.
///
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Convert.h"
#include "hprof/Convert/Formats.h"
#include "hprof/Format/Thread/FrameText.h"
#include "hprof/Format/Thread/ThreadYaml.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace hprof;
using namespace llvm;

namespace {
using Bytes = SmallVector<char, 0>;
using Thread = ThreadDump::Thread;

/// Removes the data that a loss describes from a dump, and counts them.
struct Eraser {
  const char *Name;
  uint64_t (*Erase)(ThreadDump &D);
};

template <class Fn> uint64_t ofThreads(ThreadDump &D, Fn &&F) {
  uint64_t Count = 0;
  for (Thread &T : D.Threads)
    Count += F(T);
  return Count;
}

/// Identity hashes become addresses, which are printed in the same place.
template <class Fn> uint64_t ofLocks(ThreadDump &D, Fn &&Has) {
  uint64_t Count = 0;
  auto One = [&](ThreadDump::LockObject &O) {
    Count += Has(O);
    if (O.IdentityHash)
      O.Address = *std::exchange(O.IdentityHash, std::nullopt);
  };
  for (Thread &T : D.Threads) {
    for (ThreadDump::HeldLock &L : T.Locks)
      if (!L.IsEliminated)
        One(L.Object);
    for_each(T.Synchronizers, One);
    if (T.WaitsFor)
      One(T.WaitsFor->Object);
  }
  return Count;
}

uint64_t eraseInternal(ThreadDump &D) {
  const size_t Before = D.Threads.size();
  erase_if(D.Threads, [](const Thread &T) { return !T.isJava(); });
  return Before - D.Threads.size();
}

uint64_t eraseFacts(ThreadDump &D) {
  return ofThreads(D, [](Thread &T) {
    const bool HasSome =
        T.isJava() && (T.NativeId || T.VmThread || T.Priority || T.CpuNanos ||
                       T.IsDaemon.value_or(false));
    T.NativeId = std::nullopt;
    T.VmThread = 0;
    T.Priority = std::nullopt;
    T.CpuNanos = std::nullopt;
    T.IsDaemon = std::nullopt;
    T.StateText.clear();
    return HasSome;
  });
}

uint64_t eraseFrames(ThreadDump &D, bool (*Changes)(ThreadFrame &F)) {
  ThreadStacks Stacks;
  uint64_t Count = ofThreads(D, [&](Thread &T) {
    bool HasOne = false;
    std::vector<uint32_t> Frames;
    for (uint32_t Number : D.frames(T)) {
      ThreadFrame F = D.Stacks.frame(Number);
      HasOne |= Changes(F);
      Frames.push_back(Stacks.addFrame(std::move(F)));
    }
    T.Stack = Stacks.add(Frames);
    return HasOne;
  });
  D.Stacks = std::move(Stacks);
  return Count;
}

const Eraser Erasers[] = {
    {"InternalThreads", eraseInternal},
    {"SystemFacts", eraseFacts},
    {"SampleTimes",
     [](ThreadDump &D) {
       return ofThreads(
           D, [](Thread &T) { return !std::exchange(T.Time, "").empty(); });
     }},
    {"MadeUpThreadTimes",
     [](ThreadDump &D) {
       return ofThreads(D, [](Thread &T) {
         return T.isJava() && std::exchange(T.Time, "").empty();
       });
     }},
    {"Processes",
     [](ThreadDump &D) {
       return uint64_t(std::exchange(D.ProcessId, std::nullopt).has_value());
     }},
    {"MadeUpProcess", [](ThreadDump &D) { return uint64_t(!D.ProcessId); }},
    {"MadeUpTime",
     [](ThreadDump &D) {
       D.Time.clear();
       return uint64_t(!std::exchange(D.Millis, std::nullopt));
     }},
    {"TimeZones",
     [](ThreadDump &D) {
       const std::string Time = std::exchange(D.Time, "");
       return uint64_t(D.Millis && !StringRef(Time).ends_with("Z"));
     }},
    {"TimeFractions",
     [](ThreadDump &D) {
       const std::string Time = std::exchange(D.Time, "");
       if (D.Millis)
         D.Millis = *D.Millis / 1000 * 1000;
       return uint64_t(StringRef(Time).contains('.'));
     }},
    {"LockAddresses",
     [](ThreadDump &D) {
       return ofLocks(D, [](const ThreadDump::LockObject &O) {
         return O.Address && !O.IdentityHash;
       });
     }},
    {"IdentityHashes",
     [](ThreadDump &D) {
       return ofLocks(D, [](const ThreadDump::LockObject &O) {
         return O.IdentityHash && !O.Address;
       });
     }},
    {"EliminatedClasses",
     [](ThreadDump &D) {
       return ofThreads(D, [](Thread &T) {
         uint64_t Count = 0;
         for (ThreadDump::HeldLock &L : T.Locks)
           Count +=
               L.IsEliminated && !std::exchange(L.Object.ClassName, "").empty();
         return Count;
       });
     }},
    {"WrittenContainers",
     [](ThreadDump &D) {
       for (Thread &T : D.Threads)
         T.Container = std::nullopt;
       return uint64_t(std::exchange(D.Containers, {}).size());
     }},
    {"FrameLoaders",
     [](ThreadDump &D) {
       return eraseFrames(D, [](ThreadFrame &F) {
         return !std::exchange(F.Loader, "").empty();
       });
     }},
    {"CompiledFrames",
     [](ThreadDump &D) {
       return eraseFrames(D, [](ThreadFrame &F) {
         return std::exchange(F.IsCompiled, false);
       });
     }},
};

template <class T> const T &pick(std::mt19937 &Dice, ArrayRef<T> From) {
  return From[Dice() % From.size()];
}

ThreadFrame generateFrame(std::mt19937 &Dice) {
  static const StringRef Classes[] = {"A",
                                      "shop.Till$1",
                                      "clojure.core$map$fn__5851",
                                      "größe.Tür",
                                      "a.B$$Lambda/0x00000001f",
                                      "a.B$$Lambda$14/791452441",
                                      "src.data"};
  static const StringRef Methods[] = {"run", "<init>", "<clinit>",
                                      "adds (two) numbers",
                                      "RUBY$method$empty?$0"};
  static const StringRef Files[] = {"",
                                    "B.java",
                                    "src/data.rb",
                                    "/srv/my app/(1)/data.rb",
                                    "C:\\x\\d.rb",
                                    "C:\\u200b\\u0041.rb",
                                    "a\u2066b.java",
                                    "NO_SOURCE_FILE"};
  static const StringRef Modules[] = {"", "java.base@25"};
  static const StringRef Loaders[] = {"", "app", "http://host/x"};
  ThreadFrame F;
  F.ClassName = pick<StringRef>(Dice, Classes).str();
  F.Method = pick<StringRef>(Dice, Methods).str();
  F.SourceFile = pick<StringRef>(Dice, Files).str();
  F.Module = pick<StringRef>(Dice, Modules).str();
  F.Loader = pick<StringRef>(Dice, Loaders).str();
  F.IsCompiled = Dice() % 4 == 0;
  if (F.SourceFile.empty())
    F.IsNative = Dice() % 2;
  else
    F.Line = int32_t(Dice() % 3);
  return F;
}

ThreadDump::LockObject generateLock(std::mt19937 &Dice, bool HasHashes) {
  ThreadDump::LockObject O;
  O.ClassName = Dice() % 2 ? "shop.Lock" : "a.B$C";
  const uint32_t Number = 1 + Dice() % 5;
  if (HasHashes)
    O.IdentityHash = Number;
  else
    O.Address = Number;
  return O;
}

ThreadDump generate(unsigned Seed) {
  std::mt19937 Dice(Seed);
  ThreadDump D;
  const bool HasHashes = Dice() % 2;
  D.VmVersion = "OpenJDK 64-Bit Server VM (25 mixed mode)";
  if (Dice() % 2) {
    D.Millis = 1927861507000 + (Dice() % 2 ? 123 : 0);
    D.Time = instantText(*D.Millis);
  }
  if (Dice() % 2)
    D.ProcessId = 900;
  for (unsigned I = 0; I != 3 * (Seed % 2); ++I) {
    ThreadDump::Container &C = D.Containers.emplace_back();
    C.Name = I ? "pool" + utostr(I) : "<root>";
    if (I)
      C.Parent = 0;
  }
  static const StringRef Names[] = {"main",
                                    "",
                                    "a \"q\" #1 b",
                                    "größe",
                                    "two\nlines",
                                    "tab\there",
                                    "#7 [8] x",
                                    "a\u200bb",
                                    "\u202e\U000e0041",
                                    "\u009b2J",
                                    "\\u200b \\u005c \\u0041"};
  for (unsigned I = 0, N = 1 + Dice() % 6; I != N; ++I) {
    Thread &T = D.Threads.emplace_back();
    T.Name = pick<StringRef>(Dice, Names).str();
    T.Id = I + 1;
    T.State = I % 2 ? ThreadState::Runnable : ThreadState::TimedWaiting;
    if (!D.Containers.empty())
      T.Container = std::min<uint32_t>(I / 2, 2);
    if (Dice() % 2) {
      T.VmThread = 0x7f00 + I;
      T.NativeId = 100 + I;
      T.IsDaemon = Dice() % 2;
      T.Priority = 5;
      T.CpuNanos = 1000000 * (Dice() % 9);
    }
    std::vector<uint32_t> Frames;
    for (unsigned F = Dice() % 4; F--;)
      Frames.push_back(D.Stacks.addFrame(generateFrame(Dice)));
    T.Stack = D.Stacks.add(Frames);
    for (uint32_t Depth = 0; Depth != Frames.size(); ++Depth) {
      if (Dice() % 3)
        continue;
      ThreadDump::HeldLock L;
      L.Depth = Depth;
      L.IsEliminated = Dice() % 4 == 0;
      if (L.IsEliminated)
        L.Object.ClassName = "shop.Log";
      else
        L.Object = generateLock(Dice, HasHashes);
      T.Locks.push_back(std::move(L));
    }
    if (!Frames.empty() && Dice() % 2) {
      ThreadDump::Wait W;
      W.Kind = Dice() % 2 ? ThreadDump::WaitKind::Blocked
                          : ThreadDump::WaitKind::Waiting;
      T.State = W.Kind == ThreadDump::WaitKind::Blocked ? ThreadState::Blocked
                                                        : ThreadState::Waiting;
      W.Object = generateLock(Dice, HasHashes);
      T.WaitsFor = std::move(W);
    }
  }
  if (Dice() % 2) {
    Thread &T = D.Threads.emplace_back();
    T.Name = "VM Thread";
    T.VmThread = 0x77;
    T.IsInternal = true;
  }
  return D;
}

Bytes write(const ThreadDump &D, Format To) {
  Bytes Out;
  std::unique_ptr<Sink> S = Sink::toMemory(Out);
  threadFormatInfo(To).WriteThreads(D, *S);
  cantFail(S->finish());
  return Out;
}

ThreadDump read(const Bytes &In, Format From) {
  auto S = Source::fromMemory(arrayRefFromStringRef(toStringRef(In)), "dump");
  std::vector<ThreadDump> Dumps =
      cantFail(threadFormatInfo(From).ReadThreads(*S, [&](const Damage &D) {
        ADD_FAILURE() << D.What << "\n" << toStringRef(In).str();
      }));
  return std::move(Dumps.at(0));
}

Bytes convertTo(const Bytes &In, Format From, Format To,
                std::vector<LossAccount::Entry> &Told) {
  Bytes Out;
  std::unique_ptr<Sink> Sink = Sink::toMemory(Out);
  auto S = Source::fromMemory(arrayRefFromStringRef(toStringRef(In)), "dump");
  ConvertOptions Options;
  Options.From = From;
  Options.To = To;
  ConvertReport Report;
  cantFail(convert(*S, *Sink, Options, Report));
  cantFail(Sink->finish());
  Told = Report.Losses.entries();
  return Out;
}

/// The text of \p D, without data that are derived from other data.
std::string textOf(ThreadDump D) {
  D.Monitors.clear();
  D.FormatVersion = std::nullopt;
  // The spelling of times and states depends on the format.
  if (D.Millis)
    D.Time.clear();
  for (Thread &T : D.Threads)
    T.StateText.clear();
  // A single container with all threads carries no information.
  if (D.Containers.size() == 1) {
    D.Containers.clear();
    for (Thread &T : D.Threads)
      T.Container = std::nullopt;
  }
  for (ThreadDump::Container &C : D.Containers)
    C.ThreadCount = std::nullopt;
  for (Thread &T : D.Threads)
    if (!T.IsDaemon.value_or(false))
      T.IsDaemon = std::nullopt;
  eraseFrames(D, [](ThreadFrame &) { return false; });
  return toStringRef(write(D, Format::Yaml)).str();
}

void checkNumbers(ArrayRef<LossAccount::Entry> Told, const ThreadDump &From,
                  const std::string &Where) {
  for (const LossAccount::Entry &E : Told) {
    const Eraser *Of = find_if(
        Erasers, [&](const Eraser &X) { return StringRef(X.Name) == E.Name; });
    ASSERT_NE(Of, std::end(Erasers)) << Where << ": " << E.Name;
    ThreadDump Copy = From;
    EXPECT_EQ(Of->Erase(Copy), E.Count) << Where << ": " << E.Name;
  }
}

void eraseAll(ArrayRef<LossAccount::Entry> Told, ThreadDump &D) {
  for (const Eraser &X : Erasers)
    if (any_of(Told, [&](const LossAccount::Entry &E) {
          return StringRef(X.Name) == E.Name;
        }))
      X.Erase(D);
}
} // namespace

TEST(ThreadLaw, ThereAndBackIsTheSameButForTheAccount) {
  constexpr Format Formats[] = {Format::Jstack, Format::ThreadJson,
                                Format::Yaml};
  for (unsigned Seed = 0; Seed != 60; ++Seed)
    for (Format A : Formats)
      for (Format B : Formats) {
        const std::string Where = std::string(formatInfo(A).Name) + " to " +
                                  formatInfo(B).Name + ", " + utostr(Seed);
        const Bytes First = write(generate(Seed), A);
        std::vector<LossAccount::Entry> There, Back;
        const Bytes Other = convertTo(First, A, B, There);
        const Bytes Second = convertTo(Other, B, A, Back);
        ThreadDump Before = read(First, A), After = read(Second, A);
        checkNumbers(There, Before, Where);
        checkNumbers(Back, read(Other, B), Where + " and back");
        for (ThreadDump *D : {&Before, &After}) {
          eraseAll(There, *D);
          eraseAll(Back, *D);
        }
        EXPECT_EQ(textOf(Before), textOf(After))
            << Where << "\n"
            << toStringRef(First).str() << "\n"
            << toStringRef(Other).str();
        if (A == B || B == Format::Yaml) {
          EXPECT_EQ(toStringRef(First), toStringRef(Second)) << Where;
        }
      }
}
