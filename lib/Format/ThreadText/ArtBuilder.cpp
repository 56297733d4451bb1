//===- ArtBuilder.cpp - Threads of Android's traces.txt -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArtBuilder.h"
#include "DamagedLine.h"
#include "hprof/Format/Thread/FrameText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace hprof;
using namespace llvm;

/// Matches "----- pid 2531 at 2031-02-03 04:05:06.789 -----".
bool ArtBuilder::isTitle(StringRef Line) {
  return Line.starts_with("----- pid ");
}

/// Parses the state names of ART, and Dalvik's in capitals.
static ThreadState stateOf(StringRef Name) {
  return StringSwitch<ThreadState>(Name)
      .Cases("Runnable", "Native", "RUNNABLE", "NATIVE", ThreadState::Runnable)
      .Cases("Blocked", "MONITOR", ThreadState::Blocked)
      .Cases("TimedWaiting", "Sleeping", "TIMED_WAIT",
             ThreadState::TimedWaiting)
      .Cases("Suspended", "SUSPENDED", ThreadState::Suspended)
      .Cases("Terminated", "ZOMBIE", ThreadState::Terminated)
      .Cases("Starting", "STARTING", ThreadState::New)
      .StartsWith("Waiting", ThreadState::Waiting)
      .Cases("WAIT", "VMWAIT", ThreadState::Waiting)
      .Default(ThreadState::Unknown);
}

/// Matches a thread: "main" prio=5 tid=1 Blocked. Play Console reports contain
/// such stacks without the title.
bool ArtBuilder::isSureThread(StringRef Line) {
  const StringRef Text = Line.rtrim();
  const size_t Close = Text.rfind("\" ");
  if (!Text.starts_with("\"") || Close == StringRef::npos)
    return false;
  const StringRef Facts = Text.drop_front(Close + 1);
  const StringRef Tid = Facts.split(" tid=").second;
  return !Tid.empty() && isDigit(Tid.front()) && !Tid.starts_with("0x") &&
         !Facts.contains(" nid=") &&
         stateOf(Facts.rsplit(' ').second) != ThreadState::Unknown;
}

void ArtBuilder::beginDump(StringRef Title) {
  endDump();
  IsBegun = true;
  Title.consume_front("----- pid ");
  uint64_t Id;
  if (!Title.consumeInteger(10, Id))
    Dump.ProcessId = Id;
  if (Title.consume_front(" at ")) {
    Title.consume_back("-----");
    Dump.Time = Title.trim().str();
    // Newer titles have a time zone, which only Time contains.
    Dump.Millis = parseInstant(StringRef(Dump.Time).take_front(19));
  }
}

void ArtBuilder::endThread() {
  if (!std::exchange(HasThread, false))
    return;
  Dump.Threads.back().Stack = Dump.Stacks.add(Frames);
  Frames.clear();
}

void ArtBuilder::endDump() {
  endThread();
  if (std::exchange(IsBegun, false)) {
    if (NumStated && *NumStated != Dump.Threads.size())
      Complain("the dump states " + Twine(*NumStated) +
               " threads, but contains " + Twine(Dump.Threads.size()));
    Dump.findMonitors();
    Dumps.push_back(std::move(Dump));
  }
  Dump = ThreadDump();
  NumStated = std::nullopt;
}

std::vector<ThreadDump> ArtBuilder::finish() {
  endDump();
  return std::move(Dumps);
}

/// Parses a thread: "main" daemon prio=5 tid=1 Blocked.
bool ArtBuilder::thread(StringRef Line) {
  const size_t Close = Line.rfind("\" ");
  if (!Line.starts_with("\"") || Close == StringRef::npos || !Close ||
      (!Line.contains("prio=") && !isSureThread(Line)))
    return false;
  endThread();
  HasThread = true;
  IsTold = false;
  ThreadDump::Thread &T = Dump.Threads.emplace_back();
  T.Name = Line.slice(1, Close).str();
  T.IsDaemon = false;
  SmallVector<StringRef, 8> Words;
  Line.drop_front(Close + 1).split(Words, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef Word : Words) {
    uint64_t Id;
    int32_t Priority;
    if (Word == "daemon")
      T.IsDaemon = true;
    else if (Word.consume_front("prio=") && !Word.getAsInteger(10, Priority))
      T.Priority = Priority;
    else if (Word.consume_front("tid=") && !Word.getAsInteger(10, Id))
      T.Id = Id;
    else if (!Word.empty() && isAlpha(Word.front())) {
      T.StateText = Word.str();
      T.State = stateOf(Word);
    }
  }
  if (T.State == ThreadState::Unknown)
    Complain("expected a state such as Runnable, found '" + T.StateText + "'");
  return true;
}

/// Parses "| sysTid=2531 nice=-10" and "| state=S utm=10 stm=2 core=0 HZ=100".
void ArtBuilder::facts(StringRef Line) {
  ThreadDump::Thread &T = Dump.Threads.back();
  std::optional<uint64_t> Ticks, PerSecond;
  SmallVector<StringRef, 8> Words;
  Line.split(Words, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef Word : Words) {
    uint64_t N;
    const auto [Key, Value] = Word.split('=');
    if (Value.getAsInteger(0, N))
      continue;
    if (Key == "sysTid")
      T.NativeId = N;
    else if (Key == "utm" || Key == "stm")
      Ticks = Ticks.value_or(0) + std::min<uint64_t>(N, UINT32_MAX);
    else if (Key == "HZ")
      PerSecond = N;
    else if (Key == "self")
      T.VmThread = N;
  }
  if (Ticks && PerSecond && *PerSecond)
    T.CpuNanos = *Ticks * (1000000000 / *PerSecond);
}

