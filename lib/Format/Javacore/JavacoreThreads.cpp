//===- JavacoreThreads.cpp - The threads of a javacore --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JavacoreBuilder.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Thread/FrameText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace hprof;
using namespace llvm;

bool JavacoreBuilder::needThread(JavacoreText &T) const {
  return Thread != None || T.fail("a 3XMTHREADINFO line before this");
}

/// Checks a line that precedes a stack. If the thread already has one, the
/// first line of another thread is missing, and the following lines belong to
/// that thread.
bool JavacoreBuilder::beforeStack(JavacoreText &T) {
  if (!needThread(T))
    return false;
  if (Thread != Stacked || IsRepeated)
    return true;
  endStack();
  Thread = None;
  ++Dump.LostThreads;
  return T.fail("a 3XMTHREADINFO line before this");
}

bool JavacoreBuilder::stackTitle(JavacoreText &T) {
  return !T.rest().starts_with("Java callstack") || Thread == None ||
         beforeStack(T);
}

bool JavacoreBuilder::currentThread(JavacoreText &) {
  IsCurrent = true;
  return true;
}

bool JavacoreBuilder::allThreads(JavacoreText &) {
  IsCurrent = false;
  return true;
}

static ThreadState stateOf(StringRef Letters) {
  static constexpr StringLiteral States[] = {
#define HPROF_THREAD_STATE(NAME, TEXT, J9) J9,
#include "hprof/Format/Thread/ThreadStates.def"
  };
  const StringLiteral *S = find(States, Letters);
  if (Letters.empty() || S == std::end(States))
    return ThreadState::Unknown;
  return ThreadState(S - States);
}

/// Parses one "key:value" of a thread's first line; returns false if its value
/// is malformed. Threads of the Java 1.4 VM have a sys_thread_t, and their TID
/// is the thread object; J9's TID is the VM's structure.
static bool threadFact(StringRef Key, StringRef Value, ThreadDump::Thread &T,
                       JavacoreText &Text) {
  auto Address = [&](uint64_t &Into) {
    return Text.addressIn(Key + ":", Value, Into);
  };
  if (Key == "J9VMThread" || Key == "TID")
    return Address(T.VmThread);
  if (Key == "java/lang/Thread")
    return Address(T.Object);
  if (Key == "sys_thread_t") {
    T.Object = T.VmThread;
    return Address(T.VmThread);
  }
  if (Key == "native ID") {
    uint64_t Id;
    if (!Address(Id))
      return false;
    T.NativeId = Id;
  }
  if (Key == "state") {
    T.StateText = Value.str();
    T.State = stateOf(Value);
  }
  if (Key == "prio") {
    int32_t Priority;
    if (Value.getAsInteger(10, Priority))
      return Text.failAt(Value, "a number after 'prio='");
    T.Priority = Priority;
  }
  return true;
}

/// Parses a thread: "name" J9VMThread:0x1234, omrthread_t:0x5678,
/// java/lang/Thread:0x9abc, state:R, prio=5; Java 6 has TID instead of
/// J9VMThread.
bool JavacoreBuilder::thread(JavacoreText &T) {
  ThreadDump::Thread New;
  Thread = None;
  New.IsCurrent = IsCurrent;
  bool IsWhole = true;
  if (!T.tryPhrase("Anonymous native thread")) {
    if (!T.quoted({" J9VMThread:", " TID:", " (TID:"}, New.Name))
      return false;
    IsWhole = forEachPair(T.rest(), [&](StringRef Key, StringRef Value) {
      return threadFact(Key, Value, New, T);
    });
  }
  IsRepeated = false;
  if (New.VmThread) {
    auto [It, IsNew] =
        ThreadByAddress.try_emplace(New.VmThread, Dump.Threads.size());
    IsRepeated = !IsNew;
    Thread = It->second;
  }
  // Java 6 describes the current thread twice.
  if (IsRepeated)
    return IsWhole;
  Thread = Dump.Threads.size();
  Dump.Threads.push_back(std::move(New));
  return IsWhole;
}

/// Parses OpenJ9's words for the states of virtual threads.
static ThreadState virtualState(StringRef Name) {
  return StringSwitch<ThreadState>(Name)
      .Cases("PARKED", "PARKING", "WAITING", ThreadState::Waiting)
      .StartsWith("TIMED_", ThreadState::TimedWaiting)
      .StartsWith("BLOCK", ThreadState::Blocked)
      .Cases("NEW", "STARTED", ThreadState::New)
      .Case("TERMINATED", ThreadState::Terminated)
      .Cases("RUNNING", "PINNED", "YIELDING", "YIELDED", ThreadState::Runnable)
      .Default(ThreadState::Unknown);
}

