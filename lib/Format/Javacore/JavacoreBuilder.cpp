//===- JavacoreBuilder.cpp - Builds ThreadDumps from javacores ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JavacoreBuilder.h"
#include "Format/Base/CivilTime.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/IBM/DumpName.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace hprof;
using namespace llvm;

// Tags are those in OpenJ9's javadump.cpp and in the manual's "Java dump".
const JavacoreBuilder::Row JavacoreBuilder::Rows[] = {
    {"1TISIGINFO", &JavacoreBuilder::event, true},
    {"1TIDATETIME", &JavacoreBuilder::date, false},
    {"1TIDATETIMEUTC", &JavacoreBuilder::dateUtc, false},
    {"1TIFILENAME", &JavacoreBuilder::fileName, true},
    {"2XHOSLEVEL", &JavacoreBuilder::osLevel, true},
    {"3XHCPUARCH", &JavacoreBuilder::architecture, true},
    {"1CIJAVAVERSION", &JavacoreBuilder::javaVersion, true},
    {"1CIPROCESSID", &JavacoreBuilder::processId, false},
    {"1CICMDLINE", &JavacoreBuilder::commandLine, true},
    {"2LKMONINUSE", &JavacoreBuilder::monitorInUse, false},
    {"3LKMONOBJECT", &JavacoreBuilder::monitorObject, false},
    {"2LKREGMON", &JavacoreBuilder::systemMonitor, false},
    {"2LKFLATMON", &JavacoreBuilder::threadIdent, false},
    {"3LKWAITER", &JavacoreBuilder::entering, false},
    {"3LKWAITNOTIFY", &JavacoreBuilder::waiting, false},
    {"1LKDEADLOCK", &JavacoreBuilder::deadlock, false},
    {"2LKDEADLOCKTHR", &JavacoreBuilder::deadlockThread, false},
    {"4LKDEADLOCKOBJ", &JavacoreBuilder::deadlockObject, false},
    {"4LKDEADLOCKREG", &JavacoreBuilder::deadlockSystem, false},
    {"2XMPOOLLIVE", &JavacoreBuilder::liveThreads, false},
    {"1XMCURTHDINFO", &JavacoreBuilder::currentThread, false},
    {"1XMTHDINFO", &JavacoreBuilder::allThreads, false},
    {"3XMTHREADINFO", &JavacoreBuilder::thread, false},
    {"1XMVTHDINFO", &JavacoreBuilder::allThreads, false},
    {"3XMVTHDINFO", &JavacoreBuilder::virtualThread, false},
    {"3XMVTHDINFO1", &JavacoreBuilder::virtualFacts, false},
    {"3XMJAVALTHREAD", &JavacoreBuilder::javaThread, false},
    {"3XMTHREADINFO3", &JavacoreBuilder::stackTitle, false},
    {"3XMJAVALTHRCCL", &JavacoreBuilder::contextLoader, false},
    {"3XMTHREADINFO1", &JavacoreBuilder::nativeThread, false},
    {"3XMCPUTIME", &JavacoreBuilder::cpuTime, false},
    {"3XMTHREADBLOCK", &JavacoreBuilder::waitsFor, false},
    {"4XESTACKTRACE", &JavacoreBuilder::frame, false},
    {"5XESTACKTRACE", &JavacoreBuilder::enteredLock, false},
    {"4XESTACKERR", &JavacoreBuilder::cutStack, false},
    {"4XENATIVESTACK", &JavacoreBuilder::nativeFrame, true},
    {"2CLTEXTCLLOADER", &JavacoreBuilder::loader, false},
    {"3CLNMBRLOADEDCL", &JavacoreBuilder::loadedCount, false},
    {"2CLTEXTCLLIB", &JavacoreBuilder::chooseLoader, false},
    {"3CLTEXTLIB", &JavacoreBuilder::library, true},
    {"3CLTEXTSLIB", &JavacoreBuilder::library, true},
    {"2CLTEXTCLLOAD", &JavacoreBuilder::chooseLoader, false},
    {"3CLTEXTCLASS", &JavacoreBuilder::loadedClass, false},
};

