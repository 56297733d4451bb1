//===- ThreadInfoJson.cpp - ThreadInfo as JSON ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadInfoJson.h"
#include "hprof/Format/Base/ParseJson.h"
#include "hprof/Format/Thread/FrameText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace hprof;
using namespace llvm;

/// Members that identify an object as a ThreadInfo.
static constexpr StringLiteral NameKey = "threadName", StateKey = "threadState";

bool hprof::looksLikeThreadInfoJson(StringRef Head) {
  const StringRef Text = Head.ltrim();
  return (Text.starts_with("{") || Text.starts_with("[")) &&
         Text.contains(("\"" + NameKey + "\"").str()) &&
         (Text.contains("\"stackTrace\"") ||
          Text.contains(("\"" + StateKey + "\"").str()));
}

namespace {
class ThreadInfoReader {
public:
  explicit ThreadInfoReader(const DamageHandler &OnDamage)
      : OnDamage(OnDamage) {}
  /// Finds arrays of threads in \p V.
  void find(const json::Value &V);
  std::vector<ThreadDump> Dumps;

private:
  void dump(const json::Array &Threads);
  void thread(const json::Object &O);
  void stack(const json::Object &O, ThreadDump::Thread &T);
  void locks(const json::Object &O, ThreadDump::Thread &T);
  void wait(const json::Object &O, ThreadDump::Thread &T);
  const json::Array &array(const json::Object &O, StringRef Key);
  std::optional<ThreadDump::LockObject> object(const json::Object &O);
  void wrong(StringRef Key, StringRef Expected);
  template <class T>
  static std::optional<T> number(const json::Object &O, StringRef Key) {
    const std::optional<int64_t> N = O.getInteger(Key);
    return N && *N >= 0 ? std::optional(T(*N)) : std::nullopt;
  }

  const DamageHandler &OnDamage;
  ThreadDump Dump;
};
} // namespace

/// Reports that the member \p Key of the last thread is not \p Expected.
void ThreadInfoReader::wrong(StringRef Key, StringRef Expected) {
  if (OnDamage)
    OnDamage({format_errc::bad_text, 0,
              ("threads[" + Twine(Dump.Threads.size() - 1) + "]." + Key +
               ": expected " + Expected)
                  .str()});
}

/// Returns the elements of a member that may be missing or null.
const json::Array &ThreadInfoReader::array(const json::Object &O,
                                           StringRef Key) {
  static const json::Array None;
  const json::Value *V = O.get(Key);
  if (!V || V->getAsNull())
    return None;
  if (const json::Array *A = V->getAsArray())
    return *A;
  wrong(Key, "an array");
  return None;
}

/// Reads a LockInfo.
std::optional<ThreadDump::LockObject>
ThreadInfoReader::object(const json::Object &O) {
  const std::optional<StringRef> Class = O.getString("className");
  const std::optional<int64_t> Hash = O.getInteger("identityHashCode");
  if (!Class)
    return std::nullopt;
  ThreadDump::LockObject Object;
  Object.ClassName = Class->str();
  if (Hash)
    Object.IdentityHash = uint32_t(*Hash);
  return Object;
}

void ThreadInfoReader::stack(const json::Object &O, ThreadDump::Thread &T) {
  std::vector<uint32_t> Frames;
  for (const json::Value &V : array(O, "stackTrace")) {
    ThreadFrame F;
    const json::Object *Of = V.getAsObject();
    if (!Of) {
      // The format of StackTraceElement.toString().
      const std::optional<StringRef> Text = V.getAsString();
      if (!Text || !readFrame(*Text, F, FrameStyle::Java)) {
        wrong("stackTrace", "objects or frames such as a.B.c(B.java:1)");
        ++T.UnreadLines;
      }
      Frames.push_back(Dump.Stacks.addFrame(std::move(F)));
      continue;
    }
    auto Text = [&](StringRef Key) {
      return Of->getString(Key).value_or("").str();
    };
    F.ClassName = Text("className");
    F.Method = Text("methodName");
    F.SourceFile = Text("fileName");
    F.Loader = Text("classLoaderName");
    F.Module = Text("moduleName");
    if (const std::string Version = Text("moduleVersion");
        !F.Module.empty() && !Version.empty())
      F.Module += "@" + Version;
    const int64_t Line = Of->getInteger("lineNumber").value_or(-1);
    F.IsNative = Of->getBoolean("nativeMethod").value_or(Line == -2);
    F.Line = Line > 0 && Line <= INT32_MAX ? int32_t(Line) : 0;
    if (F.IsNative)
      F.SourceFile.clear();
    if (F.Method.empty()) {
      wrong("stackTrace", "frames with a methodName");
      ++T.UnreadLines;
    }
    Frames.push_back(Dump.Stacks.addFrame(std::move(F)));
  }
  T.Stack = Dump.Stacks.add(Frames);
}