/// Parses a virtual thread: "name" [unmounted] J9VMContinuation:0x1234,
/// java/lang/VirtualThread:0x5678.
bool JavacoreBuilder::virtualThread(JavacoreText &T) {
  ThreadDump::Thread New;
  endStack();
  Thread = None;
  IsRepeated = false;
  if (!T.quoted({" [unmounted] ", " [mounted] ", " J9VMContinuation:"},
                New.Name))
    return false;
  const bool IsWhole =
      forEachPair(T.rest(), [&](StringRef Key, StringRef Value) {
        const bool IsVirtual = Key == "java/lang/VirtualThread";
        if (!IsVirtual && Key != "java/lang/Thread")
          return true;
        New.IsVirtual = IsVirtual;
        return T.addressIn(Key + ":", Value, New.Object);
      });
  Thread = Dump.Threads.size();
  Dump.Threads.push_back(std::move(New));
  return IsWhole;
}

/// Parses "Type: Virtual, state: PARKED" or "Type: Carrier, J9VMThread:0x1234,
/// ...".
bool JavacoreBuilder::virtualFacts(JavacoreText &T) {
  if (!beforeStack(T))
    return false;
  return forEachPair(T.rest(), [&](StringRef Key, StringRef Value) {
    ThreadDump::Thread &Into = Dump.Threads[Thread];
    Value = Value.trim();
    if (Key == "state") {
      Into.StateText = Value.str();
      Into.State = virtualState(Value);
    }
    return Key != "J9VMThread" || T.addressIn(Key + ":", Value, Into.VmThread);
  });
}

/// Parses "(java/lang/Thread getId:0x14, isDaemon:true)".
bool JavacoreBuilder::javaThread(JavacoreText &T) {
  if (!beforeStack(T))
    return false;
  ThreadDump::Thread &Into = Dump.Threads[Thread];
  return forEachPair(T.rest(), [&](StringRef Key, StringRef Value) {
    if (Key == "java/lang/Thread getId") {
      uint64_t Id;
      if (!JavacoreText(Value).number(Id))
        return T.failAt(Value, "a number after 'getId:'");
      Into.Id = Id;
    }
    if (Key == "isDaemon") {
      if (Value != "true" && Value != "false")
        return T.failAt(Value, "'true' or 'false' after 'isDaemon:'");
      Into.IsDaemon = Value == "true";
    }
    return true;
  });
}

bool JavacoreBuilder::contextLoader(JavacoreText &T) {
  if (!needThread(T))
    return false;
  ThreadDump::LockObject &Into = Dump.Threads[Thread].ContextLoader;
  return T.named(Into.ClassName, Into.Address);
}

/// Parses "(native thread ID:0x2310, native priority:0xA, native
/// policy:UNKNOWN, ...)".
bool JavacoreBuilder::nativeThread(JavacoreText &T) {
  if (!needThread(T))
    return false;
  return forEachPair(T.rest(), [&](StringRef Key, StringRef Value) {
    if (Key != "native thread ID")
      return true;
    uint64_t Id;
    if (!T.addressIn(Key + ":", Value, Id))
      return false;
    Dump.Threads[Thread].NativeId = Id;
    return true;
  });
}

/// Parses "0.140400900 secs" to nanoseconds.
static bool nanosOf(StringRef Text, uint64_t &Nanos) {
  Text.consume_back(" secs");
  auto [Whole, Fraction] = Text.split('.');
  uint64_t Seconds, Part = 0;
  if (Whole.getAsInteger(10, Seconds) || Seconds > UINT64_MAX / 2000000000 ||
      Fraction.size() > 9 ||
      (!Fraction.empty() && Fraction.getAsInteger(10, Part)))
    return false;
  for (size_t I = Fraction.size(); I != 9; ++I)
    Part *= 10;
  Nanos = Seconds * 1000000000 + Part;
  return true;
}

/// Parses a CPU time: CPU usage total: 0.5 secs, user: 0.4 secs, current
/// category="Application".
bool JavacoreBuilder::cpuTime(JavacoreText &T) {
  if (!needThread(T))
    return false;
  ThreadDump::Thread &Into = Dump.Threads[Thread];
  return forEachPair(T.rest(), [&](StringRef Key, StringRef Value) {
    if (Key == "CPU usage total") {
      uint64_t Nanos;
      if (!nanosOf(Value, Nanos))
        return T.failAt(Value, "seconds after 'total:'");
      Into.CpuNanos = Nanos;
    }
    if (Key == "current category")
      Into.Category = Value.trim('"').str();
    return true;
  });
}

