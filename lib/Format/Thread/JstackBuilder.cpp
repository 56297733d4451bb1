//===- JstackBuilder.cpp - Lines of jstack to ThreadDumps -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JstackBuilder.h"
#include "DamagedLine.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Thread/FrameText.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <set>

using namespace hprof;
using namespace llvm;

static constexpr StringLiteral Title = "Full thread dump ";

/// The VM's name, and its version in parentheses.
static bool isVersionOfVm(StringRef Text) {
  return Text.contains(" (") && Text.ends_with(")");
}

/// Full thread dump OpenJDK 64-Bit Server VM (25+36 mixed mode, sharing):
/// Dumps of other formats may have another version, which the writer has in a
/// line of its own. A javacore has the words in a line with a tag, and names of
/// threads, which are in quotes, may have them.
bool JstackBuilder::isTitle(StringRef Line) {
  const size_t At = Line.find(Title);
  Line = Line.rtrim();
  if (At == StringRef::npos || !Line.ends_with(":"))
    return false;
  const StringRef Prefix = Line.take_front(At);
  if (Prefix.contains('"') || Prefix.trim().ends_with("2XMFULLTHDDUMP"))
    return false;
  const StringRef Version = Line.drop_back().substr(At + Title.size());
  return Prefix.trim().empty() || isVersionOfVm(Version) ||
         !Version.contains(' ');
}

/// #3 "main" TIMED_WAITING 2026-11-21T01:32:51Z; before JDK 25 only "virtual"
/// may follow the name.
bool JstackBuilder::isPlainThread(StringRef Line) {
  if (!Line.consume_front("#"))
    return false;
  const StringRef Digits = Line.take_while(isDigit);
  Line = Line.drop_front(Digits.size());
  return !Digits.empty() && Line.consume_front(" \"") && Line.contains('"');
}

//===----------------------------------------------------------------------===//
// Dumps
//===----------------------------------------------------------------------===//

std::optional<StringRef> JstackBuilder::after(StringRef Line, StringRef Mark) {
  const size_t At = Line.find(Mark);
  if (At == StringRef::npos)
    return std::nullopt;
  return Line.drop_front(At + Mark.size());
}

void JstackBuilder::beginDump(StringRef Line) {
  endDump();
  In = Part::Threads;
  HasPrefix = !Line.ltrim().starts_with(Title);
  StringRef Version = after(Line, Title).value_or("").rtrim();
  Version.consume_back(":");
  Dump.VmVersion = Version.str();
  // jstack prints the time in a line before.
  const StringRef Last = StringRef(Before[0]).trim();
  constexpr size_t TimeSize = sizeof("2026-11-21 01:32:58") - 1;
  if (Last.size() >= TimeSize)
    if (auto Millis = parseInstant(Last.take_back(TimeSize))) {
      Dump.Millis = Millis;
      Dump.Time = Last.take_back(TimeSize).str();
    }
}

/// Thread.dump_to_file begins with the lines: process id, time, version.
void JstackBuilder::plainHeader(StringRef) {
  In = Part::Threads;
  uint64_t Id;
  if (!StringRef(Before[2]).getAsInteger(10, Id))
    Dump.ProcessId = Id;
  if (auto Millis = parseInstant(Before[1])) {
    Dump.Millis = Millis;
    Dump.Time = Before[1];
    Dump.VmVersion = Before[0];
  }
}

void JstackBuilder::endDump(bool IsLast) {
  endThread();
  tellUnfinishedName();
  if (In != Part::Outside) {
    checkList();
    undoEscapes();
    findOwners();
    // A log may have almost the words of a title.
    if (Dump.Threads.empty() && !IsLast && isVersionOfVm(Dump.VmVersion))
      Complain("expected threads before another 'Full thread dump'");
    Dumps.push_back(std::move(Dump));
  }
  Dump = ThreadDump();
  FrameByText.clear();
  In = Part::Outside;
  IsOver = InList = false;
}

