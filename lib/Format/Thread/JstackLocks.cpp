//===- JstackLocks.cpp - Locks and deadlocks of jstack --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DamagedLine.h"
#include "JstackBuilder.h"
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
  Complain("expected a lock such as <0x1f> (a a.B), found '" +
           Text.take_front(MostShown) + "'");
}

void JstackBuilder::lock(StringRef Text) {
  static constexpr struct {
    StringLiteral Words;
    ThreadDump::WaitKind Kind;
  } Waits[] = {{"waiting on ", ThreadDump::WaitKind::Waiting},
               {"waiting to lock ", ThreadDump::WaitKind::Blocked},
               {"waiting to re-lock in wait() ", ThreadDump::WaitKind::Blocked},
               {"parking to wait for ", ThreadDump::WaitKind::Parked}};
  ThreadDump::Thread &T = Dump.Threads.back();
  tellJoined(Text);
  if (InSynchronizers) {
    ThreadDump::Thread &Of = Carrier ? Dump.Threads[*Carrier] : T;
    if (auto Object = parseLock(Text); Object && !Object->ClassName.empty())
      Of.Synchronizers.push_back(std::move(*Object));
    else if (Text.trim() != "None")
      noLock(Text);
    return;
  }
  if (Text.consume_front("waiting on the Class initialization monitor for ")) {
    ThreadDump::LockObject Class;
    Class.ClassName = "java.lang.Class";
    Class.OfClass = Text.trim().str();
    return wait(ThreadDump::WaitKind::Waiting, std::move(Class));
  }
  for (const auto &W : Waits)
    if (Text.consume_front(W.Words)) {
      // Without an address when the compiler has no place for it.
      if (auto Object = parseLock(Text); Object && !Object->ClassName.empty())
        wait(W.Kind, std::move(*Object));
      else if (!Text.contains("<no "))
        noLock(Text);
      return;
    }
  ThreadDump::HeldLock Lock;
  Lock.Depth = Frames.empty() ? 0 : uint32_t(Frames.size() - 1);
  if (Text.consume_front("locked ")) {
    auto Object = parseLock(Text);
    if (Text.starts_with("<no ")) // "<no locals available>"
      return;
    if (!Object || Object->ClassName.empty())
      return noLock(Text);
    Lock.Object = std::move(*Object);
  } else if (Text.starts_with("eliminated ") ||
             Text.starts_with("lock is eliminated")) {
    Lock.IsEliminated = true;
    if (auto Class = after(Text, "(a "))
      Lock.Object.ClassName =
          Class->take_until([](char C) { return C == ')'; }).str();
  } else {
    return Complain("expected 'locked', 'waiting', 'parking' or 'eliminated', "
                    "found '" +
                    Text.take_front(MostShown) + "'");
  }
  T.Locks.push_back(std::move(Lock));
}

/// Restores the characters that the writer escaped; frames have theirs.
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

/// Whether \p Line is the VM's and says \p Words: a log may have the same
/// prefix in all lines. Names of threads, which may be anything, are in quotes.
bool JstackBuilder::isOwnLine(StringRef Line, StringRef Words) const {
  return Line.trim() == Words ||
         (HasPrefix && Line.consume_back(Words) && !Line.contains('"'));
}

bool JstackBuilder::beginDeadlock(StringRef Line) {
  if (In == Part::Outside || !isOwnLine(Line, DeadlockTitle))
    return false;
  endThread();
  In = Part::Deadlocks;
  Dump.Deadlocks.emplace_back();
  return true;
}

/// Whether \p Line is that title but for a few characters, rather than a line
/// of a log that mentions deadlocks.
bool JstackBuilder::isAlmostDeadlock(StringRef Line) const {
  if (Line.contains('"'))
    return false;
  Line = Line.trim();
  const StringRef Words = StringRef(DeadlockTitle).drop_back();
  // A replaced byte is three bytes.
  constexpr size_t MostMore = 4;
  if (HasPrefix)
    Line = Line.take_back(Words.size() + MostMore);
  return Line.size() <= Words.size() + MostMore && hasAlmost(Line, Words);
}

/// Ends a name whose next line did not come.
void JstackBuilder::tellUnfinishedName() {
  const std::string First = std::exchange(NameSoFar, "");
  if (In == Part::Deadlocks && !First.empty())
    Complain("expected a step of a deadlock, found '" +
             StringRef(First).take_front(MostShown) + "'");
}

/// The lines of the VM's own search: "Thread-1":, then waiting to lock monitor
/// 0x1 (object 0x2, a java.lang.Object), or waiting for ownable synchronizer
/// 0x2, (a java.util.concurrent.locks.ReentrantLock$NonfairSync), then which is
/// held by "Thread-0". The stacks that follow repeat what was there before.
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
  // A log may have something before the name.
  StringRef Name = Text.drop_front(std::min(Text.find('"'), Text.size()));
  if (Name.size() >= 3 && Name.consume_front("\"") &&
      Name.consume_back("\":")) {
    Steps.emplace_back().Thread.Name = Name.str();
    return tellBroken();
  }
  // It may have a line break in it.
  if (Text.starts_with("\"")) {
    NameSoFar = Text.str();
    return;
  }
  auto Place = after(Text, "(object ");
  if (!Place)
    Place = after(Text, "ownable synchronizer ");
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
        Class->take_until([](char C) { return C == ')' || C == ','; }).str();
}

/// "Found 1 deadlock.", after the stacks that the VM repeats.
void JstackBuilder::checkDeadlocks(StringRef Line) {
  auto Text = after(Line, "Found ");
  uint64_t Count;
  if (In == Part::Outside || !Text || Text->consumeInteger(10, Count) ||
      (*Text != " deadlock." && *Text != " deadlocks."))
    return;
  if (Count != Dump.Deadlocks.size())
    Complain("expected the " + Twine(Count) +
             " deadlocks that are stated, "
             "found " +
             Twine(Dump.Deadlocks.size()));
}
