//===- JstackBuilder.cpp - Builds ThreadDumps from jstack -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JstackBuilder.h"
#include "DamagedLine.h"
#include "ThreadLine.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Thread/FrameText.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <set>

using namespace hprof;
using namespace llvm;

/// Returns "2031/02/03 04:05:06" with hyphens in the date.
static std::string instantOf(StringRef Text) {
  std::string Out = Text.trim().str();
  std::replace(Out.begin(), Out.end(), '/', '-');
  return Out;
}

static constexpr StringLiteral Title = "Full thread dump";

/// Whether \p Text is the VM's name, with its version in parentheses.
static bool isVersionOfVm(StringRef Text) {
  return Text.contains(" (") && Text.ends_with(")");
}

/// Matches "Full thread dump OpenJDK 64-Bit Server VM (25+36 mixed mode,
/// sharing):". Dumps in other formats may have another version, which the
/// writer puts on a line of its own, and native images print no version. The
/// words also occur in a javacore, on a line with a tag, and in thread names,
/// which are in quotes.
static bool isVmTitle(StringRef Line) {
  const size_t At = Line.find(Title);
  Line = Line.rtrim();
  if (At == StringRef::npos || !Line.ends_with(":"))
    return false;
  const StringRef Prefix = Line.take_front(At);
  if (Prefix.contains('"') || Prefix.trim().ends_with("2XMFULLTHDDUMP"))
    return false;
  StringRef Version = Line.drop_back().substr(At + Title.size());
  if (Version.empty())
    return Prefix.trim().empty();
  return Version.consume_front(" ") &&
         (Prefix.trim().empty() || isVersionOfVm(Version) ||
          !Version.contains(' '));
}

const JstackBuilder::TitleRow JstackBuilder::Titles[] = {
    {TextDialect::Jstack, isVmTitle},
    {TextDialect::Agent,
     [](StringRef Line) { return Line.trim() == "Deadlock Detection:"; }},
    {TextDialect::JRockit,
     [](StringRef Line) {
       return Line.trim().starts_with("===== FULL THREAD DUMP ====");
     }},
    {TextDialect::Coroutines,
     [](StringRef Line) {
       return Line.starts_with("Coroutines dump ") &&
              parseInstant(instantOf(Line.drop_front(16))).has_value();
     }},
};

const JstackBuilder::TitleRow *JstackBuilder::titleOf(StringRef Line) {
  const auto *Row =
      find_if(Titles, [&](const TitleRow &R) { return R.Is(Line); });
  return Row == std::end(Titles) ? nullptr : Row;
}

bool JstackBuilder::isTitle(StringRef Line) { return titleOf(Line) != nullptr; }

/// Matches a thread: #3 "main" TIMED_WAITING 2026-11-21T01:32:51Z; before JDK
/// 25, only "virtual" may follow the name.
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

/// Replaces runs of digits by one 0: the prefixes of a log differ in their
/// times or line numbers.
static std::string shapeOf(StringRef Text) {
  std::string Shape;
  for (char C : Text)
    if (!isDigit(C))
      Shape += C;
    else if (Shape.empty() || Shape.back() != '0')
      Shape += '0';
  return Shape;
}

/// Returns the size of the beginning of \p Line that has the shape \p Prefix,
/// perhaps without its trailing spaces; 0 if it has another shape.
static size_t sizeOfPrefix(StringRef Line, StringRef Prefix) {
  size_t At = 0;
  for (size_t I = 0; I != Prefix.size(); ++I) {
    const size_t Begin = At;
    if (Prefix[I] == '0')
      while (At < Line.size() && isDigit(Line[At]))
        ++At;
    else if (At < Line.size() && Line[At] == Prefix[I])
      ++At;
    if (At == Begin)
      return At == Line.size() && Prefix.drop_front(I).trim().empty() ? At : 0;
  }
  return At;
}

/// Whether \p Line begins with a date or a time, unlike all lines of dumps.
static bool beginsWithTime(StringRef Line) {
  Line.consume_front("[");
  const std::string Shape = shapeOf(Line.take_front(10));
  return Shape == "0-0-0" || StringRef(Shape).starts_with("0:0:0");
}

/// Whether \p Line is from within a thread, after the prefix of another writer.
static bool hasOtherPrefix(StringRef Line) {
  for (StringRef Mark : {"\tat ", "\t- "})
    if (const size_t At = Line.find(Mark);
        At != StringRef::npos && !Line.take_front(At).trim().empty())
      return true;
  return false;
}