/// Who owns the locks of java.util.concurrent that threads are parked on.
void JstackBuilder::findOwners() {
  DenseMap<IdKey, const ThreadDump::Thread *> ByAddress;
  for (const ThreadDump::Thread &T : Dump.Threads)
    for (const ThreadDump::LockObject &O : T.Synchronizers)
      ByAddress.try_emplace(O.Address, &T);
  for (ThreadDump::Thread &T : Dump.Threads) {
    if (!T.WaitsFor || T.WaitsFor->Kind != ThreadDump::WaitKind::Parked)
      continue;
    auto It = ByAddress.find(T.WaitsFor->Object.Address);
    if (It != ByAddress.end())
      T.WaitsFor->Owner = It->second->ref();
  }
  findInitializers();
  takeOwners();
  Dump.findMonitors();
}

/// Who initializes the classes whose initialization others await: the one other
/// thread that runs the initializer.
void JstackBuilder::findInitializers() {
  // The first two threads of each: one of them may be the one that waits.
  StringMap<SmallVector<const ThreadDump::Thread *, 2>> Running;
  for (const ThreadDump::Thread &T : Dump.Threads)
    for (uint32_t Number : Dump.frames(T)) {
      const ThreadFrame &F = Dump.Stacks.frame(Number);
      if (F.Method != "<clinit>")
        continue;
      auto &Of = Running[F.ClassName];
      if (Of.size() != 2 && !is_contained(Of, &T))
        Of.push_back(&T);
    }
  for (ThreadDump::Thread &T : Dump.Threads) {
    const bool Awaits = T.WaitsFor && !T.WaitsFor->Object.Address &&
                        !T.WaitsFor->Object.OfClass.empty();
    const auto Found =
        Awaits ? Running.find(T.WaitsFor->Object.OfClass) : Running.end();
    if (Found == Running.end())
      continue;
    const auto Other =
        find_if(Found->second, [&](const auto *Each) { return Each != &T; });
    if (Other != Found->second.end())
      T.WaitsFor->Initializer = (*Other)->ref();
  }
}

/// The VM knows owners that its dump does not state: those of locks of
/// java.util.concurrent without -l, and of monitors that JNI has entered.
void JstackBuilder::takeOwners() {
  if (Dump.Deadlocks.empty())
    return;
  // Names may repeat: it is the thread that waits for the same object.
  std::map<std::pair<uint64_t, StringRef>, ThreadDump::Thread *> Waiting;
  for (ThreadDump::Thread &T : Dump.Threads)
    if (T.WaitsFor)
      Waiting.try_emplace({T.WaitsFor->Object.Address, T.Name}, &T);
  auto Find = [&](const ThreadDump::Deadlock::Step &S) {
    auto It = Waiting.find({S.Object.Address, S.Thread.Name});
    return It == Waiting.end() ? nullptr : It->second;
  };
  for (const ThreadDump::Deadlock &D : Dump.Deadlocks)
    for (size_t I = 0; I != D.Steps.size(); ++I) {
      ThreadDump::Thread *T = Find(D.Steps[I]);
      const ThreadDump::Thread *Owner = Find(D.Steps[(I + 1) % D.Steps.size()]);
      if (T && Owner && !T->WaitsFor->Owner)
        T->WaitsFor->Owner = Owner->ref();
    }
}

std::vector<ThreadDump> JstackBuilder::finish() {
  endDump(/*IsLast=*/true);
  const auto IsEmpty = [](const ThreadDump &D) { return D.Threads.empty(); };
  if (!all_of(Dumps, IsEmpty))
    erase_if(Dumps, IsEmpty);
  return std::move(Dumps);
}

void JstackBuilder::tellJoined(StringRef Rest) {
  if (Rest.contains("\tat ") || Rest.contains("\t- ") ||
      Rest.contains("java.lang.Thread.State: "))
    Complain("expected the end of the line, found '" +
             Rest.take_front(MostShown) + "'");
}

void JstackBuilder::tellBroken() {
  if (IsBroken)
    Complain("expected text in UTF-8, found control characters or other bytes");
}