const JavacoreBuilder::Row *JavacoreBuilder::findRow(StringRef Tag) {
  const Row *R = find_if(Rows, [&](const Row &R) { return R.Tag == Tag; });
  return R == std::end(Rows) ? nullptr : R;
}

bool JavacoreBuilder::tell(const JavacoreLine &L, size_t At,
                           const Twine &Expected, StringRef Found) {
  if (!OnDamage)
    return false;
  constexpr size_t MaxShown = 40;
  std::string Shown = Found.empty()
                          ? "the end of the line"
                          : "'" + Found.take_front(MaxShown).str() + "'";
  OnDamage({format_errc::bad_text, L.Offset,
            ("line " + Twine(L.Number) + ", column " + Twine(L.Column + At) +
             ": expected " + Expected + ", found " + Shown)
                .str()});
  return false;
}

/// Whether \p Line begins with \p Tag except for a few damaged characters. A
/// different nonzero digit means another tag.
static bool hasAlmostTag(StringRef Line, StringRef Tag) {
  if (Line.size() < Tag.size())
    return false;
  unsigned Wrong = 0;
  for (size_t I = 0; I != Tag.size(); ++I)
    if (Line[I] != Tag[I]) {
      const bool IsOther =
          isDigit(Line[I]) && Line[I] != '0' && isDigit(Tag[I]);
      if (IsOther || ++Wrong > 2)
        return false;
    }
  return Wrong == 1 || (Wrong == 2 && Tag.size() > 10);
}

/// Returns the tag that a damaged line had, or that of the next line if the
/// newline between them is lost; empty if no damage is found.
StringRef JavacoreBuilder::damagedTag(const JavacoreLine &L) {
  const StringRef Line = L.Whole;
  for (size_t I = 1; I < Line.size(); ++I)
    if (isDigit(Line[I - 1]) &&
        (Line[I] == 'X' || Line[I] == 'L' || Line[I] == 'C') &&
        !(I == 1 && !L.Tag.empty()))
      for (const Row &R : Rows)
        if (!R.IsFree && Line.drop_front(I - 1).starts_with(R.Tag))
          return R.Tag;
  // The title of the wait queue contains no data.
  if (findRow(L.Tag) || L.Tag == "3LKWAITERQ")
    return "";
  const Row *Found = find_if(Rows, [&](const Row &R) {
    if (L.Tag.size() <= R.Tag.size() && hasAlmostTag(Line, R.Tag))
      return true;
    // A newline within the tag.
    if (!Line.trim().empty() && R.Tag.starts_with(Line.rtrim()))
      return true;
    constexpr size_t Least = 5;
    const StringRef First = Line.split(' ').first;
    if (First.size() >= Least && First.size() < R.Tag.size() &&
        R.Tag.ends_with(First))
      return true;
    // The space after the tag became a letter.
    return Line.starts_with(R.Tag) &&
           (L.Tag.empty() || (L.Tag.size() == R.Tag.size() + 1 &&
                              (!isDigit(L.Tag.back()) || L.Tag.back() == '0')));
  });
  return Found == std::end(Rows) ? StringRef() : StringRef(Found->Tag);
}

/// Called only for parsed lines and the untagged lines after them.
static bool hasControls(StringRef Text) {
  const bool IsUtf8 = json::isUTF8(Text);
  return any_of(Text, [&](char C) {
    const auto U = uint8_t(C);
    return (U < 0x20 && U != '\t' && U != '\r' && U != '\n') || U == 0x7f ||
           // Control characters in ISO 8859-1.
           (!IsUtf8 && U >= 0x80 && U < 0xa0);
  });
}

