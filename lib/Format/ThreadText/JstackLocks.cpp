//===- JstackLocks.cpp - Locks and deadlocks of jstack --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DamagedLine.h"
#include "JstackBuilder.h"
#include "ThreadLine.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Base/HiddenCharacters.h"
#include "hprof/Format/Thread/FrameText.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

void JstackBuilder::wait(ThreadDump::WaitKind Kind,
                         ThreadDump::LockObject Object) {
  ThreadDump::Wait W;
  W.Kind = Kind;
  W.Object = std::move(Object);
  Dump.Threads.back().WaitsFor = std::move(W);
}

void JstackBuilder::noLock(StringRef Text) {
  fault("expected a lock such as <0x1f> (a a.B)", Text);
}

namespace {
/// The meaning of a lock line.
enum class LockVerb : uint8_t {
  Blocked,
  Waiting,
  Parked,
  Held,
  Released, ///< Released while the thread waits to be notified.
  Eliminated
};
} // namespace

/// The phrases of all dialects.
static constexpr struct {
  StringLiteral Words;
  LockVerb Verb;
} LockWords[] = {
    {"locked ", LockVerb::Held},
    {"waiting on ", LockVerb::Waiting},
    {"waiting to lock ", LockVerb::Blocked},
    {"parking to wait for ", LockVerb::Parked},
    {"waiting to re-lock in wait() ", LockVerb::Released},
    {"eliminated ", LockVerb::Eliminated},
    {"lock is eliminated", LockVerb::Eliminated},
    {"blocked on ", LockVerb::Blocked},                  // ThreadInfo
    {"Blocked trying to get lock: ", LockVerb::Blocked}, // JRockit
    {"Waiting for notification on: ", LockVerb::Waiting},
    {"Parking to wait for: ", LockVerb::Parked},
    {"Lock released while waiting: ", LockVerb::Released},
    {"Holding lock: ", LockVerb::Held},
};

/// Parses an object in angle brackets, or as class and hash or address.
std::optional<ThreadDump::LockObject>
JstackBuilder::object(StringRef Text) const {
  Text = Text.ltrim();
  if (Text.starts_with("<"))
    return parseLock(Text);
  Text = Text.take_until([](char C) { return C == ' ' || C == '['; });
  ThreadDump::LockObject Object;
  const auto [Class, Address] = Text.rsplit('@');
  if (StringRef Digits = Address; Digits.consume_front("0x")) {
    if (Digits.getAsInteger(16, Object.Address))
      return std::nullopt;
    Object.ClassName = Class.str();
  } else if (!parseIdentity(Text, Object)) {
    return std::nullopt;
  }
  if (Dialect == TextDialect::JRockit)
    std::replace(Object.ClassName.begin(), Object.ClassName.end(), '/', '.');
  return Object;
}

/// Parses a line after "Locked ownable synchronizers:".
void JstackBuilder::synchronizer(StringRef Text) {
  ThreadDump::Thread &Of =
      Carrier ? Dump.Threads[*Carrier] : Dump.Threads.back();
  StringRef Lock = Text;
  Lock.consume_front("Locked ");
  if (auto Object = object(Lock); Object && !Object->ClassName.empty())
    Of.Synchronizers.push_back(std::move(*Object));
  else if (Text.trim() != "None")
    noLock(Text);
}

bool JstackBuilder::isWaiting(const ThreadDump::Thread &T) {
  return T.State == ThreadState::Waiting ||
         T.State == ThreadState::TimedWaiting;
}

