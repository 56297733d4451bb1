//===- ThreadJsonBuilder.cpp - JSON events to a ThreadDump ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadJsonBuilder.h"
#include "hprof/Format/Thread/FrameText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using namespace hprof;
using namespace llvm;

const ThreadJsonBuilder::Row ThreadJsonBuilder::Rows[] = {
#define Required true, false
#define Optional false, false
#define Nullable true, true
#define HPROF_THREAD_JSON(SCOPE, NAME, KIND, ELEMENT, NEED, FIELD)             \
  {Scope::SCOPE, NAME, Kind::KIND, Scope::ELEMENT, NEED},
#include "ThreadJson.def"
#undef Required
#undef Optional
#undef Nullable
};

ThreadJsonBuilder::ThreadJsonBuilder(ThreadDump &Dump, const JsonStream &Stream,
                                     const DamageHandler &OnDamage)
    : Dump(Dump), Stream(Stream), OnDamage(OnDamage) {}

/// Converts \p Bytes to valid UTF-8, as the rest of the toolchain expects.
std::string ThreadJsonBuilder::text(StringRef Bytes) const {
  return json::isUTF8(Bytes) ? Bytes.str() : json::fixUTF8(Bytes);
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// Returns "threadDump.threadContainers[0].threads[3].tid".
std::string ThreadJsonBuilder::path() const {
  std::string Path;
  for (const Level &L : Levels) {
    if (L.IsArray) {
      Path += "[" + std::to_string(L.Index) + "]";
      continue;
    }
    const StringRef Name =
        L.Now == Member::None ? StringRef(L.Name) : StringRef(row(L.Now).Name);
    if (!Name.empty())
      Path += (Path.empty() ? "" : ".") + Name.str();
  }
  return Path;
}

void ThreadJsonBuilder::damage(const Twine &What) {
  if (!OnDamage)
    return;
  const JsonStream::Place &At = Stream.valueStart();
  const std::string Path = path();
  OnDamage({format_errc::bad_text, At.Offset,
            ("line " + Twine(At.Line) + ", column " + Twine(At.Column) + ": " +
             (Path.empty() ? "" : Path + ": ") + What)
                .str()});
}

/// \return true, since reading continues.
bool ThreadJsonBuilder::wrong(Member M, StringRef Found) {
  static constexpr StringLiteral Expected[] = {
      "a number", "a string",  "true or false",
      "an array", "an object", "an array of objects"};
  if (M == Member::None) {
    damage("expected an object, found " + Found);
    return true;
  }
  const Row &R = row(M);
  const bool IsElement = top().IsArray;
  const StringRef OfElements = R.Is == Kind::Texts ? "a string" : "an object";
  const StringRef Wanted =
      IsElement ? OfElements : StringRef(Expected[unsigned(R.Is)]);
  damage("expected " + Wanted + (R.MayBeNull && !IsElement ? " or null" : "") +
         ", found " + Found);
  return true;
}

void ThreadJsonBuilder::stopped(const char *Why) {
  if (!OnDamage)
    return;
  const JsonStream::Place At = Stream.here();
  const std::string Path = path();
  OnDamage({format_errc::bad_text, At.Offset,
            ("line " + Twine(At.Line) + ", column " + Twine(At.Column) + ": " +
             (Path.empty() ? "" : "after " + Path + ": ") + Why)
                .str()});
}

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

ThreadJsonBuilder::Member ThreadJsonBuilder::expected() {
  if (Levels.empty())
    return Member::None;
  return top().IsArray ? top().Of : top().Now;
}

bool ThreadJsonBuilder::Key(const char *Text, unsigned Size, bool) {
  const StringRef Name(Text, Size);
  if (passesOver()) {
    KeptWriter.Key(Text, Size);
    return true;
  }
  Level &L = top();
  unsigned First = 0;
  while (Rows[First].In != L.In)
    ++First;
  for (unsigned I = First; I != std::size(Rows) && Rows[I].In == L.In; ++I)
    if (Rows[I].Name == Name) {
      L.Now = Member(I);
      L.Seen |= 1U << (I - First);
      return true;
    }
  L.Now = Member::None;
  L.Name = text(Name);
  if (!json::isUTF8(Name))
    damage("expected a member name in UTF-8, found other bytes");
  startExtra();
  return true;
}

/// Begins the value of an unknown member, which is kept unchanged.
void ThreadJsonBuilder::startExtra() {
  IsKept = true;
  Kept.Clear();
  KeptWriter.Reset(Kept);
}

void ThreadJsonBuilder::endExtraIfWhole() {
  if (!IsKept || SkipDepth)
    return;
  IsKept = false;
  const ThreadDump::ExtraMember Extra = {
      top().Name, text({Kept.GetString(), Kept.GetSize()})};
  switch (top().In) {
  case Scope::Container:
    Dump.Containers.back().Extra.push_back(Extra);
    break;
  case Scope::Thread:
    Dump.Threads.back().Extra.push_back(Extra);
    break;
  case Scope::Dump:
    Dump.Extra.push_back(Extra);
    break;
  default:
    break; // Unknown members of other objects are lost.
  }
}

/// Ends a skipped object or array.
bool ThreadJsonBuilder::endPassedOver() {
  if (--SkipDepth)
    return true;
  if (IsKept)
    endExtraIfWhole();
  else
    next();
  return true;
}

/// Ends a value, which may be an element.
void ThreadJsonBuilder::next() {
  if (!Levels.empty() && top().IsArray)
    ++top().Index;
}

bool ThreadJsonBuilder::StartObject() {
  if (passesOver()) {
    ++SkipDepth;
    KeptWriter.StartObject();
    return true;
  }
  const Member M = expected();
  if (Levels.empty()) {
    Levels.emplace_back(Scope::File);
    HasRoot = true;
    return true;
  }
  const Row *R = M == Member::None ? nullptr : &row(M);
  const bool Fits =
      R && (top().IsArray ? R->Is == Kind::Objects : R->Is == Kind::Object);
  if (!Fits) {
    wrong(M, "an object");
    ++SkipDepth;
    startExtra();
    IsKept = false;
    KeptWriter.StartObject();
    return true;
  }
  Levels.emplace_back(R->Element);
  begin(R->Element);
  return true;
}

bool ThreadJsonBuilder::StartArray() {
  if (passesOver()) {
    ++SkipDepth;
    KeptWriter.StartArray();
    return true;
  }
  const Member M = expected();
  const bool Fits = M != Member::None && !top().IsArray &&
                    (row(M).Is == Kind::Objects || row(M).Is == Kind::Texts);
  if (!Fits) {
    wrong(M, "an array");
    ++SkipDepth;
    startExtra();
    IsKept = false;
    KeptWriter.StartArray();
    return true;
  }
  Level L(top().In);
  L.IsArray = true;
  L.Of = M;
  Levels.push_back(L);
  return true;
}

bool ThreadJsonBuilder::EndObject(unsigned) {
  if (passesOver()) {
    KeptWriter.EndObject();
    return endPassedOver();
  }
  checkMembers();
  const Scope S = top().In;
  Levels.pop_back();
  end(S);
  next();
  return true;
}

bool ThreadJsonBuilder::EndArray(unsigned) {
  if (passesOver()) {
    KeptWriter.EndArray();
    return endPassedOver();
  }
  Levels.pop_back();
  return true;
}

/// Reports members missing from the object that ends here.
void ThreadJsonBuilder::checkMembers() {
  Level &L = top();
  unsigned First = 0;
  while (Rows[First].In != L.In)
    ++First;
  L.Now = Member::None;
  L.Name.clear();
  for (unsigned I = First; I != std::size(Rows) && Rows[I].In == L.In; ++I)
    if (Rows[I].IsRequired && !(L.Seen >> (I - First) & 1))
      damage("expected a member '" + Twine(Rows[I].Name) + "' before the '}'");
}

void ThreadJsonBuilder::begin(Scope S) {
  switch (S) {
  case Scope::Container:
    Dump.Containers.emplace_back();
    FirstThread = Dump.Threads.size();
    break;
  case Scope::Thread:
    Dump.Threads.emplace_back();
    if (!Dump.Containers.empty())
      Dump.Threads.back().Container = uint32_t(Dump.Containers.size() - 1);
    Frames.clear();
    break;
  case Scope::Owned:
    Depth = 0;
    FirstLock = Dump.Threads.back().Locks.size();
    break;
  default:
    break;
  }
}

/// Checks the thread count that a container declares. The JDK lists fewer
/// threads if it does not track all virtual threads.
void ThreadJsonBuilder::endContainer() {
  const ThreadDump::Container &C = Dump.Containers.back();
  const uint64_t Found = uint64_t(Dump.Threads.size()) - FirstThread;
  if (C.ThreadCount && *C.ThreadCount < Found)
    damage("'threadCount' is " + Twine(*C.ThreadCount) +
           ", but the container lists " + Twine(Found) + " threads");
}

void ThreadJsonBuilder::end(Scope S) {
  if (S == Scope::Thread)
    endThread();
  if (S == Scope::Container)
    endContainer();
  if (S != Scope::Owned)
    return;
  std::vector<ThreadDump::HeldLock> &Locks = Dump.Threads.back().Locks;
  for (size_t I = FirstLock; I != Locks.size(); ++I)
    Locks[I].Depth = Depth;
}

void ThreadJsonBuilder::endThread() {
  Dump.Threads.back().Stack = Dump.Stacks.add(Frames);
  Frames.clear();
}

void ThreadJsonBuilder::finish() {
  // The known data of a truncated thread is kept.
  if (!Frames.empty() && !Dump.Threads.empty())
    endThread();
  Dump.findMonitors();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

bool ThreadJsonBuilder::Null() {
  if (passesOver()) {
    KeptWriter.Null();
    endExtraIfWhole();
    return true;
  }
  const Member M = expected();
  const bool IsLock = M == Member::Locks && top().IsArray;
  if (M == Member::None || !(IsLock || (row(M).MayBeNull && !top().IsArray)))
    wrong(M, "null");
  else
    null(M);
  next();
  return true;
}

bool ThreadJsonBuilder::Bool(bool Value) {
  if (passesOver()) {
    KeptWriter.Bool(Value);
    endExtraIfWhole();
    return true;
  }
  const Member M = expected();
  if (M != Member::None && row(M).Is == Kind::Flag)
    flag(M, Value);
  else
    wrong(M, Value ? "true" : "false");
  next();
  return true;
}

bool ThreadJsonBuilder::RawNumber(const char *Text, unsigned Size, bool) {
  if (passesOver()) {
    KeptWriter.RawValue(Text, Size, rapidjson::kNumberType);
    endExtraIfWhole();
    return true;
  }
  const Member M = expected();
  const StringRef Number(Text, Size);
  if (M == Member::None || row(M).Is != Kind::Number || !setNumber(M, Number))
    wrong(M, Number);
  next();
  return true;
}

/// Numbers were strings before version 2.
bool ThreadJsonBuilder::String(const char *Text, unsigned Size, bool) {
  if (passesOver()) {
    if (!json::isUTF8(StringRef(Text, Size)))
      damage("expected UTF-8 text, found invalid UTF-8");
    KeptWriter.String(Text, Size);
    endExtraIfWhole();
    return true;
  }
  StringRef Value(Text, Size);
  std::string Valid;
  if (!json::isUTF8(Value)) {
    damage("expected UTF-8 text, found invalid UTF-8");
    Value = Valid = json::fixUTF8(Value);
  }
  const Member M = expected();
  const Kind Is = M == Member::None ? Kind::Object : row(M).Is;
  const bool IsElement = !Levels.empty() && top().IsArray;
  constexpr size_t MaxShown = 40;
  if (!IsElement && Is == Kind::Text)
    setText(M, Value);
  else if (IsElement && Is == Kind::Texts)
    setText(M, Value);
  else if (IsElement || Is != Kind::Number || !setNumber(M, Value))
    wrong(M, ("\"" + Value.take_front(MaxShown) + "\"").str());
  next();
  return true;
}

void ThreadJsonBuilder::null(Member M) {
  if (M != Member::Locks)
    return; // There is no parent or owner.
  ThreadDump::HeldLock Lock;
  Lock.IsEliminated = true;
  Dump.Threads.back().Locks.push_back(std::move(Lock));
}

void ThreadJsonBuilder::flag(Member, bool Value) {
  Dump.Threads.back().IsVirtual = Value;
}

bool ThreadJsonBuilder::setNumber(Member M, StringRef Text) {
  // JDKs write -1 for an unknown process id.
  if (M == Member::ProcessId && Text == "-1")
    return true;
  uint64_t N;
  if (Text.getAsInteger(10, N))
    return false;
  switch (M) {
  case Member::FormatVersion:
    Dump.FormatVersion = N;
    return true;
  case Member::ProcessId:
    Dump.ProcessId = N;
    return true;
  case Member::Owner:
    Dump.Containers.back().OwnerId = N;
    return true;
  case Member::ThreadCount:
    Dump.Containers.back().ThreadCount = N;
    return true;
  case Member::ThreadId:
    Dump.Threads.back().Id = N;
    return true;
  case Member::Carrier:
    Dump.Threads.back().CarrierId = N;
    return true;
  case Member::BlockerOwner: {
    ThreadDump::Thread &T = Dump.Threads.back();
    if (!T.WaitsFor)
      T.WaitsFor = ThreadDump::Wait();
    T.WaitsFor->Kind = ThreadDump::WaitKind::Parked;
    ThreadDump::ThreadRef Owner;
    Owner.Id = N;
    T.WaitsFor->Owner = std::move(Owner);
    return true;
  }
  case Member::LockDepth:
    if (N > UINT32_MAX)
      return false;
    Depth = uint32_t(N);
    return true;
  default:
    return true;
  }
}

void ThreadJsonBuilder::notIdentity(StringRef Text) {
  damage("expected a class, '@' and a hash, found '" + Text + "'");
}

/// Sets the wait of a thread, unless it was already set.
void ThreadJsonBuilder::setWait(ThreadDump::WaitKind Kind, StringRef Text) {
  ThreadDump::Thread &T = Dump.Threads.back();
  ThreadDump::LockObject Object;
  if (!parseIdentity(Text, Object))
    return notIdentity(Text);
  if (T.WaitsFor && !T.WaitsFor->Object.ClassName.empty())
    return;
  if (!T.WaitsFor)
    T.WaitsFor = ThreadDump::Wait();
  T.WaitsFor->Kind = Kind;
  T.WaitsFor->Object = std::move(Object);
}

void ThreadJsonBuilder::addFrame(StringRef Text) {
  auto [It, IsNew] = FrameByText.try_emplace(Text, 0);
  if (IsNew) {
    ThreadFrame F;
    if (!parseFrame(Text, F, FrameStyle::Java)) {
      damage("expected a frame such as a.B.c(B.java:1), found '" + Text + "'");
      F.Method = Text.str();
    }
    It->second = Dump.Stacks.addFrame(std::move(F));
  }
  Frames.push_back(It->second);
}

void ThreadJsonBuilder::addLock(StringRef Text) {
  ThreadDump::HeldLock Lock;
  if (!parseIdentity(Text, Lock.Object))
    return notIdentity(Text);
  Dump.Threads.back().Locks.push_back(std::move(Lock));
}

/// Sets the parent, which always precedes its children.
void ThreadJsonBuilder::setParent(StringRef Name) {
  auto It = ContainerByName.find(Name);
  if (It == ContainerByName.end())
    return damage("expected the name of an earlier container, found '" + Name +
                  "'");
  Dump.Containers.back().Parent = It->second;
}

void ThreadJsonBuilder::setText(Member M, StringRef Text) {
  switch (M) {
  case Member::DumpTime:
    Dump.Time = Text.str();
    Dump.Millis = parseInstant(Text);
    break;
  case Member::RuntimeVersion:
    Dump.VmVersion = Text.str();
    break;
  case Member::ContainerName:
    Dump.Containers.back().Name = Text.str();
    ContainerByName.try_emplace(Text, uint32_t(Dump.Containers.size() - 1));
    break;
  case Member::Parent:
    return setParent(Text);
  case Member::ThreadTime:
    Dump.Threads.back().Time = Text.str();
    break;
  case Member::ThreadName:
    Dump.Threads.back().Name = Text.str();
    break;
  case Member::State:
    Dump.Threads.back().StateText = Text.str();
    Dump.Threads.back().State = parseThreadState(Text);
    if (Dump.Threads.back().State == ThreadState::Unknown)
      damage("expected a java.lang.Thread.State, found '" + Text + "'");
    break;
  case Member::Stack:
    return addFrame(Text);
  case Member::BlockerObject:
    return setWait(ThreadDump::WaitKind::Parked, Text);
  case Member::BlockedOn:
    return setWait(ThreadDump::WaitKind::Blocked, Text);
  case Member::WaitingOn:
    return setWait(ThreadDump::WaitKind::Waiting, Text);
  case Member::Locks:
    return addLock(Text);
  default:
    break;
  }
}