void JavacoreBuilder::line(const JavacoreLine &L) {
  const StringRef Damaged = damagedTag(L);
  if (!Damaged.empty())
    tell(L, 0, "a tag such as " + Damaged, L.Tag.empty() ? L.Text : L.Tag);
  else if ((L.Tag.empty() ? Last : findRow(L.Tag)) && hasControls(L.Text))
    tell(L, 0, "text without control characters", L.Text);
  if (L.Tag.empty()) {
    if (Last && !Last->IsFree && !L.Text.empty() && Damaged.empty())
      tell(L, 0, "a tag such as " + Last->Tag, L.Text);
    return;
  }
  Last = findRow(L.Tag);
  if (L.Tag == "NULL" && L.Text.contains("END OF DUMP"))
    IsComplete = true;
  if (!Last)
    return unknownTag(L);
  JavacoreText T(L.Text);
  if (!(this->*Last->Handle)(T))
    tell(L, T.position(), T.expected(), T.rest());
  if (!Dump.PointerSize && T.addressDigits() >= 8)
    Dump.PointerSize = T.addressDigits() > 8 ? 8 : 4;
}

/// Handles an unknown tag. In the thread section, it may begin another thread,
/// whose frames must not be added to the previous stack.
void JavacoreBuilder::unknownTag(const JavacoreLine &L) {
  static constexpr StringLiteral PassedOver[] = {"3XMTHREADINFO2",
                                                 "3XMHEAPALLOC"};
  if (Thread == None || !L.Tag.drop_front().starts_with("XM") ||
      is_contained(PassedOver, L.Tag))
    return;
  ThreadDump::Thread &T = Dump.Threads[Thread];
  ++T.UnreadLines;
  if (!Dump.FirstUnreadLine) {
    constexpr size_t MostShown = 200;
    Dump.FirstUnreadLine = L.Number;
    Dump.FirstUnread = javacoreString(L.Whole.trim().take_front(MostShown));
  }
  endStack();
  Thread = None;
}

/// Adds threads from the VM's deadlocks that are missing from a truncated dump.
void JavacoreBuilder::addLostThreads() {
  DenseSet<IdKey> Known;
  for (const ThreadDump::Thread &T : Dump.Threads)
    Known.insert(T.VmThread);
  for (const ThreadDump::Deadlock &D : Dump.Deadlocks)
    for (const ThreadDump::Deadlock::Step &S : D.Steps)
      if (S.Thread.VmThread && Known.insert(S.Thread.VmThread).second) {
        ThreadDump::Thread &T = Dump.Threads.emplace_back();
        T.Name = S.Thread.Name;
        T.VmThread = S.Thread.VmThread;
      }
}

/// Adds locks of java.util.concurrent. The section LOCKS does not contain them,
/// but their owners are listed with the threads that are parked on them.
void JavacoreBuilder::addParkedLocks() {
  DenseMap<IdKey, size_t> Known;
  for (const auto &[I, M] : enumerate(Dump.Monitors))
    if (M.Object.Address)
      Known.try_emplace(M.Object.Address, I);
  for (const ThreadDump::Thread &T : Dump.Threads) {
    if (!T.WaitsFor || T.WaitsFor->Kind != ThreadDump::WaitKind::Parked ||
        !T.WaitsFor->Owner || !T.WaitsFor->Object.Address)
      continue;
    auto [It, IsNew] =
        Known.try_emplace(T.WaitsFor->Object.Address, Dump.Monitors.size());
    if (IsNew) {
      ThreadDump::Monitor &M = Dump.Monitors.emplace_back();
      M.Object = T.WaitsFor->Object;
      M.Owner = T.WaitsFor->Owner;
      M.EntryCount = 1;
    }
    Dump.Monitors[It->second].Entering.push_back(T.ref());
  }
}

bool JavacoreBuilder::liveThreads(JavacoreText &T) {
  uint64_t Count;
  if (!T.phrase("Current total number of live threads: ") || !T.number(Count))
    return false;
  NumLive = Count;
  return true;
}

