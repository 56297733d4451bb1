//===- JstackThreads.cpp - Threads of jstack ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DialectFrames.h"
#include "JstackBuilder.h"
#include "ThreadLine.h"
#include "hprof/Format/Thread/FrameText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace hprof;
using namespace llvm;

/// Handles a name with a line break, which splits the thread's line.
bool JstackBuilder::brokenName(StringRef Line) {
  const std::string First = std::exchange(NameSoFar, "");
  if (!First.empty() && !Line.starts_with("\"") && Line.contains("\" #")) {
    // A quote before the line break made the first line look like a thread's.
    if (HasThread && Frames.empty() && !HasState &&
        First == "\"" + Dump.Threads.back().Name + "\"") {
      Dump.Threads.pop_back();
      HasThread = false;
    }
    return thread(First + "\n" + Line.str());
  }
  if (Line.starts_with("\"") && !Line.contains("tid=0x") &&
      (!hasOnlyThreadFacts(Line) || endOfThreadName(Line) == StringRef::npos))
    NameSoFar = Line.str();
  return false;
}

/// "name" #16 [24224] daemon prio=5 os_prio=0 cpu=0.24ms elapsed=13.92s
/// tid=0x1 nid=24224 waiting on condition  [0x2]
bool JstackBuilder::thread(StringRef Line) {
  const size_t Open = Line.find('"');
  if (Open == StringRef::npos)
    return unnamedThread(Line);
  if (!Line.contains("tid=0x") && !hasOnlyThreadFacts(Line.drop_front(Open)))
    return false;
  // If a log line quotes a thread's line, it is not a thread.
  const bool IsBare = endOfThreadName(Line) == StringRef::npos;
  if (IsBare && (Open || !AfterBlank))
    return false;
  Line = Line.drop_front(Open + 1);
  if (IsBare && !Line.ends_with("\""))
    return false;
  const size_t Close = IsBare ? Line.size() - 1 : endOfThreadName(Line);
  if (std::exchange(IsOver, false))
    Complain("expected 'Full thread dump' before another thread");
  endThread();
  HasThread = true;
  IsPlain = false;
  ThreadDump::Thread &T = Dump.Threads.emplace_back();
  T.Name = Line.take_front(Close).str();
  readThreadFacts(Line.drop_front(Close + 1), T, [&](StringRef Word) {
    fault("expected a thread attribute such as prio=5", Word);
  });
  HasState = T.State != ThreadState::Unknown;
  tellJoined(Line.drop_front(Close + 1));
  beginAgain();
  return true;
}

/// Handles the line of a VM thread without a name: up to JDK 17, that of the
/// Flight Recorder's sampler goes to standard output.
bool JstackBuilder::unnamedThread(StringRef Line) {
  if (!AfterBlank || IsOver || !Line.starts_with("os_prio=") ||
      !Line.contains(" tid=0x"))
    return false;
  endThread();
  HasThread = true;
  IsPlain = false;
  readThreadFacts(Line, Dump.Threads.emplace_back(), [&](StringRef Word) {
    fault("expected a thread attribute such as prio=5", Word);
  });
  return true;
}

/// Begins another dump if the thread of its first line \p Line repeats: a part
/// of a dump has no end.
void JstackBuilder::beginAgain() {
  if (!IsPart)
    return;
  const ThreadDump::Thread &Last = Dump.Threads.back();
  const std::string Key = Last.Name + "\n" + std::to_string(Last.VmThread) +
                          "\n" + std::to_string(Last.Id.value_or(0));
  if (KnownThreads.insert(Key).second)
    return;
  ThreadDump::Thread T = std::move(Dump.Threads.back());
  Dump.Threads.pop_back();
  const bool HadState = HasState;
  HasThread = false;
  beginPart();
  KnownThreads.insert(Key);
  Dump.Threads.push_back(std::move(T));
  HasThread = true;
  HasState = HadState;
}

/// Parses a coroutine: Coroutine "name":StandaloneCoroutine{Active}@1f, state:
/// SUSPENDED.
bool JstackBuilder::coroutine(StringRef Line) {
  if (Dialect != TextDialect::Coroutines || !Line.consume_front("Coroutine ") ||
      !Line.contains(", state: "))
    return false;
  endThread();
  HasThread = true;
  ThreadDump::Thread &T = Dump.Threads.emplace_back();
  const auto [Name, State] = Line.split(", state: ");
  T.Name = Name.str();
  T.StateText = State.take_until([](char C) { return C == ',' || C == ' '; });
  return true;
}

bool JstackBuilder::plainThread(StringRef Line) {
  Line.consume_front("#");
  uint64_t Id;
  if (Line.consumeInteger(10, Id) || !Line.consume_front(" \""))
    return false;
  const size_t Close = Line.rfind('"');
  endThread();
  HasThread = HasState = IsPlain = true;
  ThreadDump::Thread &T = Dump.Threads.emplace_back();
  T.Id = Id;
  T.Name = Line.take_front(Close).str();
  SmallVector<StringRef, 4> Words;
  Line.drop_front(Close + 1).split(Words, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef Word : Words) {
    if (Word == "virtual")
      T.IsVirtual = true;
    else if (parseInstant(Word))
      T.Time = Word.str();
    else if (ThreadState S = parseThreadState(Word);
             S != ThreadState::Unknown) {
      T.State = S;
      T.StateText = Word.str();
    }
  }
  return true;
}

