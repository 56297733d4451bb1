//===- JfrObjects.cpp - Sampled objects of flight recordings --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Jfr/JfrObjects.h"
#include "JfrCells.h"
#include "JfrFile.h"
#include "llvm/ADT/DenseSet.h"
#include <map>

using namespace hprof;
using namespace hprof::jfr;
using namespace llvm;

namespace {
/// Collects the samples of the last event time.
class Collector {
public:
  void add(const JfrChunk &C);
  JfrObjects take() { return std::move(Newest); }

private:
  StringRef classOf(const JfrChunk &C, const JfrValue &Object);
  uint32_t stackOf(const JfrChunk &C, const JfrValue &Event);
  void add(const JfrChunk &C, const JfrValue &Event);

  JfrObjects Newest;
  uint64_t Time = 0; ///< Event time of Newest.
  DenseSet<IdKey> Addresses;
  std::map<std::vector<std::string>, uint32_t> Numbers; ///< Known stacks.
  size_t Bytes = 0;                                     ///< Size of all stacks.
  // The current chunk, by key.
  DenseMap<IdKey, StringRef> Classes;
  DenseMap<IdKey, uint32_t> Stacks;
};
} // namespace

StringRef Collector::classOf(const JfrChunk &C, const JfrValue &Object) {
  const auto [It, IsNew] = Classes.try_emplace(C.key(Object, "type"));
  if (IsNew)
    It->second = Newest.Classes.insert(textOf(C, C.field(Object, "type")))
                     .first->first();
  return It->second;
}

uint32_t Collector::stackOf(const JfrChunk &C, const JfrValue &Event) {
  const auto [It, IsNew] = Stacks.try_emplace(C.key(Event, "stackTrace"));
  if (!IsNew)
    return It->second;
  std::vector<std::string> Frames =
      stackFrames(C, C.field(Event, "stackTrace"));
  constexpr size_t Most = 64 << 20;
  for (const std::string &Frame : Frames)
    Bytes += Frame.size();
  if (Frames.empty() || Bytes > Most)
    return 0;
  const auto [Known, IsOther] =
      Numbers.try_emplace(Frames, uint32_t(Newest.Stacks.size()));
  if (IsOther)
    Newest.Stacks.push_back(std::move(Frames));
  return It->second = Known->second;
}

void Collector::add(const JfrChunk &C, const JfrValue &Event) {
  const uint64_t Now = C.header().time(C.number(C.field(Event, "startTime")));
  if (Now < Time)
    return;
  if (Now > Time) {
    Newest.All.clear();
    Addresses.clear();
  }
  Time = Now;
  const JfrValue Object = C.field(Event, "object");
  JfrObject Is;
  Is.Address = uint64_t(C.number(C.field(Object, "address")));
  if (!Is.Address || !Addresses.insert(Is.Address).second)
    return;
  Is.Class = classOf(C, Object);
  // The lowest integer stands for objects that are not arrays.
  if (const int64_t Length = C.number(C.field(Event, "arrayElements"));
      Length >= 0 && Is.Class.ends_with("[]"))
    Is.Length = uint64_t(Length);
  if (const int64_t Ticks = C.number(C.field(Event, "objectAge"));
      Ticks > 0 && Ticks != INT64_MAX)
    Is.Age = C.header().nanos(uint64_t(Ticks));
  Is.Stack = stackOf(C, Event);
  Newest.All.push_back(std::move(Is));
}

void Collector::add(const JfrChunk &C) {
  const std::optional<TypeNumber> Type = C.types().find("jdk.OldObjectSample");
  if (!Type)
    return;
  Classes.clear();
  Stacks.clear();
  C.forEachEvent([&](const JfrValue &Event) {
    if (Event.Type == *Type)
      add(C, Event);
  });
}

Expected<JfrObjects> hprof::readJfrObjects(Source &In,
                                           const DamageHandler &OnDamage) {
  bool IsDamaged = false;
  Collector Samples;
  if (Error E = forEachChunk(In, noteDamage(OnDamage, IsDamaged),
                             [&](const JfrChunk &C) { Samples.add(C); }))
    return E;
  JfrObjects Found = Samples.take();
  if (Found.All.empty())
    return createStringError(
        IsDamaged
            ? "no sampled object can be read in the damaged flight recording"
            : "the flight recording has no samples of old objects. Either the "
              "JVM runs without them "
              "(-XX:StartFlightRecording=memory-leaks=stack-traces records "
              "them), or it has not written them yet: dump heap and recording "
              "once more");
  return Found;
}