void JstackBuilder::line(StringRef Line, bool MayBeBroken) {
  IsBroken = MayBeBroken;
  Line = Line.rtrim();
  if (isTitle(Line)) {
    tellBroken();
    return beginDump(Line);
  }
  if (beginDeadlock(Line))
    return;
  if (In == Part::Deadlocks)
    return deadlockLine(Line);
  if (isPlainThread(Line)) {
    if (In == Part::Stacks)
      endDump();
    if (In == Part::Outside)
      plainHeader(Line);
    if (plainThread(Line))
      return tellBroken();
  }
  if (In == Part::Threads &&
      (brokenName(Line) || thread(Line) || inThread(Line) || between(Line))) {
    AfterBlank = false;
    return tellBroken();
  }
  AfterBlank = Line.empty();
  if (Line.empty())
    return;
  foreign(Line);
  checkDeadlocks(Line);
  Before[2] = std::move(Before[1]);
  Before[1] = std::move(Before[0]);
  Before[0] = Line.str();
}

/// A line that is not understood: a log's, or one that damage has changed.
void JstackBuilder::foreign(StringRef Line) {
  if (In != Part::Threads) {
    if (Line.starts_with("\"") && Line.contains(" tid=0x") &&
        Line.contains(" nid="))
      Complain("expected 'Full thread dump' before the thread '" +
               Line.take_front(MostShown) + "'");
    return;
  }
  if (hasAlmost(Line, Title) && Line.contains('(') && !Line.contains('"'))
    return Complain("expected 'Full thread dump', a VM and its version, found "
                    "'" +
                    Line.take_front(MostShown) + "'");
  if (isAlmostDeadlock(Line))
    return Complain("expected 'Found one Java-level deadlock:', found '" +
                    Line.take_front(MostShown) + "'");
  const bool IsThread = isAlmostThread(Line);
  const bool IsIndented = Line.starts_with("\t") || Line.starts_with("   ");
  if (!IsThread &&
      (!HasThread || !(isAlmostInThread(Line) || (IsBroken && IsIndented))))
    return;
  Complain("expected a thread, or its state, frame or lock, found '" +
           Line.take_front(MostShown) + "'");
  // What follows is not of the thread before.
  if (IsThread)
    endThread();
}

/// Before the threads, the VM lists their addresses; after them is a line that
/// every dump has.
bool JstackBuilder::between(StringRef Line) {
  if (Line.contains("JNI global ref")) {
    endThread();
    IsOver = true;
    return true;
  }
  if (auto Text = after(Line, "_java_thread_list=")) {
    uint64_t Size = 0;
    StringRef Rest = Text->split("length=").second;
    if (Rest.consumeInteger(10, Size))
      Complain("expected 'length=' and the number of threads, found '" +
               Text->take_front(MostShown) + "'");
    else
      ListSize = Size;
    return InList = true;
  }
  if (!InList || (!Line.contains("0x") && !Line.ends_with("}")))
    return false;
  InList = Line.rsplit(' ').second != "}" && Line != "}";
  for (StringRef Part : split(Line, ',')) {
    // A log's prefix has no "0x".
    auto Digits = after(Part.trim(), "0x");
    uint64_t Address;
    if (Digits && !Digits->getAsInteger(16, Address))
      Listed.push_back(Address);
  }
  return true;
}

