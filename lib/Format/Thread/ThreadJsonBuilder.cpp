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
#define HPROF_THREAD_JSON(SCOPE, NAME, KIND, ELEMENT, NEED, SET)               \
  {Scope::SCOPE,                                                               \
   NAME,                                                                       \
   Kind::KIND,                                                                 \
   Scope::ELEMENT,                                                             \
   NEED,                                                                       \
   [](ThreadJsonBuilder &B, StringRef Text, uint64_t N) {                      \
     SET;                                                                      \
     return true;                                                              \
   }},
#include "ThreadJson.def"
#undef Required
#undef Optional
#undef Nullable
};

/// Returns the members of the objects of \p In.
ArrayRef<ThreadJsonBuilder::Row> ThreadJsonBuilder::members(Scope In) {
  const auto Is = [In](const Row &R) { return R.In == In; };
  return ArrayRef(Rows).drop_until(Is).take_while(Is);
}

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
    if (L.isArray()) {
      Path += "[" + std::to_string(L.Index) + "]";
      continue;
    }
    const StringRef Name = L.Now ? StringRef(L.Now->Name) : StringRef(L.Name);
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
bool ThreadJsonBuilder::wrong(const Row *M, StringRef Found) {
  static constexpr StringLiteral Expected[] = {
      "a number", "a string",  "true or false",
      "an array", "an object", "an array of objects"};
  if (!M) {
    damage("expected an object, found " + Found);
    return true;
  }
  const bool IsElement = top().isArray();
  const StringRef OfElements = M->Is == Kind::Texts ? "a string" : "an object";
  const StringRef Wanted =
      IsElement ? OfElements : StringRef(Expected[unsigned(M->Is)]);
  damage("expected " + Wanted + (M->MayBeNull && !IsElement ? " or null" : "") +
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

const ThreadJsonBuilder::Row *ThreadJsonBuilder::expected() {
  if (Levels.empty())
    return nullptr;
  return top().isArray() ? top().Of : top().Now;
}

bool ThreadJsonBuilder::Key(const char *Text, unsigned Size, bool) {
  const StringRef Name(Text, Size);
  if (passesOver())
    return KeptWriter.Key(Text, Size);
  Level &L = top();
  for (const auto &[I, M] : enumerate(L.Members))
    if (M.Name == Name) {
      L.Now = &M;
      L.Seen |= 1U << I;
      return true;
    }
  L.Now = nullptr;
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
    container().Extra.push_back(Extra);
    break;
  case Scope::Thread:
    thread().Extra.push_back(Extra);
    break;
  case Scope::Dump:
    Dump.Extra.push_back(Extra);
    break;
  default:
    break; // Unknown members of other objects are lost.
  }
}

/// Called after a scalar in a skipped value. \return true.
bool ThreadJsonBuilder::keep(bool IsWritten) {
  endExtraIfWhole();
  return IsWritten;
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
  if (!Levels.empty() && top().isArray())
    ++top().Index;
}

bool ThreadJsonBuilder::StartObject() {
  if (!passesOver()) {
    if (Levels.empty()) {
      Levels.emplace_back(Scope::File);
      return HasRoot = true;
    }
    const Row *M = expected();
    if (M && M->Is == (top().isArray() ? Kind::Objects : Kind::Object)) {
      Levels.emplace_back(M->Element);
      return M->Set(*this, "", 0);
    }
    wrong(M, "an object");
    startExtra();
    IsKept = false;
  }
  ++SkipDepth;
  return KeptWriter.StartObject();
}

bool ThreadJsonBuilder::StartArray() {
  if (!passesOver()) {
    const Row *M = expected();
    if (M && !top().isArray() &&
        (M->Is == Kind::Objects || M->Is == Kind::Texts)) {
      Level L(top().In);
      L.Of = M;
      Levels.push_back(L);
      return true;
    }
    wrong(M, "an array");
    startExtra();
    IsKept = false;
  }
  ++SkipDepth;
  return KeptWriter.StartArray();
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
  L.Now = nullptr;
  L.Name.clear();
  for (const auto &[I, M] : enumerate(L.Members))
    if (M.IsRequired && !(L.Seen >> I & 1))
      damage("expected a member '" + Twine(M.Name) + "' before the '}'");
}

void ThreadJsonBuilder::beginContainer() {
  Dump.Containers.emplace_back();
  FirstThread = Dump.Threads.size();
}

void ThreadJsonBuilder::beginThread() {
  Dump.Threads.emplace_back().Container = uint32_t(Dump.Containers.size() - 1);
  Frames.clear();
}

void ThreadJsonBuilder::beginLocks() {
  Depth = 0;
  FirstLock = thread().Locks.size();
}

/// Checks the thread count that a container declares. The JDK lists fewer
/// threads if it does not track all virtual threads.
void ThreadJsonBuilder::endContainer() {
  const ThreadDump::Container &C = container();
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
  std::vector<ThreadDump::HeldLock> &Locks = thread().Locks;
  for (size_t I = FirstLock; I != Locks.size(); ++I)
    Locks[I].Depth = Depth;
}

void ThreadJsonBuilder::endThread() {
  thread().Stack = Dump.Stacks.add(Frames);
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
  if (passesOver())
    return keep(KeptWriter.Null());
  const Row *M = expected();
  if (M && top().isArray() && M->Name == "locks")
    thread().Locks.emplace_back().IsEliminated = true;
  else if (!M || top().isArray() || !M->MayBeNull)
    wrong(M, "null");
  next();
  return true;
}

bool ThreadJsonBuilder::Bool(bool Value) {
  if (passesOver())
    return keep(KeptWriter.Bool(Value));
  const Row *M = expected();
  if (M && M->Is == Kind::Flag)
    M->Set(*this, "", Value);
  else
    wrong(M, Value ? "true" : "false");
  next();
  return true;
}

bool ThreadJsonBuilder::RawNumber(const char *Text, unsigned Size, bool) {
  if (passesOver())
    return keep(KeptWriter.RawValue(Text, Size, rapidjson::kNumberType));
  const Row *M = expected();
  const StringRef Number(Text, Size);
  if (!M || M->Is != Kind::Number || !setNumber(*M, Number))
    wrong(M, Number);
  next();
  return true;
}

/// Numbers were strings before version 2.
bool ThreadJsonBuilder::String(const char *Text, unsigned Size, bool) {
  if (passesOver()) {
    if (!json::isUTF8(StringRef(Text, Size)))
      damage("expected UTF-8 text, found invalid UTF-8");
    return keep(KeptWriter.String(Text, Size));
  }
  StringRef Value(Text, Size);
  std::string Valid;
  if (!json::isUTF8(Value)) {
    damage("expected UTF-8 text, found invalid UTF-8");
    Value = Valid = json::fixUTF8(Value);
  }
  const Row *M = expected();
  constexpr size_t MaxShown = 40;
  if (M && M->Is == (top().isArray() ? Kind::Texts : Kind::Text))
    M->Set(*this, Value, 0);
  else if (!M || M->Is != Kind::Number || !setNumber(*M, Value))
    wrong(M, ("\"" + Value.take_front(MaxShown) + "\"").str());
  next();
  return true;
}

bool ThreadJsonBuilder::setNumber(const Row &M, StringRef Text) {
  // JDKs write -1 for an unknown process id.
  if (Text == "-1" && M.Name == "processId")
    return true;
  uint64_t N;
  return !Text.getAsInteger(10, N) && M.Set(*this, "", N);
}

void ThreadJsonBuilder::setTime(StringRef Text) {
  Dump.Time = Text.str();
  Dump.Millis = parseInstant(Text);
}

void ThreadJsonBuilder::setState(StringRef Name) {
  thread().StateText = Name.str();
  thread().State = parseThreadState(Name);
  if (thread().State == ThreadState::Unknown)
    damage("expected a java.lang.Thread.State, found '" + Name + "'");
}

/// Returns the wait of the thread, whose kind becomes \p Kind.
ThreadDump::Wait &ThreadJsonBuilder::wait(WaitKind Kind) {
  Boxed<ThreadDump::Wait> &W = thread().WaitsFor;
  if (!W)
    W.emplace();
  W->Kind = Kind;
  return *W;
}

void ThreadJsonBuilder::notIdentity(StringRef Text) {
  damage("expected a class, '@' and a hash, found '" + Text + "'");
}

/// Sets the wait of a thread, unless it was already set.
void ThreadJsonBuilder::setWait(WaitKind Kind, StringRef Text) {
  const Boxed<ThreadDump::Wait> &W = thread().WaitsFor;
  ThreadDump::LockObject Object;
  if (!parseIdentity(Text, Object))
    return notIdentity(Text);
  if (!W || W->Object.ClassName.empty())
    wait(Kind).Object = std::move(Object);
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
  thread().Locks.push_back(std::move(Lock));
}

void ThreadJsonBuilder::setContainer(StringRef Name) {
  container().Name = Name.str();
  ContainerByName.try_emplace(Name, uint32_t(Dump.Containers.size() - 1));
}

/// Sets the parent, which always precedes its children.
void ThreadJsonBuilder::setParent(StringRef Name) {
  auto It = ContainerByName.find(Name);
  if (It == ContainerByName.end())
    return damage("expected the name of an earlier container, found '" + Name +
                  "'");
  container().Parent = It->second;
}