/// Reports lists of threads and classes that are shorter than the VM's counts.
/// They may be longer: the VM counts some items differently.
void JavacoreBuilder::checkCounts() {
  if (!OnDamage)
    return;
  const auto NumThreads =
      uint64_t(count_if(Dump.Threads, [](const ThreadDump::Thread &T) {
        return T.VmThread != 0;
      }));
  if (NumLive && NumThreads < *NumLive)
    OnDamage({format_errc::bad_text, 0,
              ("the dump states " + Twine(*NumLive) +
               " threads, but contains " + Twine(NumThreads))
                  .str()});
  for (const ThreadDump::Loader &L : Dump.Loaders)
    if (L.ClassCount && !L.Classes.empty() && L.Classes.size() < *L.ClassCount)
      OnDamage({format_errc::bad_text, 0,
                ("the dump states " + Twine(*L.ClassCount) +
                 " classes for class loader 0x" + Twine::utohexstr(L.Address) +
                 ", but lists " + Twine(L.Classes.size()))
                    .str()});
}

void JavacoreBuilder::finish() {
  endStack();
  checkCounts();
  addLostThreads();
  addParkedLocks();
  std::optional<IbmDumpName> Name = parseIbmDumpName(Dump.FileName);
  if (!Dump.ProcessId && Name)
    Dump.ProcessId = Name->ProcessId;
}

//===----------------------------------------------------------------------===//
// TITLE, GPINFO, ENVINFO
//===----------------------------------------------------------------------===//

bool JavacoreBuilder::event(JavacoreText &T) {
  Dump.Event = javacoreString(T.rest());
  return true;
}

/// Parses a date: 2016/04/04 at 08:39:09:996; Java 6 omits milliseconds.
bool JavacoreBuilder::dateInto(JavacoreText &T) {
  uint64_t Parts[6];
  static constexpr StringLiteral Marks[] = {"Date:", "/", "/",
                                            " at ",  ":", ":"};
  StringRef Spelled;
  for (unsigned I = 0; I != 6; ++I) {
    if (!T.phrase(Marks[I]))
      return false;
    while (T.tryPhrase(" ")) {
    }
    if (!I)
      Spelled = T.rest();
    // Decimal: "08" is not an octal number.
    if (!T.number(Parts[I]))
      return false;
  }
  uint64_t Millis = 0;
  if (T.tryPhrase(":") && (!T.number(Millis) || Millis > 999))
    return T.fail("milliseconds");
  CivilTime C{Parts[0], Parts[1], Parts[2], Parts[3], Parts[4], Parts[5]};
  std::optional<uint64_t> Seconds = C.seconds();
  if (!Seconds)
    return T.fail("a date and time since 1970 before this");
  Dump.Millis = *Seconds * 1000 + Millis;
  Dump.Time = Spelled.str();
  return true;
}

bool JavacoreBuilder::date(JavacoreText &T) { return HasUtc || dateInto(T); }

bool JavacoreBuilder::dateUtc(JavacoreText &T) {
  HasUtc = dateInto(T);
  return HasUtc;
}

bool JavacoreBuilder::fileName(JavacoreText &T) {
  if (!T.phrase("Javacore filename:"))
    return false;
  Dump.FileName = javacoreString(T.rest().trim());
  return true;
}

/// Returns the string after "Key :".
static bool valueOf(JavacoreText &T, std::string &Value) {
  StringRef Key;
  if (!T.upTo(":", Key))
    return false;
  Value = javacoreString(T.rest().trim());
  return true;
}

bool JavacoreBuilder::osLevel(JavacoreText &T) {
  return valueOf(T, Dump.OperatingSystem);
}

bool JavacoreBuilder::architecture(JavacoreText &T) {
  return valueOf(T, Dump.Architecture);
}

bool JavacoreBuilder::javaVersion(JavacoreText &T) {
  Dump.VmVersion = javacoreString(T.rest());
  return true;
}

bool JavacoreBuilder::commandLine(JavacoreText &T) {
  Dump.CommandLine = javacoreString(T.rest());
  return true;
}

bool JavacoreBuilder::processId(JavacoreText &T) {
  uint64_t Id;
  if (!T.phrase("Process ID: ") || !T.number(Id))
    return false;
  Dump.ProcessId = Id;
  return true;
}

//===----------------------------------------------------------------------===//
// LOCKS
//===----------------------------------------------------------------------===//

bool JavacoreBuilder::monitorInUse(JavacoreText &T) {
  Monitor = None;
  return T.phrase("sys_mon_t:") && T.address(MonitorAddress);
}

