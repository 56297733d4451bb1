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

using namespace hprof;
using namespace hprof::jfr;
using namespace llvm;

static JfrObject objectOf(const JfrChunk &C, const JfrValue &Event) {
  const JfrValue Object = C.field(Event, "object");
  JfrObject Is;
  Is.Address = uint64_t(C.number(C.field(Object, "address")));
  Is.Class = textOf(C, C.field(Object, "type"));
  // The lowest integer stands for objects that are not arrays.
  if (const int64_t Length = C.number(C.field(Event, "arrayElements"));
      Length >= 0 && StringRef(Is.Class).ends_with("[]"))
    Is.Length = uint64_t(Length);
  if (const int64_t Ticks = C.number(C.field(Event, "objectAge")); Ticks > 0)
    Is.Age = C.header().nanos(uint64_t(Ticks));
  Is.Stack = textOf(C, C.field(Event, "stackTrace"));
  return Is;
}

Expected<std::vector<JfrObject>>
hprof::readJfrObjects(Source &In, const DamageHandler &OnDamage) {
  bool IsDamaged = false;
  std::vector<JfrObject> Newest;
  const auto Add = [&](const JfrChunk &C) {
    const std::optional<TypeNumber> Type =
        C.types().find("jdk.OldObjectSample");
    int64_t Time = INT64_MIN;
    std::vector<JfrObject> All;
    C.forEachEvent([&](const JfrValue &Event) {
      if (Event.Type != Type)
        return;
      const int64_t Start = C.number(C.field(Event, "startTime"));
      if (Start < Time)
        return;
      if (Start > Time)
        All.clear();
      Time = Start;
      if (JfrObject Is = objectOf(C, Event); Is.Address)
        All.push_back(std::move(Is));
    });
    if (!All.empty())
      Newest = std::move(All);
  };
  if (Error E = forEachChunk(In, noteDamage(OnDamage, IsDamaged), Add))
    return E;
  if (Newest.empty())
    return make_error<FormatError>(
        format_errc::not_a_dump, 0,
        IsDamaged
            ? "no sampled object can be read in the damaged flight recording"
            : "the flight recording has no samples of old objects: "
              "-XX:StartFlightRecording=memory-leaks=stack-traces records "
              "them");
  return Newest;
}
