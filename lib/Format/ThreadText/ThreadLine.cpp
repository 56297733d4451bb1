//===- ThreadLine.cpp - The first line of a thread ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadLine.h"
#include "hprof/Format/Thread/FrameText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

using namespace hprof;
using namespace llvm;

static constexpr StringLiteral OwnedBy = "owned by \"";

namespace {
/// A property of a thread: a key with a value, or a single word.
struct FactRow {
  StringLiteral Key;
  bool IsPrefix; ///< Whether a value follows the key.
  /// Stores the value. \return false if it is invalid. Null to skip it.
  bool (*Take)(StringRef Value, ThreadDump::Thread &T);
};
} // namespace

/// Parses "0.24ms" or "13.92s" to nanoseconds.
static std::optional<uint64_t> nanosOf(StringRef Text) {
  double Number;
  const double Unit = Text.consume_back("ms")  ? 1e6
                      : Text.consume_back("s") ? 1e9
                                               : 0;
  if (Unit == 0 || Text.getAsDouble(Number) || !(Number >= 0) || Number > 1e9)
    return std::nullopt;
  return uint64_t(std::llround(Number * Unit));
}

template <class T>
static bool take(StringRef Text, std::optional<T> &To, unsigned Radix = 10) {
  T N;
  if (Text.getAsInteger(Radix, N))
    return false;
  To = N;
  return true;
}

/// Parses an address. Old VMs and some systems omit "0x".
static bool takeAddress(StringRef Text, uint64_t &To) {
  Text.consume_front("0x");
  return !Text.getAsInteger(16, To);
}

using Thread = ThreadDump::Thread;
static constexpr FactRow Facts[] = {
    {"#", true, [](StringRef V, Thread &T) { return take(V, T.Id); }},
    {"t@", true, [](StringRef V, Thread &T) { return take(V, T.Id); }},
    {"Id=", true, [](StringRef V, Thread &T) { return take(V, T.Id); }},
    {"id=", true, [](StringRef V, Thread &T) { return take(V, T.Id); }},
    {"daemon", false,
     [](StringRef, Thread &T) { return (T.IsDaemon = true), true; }},
    {"virtual", false, [](StringRef, Thread &T) { return T.IsVirtual = true; }},
    {"carrier=#", true,
     [](StringRef V, Thread &T) { return take(V, T.CarrierId); }},
    {"prio=", true, [](StringRef V, Thread &T) { return take(V, T.Priority); }},
    {"cpu=", true,
     [](StringRef V, Thread &T) {
       T.CpuNanos = nanosOf(V);
       return T.CpuNanos.has_value();
     }},
    {"tid=", true,
     [](StringRef V, Thread &T) { return takeAddress(V, T.VmThread); }},
    {"thread=", true,
     [](StringRef V, Thread &T) { return takeAddress(V, T.VmThread); }},
    {"state=", true,
     [](StringRef V, Thread &T) {
       T.StateText = V.str();
       T.State = parseThreadState(V);
       return T.State != ThreadState::Unknown;
     }},
    {"os_prio=", true, nullptr},
    {"elapsed=", true, nullptr},
    {"allocated=", true, nullptr},
    {"defined_classes=", true, nullptr},
    {"idx=", true, nullptr},
    {"-", false, nullptr}, // "- Thread t@16"
    {"Thread", false, nullptr},
};

/// Returns the row of \p Word, and its value; null if no row matches.
static const FactRow *factOf(StringRef Word, StringRef &Value) {
  for (const FactRow &R : Facts) {
    Value = Word;
    if (R.IsPrefix ? Value.consume_front(R.Key) : Word == R.Key)
      return &R;
  }
  return nullptr;
}

/// Whether \p Word is in brackets: "[24224]" is the native id, "[0x1f]" an
/// address in the stack.
static bool isBracketed(StringRef Word) {
  return Word.starts_with("[") && Word.ends_with("]");
}

/// Whether \p Word ends the list of properties: the thread's activity or wait
/// follows.
static bool endsFacts(StringRef Word) {
  return Word.starts_with("nid=") || Word == "alive," || Word == "alive" ||
         parseThreadState(Word) != ThreadState::Unknown;
}

size_t hprof::endOfThreadName(StringRef Line) {
  // Another name may follow.
  if (const size_t Owner = Line.find(OwnedBy);
      Owner != StringRef::npos && Line.contains(" Id="))
    Line = Line.take_front(Owner);
  static constexpr StringLiteral Marks[] = {
      " #",    " daemon", " prio=",     " os_prio=",  " cpu=",
      " tid=", " nid=",   " virtual",   " carrier=#", " - Thread t@",
      " Id=",  " id=",    " thread=0x", " state="};
  // For each mark, the last position counts; among these, the first one.
  bool IsFound[std::size(Marks)] = {};
  size_t Best = StringRef::npos;
  for (size_t At = Line.rfind('"'); At != StringRef::npos;
       At = At ? Line.rfind('"', At) : StringRef::npos) {
    const StringRef Rest = Line.drop_front(At + 1);
    for (const auto &[Mark, WasFound] : zip_equal(Marks, IsFound))
      if (!WasFound && Rest.starts_with(Mark)) {
        WasFound = true;
        Best = At;
      }
  }
  return Best;
}