/// The VM states which threads there are: the dump has them all.
void JstackBuilder::checkList() {
  const std::optional<uint64_t> Size = std::exchange(ListSize, std::nullopt);
  const std::vector<uint64_t> Addresses = std::exchange(Listed, {});
  if (!Size)
    return;
  if (Addresses.size() != *Size)
    Complain("expected " + Twine(*Size) + " threads in the VM's list, found " +
             Twine(Addresses.size()));
  std::set<uint64_t> Known;
  for (const ThreadDump::Thread &T : Dump.Threads)
    Known.insert(T.VmThread);
  for (uint64_t Address : Addresses)
    if (!Known.count(Address))
      return Complain("expected " + Twine(*Size) +
                      " threads as in the VM's list, found none with tid=0x" +
                      utohexstr(Address, /*LowerCase=*/true));
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// Names may contain quotes, so the last place where facts may begin ends one.
static size_t endOfName(StringRef Line) {
  size_t Best = StringRef::npos;
  for (StringRef Mark :
       {"\" #", "\" daemon", "\" prio=", "\" os_prio=", "\" cpu=", "\" tid=",
        "\" nid=", "\" virtual", "\" carrier=#"}) {
    const size_t At = Line.rfind(Mark);
    if (At != StringRef::npos && (Best == StringRef::npos || At < Best))
      Best = At;
  }
  return Best;
}

/// The facts of a thread's first line before its address.
static bool isFact(StringRef Word) {
  static constexpr StringLiteral Keys[] = {
      "#",        "prio=",     "os_prio=",   "cpu=",
      "elapsed=", "carrier=#", "allocated=", "defined_classes="};
  return Word == "daemon" || Word == "virtual" ||
         (Word.starts_with("[") && Word.ends_with("]")) ||
         any_of(Keys, [&](StringRef Key) { return Word.starts_with(Key); });
}

/// Whether \p Line, which has no "tid=", is the first one of a thread whose
/// address is not known, as the writer has it: dumps of other formats state
/// none.
static bool isWithoutAddress(StringRef Line) {
  if (!Line.consume_front("\""))
    return false;
  const size_t Close = endOfName(Line);
  if (Close == StringRef::npos)
    return Line.ends_with("\"");
  SmallVector<StringRef, 8> Words;
  Line.drop_front(Close + 1).split(" nid=").first.split(Words, ' ', -1,
                                                        /*KeepEmpty=*/false);
  return all_of(Words, isFact);
}

/// A name with a line break in it: the line of the thread is two lines.
bool JstackBuilder::brokenName(StringRef Line) {
  const std::string First = std::exchange(NameSoFar, "");
  if (!First.empty() && !Line.starts_with("\"") && Line.contains("\" #")) {
    // A quote before the break made that line look like a thread's.
    if (HasThread && Frames.empty() && !HasState &&
        First == "\"" + Dump.Threads.back().Name + "\"") {
      Dump.Threads.pop_back();
      HasThread = false;
    }
    return thread(First + "\n" + Line.str());
  }
  if (Line.starts_with("\"") && !Line.contains("tid=0x") &&
      (!isWithoutAddress(Line) || endOfName(Line) == StringRef::npos))
    NameSoFar = Line.str();
  return false;
}

/// "name" #16 [24224] daemon prio=5 os_prio=0 cpu=0.24ms elapsed=13.92s
/// tid=0x1 nid=24224 waiting on condition  [0x2]
bool JstackBuilder::thread(StringRef Line) {
  const size_t Open = Line.find('"');
  if (Open == StringRef::npos ||
      (!Line.contains("tid=0x") && !isWithoutAddress(Line.drop_front(Open))))
    return false;
  // A quotation in a log is no thread.
  const bool IsBare = endOfName(Line) == StringRef::npos;
  if (IsBare && (Open || !AfterBlank))
    return false;
  Line = Line.drop_front(Open + 1);
  if (IsBare && !Line.ends_with("\""))
    return false;
  const size_t Close = IsBare ? Line.size() - 1 : endOfName(Line);
  if (std::exchange(IsOver, false))
    Complain("expected 'Full thread dump' before another thread");
  endThread();
  HasThread = true;
  IsPlain = false;
  ThreadDump::Thread &T = Dump.Threads.emplace_back();
  T.Name = Line.take_front(Close).str();
  threadFacts(Line.drop_front(Close + 1), T);
  tellJoined(Line.drop_front(Close + 1));
  return true;
}

/// "0.24ms" or "13.92s" in nanoseconds.
static std::optional<uint64_t> nanosOf(StringRef Text) {
  double Number;
  const double Unit = Text.consume_back("ms")  ? 1e6
                      : Text.consume_back("s") ? 1e9
                                               : 0;
  if (Unit == 0 || Text.getAsDouble(Number) || !(Number >= 0) || Number > 1e9)
    return std::nullopt;
  return uint64_t(Number * Unit + 0.5);
}

void JstackBuilder::threadFacts(StringRef Rest, ThreadDump::Thread &T) {
  // Without the VM's facts, it may be another format's thread.
  if (Rest.contains("tid=") || Rest.contains("prio="))
    T.IsDaemon = false;
  while (!Rest.empty()) {
    StringRef Word;
    std::tie(Word, Rest) = Rest.ltrim().split(' ');
    const StringRef Whole = Word;
    uint64_t N;
    int32_t Priority;
    bool IsWhole = true;
    if (Word.consume_front("#")) {
      IsWhole = !Word.getAsInteger(10, N);
      if (IsWhole)
        T.Id = N;
    } else if (Word == "daemon") {
      T.IsDaemon = true;
    } else if (Word == "virtual") {
      T.IsVirtual = true;
    } else if (Word.consume_front("carrier=#")) {
      IsWhole = !Word.getAsInteger(10, N);
      if (IsWhole)
        T.CarrierId = N;
    } else if (Word.consume_front("prio=")) {
      IsWhole = !Word.getAsInteger(10, Priority);
      if (IsWhole)
        T.Priority = Priority;
    } else if (Word.consume_front("cpu=")) {
      T.CpuNanos = nanosOf(Word);
      IsWhole = T.CpuNanos.has_value();
    } else if (Word.consume_front("tid=")) {
      IsWhole = !Word.getAsInteger(0, T.VmThread);
    } else if (Word.consume_front("nid=")) {
      IsWhole = !Word.getAsInteger(0, N);
      if (IsWhole)
        T.NativeId = N;
      // What it does, and an address in its stack.
      T.StateText =
          Rest.take_until([](char C) { return C == '['; }).trim().str();
      Rest = "";
    } else if (Word.consume_front("[") && Word.consume_back("]")) {
      // "[0x1f]" is an address in its stack.
      IsWhole = !Word.getAsInteger(0, N);
      if (IsWhole && !Word.starts_with("0x"))
        T.NativeId = N;
    } else {
      // Newer VMs have "allocated=123B", for example.
      IsWhole = Whole.empty() || Whole.contains('=');
    }
    if (!IsWhole)
      Complain("expected a fact of a thread such as prio=5, found '" +
               Whole.take_front(MostShown) + "'");
  }
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
  // Up to JDK 8 no other line says that it has been notified and must enter the
  // monitor again.
  if (T.State == ThreadState::Blocked && T.WaitsFor &&
      T.WaitsFor->Kind == ThreadDump::WaitKind::Waiting)
    T.WaitsFor->Kind = ThreadDump::WaitKind::Blocked;
  T.IsInternal = !T.Id && !HasState && Frames.empty();
  if (T.IsInternal)
    T.IsDaemon = std::nullopt;
  Frames.clear();
  HasState = InSynchronizers = false;
  Carrier = std::nullopt;
}

/// A line of the current thread. \return false if it is none.
bool JstackBuilder::inThread(StringRef Line) {
  if (!HasThread)
    return false;
  ThreadDump::Thread &T = Dump.Threads.back();
  const StringRef Trimmed = Line.ltrim();
  if (auto Text = after(Line, "java.lang.Thread.State: ")) {
    const StringRef Name = Text->take_until([](char C) { return C == ' '; });
    T.State = parseThreadState(Name);
    HasState = true;
    tellJoined(*Text);
    if (T.State == ThreadState::Unknown)
      Complain("expected a state of java.lang.Thread.State, found '" +
               Name.take_front(MostShown) + "'");
    return true;
  }
  // Whatever a log puts before it, a frame has a tab.
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

/// Since JDK 24, the frames of the virtual thread follow those of its carrier,
/// and the carrier's synchronizers follow them. A name or a state is not there.
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

void JstackBuilder::frame(StringRef Text) {
  auto [It, IsNew] = FrameByText.try_emplace(Text, 0);
  if (IsNew) {
    ThreadFrame F;
    if (!readFrame(Text, F, IsPlain ? FrameStyle::Java : FrameStyle::Jstack))
      Complain("expected a frame such as a.B.c(B.java:1), found '" +
               Text.take_front(MostShown) + "'");
    It->second = Dump.Stacks.addFrame(std::move(F));
  }
  Frames.push_back(It->second);
}