void ThreadInfoReader::locks(const json::Object &O, ThreadDump::Thread &T) {
  for (const json::Value &V : array(O, "lockedMonitors")) {
    const json::Object *Of = V.getAsObject();
    auto Object = Of ? object(*Of) : std::nullopt;
    if (!Object) {
      wrong("lockedMonitors", "objects with a className");
      ++T.UnreadLines;
      continue;
    }
    ThreadDump::HeldLock Lock;
    Lock.Depth = number<uint32_t>(*Of, "lockedStackDepth").value_or(0);
    Lock.Object = std::move(*Object);
    T.Locks.push_back(std::move(Lock));
  }
  stable_sort(T.Locks,
              [](const auto &A, const auto &B) { return A.Depth < B.Depth; });
  for (const json::Value &V : array(O, "lockedSynchronizers")) {
    const json::Object *Of = V.getAsObject();
    if (auto Object = Of ? object(*Of) : std::nullopt)
      T.Synchronizers.push_back(std::move(*Object));
    else
      wrong("lockedSynchronizers", "objects with a className");
  }
}

/// Reads lockInfo, or the lockName of older VMs.
void ThreadInfoReader::wait(const json::Object &O, ThreadDump::Thread &T) {
  std::optional<ThreadDump::LockObject> Object;
  if (const json::Object *Of = O.getObject("lockInfo"))
    Object = object(*Of);
  if (const std::optional<StringRef> Name = O.getString("lockName");
      !Object && Name) {
    ThreadDump::LockObject Named;
    if (parseIdentity(*Name, Named))
      Object = std::move(Named);
  }
  const std::optional<uint64_t> Owner = number<uint64_t>(O, "lockOwnerId");
  const std::optional<StringRef> OwnerName = O.getString("lockOwnerName");
  if (!Object && !OwnerName)
    return;
  ThreadDump::Wait W;
  if (Object)
    W.Object = std::move(*Object);
  const ArrayRef<uint32_t> Frames = Dump.Stacks.frames(T.Stack);
  // There may be no frames.
  const bool IsParked =
      (!Frames.empty() &&
       StringRef(Dump.Stacks.frame(Frames[0]).Method).starts_with("park")) ||
      (T.State != ThreadState::Blocked && (Owner || OwnerName) &&
       isOwnable(W.Object));
  const bool IsBlocked = T.State == ThreadState::Blocked ||
                         (T.State == ThreadState::Unknown && OwnerName);
  W.Kind = IsParked    ? ThreadDump::WaitKind::Parked
           : IsBlocked ? ThreadDump::WaitKind::Blocked
                       : ThreadDump::WaitKind::Waiting;
  if (OwnerName || Owner)
    W.Owner = ThreadDump::ThreadRef::byId(Owner, OwnerName.value_or("").str());
  T.WaitsFor = std::move(W);
}

void ThreadInfoReader::thread(const json::Object &O) {
  ThreadDump::Thread &T = Dump.Threads.emplace_back();
  T.Name = O.getString(NameKey).value_or("").str();
  T.Id = number<uint64_t>(O, "threadId");
  T.Priority = number<int32_t>(O, "priority");
  T.IsDaemon = O.getBoolean("daemon");
  T.StateText = O.getString(StateKey).value_or("").str();
  T.State = parseThreadState(T.StateText);
  if (T.State == ThreadState::Unknown)
    wrong(StateKey, "a java.lang.Thread.State, found '" + T.StateText + "'");
  stack(O, T);
  locks(O, T);
  wait(O, T);
}

void ThreadInfoReader::dump(const json::Array &Threads) {
  for (const json::Value &V : Threads)
    if (const json::Object *O = V.getAsObject())
      thread(*O);
  Dump.findMonitors();
  Dumps.push_back(std::move(Dump));
  Dump = ThreadDump();
}

void ThreadInfoReader::find(const json::Value &V) {
  if (const json::Array *A = V.getAsArray()) {
    const json::Object *First = A->empty() ? nullptr : A->front().getAsObject();
    if (First && First->getString(NameKey) &&
        (First->get(StateKey) || First->get("stackTrace")))
      return dump(*A);
    for (const json::Value &Each : *A)
      find(Each);
  } else if (const json::Object *O = V.getAsObject()) {
    for (const auto &Member : *O)
      find(Member.second);
  }
}

/// Reads all of \p In.
static Expected<std::string> readDocument(Source &In) {
  constexpr size_t Piece = 1 << 20, Most = size_t(256) << 20;
  std::string Text;
  while (true) {
    const ArrayRef<uint8_t> Bytes = In.peek(Piece);
    if (Bytes.empty())
      break;
    if (Text.size() + Bytes.size() > Most)
      return make_error<FormatError>(
          format_errc::not_a_dump, Most,
          "expected at most 256 MiB of JSON with threads, found more");
    Text += toStringRef(Bytes);
    In.consume(Bytes.size());
  }
  if (Error E = In.takeError())
    return E;
  return Text;
}

Expected<std::vector<ThreadDump>>
hprof::readThreadInfoJson(Source &In, const DamageHandler &OnDamage) {
  Expected<std::string> Text = readDocument(In);
  if (!Text)
    return Text.takeError();
  if (!json::isUTF8(*Text))
    *Text = json::fixUTF8(*Text);
  Expected<json::Value> V = parseJson(*Text);
  if (!V)
    return make_error<FormatError>(format_errc::not_a_dump, 0,
                                   "expected JSON with threads: " +
                                       toString(V.takeError()));
  ThreadInfoReader Reader(OnDamage);
  Reader.find(*V);
  if (Reader.Dumps.empty())
    return make_error<FormatError>(
        format_errc::not_a_dump, 0,
        "expected an array of threads with threadName and threadState, found "
        "none");
  return std::move(Reader.Dumps);
}