bool hprof::hasOnlyThreadFacts(StringRef Line) {
  if (!Line.starts_with("\""))
    return false;
  const size_t Close = endOfThreadName(Line);
  if (Close == StringRef::npos)
    return Line.size() > 1 && Line.ends_with("\"");
  SmallVector<StringRef, 8> Words;
  Line.drop_front(Close + 1).split(Words, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef Word : Words) {
    StringRef Value;
    if (endsFacts(Word))
      return true;
    if (!isBracketed(Word) && !factOf(Word, Value))
      return false;
  }
  return true;
}

bool hprof::isSureThreadLine(StringRef Line) {
  // Logs have many lines with quotes, but hardly any with one of these.
  if (!Line.contains("d=") && !Line.contains(" t@"))
    return false;
  const size_t Open = Line.find('"');
  if (Open == StringRef::npos)
    return false;
  Line = Line.drop_front(Open);
  const size_t Close = endOfThreadName(Line);
  if (Close == StringRef::npos || !hasOnlyThreadFacts(Line))
    return false;
  const StringRef Rest = Line.drop_front(Close + 1);
  const bool HasState =
      any_of(split(Rest, ' '), [](StringRef W) { return endsFacts(W); });
  return (Rest.contains(" tid=") && Rest.contains(" nid=")) ||
         Rest.starts_with(" - Thread t@") ||
         (Rest.contains(" Id=") && HasState) ||
         (Rest.contains(" thread=0x") && Rest.contains(" state=")) ||
         (Rest.starts_with(" id=") && Rest.contains(" idx=0x"));
}

std::optional<ThreadDump::ThreadRef> hprof::readLockOwner(StringRef Text) {
  const size_t At = Text.find(OwnedBy);
  if (At == StringRef::npos)
    return std::nullopt;
  const auto [Name, Rest] = Text.drop_front(At + OwnedBy.size()).rsplit('"');
  ThreadDump::ThreadRef Owner;
  Owner.Name = Name.str();
  StringRef Id = Rest.ltrim();
  uint64_t N;
  if ((Id.consume_front("Id=") || Id.consume_front("t@")) &&
      !Id.consumeInteger(10, N))
    Owner.Id = N;
  return Owner;
}

bool hprof::readThreadWait(StringRef Text, ThreadDump::Thread &T) {
  Text = Text.trim();
  if (!Text.consume_front("on "))
    return false;
  ThreadDump::Wait W;
  if (!parseIdentity(Text.take_until([](char C) { return C == ' '; }),
                     W.Object))
    return false;
  W.Owner = readLockOwner(Text);
  const bool IsBlocked = T.State == ThreadState::Blocked ||
                         (T.State == ThreadState::Unknown && W.Owner);
  W.Kind =
      IsBlocked ? ThreadDump::WaitKind::Blocked : ThreadDump::WaitKind::Waiting;
  T.WaitsFor = std::move(W);
  return true;
}

/// Parses JRockit's words for a thread's activity, "blocked, native_blocked,
/// daemon".
static ThreadState stateOfWords(StringRef Words) {
  for (StringRef Word : split(Words, ',')) {
    const ThreadState S = StringSwitch<ThreadState>(Word.trim())
                              .Case("blocked", ThreadState::Blocked)
                              .Case("sleeping", ThreadState::TimedWaiting)
                              .Cases("waiting", "parked", ThreadState::Waiting)
                              .Default(ThreadState::Unknown);
    if (S != ThreadState::Unknown)
      return S;
  }
  return ThreadState::Runnable;
}

void hprof::readThreadFacts(StringRef Text, ThreadDump::Thread &T,
                            function_ref<void(StringRef)> OnUnknown) {
  // Without the properties that VMs print, it may be of another format.
  if (Text.contains("tid=") || Text.contains("prio="))
    T.IsDaemon = false;
  const bool IsJRockit = Text.contains(" idx=0x");
  StringRef Rest = Text;
  while (!Rest.empty()) {
    StringRef Word, Value;
    std::tie(Word, Rest) = Rest.ltrim().split(' ');
    if (Word.empty())
      continue;
    if (Word.starts_with("nid=")) {
      take(Word.drop_front(4), T.NativeId, 0);
      // The thread's activity, and an address in its stack.
      T.StateText = Rest.take_until([](char C) { return C == '['; }).trim();
      if (!T.NativeId && Word != "nid=NA")
        OnUnknown(Word);
      return;
    }
    if (Word == "alive," || Word == "alive") {
      T.StateText = Rest.str();
      T.State = stateOfWords(Rest);
      if (Rest.contains("daemon"))
        T.IsDaemon = true;
      return;
    }
    if (const ThreadState S = parseThreadState(Word);
        S != ThreadState::Unknown) {
      T.State = S;
      T.StateText = Word.str();
      if (!Rest.trim().empty() && !Rest.ltrim().starts_with("(") &&
          !readThreadWait(Rest, T))
        OnUnknown(Rest);
      return;
    }
    bool IsWhole = true;
    if (const FactRow *Row = factOf(Word, Value)) {
      if (IsJRockit && Row->Key == "tid=")
        IsWhole = take(Value, T.NativeId);
      else if (Row->Take)
        IsWhole = Row->Take(Value, T);
    } else if (isBracketed(Word)) {
      std::optional<uint64_t> N;
      const StringRef Inner = Word.drop_front().drop_back();
      IsWhole = take(Inner, N, 0);
      if (IsWhole && !Inner.starts_with("0x"))
        T.NativeId = N;
    } else {
      // Newer VMs may print more.
      IsWhole = Word.contains('=');
    }
    if (!IsWhole)
      OnUnknown(Word);
  }
}