void JstackBuilder::endThread() {
  if (!std::exchange(HasThread, false))
    return;
  ThreadDump::Thread &T = Dump.Threads.back();
  T.Stack = Dump.Stacks.add(Frames);
  fixWait(T);
  if (Dialect == TextDialect::Jstack)
    checkState(T);
  // Up to JDK 8, no other line shows that it has been notified and must reenter
  // the monitor.
  if (T.State == ThreadState::Blocked && T.WaitsFor &&
      T.WaitsFor->Kind == ThreadDump::WaitKind::Waiting)
    T.WaitsFor->Kind = ThreadDump::WaitKind::Blocked;
  T.IsInternal = !T.Id && !HasState && Frames.empty();
  if (T.IsInternal)
    T.IsDaemon = std::nullopt;
  Frames.clear();
  HasState = InSynchronizers = IsParking = false;
  Carrier = std::nullopt;
}

/// Checks the state: HotSpot prints a thread's wait state twice, and where it
/// waits. A contradiction means that lines are lost.
void JstackBuilder::checkState(const ThreadDump::Thread &T) {
  const ThreadFrame *Top =
      Frames.empty() ? nullptr : &Dump.Stacks.frame(Frames[0]);
  const bool IsBlocked =
      T.WaitsFor && T.WaitsFor->Kind == ThreadDump::WaitKind::Blocked;
  const StringRef Words = T.StateText;
  const bool Enters = Words.starts_with("waiting for monitor entry");
  const char *Missing = nullptr;
  if (T.Id && !HasState &&
      (Enters || Words.starts_with("waiting on condition") ||
       Words.starts_with("in Object.wait()")))
    Missing = "its state, found none";
  else if (T.State == ThreadState::Runnable && IsBlocked)
    Missing =
        "the state BLOCKED, found RUNNABLE and a lock that it is blocked on";
  else if (Enters && HasState && T.State != ThreadState::Blocked)
    Missing = "the state BLOCKED, found another state";
  else if (IsParking && !T.WaitsFor && !Carrier && Top &&
           StringRef(Top->ClassName)
               .starts_with("java.util.concurrent.locks") &&
           !StringRef(Top->Method).starts_with("park"))
    Missing = "park() in the top frame, found another method";
  if (Missing)
    Complain("thread '" + T.Name + "': expected " + Missing);
}

/// Parses the words after "nid=" in VMs up to JDK 1.4, which print no state.
static ThreadState stateOfText(StringRef Text) {
  return StringSwitch<ThreadState>(Text)
      .StartsWith("waiting for monitor entry", ThreadState::Blocked)
      .StartsWith("in Object.wait()", ThreadState::Waiting)
      .StartsWith("runnable", ThreadState::Runnable)
      .Default(ThreadState::Unknown);
}

/// Corrects the wait: some dialects have the same words for all waits, or none.
void JstackBuilder::fixWait(ThreadDump::Thread &T) {
  if (T.State == ThreadState::Unknown && !Frames.empty())
    T.State = stateOfText(T.StateText);
  const StringRef Top =
      Frames.empty() ? "" : StringRef(Dump.Stacks.frame(Frames[0]).Method);
  if (T.WaitsFor) {
    if (isWaiting(T) && (Top.starts_with("park") ||
                         (T.WaitsFor->Owner && isOwnable(T.WaitsFor->Object))))
      T.WaitsFor->Kind = ThreadDump::WaitKind::Parked;
    return;
  }
  // jhsdb lists the lock that blocks a thread last among the frame's locks.
  if (Dialect != TextDialect::Agent || T.State != ThreadState::Blocked)
    return;
  const auto Last = find_if(reverse(T.Locks), [](const auto &L) {
    return L.Depth == 0 && !L.IsEliminated;
  });
  if (Last == T.Locks.rend())
    return;
  wait(ThreadDump::WaitKind::Blocked, std::move(Last->Object));
  T.Locks.erase(std::prev(Last.base()));
}

/// Whether \p Line begins a stack although the thread has one: the first line
/// of another thread is missing.
bool JstackBuilder::withoutFirstLine(StringRef Line) {
  fault("expected the first line of a thread", Line);
  endThread();
  ++Dump.LostThreads;
  return true;
}

/// Parses the line of a state. \return false if it is another line.
bool JstackBuilder::state(StringRef Line) {
  ThreadDump::Thread &T = Dump.Threads.back();
  auto Text = after(Line, "java.lang.Thread.State: ");
  if (!Text)
    return after(Line, "JavaThread state: ").has_value();
  const StringRef Name = Text->take_until([](char C) { return C == ' '; });
  if (!Frames.empty())
    return withoutFirstLine(Line);
  T.State = parseThreadState(Name);
  HasState = true;
  IsParking = Text->contains("(parking)");
  tellJoined(*Text);
  if (T.State == ThreadState::Unknown)
    fault("expected a java.lang.Thread.State", Name);
  return true;
}