/// Sets the prefix: \p Before precedes a line of the dump.
void JstackBuilder::setPrefix(StringRef Before) {
  HasPrefix = !Before.trim().empty();
  Prefix = HasPrefix ? shapeOf(Before) : "";
}

void JstackBuilder::beginDump(const TitleRow &Row, StringRef Line) {
  endDump();
  In = Part::Threads;
  Dialect = Row.Of;
  setPrefix("");
  if (Dialect == TextDialect::Jstack) {
    setPrefix(Line.take_front(Line.find(Title)));
    StringRef Version = after(Line, Title).value_or("").trim();
    Version.consume_back(":");
    Dump.VmVersion = Version.str();
  } else if (Dialect == TextDialect::Coroutines) {
    Dump.Time = instantOf(Line.drop_front(16));
    Dump.Millis = parseInstant(Dump.Time);
  } else if (auto Version = after(Before[0], "JVM version is ")) {
    Dump.VmVersion = Version->trim().str();
  }
  // jstack prints the time on the preceding line.
  const StringRef Last = StringRef(Before[0]).trim();
  constexpr size_t TimeSize = sizeof("2026-11-21 01:32:58") - 1;
  if (Last.size() >= TimeSize)
    if (auto Millis = parseInstant(Last.take_back(TimeSize))) {
      Dump.Millis = Millis;
      Dump.Time = Last.take_back(TimeSize).str();
    }
}

/// Begins a part of a dump, which starts with a thread.
void JstackBuilder::beginPart() {
  endDump();
  In = Part::Threads;
  Dialect = TextDialect::Jstack;
  IsPart = true;
}

/// Reads the beginning of Thread.dump_to_file: process id, time, version.
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
    addLostThreads();
    findOwners();
    const bool HasFrames = any_of(
        Dump.Threads, [](const ThreadDump::Thread &T) { return T.Stack != 0; });
    // A log may quote the first line of a thread.
    if (IsPart && !HasFrames)
      Dump.Threads.clear();
    // A log line may resemble a title.
    if (Dump.Threads.empty() && !IsLast && isVersionOfVm(Dump.VmVersion))
      Complain("expected threads before another 'Full thread dump'");
    Dumps.push_back(std::move(Dump));
  }
  Dump = ThreadDump();
  FrameByText.clear();
  In = Part::Outside;
  IsOver = InList = IsPart = false;
  KnownThreads.clear();
}

/// Adds threads from the VM's deadlock search whose lines are lost.
void JstackBuilder::addLostThreads() {
  StringSet<> Known;
  for (const ThreadDump::Thread &T : Dump.Threads)
    Known.insert(T.Name);
  for (const ThreadDump::Deadlock &D : Dump.Deadlocks) {
    if (D.Steps.empty())
      Complain("expected the threads of a deadlock, found none");
    for (const ThreadDump::Deadlock::Step &S : D.Steps)
      if (!S.Thread.Name.empty() && Known.insert(S.Thread.Name).second) {
        Complain("expected deadlocked thread '" + S.Thread.Name +
                 "' among the threads");
        Dump.Threads.emplace_back().Name = S.Thread.Name;
      }
  }
}

/// Finds the owners of the locks of java.util.concurrent on which threads are
/// parked.
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
  // IDE reports contain the ids of owners, but not of threads.
  DenseSet<IdKey> Ids;
  for (const ThreadDump::Thread &T : Dump.Threads)
    if (T.Id)
      Ids.insert(*T.Id);
  for (ThreadDump::Thread &T : Dump.Threads)
    if (T.WaitsFor && T.WaitsFor->Owner && T.WaitsFor->Owner->Id &&
        !Ids.contains(*T.WaitsFor->Owner->Id))
      T.WaitsFor->Owner->Id = std::nullopt;
  findInitializers();
  takeOwners();
  Dump.findMonitors();
}

/// Finds the threads that initialize classes for which other threads wait: for
/// each class, the only other thread running the initializer.
void JstackBuilder::findInitializers() {
  // The first two threads of each class: one of them may be waiting.
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
    auto *const Other =
        find_if(Found->second, [&](const auto *Each) { return Each != &T; });
    if (Other != Found->second.end())
      T.WaitsFor->Initializer = (*Other)->ref();
  }
}