/// Parses a wait: Blocked on: java/lang/Object@0x1234 Owned by: "name" (...).
bool JavacoreBuilder::waitsFor(JavacoreText &T) {
  if (!needThread(T))
    return false;
  ThreadDump::Wait W;
  if (T.tryPhrase("Blocked on:"))
    W.Kind = ThreadDump::WaitKind::Blocked;
  else if (T.tryPhrase("Waiting on:"))
    W.Kind = ThreadDump::WaitKind::Waiting;
  else if (T.tryPhrase("Parked on:"))
    W.Kind = ThreadDump::WaitKind::Parked;
  else
    return T.fail("'Blocked on:', 'Waiting on:' or 'Parked on:'");
  T.tryPhrase(" ");
  if (!T.tryPhrase("<unknown>") && !T.object(W.Object))
    return false;
  bool IsWhole = true;
  if (T.tryPhrase(" Owned by: ") && !T.tryPhrase("<unowned>")) {
    ThreadDump::ThreadRef Owner;
    if (T.tryPhrase("<unknown> (J9VMThread:<null>, java/lang/Thread:"))
      IsWhole = T.address(Owner.Object);
    else if (!T.tryPhrase("<unknown>"))
      IsWhole = T.thread(Owner);
    if (IsWhole && (Owner.VmThread || Owner.Object))
      W.Owner = std::move(Owner);
  }
  if (IsWhole && T.tryPhrase(" Initializing thread: ")) {
    ThreadDump::ThreadRef Initializer;
    Initializer.Name = javacoreString(T.rest().trim('"'));
    W.Initializer = std::move(Initializer);
  }
  Dump.Threads[Thread].WaitsFor = std::move(W);
  return IsWhole;
}

/// Parses the parentheses of a frame: File.java:12(Compiled Code), Native
/// Method, Bytecode PC:3, No Source, Missing Method.
static bool frameLocation(StringRef Text, ThreadFrame &F, JavacoreText &T) {
  F.IsCompiled = Text.consume_back("(Compiled Code)");
  if (Text == "Compiled Code") {
    F.IsCompiled = true;
    return true;
  }
  if (Text == "Native Method") {
    F.IsNative = true;
    return true;
  }
  if (Text == "No Source" || Text == "Unknown Source" || Text.empty() ||
      Text.starts_with("Bytecode PC:"))
    return true;
  F.Module = javacoreString(takeModule(Text));
  if (Text == "Native Method") {
    F.IsNative = true;
    return true;
  }
  if (Text == "Unknown Source")
    return true;
  size_t Colon = Text.rfind(':');
  F.SourceFile = javacoreString(Text.take_front(Colon));
  if (Colon == StringRef::npos)
    return true;
  StringRef Line = Text.drop_front(Colon + 1);
  if (Line.getAsInteger(10, F.Line) || F.Line < 0)
    return T.failAt(Line, "a line number");
  return true;
}

/// Parses "at java/io/FileInputStream.read(FileInputStream.java:213)".
bool JavacoreBuilder::frame(JavacoreText &T) {
  if (!needThread(T) || !T.phrase("at "))
    return false;
  ThreadFrame F;
  StringRef Method;
  if (!T.tryPhrase("(Missing Method)")) {
    const size_t Open = placeOfFrame(T.rest());
    if (Open == StringRef::npos ? !T.upTo("(", Method)
                                : !T.take(Open, Method) || !T.phrase("("))
      return false;
    size_t Dot = Method.rfind('.');
    if (Dot == StringRef::npos)
      return T.fail("a class, '.' and a method before this");
    F.ClassName = javaClassName(javacoreString(Method.take_front(Dot)));
    F.Method = javacoreString(Method.drop_front(Dot + 1));
    StringRef Location = T.rest();
    if (!Location.consume_back(")"))
      return T.fail("a source location and ')'");
    if (!frameLocation(Location, F, T))
      return false;
  }
  if (Thread != Stacked)
    endStack();
  Stacked = Thread;
  if (IsRepeated) {
    Frames.clear();
    Dump.Threads[Thread].Locks.clear();
  }
  IsRepeated = false;
  Frames.push_back(Dump.Stacks.addFrame(std::move(F)));
  return true;
}

/// Assigns the frames read so far to their thread.
void JavacoreBuilder::endStack() {
  if (Stacked != None)
    Dump.Threads[Stacked].Stack = Dump.Stacks.add(Frames);
  Stacked = None;
  Frames.clear();
}

/// Parses "(entered lock: java/lang/Object@0x1234, entry count: 1)".
bool JavacoreBuilder::enteredLock(JavacoreText &T) {
  if (Thread == None || Thread != Stacked)
    return T.fail("a 4XESTACKTRACE line before this");
  ThreadDump::HeldLock Lock;
  uint64_t Count;
  if (!T.phrase("(entered lock: ") || !T.object(Lock.Object) ||
      !T.phrase(", entry count: ") || !T.number(Count))
    return false;
  Lock.EntryCount = uint32_t(std::min<uint64_t>(Count, UINT32_MAX));
  Lock.Depth = uint32_t(Frames.size() - 1);
  Dump.Threads[Thread].Locks.push_back(std::move(Lock));
  return true;
}

bool JavacoreBuilder::cutStack(JavacoreText &T) {
  if (!needThread(T))
    return false;
  Dump.Threads[Thread].IsCut = true;
  return true;
}

bool JavacoreBuilder::nativeFrame(JavacoreText &T) {
  if (!needThread(T))
    return false;
  Dump.Threads[Thread].NativeFrames.push_back(javacoreString(T.rest()));
  return true;
}