void JstackBuilder::lock(StringRef Text) {
  ThreadDump::Thread &T = Dump.Threads.back();
  Text = Text.ltrim();
  tellJoined(Text);
  if (InSynchronizers)
    return synchronizer(Text);
  if (Text.consume_front("waiting on the Class initialization monitor for ")) {
    ThreadDump::LockObject Class;
    Class.ClassName = "java.lang.Class";
    Class.OfClass = Text.trim().str();
    return wait(ThreadDump::WaitKind::Waiting, std::move(Class));
  }
  const auto *Row = find_if(
      LockWords, [&](const auto &R) { return Text.consume_front(R.Words); });
  if (Row == std::end(LockWords))
    return fault("expected 'locked', 'waiting', 'parking' or 'eliminated'",
                 Text);
  ThreadDump::HeldLock Lock;
  Lock.Depth = Frames.empty() ? 0 : uint32_t(Frames.size() - 1);
  if (Row->Verb == LockVerb::Eliminated) {
    Lock.IsEliminated = true;
    if (auto Class = after(Text, "(a "))
      Lock.Object.ClassName =
          Class->take_until([](char C) { return C == ')'; }).str();
    T.Locks.push_back(std::move(Lock));
    return;
  }
  // The address is missing if the compiler has not kept the lock's location.
  if (Text.ltrim().starts_with("<no "))
    return;
  auto Object = object(Text);
  if (!Object || Object->ClassName.empty())
    return noLock(Text);
  if (Row->Verb == LockVerb::Held) {
    Lock.Object = std::move(*Object);
    T.Locks.push_back(std::move(Lock));
    return;
  }
  // The line of the wait preceded this one, and names the object.
  if (Row->Verb == LockVerb::Released && T.WaitsFor)
    return;
  const bool IsSignal = Row->Verb == LockVerb::Waiting ||
                        (Row->Verb == LockVerb::Released && isWaiting(T));
  std::optional<ThreadDump::ThreadRef> Owner = readLockOwner(Text);
  wait(Row->Verb == LockVerb::Parked ? ThreadDump::WaitKind::Parked
       : IsSignal                    ? ThreadDump::WaitKind::Waiting
                                     : ThreadDump::WaitKind::Blocked,
       std::move(*Object));
  if (Owner)
    T.WaitsFor->Owner = std::move(Owner);
}

/// Restores the characters that the writer escaped; frames keep theirs.
void JstackBuilder::undoEscapes() {
  auto Undo = [](std::string &Text) {
    if (StringRef(Text).contains("\\u"))
      Text = unescapeHidden(Text);
  };
  auto UndoIn = [&](ThreadDump::LockObject &O) {
    Undo(O.ClassName);
    Undo(O.OfClass);
  };
  Undo(Dump.VmVersion);
  for (ThreadDump::Thread &T : Dump.Threads) {
    Undo(T.Name);
    Undo(T.StateText);
    if (T.WaitsFor)
      UndoIn(T.WaitsFor->Object);
    for (ThreadDump::HeldLock &L : T.Locks)
      UndoIn(L.Object);
    for (ThreadDump::LockObject &O : T.Synchronizers)
      UndoIn(O);
  }
  for (ThreadDump::Deadlock &D : Dump.Deadlocks)
    for (ThreadDump::Deadlock::Step &S : D.Steps) {
      Undo(S.Thread.Name);
      UndoIn(S.Object);
    }
}

static constexpr StringLiteral DeadlockTitle = "Found one Java-level deadlock:";
static constexpr StringLiteral StacksTitle =
    "Java stack information for the threads listed above:";

/// Whether \p Line was printed by the VM and contains \p Words after any log
/// prefix. Thread names, which may contain any words, are in quotes.
bool JstackBuilder::isOwnLine(StringRef Line, StringRef Words) const {
  return Line.trim() == Words ||
         (HasPrefix && Line.consume_back(Words) && !Line.contains('"'));
}

bool JstackBuilder::beginDeadlock(StringRef Line) {
  // A part of a dump may lack the title and begin with a step: "name":
  const bool IsStep = In == Part::Threads && IsPart && Line.size() > 3 &&
                      Line.starts_with("\"") && Line.ends_with("\":");
  if (In == Part::Outside || !(IsStep || isOwnLine(Line, DeadlockTitle)))
    return false;
  endThread();
  In = Part::Deadlocks;
  Dump.Deadlocks.emplace_back();
  return !IsStep;
}