/// Parses an owner: <unowned>, or Flat locked by "name" (J9VMThread:0x1234),
/// entry count 1. For an inflated monitor, "owner" replaces "Flat locked by".
/// Java 1.4 writes a number for the thread, and lists these numbers after the
/// monitors.
bool JavacoreBuilder::monitorOwner(JavacoreText &T, ThreadDump::Monitor &M) {
  if (T.tryPhrase("<unowned>"))
    return true;
  if (T.tryPhrase("Flat locked by thread ident ")) {
    uint64_t Ident;
    if (!T.address(Ident) || !T.phrase(", entry count ") ||
        !T.number(M.EntryCount))
      return false;
    ByIdent[Ident].push_back(Dump.Monitors.size());
    return true;
  }
  if (!T.tryPhrase("Flat locked by ") && !T.tryPhrase("owner "))
    return T.fail("'<unowned>', 'Flat locked by' or 'owner'");
  ThreadDump::ThreadRef Owner;
  if (!T.thread(Owner) || !T.phrase(", entry count ") ||
      !T.number(M.EntryCount))
    return false;
  M.Owner = std::move(Owner);
  return true;
}

bool JavacoreBuilder::monitorObject(JavacoreText &T) {
  ThreadDump::Monitor M;
  M.Address = MonitorAddress;
  MonitorAddress = 0;
  Monitor = None;
  if (!T.object(M.Object) || !T.phrase(":"))
    return false;
  T.tryPhrase(" ");
  bool IsWhole = monitorOwner(T, M);
  Monitor = Dump.Monitors.size();
  Dump.Monitors.push_back(std::move(M));
  return IsWhole;
}

bool JavacoreBuilder::systemMonitor(JavacoreText &T) {
  ThreadDump::Monitor M;
  Monitor = None;
  StringRef Name;
  if (!T.upTo(" lock (", Name) || !T.address(M.Address) || !T.phrase("):"))
    return false;
  T.tryPhrase(" ");
  M.SystemName = Name.empty() ? "[system]" : javacoreString(Name);
  bool IsWhole = monitorOwner(T, M);
  Monitor = Dump.Monitors.size();
  Dump.Monitors.push_back(std::move(M));
  return IsWhole;
}

/// Parses a thread number: ident 0x02 "name" (0x1234) ee 0x5678.
bool JavacoreBuilder::threadIdent(JavacoreText &T) {
  uint64_t Ident;
  ThreadDump::ThreadRef Of;
  if (!T.phrase("ident ") || !T.address(Ident) || !T.phrase(" ") ||
      !T.thread(Of))
    return false;
  for (size_t I : ByIdent[Ident])
    Dump.Monitors[I].Owner = Of;
  ByIdent.erase(Ident);
  return true;
}

bool JavacoreBuilder::entering(JavacoreText &T) {
  ThreadDump::ThreadRef Waiter;
  if (Monitor == None)
    return T.fail("a 3LKMONOBJECT or 2LKREGMON line before this");
  if (!T.thread(Waiter))
    return false;
  Dump.Monitors[Monitor].Entering.push_back(std::move(Waiter));
  return true;
}

bool JavacoreBuilder::waiting(JavacoreText &T) {
  ThreadDump::ThreadRef Waiter;
  if (Monitor == None)
    return T.fail("a 3LKMONOBJECT or 2LKREGMON line before this");
  if (!T.thread(Waiter))
    return false;
  Dump.Monitors[Monitor].Waiting.push_back(std::move(Waiter));
  return true;
}

bool JavacoreBuilder::deadlock(JavacoreText &) {
  IsCycleClosed = false;
  Dump.Deadlocks.emplace_back();
  return true;
}

