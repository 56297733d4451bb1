//===- ThreadJsonWriter.cpp - Writes JSON thread dumps --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Thread/ThreadJsonWriter.h"
#include "JsonMemory.h"
#include "hprof/Format/Base/HiddenCharacters.h"
#include "hprof/Format/Thread/FrameText.h"
#include "hprof/Format/Thread/ThreadIndex.h"
#include "llvm/ADT/STLExtras.h"
#include <rapidjson/prettywriter.h>

using namespace hprof;
using namespace llvm;

namespace {
class Writer {
public:
  Writer(const ThreadDump &Dump, Sink &Out)
      : Dump(Dump), Out(Out), Index(Dump), J(Text) {
    J.SetIndent(' ', 2);
  }
  void dump();

private:
  void container(uint32_t I, ArrayRef<uint32_t> Threads);
  void thread(uint32_t I);
  void blocker(const ThreadDump::Wait &W);
  void wait(const ThreadDump::Thread &T);
  void locks(const ThreadDump::Thread &T);
  void makeUpIds();
  std::string time() const;
  void extra(ArrayRef<ThreadDump::ExtraMember> Members);
  void key(StringRef Name) { J.Key(Name.data(), unsigned(Name.size())); }
  void string(StringRef Value) {
    J.String(Value.data(), unsigned(Value.size()));
  }
  void string(StringRef Name, StringRef Value) {
    key(Name);
    string(Value);
  }
  void number(StringRef Name, uint64_t Value) {
    key(Name);
    J.Uint64(Value);
  }
  /// Passes the output so far to the sink, so that memory is bounded.
  void flush() {
    Out.append(
        StringRef(escapeHiddenInJson({Text.GetString(), Text.GetSize()})));
    Text.Clear();
  }

  const ThreadDump &Dump;
  Sink &Out;
  const ThreadIndex Index;
  std::vector<uint64_t> Ids; ///< By thread.
  std::string DumpTime;
  JsonBuffer Text;
  rapidjson::PrettyWriter<JsonBuffer, rapidjson::UTF8<>, rapidjson::UTF8<>,
                          JsonMemory>
      J;
  /// Text and position of each frame, by number.
  std::vector<std::string> FrameTexts;
};
} // namespace

/// Returns the dump's time as written, if it is ISO 8601.
std::string Writer::time() const {
  if (StringRef(Dump.Time).ends_with("Z") && parseInstant(Dump.Time))
    return Dump.Time;
  return instantText(Dump.Millis.value_or(0));
}

void Writer::makeUpIds() {
  uint64_t Last = 0;
  for (const ThreadDump::Thread &T : Dump.Threads)
    Last = std::max(Last, T.Id.value_or(0));
  for (const ThreadDump::Thread &T : Dump.Threads)
    Ids.push_back(T.Id ? *T.Id : T.isJava() ? ++Last : 0);
}

void Writer::extra(ArrayRef<ThreadDump::ExtraMember> Members) {
  for (const ThreadDump::ExtraMember &M : Members) {
    key(M.Name);
    J.RawValue(M.Json.data(), M.Json.size(), rapidjson::kObjectType);
  }
}

void Writer::blocker(const ThreadDump::Wait &W) {
  key("parkBlocker");
  J.StartObject();
  string("object", identityText(W.Object));
  if (W.Owner) {
    const std::optional<uint32_t> Owner = Index.find(*W.Owner);
    if (Owner && Dump.Threads[*Owner].isJava())
      number("owner", Ids[*Owner]);
    else if (W.Owner->Id)
      number("owner", *W.Owner->Id);
  }
  J.EndObject();
}