/// Adds owners that only the VM's deadlock search lists: those of monitors
/// entered through JNI and, without -l, of java.util.concurrent locks.
void JstackBuilder::takeOwners() {
  if (Dump.Deadlocks.empty())
    return;
  // Names may repeat, so the thread must wait for the same object.
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
    Complain("expected UTF-8 text, found control characters or invalid UTF-8");
}

void JstackBuilder::line(StringRef Line, uint64_t Number, bool MayBeBroken) {
  IsBroken = MayBeBroken;
  LineNumber = Number;
  Line = Line.rtrim();
  if (const TitleRow *Row = titleOf(Line)) {
    tellBroken();
    return beginDump(*Row, Line);
  }
  const size_t PrefixSize = HasPrefix ? sizeOfPrefix(Line, Prefix) : 0;
  IsOfLog = HasPrefix ? !PrefixSize : beginsWithTime(Line);
  Line = Line.drop_front(PrefixSize);
  if (HasPrefix && IsOfLog && hasOtherPrefix(Line))
    return;
  if (beginDeadlock(Line))
    return;
  const bool IsSure = In != Part::Threads && isSureThreadLine(Line);
  if (IsSure && In == Part::Outside) {
    beginPart();
    setPrefix(Line.take_front(Line.find('"')));
  } else if (IsSure && Dialect == TextDialect::Agent)
    In = Part::Threads; // jhsdb searches for deadlocks first.
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
      (brokenName(Line) || thread(Line) || coroutine(Line) || inThread(Line) ||
       between(Line))) {
    AfterBlank = EndsHere = false;
    return tellBroken();
  }
  AfterBlank = Line.empty();
  if (Line.empty()) {
    EndsHere = true;
    return;
  }
  foreign(Line);
  checkDeadlocks(Line);
  Before[2] = std::move(Before[1]);
  Before[1] = std::move(Before[0]);
  Before[0] = Line.str();
}

/// Records that a line of the current thread could not be parsed.
void JstackBuilder::unread(StringRef Line) {
  if (!HasThread)
    return;
  ++Dump.Threads.back().UnreadLines;
  if (!Dump.FirstUnreadLine) {
    Dump.FirstUnreadLine = LineNumber;
    Dump.FirstUnread = Line.trim().take_front(MostShown).str();
  }
}

/// Reports a fault in a line of the current thread.
void JstackBuilder::fault(const Twine &What, StringRef Line) {
  Complain(What + ", found '" + Line.take_front(MostShown) + "'");
  unread(Line);
}

/// Whether \p Text is about HotSpot's own work on a thread.
static bool isPassedOver(StringRef Text) {
  static constexpr StringLiteral Known[] = {"No compile task",
                                            "Compiling: ", "Thread: 0x"};
  return any_of(Known, [&](StringRef K) { return Text.starts_with(K); });
}

/// Handles an unparsed line, which is from a log or damaged.
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
      (!HasThread || !(isAlmostInThread(Line) || (IsBroken && IsIndented)))) {
    // After an empty line, only the list of synchronizers follows.
    if (!EndsHere && !IsOfLog && !isPassedOver(Line.trim()))
      unread(Line);
    return;
  }
  // The following lines do not belong to the previous thread.
  if (IsThread) {
    endThread();
    ++Dump.LostThreads;
  }
  fault("expected a thread, or its state, frame or lock", Line);
}

/// Parses lines outside of threads: the list of thread addresses, which
/// precedes the threads, and a line that follows the threads in every dump.
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
    // A log's prefix contains no "0x".
    auto Digits = after(Part.trim(), "0x");
    uint64_t Address;
    if (Digits && !Digits->getAsInteger(16, Address))
      Listed.push_back(Address);
  }
  return true;
}

/// Checks that the dump contains all threads in the VM's list.
void JstackBuilder::checkList() {
  const std::optional<uint64_t> Size = std::exchange(ListSize, std::nullopt);
  const std::vector<uint64_t> Addresses = std::exchange(Listed, {});
  if (!Size)
    return;
  if (Addresses.size() != *Size)
    Complain("the VM's list states " + Twine(*Size) +
             " threads, but contains " + Twine(Addresses.size()));
  std::set<uint64_t> Known;
  for (const ThreadDump::Thread &T : Dump.Threads)
    Known.insert(T.VmThread);
  for (uint64_t Address : Addresses)
    if (!Known.count(Address))
      return Complain("the dump contains no thread with tid=0x" +
                      utohexstr(Address, /*LowerCase=*/true) +
                      ", which is in the VM's list");
}