bool JavacoreBuilder::deadlockThread(JavacoreText &T) {
  if (Dump.Deadlocks.empty())
    return T.fail("a 1LKDEADLOCK line before this");
  ThreadDump::Deadlock::Step Step;
  if (!T.phrase("Thread ") || !T.thread(Step.Thread))
    return false;
  std::vector<ThreadDump::Deadlock::Step> &Steps = Dump.Deadlocks.back().Steps;
  // The first thread is repeated at the end.
  bool IsClosing = !Steps.empty() &&
                   Steps.front().Thread.VmThread == Step.Thread.VmThread &&
                   Steps.front().Thread.Name == Step.Thread.Name;
  // Another cycle follows.
  if (std::exchange(IsCycleClosed, IsClosing) && !IsClosing)
    Dump.Deadlocks.emplace_back();
  if (!IsClosing)
    Dump.Deadlocks.back().Steps.push_back(std::move(Step));
  return true;
}

bool JavacoreBuilder::deadlockObject(JavacoreText &T) {
  if (Dump.Deadlocks.empty() || Dump.Deadlocks.back().Steps.empty())
    return T.fail("a 2LKDEADLOCKTHR line before this");
  return T.object(Dump.Deadlocks.back().Steps.back().Object);
}

bool JavacoreBuilder::deadlockSystem(JavacoreText &T) {
  if (Dump.Deadlocks.empty() || Dump.Deadlocks.back().Steps.empty())
    return T.fail("a 2LKDEADLOCKTHR line before this");
  StringRef Name;
  if (!T.upTo(" lock (", Name))
    return false;
  Dump.Deadlocks.back().Steps.back().SystemMonitor = javacoreString(Name);
  return true;
}

//===----------------------------------------------------------------------===//
// CLASSES
//===----------------------------------------------------------------------===//

/// Parses a loader: p---st-- Loader *System*(0x1234), or with another class and
/// ", Parent ...".
bool JavacoreBuilder::loader(JavacoreText &T) {
  ThreadDump::Loader L;
  StringRef Flags;
  Loader = None;
  if (!T.upTo(" Loader ", Flags))
    return false;
  L.Flags = Flags.str();
  L.IsBootstrap = T.rest().starts_with("*System*");
  if (!T.named(L.ClassName, L.Address))
    return false;
  bool IsWhole = T.phrase(")");
  if (IsWhole && T.tryPhrase(", Parent "))
    IsWhole = T.named(L.ParentClassName, L.Parent);
  Loader = Dump.Loaders.size();
  LoaderByAddress.try_emplace(L.Address, Loader);
  Dump.Loaders.push_back(std::move(L));
  return IsWhole;
}

bool JavacoreBuilder::loadedCount(JavacoreText &T) {
  if (Loader == None)
    return T.fail("a 2CLTEXTCLLOADER line before this");
  uint64_t Count;
  if (!T.phrase("Number of loaded classes ") || !T.number(Count))
    return false;
  Dump.Loaders[Loader].ClassCount = Count;
  return true;
}

/// Selects the loader for the following libraries or classes. Loaders without
/// an object cannot be distinguished and are treated as one.
bool JavacoreBuilder::chooseLoader(JavacoreText &T) {
  ThreadDump::Loader L;
  Loader = None;
  if (!T.phrase("Loader "))
    return false;
  L.IsBootstrap = T.rest().starts_with("*System*");
  if (!T.named(L.ClassName, L.Address))
    return false;
  auto [It, IsNew] =
      LoaderByAddress.try_emplace(L.Address, Dump.Loaders.size());
  if (IsNew)
    Dump.Loaders.push_back(std::move(L));
  Loader = It->second;
  return true;
}

bool JavacoreBuilder::library(JavacoreText &T) {
  if (Loader == None)
    return T.fail("a 2CLTEXTCLLIB line before this");
  Dump.Loaders[Loader].Libraries.push_back(javacoreString(T.rest()));
  return true;
}

bool JavacoreBuilder::loadedClass(JavacoreText &T) {
  if (Loader == None)
    return T.fail("a 2CLTEXTCLLOAD line before this");
  if (T.rest() == "[unknown]") // A class that is still being created.
    return true;
  ThreadDump::LoadedClass C;
  if (!T.named(C.Name, C.Address))
    return false;
  C.IsShared = T.tryPhrase(" shared");
  if (!T.phrase(")"))
    return false;
  Dump.Loaders[Loader].Classes.push_back(std::move(C));
  return true;
}