/// Whether \p Line is that title except for a few characters, rather than a log
/// line that mentions deadlocks.
bool JstackBuilder::isAlmostDeadlock(StringRef Line) const {
  if (Line.contains('"'))
    return false;
  Line = Line.trim();
  const StringRef Words = StringRef(DeadlockTitle).drop_back();
  // A replaced byte becomes three bytes.
  constexpr size_t MostMore = 4;
  if (HasPrefix)
    Line = Line.take_back(Words.size() + MostMore);
  return Line.size() <= Words.size() + MostMore && hasAlmost(Line, Words);
}

/// Reports a name whose continuation line is missing.
void JstackBuilder::tellUnfinishedName() {
  const std::string First = std::exchange(NameSoFar, "");
  if (In == Part::Deadlocks && !First.empty())
    Complain("expected a step of a deadlock, found '" +
             StringRef(First).take_front(MostShown) + "'");
}

/// Parses the lines of the VM's own search: "Thread-1":, then waiting to lock
/// monitor 0x1 (object 0x2, a java.lang.Object), or waiting for ownable
/// synchronizer 0x2, (a java.util.concurrent.locks.ReentrantLock$NonfairSync),
/// then which is held by "Thread-0". The stacks after them repeat earlier ones.
void JstackBuilder::deadlockLine(StringRef Line) {
  const StringRef Text = Line.trim();
  if (!NameSoFar.empty() && !Text.starts_with("\"") && Text.ends_with("\":"))
    return deadlockLine(std::exchange(NameSoFar, "") + "\n" + Line.str());
  tellUnfinishedName();
  if (isOwnLine(Line, StacksTitle)) {
    In = Part::Stacks;
    return;
  }
  std::vector<ThreadDump::Deadlock::Step> &Steps = Dump.Deadlocks.back().Steps;
  // A log prefix may precede the name.
  StringRef Name = Text.drop_front(std::min(Text.find('"'), Text.size()));
  if (Name.size() >= 3 && Name.consume_front("\"") &&
      Name.consume_back("\":")) {
    // The last cycle is complete, and the title of the next one is missing.
    if (!Steps.empty() && HeldBy == Steps.front().Thread.Name)
      Dump.Deadlocks.emplace_back();
    Dump.Deadlocks.back().Steps.emplace_back().Thread.Name = Name.str();
    HeldBy.clear();
    return tellBroken();
  }
  // The name may contain a line break.
  if (Text.starts_with("\"")) {
    NameSoFar = Text.str();
    return;
  }
  auto Place = after(Text, "(object ");
  if (!Place)
    Place = after(Text, "(Object@"); // jhsdb
  if (!Place)
    Place = after(Text, "ownable synchronizer ");
  if (auto Owner = after(Text, "which is held by \"");
      Owner && Owner->ends_with("\""))
    HeldBy = Owner->drop_back().str();
  if (!Place || Steps.empty()) {
    static constexpr StringLiteral Known[] = {"which is held by",
                                              "====", "in JNI, which is"};
    const bool IsKnown =
        any_of(Known, [&](StringRef K) { return Text.contains(K); });
    if (!IsKnown && (isAlmostInThread(Line) || Text.ends_with("\":")))
      Complain("expected a step of a deadlock, found '" +
               Text.take_front(MostShown) + "'");
    return;
  }
  tellBroken();
  ThreadDump::LockObject &Object = Steps.back().Object;
  const StringRef Address =
      Place->take_until([](char C) { return C == ',' || C == ')'; });
  if (Address.getAsInteger(0, Object.Address))
    noLock(Text);
  if (auto Class = after(*Place, "a "))
    Object.ClassName =
        dotted(Class->take_until([](char C) { return C == ')' || C == ','; }));
}

/// Parses "Found 1 deadlock.", after the stacks that the VM repeats.
void JstackBuilder::checkDeadlocks(StringRef Line) {
  auto Text = after(Line, "Found ");
  uint64_t Count;
  if (Text)
    Text->consume_front("a total of "); // jhsdb
  if (In == Part::Outside || !Text || Text->consumeInteger(10, Count) ||
      (*Text != " deadlock." && *Text != " deadlocks."))
    return;
  if (Count != Dump.Deadlocks.size())
    Complain("the dump states " + counted(Count, "deadlock") +
             ", but contains " + Twine(Dump.Deadlocks.size()));
}