void ArtBuilder::frame(StringRef Text) {
  ThreadFrame F;
  if (!parseFrame(Text, F, FrameStyle::Short)) {
    unread(Text);
    Complain("expected a frame such as a.B.c(B.java:1), found '" + Text + "'");
    F.Method = Text.str();
  }
  Frames.push_back(Dump.Stacks.addFrame(std::move(F)));
}

/// Records that a line of the current thread could not be parsed.
void ArtBuilder::unread(StringRef Line) {
  ++Dump.Threads.back().UnreadLines;
  if (Dump.FirstUnreadLine)
    return;
  constexpr size_t MostShown = 200;
  Dump.FirstUnreadLine = LineNumber;
  Dump.FirstUnread = Line.trim().take_front(MostShown).str();
}

void ArtBuilder::noLock(StringRef Text) {
  unread(Text);
  Complain("expected a lock line such as 'locked <0x1f> (a a.B)', found '" +
           Text + "'");
}

/// Parses "waiting to lock <0x0a1b> (a java.lang.Object) held by thread 12".
void ArtBuilder::lock(StringRef Text) {
  ThreadDump::Thread &T = Dump.Threads.back();
  ThreadDump::Wait W;
  if (Text.consume_front("waiting to lock "))
    W.Kind = ThreadDump::WaitKind::Blocked;
  else if (Text.consume_front("waiting on "))
    W.Kind = ThreadDump::WaitKind::Waiting;
  else if (Text.consume_front("locked ")) {
    ThreadDump::HeldLock Lock;
    Lock.Depth = Frames.empty() ? 0 : uint32_t(Frames.size() - 1);
    if (auto Object = parseLock(Text)) {
      Lock.Object = std::move(*Object);
      T.Locks.push_back(std::move(Lock));
    } else {
      noLock(Text);
    }
    return;
  } else {
    // A sleep is not ended by another thread.
    if (!Text.starts_with("sleeping on "))
      noLock(Text);
    return;
  }
  auto Object = parseLock(Text);
  if (!Object)
    return noLock(Text);
  W.Object = std::move(*Object);
  // Dalvik prints "threadid=9 (name)" and "tid=9 (name)".
  StringRef Owner = Text.split(" held by ").second;
  uint64_t Id;
  if ((Owner.consume_front("thread ") || Owner.consume_front("threadid=") ||
       Owner.consume_front("tid=")) &&
      !Owner.consumeInteger(10, Id)) {
    ThreadDump::ThreadRef By;
    By.Id = Id;
    W.Owner = std::move(By);
  }
  T.WaitsFor = std::move(W);
}

/// Whether \p Text is a stack outside of Java, or about the runtime's own work.
static bool isOutsideJava(StringRef Text) {
  return Text.starts_with("#") || Text.starts_with("kernel: ") ||
         Text.starts_with("(") || Text.starts_with("DumpLatencyMs");
}

/// Reports a line of a thread outside of any thread: a thread ends at an empty
/// line, which may be damage.
void ArtBuilder::outside(StringRef Line) {
  const StringRef Text = Line.ltrim();
  static constexpr StringLiteral Begin[] = {"at ", "| ", "- locked ",
                                            "- waiting "};
  const bool IsOfThread =
      any_of(Begin, [&](StringRef B) { return Text.starts_with(B); }) ||
      isAlmostInThread(Line);
  if (!IsOfThread || Dump.Threads.empty() || std::exchange(IsTold, true))
    return;
  Complain("expected a thread before this line, found '" + Line + "'");
}

void ArtBuilder::line(StringRef Line, uint64_t Number) {
  LineNumber = Number;
  Line = Line.rtrim();
  if (isTitle(Line))
    return beginDump(Line);
  if (!IsBegun && !isSureThread(Line))
    return;
  IsBegun = true;
  if (Line.starts_with("----- end "))
    return endDump();
  StringRef Text = Line;
  if (Text.consume_front("Cmd line: ") || Text.consume_front("Cmdline: ")) {
    Dump.CommandLine = Text.str();
    return;
  }
  uint64_t Count;
  if (Text.consume_front("DALVIK THREADS (") && !Text.consumeInteger(10, Count))
    NumStated = Count;
  if (thread(Line))
    return;
  const bool IsThread = Line.contains(" prio=") && Line.contains(" tid=");
  if (IsThread) {
    Complain(
        "expected a thread such as \"main\" prio=5 tid=1 Runnable, found '" +
        Line + "'");
    return endThread();
  }
  if (!HasThread)
    return outside(Line);
  Text = Line.ltrim();
  // The newline before the next line may be lost.
  if (Text.contains("  at ") || Text.contains("  - "))
    Complain("expected the end of the line, found '" + Text + "'");
  if (Text.consume_front("| "))
    facts(Text);
  else if (Text.consume_front("at "))
    frame(Text);
  else if (Text.consume_front("- "))
    lock(Text);
  else if (Text.consume_front("native: "))
    Dump.Threads.back().NativeFrames.push_back(Text.str());
  else if (Line.empty())
    endThread();
  else if (!isOutsideJava(Text)) {
    unread(Line);
    if (isAlmostInThread(Line))
      Complain("expected a frame, a lock or a thread attribute, found '" +
               Line + "'");
  }
}