/// Parses lines specific to some dialects. \return false for others.
bool JstackBuilder::dialectLine(StringRef Line) {
  ThreadDump::Thread &T = Dump.Threads.back();
  const StringRef Trimmed = Line.trim();
  if (std::optional<ThreadFrame> F = readAgentFrame(Line)) {
    if (Dialect == TextDialect::Jstack)
      Dialect = TextDialect::Agent;
    return addFrame(std::move(*F)), true;
  }
  if (std::optional<ThreadFrame> F = readImageFrame(Line))
    return addFrame(std::move(*F)), true;
  if (const StringRef Native = readNativeFrame(Line); !Native.empty())
    return T.NativeFrames.push_back(Native.str()), true;
  if (Trimmed.starts_with("Number of locked synchronizers = "))
    return InSynchronizers = true;
  if (Trimmed == "...")
    return T.IsCut = true;
  // In IDE reports, the wait follows the state.
  if (Frames.empty() && readThreadWait(Trimmed, T))
    return true;
  // This form is from an IDE's debugger.
  if (StringRef Text = Trimmed; Text.consume_front("waiting for ") &&
                                Text.contains(" to release lock on ")) {
    const auto [Owner, Lock] = Text.split(" to release lock on ");
    lock(("waiting to lock " + Lock).str());
    if (T.WaitsFor)
      T.WaitsFor->Owner = ThreadDump::ThreadRef::byId({}, Owner.str());
    return true;
  }
  if (Trimmed.starts_with("blocks ") && Trimmed.contains('@'))
    return true;
  if (Dialect != TextDialect::JRockit)
    return false;
  if (StringRef Text = Trimmed;
      Text.consume_front("^-- ") || Text.consume_front("-- "))
    return Text == "end of trace" ? endThread() : lock(Text), true;
  return false;
}

/// Parses a line of the current thread. \return false if it is another line.
bool JstackBuilder::inThread(StringRef Line) {
  if (!HasThread)
    return false;
  ThreadDump::Thread &T = Dump.Threads.back();
  const StringRef Trimmed = Line.ltrim();
  if (state(Line) || dialectLine(Line))
    return true;
  // If a log prefix precedes a frame, a tab is between them.
  if (Trimmed.starts_with("at "))
    return frame(Trimmed.drop_front(3)), true;
  if (Trimmed.starts_with("- "))
    return lock(Trimmed.drop_front(2)), true;
  if (auto Text = after(Line, "\tat "))
    return frame(*Text), true;
  if (auto Text = after(Line, "\t- "))
    return lock(*Text), true;
  if (auto Text = after(Line, "Locked ownable synchronizers:")) {
    tellJoined(*Text);
    return InSynchronizers = true;
  }
  uint64_t Id;
  if (auto Text = after(Line, "Carrying virtual thread #");
      Text && !Text->getAsInteger(10, Id)) {
    T.CarriedId = Id;
    return HasState = true;
  }
  if (auto Text = after(Line, "Mounted virtual thread #");
      Text && !Text->getAsInteger(10, Id)) {
    mountedThread(Id);
    return true;
  }
  return false;
}

/// Begins a mounted thread. Since JDK 24, the frames of the virtual thread
/// follow those of its carrier, and the carrier's synchronizers follow them.
/// Name and state are missing.
void JstackBuilder::mountedThread(uint64_t Id) {
  const uint32_t CarrierIndex = uint32_t(Dump.Threads.size() - 1);
  endThread();
  HasThread = HasState = true;
  Carrier = CarrierIndex;
  ThreadDump::Thread &T = Dump.Threads.emplace_back();
  T.Id = Id;
  T.IsVirtual = true;
  T.CarrierId = Dump.Threads[CarrierIndex].Id;
}

void JstackBuilder::addFrame(ThreadFrame F) {
  if (EndsHere && !Frames.empty()) {
    withoutFirstLine(frameText(F, FrameStyle::Short));
    return;
  }
  Frames.push_back(Dump.Stacks.addFrame(std::move(F)));
}

void JstackBuilder::frame(StringRef Text) {
  if (EndsHere && !Frames.empty()) {
    withoutFirstLine(Text);
    return;
  }
  if (Dialect == TextDialect::JRockit)
    if (std::optional<ThreadFrame> F = readJRockitFrame(Text))
      return addFrame(std::move(*F));
  auto [It, IsNew] = FrameByText.try_emplace(Text, 0);
  if (IsNew) {
    ThreadFrame F;
    if (!readFrame(Text, F, IsPlain ? FrameStyle::Java : FrameStyle::Jstack))
      fault("expected a frame such as a.B.c(B.java:1)", Text);
    It->second = Dump.Stacks.addFrame(std::move(F));
  }
  Frames.push_back(It->second);
}