void Writer::wait(const ThreadDump::Thread &T) {
  if (!T.WaitsFor || T.WaitsFor->Object.ClassName.empty())
    return;
  switch (T.WaitsFor->Kind) {
  case ThreadDump::WaitKind::Parked:
    return blocker(*T.WaitsFor);
  case ThreadDump::WaitKind::Blocked:
    return string("blockedOn", identityText(T.WaitsFor->Object));
  case ThreadDump::WaitKind::Waiting:
    return string("waitingOn", identityText(T.WaitsFor->Object));
  }
}

void Writer::locks(const ThreadDump::Thread &T) {
  if (T.Locks.empty())
    return;
  key("monitorsOwned");
  J.StartArray();
  for (size_t I = 0; I != T.Locks.size();) {
    const uint32_t Depth = T.Locks[I].Depth;
    J.StartObject();
    number("depth", Depth);
    key("locks");
    J.StartArray();
    for (; I != T.Locks.size() && T.Locks[I].Depth == Depth; ++I)
      if (T.Locks[I].IsEliminated || T.Locks[I].Object.ClassName.empty())
        J.Null();
      else
        string(identityText(T.Locks[I].Object));
    J.EndArray();
    J.EndObject();
  }
  J.EndArray();
}

void Writer::thread(uint32_t I) {
  const ThreadDump::Thread &T = Dump.Threads[I];
  J.StartObject();
  number("tid", Ids[I]);
  string("time", T.Time.empty() ? DumpTime : T.Time);
  if (T.IsVirtual) {
    key("virtual");
    J.Bool(true);
  }
  string("name", T.Name);
  string("state", threadStateName(T.javaState()));
  wait(T);
  key("stack");
  J.StartArray();
  for (uint32_t Number : Dump.frames(T)) {
    std::string &Frame = FrameTexts[Number];
    if (Frame.empty())
      Frame = frameText(Dump.Stacks.frame(Number), FrameStyle::Java);
    string(Frame);
  }
  J.EndArray();
  locks(T);
  if (T.CarrierId)
    number("carrier", *T.CarrierId);
  extra(T.Extra);
  J.EndObject();
  flush();
}

void Writer::container(uint32_t I, ArrayRef<uint32_t> Threads) {
  const ThreadDump::Container Root{"<root>", {}, {}, {}, {}};
  const ThreadDump::Container &C =
      Dump.Containers.empty() ? Root : Dump.Containers[I];
  J.StartObject();
  string("container", C.Name);
  key("parent");
  if (C.Parent)
    string(Dump.Containers[*C.Parent].Name);
  else
    J.Null();
  key("owner");
  if (C.OwnerId)
    J.Uint64(*C.OwnerId);
  else
    J.Null();
  key("threads");
  J.StartArray();
  for (uint32_t T : Threads)
    thread(T);
  J.EndArray();
  number("threadCount", C.ThreadCount.value_or(Threads.size()));
  extra(C.Extra);
  J.EndObject();
}

void Writer::dump() {
  makeUpIds();
  DumpTime = time();
  FrameTexts.resize(Dump.Stacks.numFrames());
  std::vector<std::vector<uint32_t>> Threads(
      std::max<size_t>(Dump.Containers.size(), 1));
  for (const auto &[I, T] : enumerate(Dump.Threads))
    if (T.isJava())
      Threads[T.Container.value_or(0)].push_back(uint32_t(I));
  J.StartObject();
  key("threadDump");
  J.StartObject();
  number("formatVersion", 2);
  key("processId");
  if (Dump.ProcessId)
    J.Uint64(*Dump.ProcessId);
  else
    J.Int(-1);
  string("time", DumpTime);
  string("runtimeVersion", Dump.VmVersion);
  key("threadContainers");
  J.StartArray();
  for (uint32_t I = 0; I != Threads.size(); ++I)
    container(I, Threads[I]);
  J.EndArray();
  extra(Dump.Extra);
  J.EndObject();
  J.EndObject();
  flush();
  Out.append(StringRef("\n"));
}

void hprof::writeThreadJson(const ThreadDump &Dump, Sink &Out) {
  Writer(Dump, Out).dump();
}
