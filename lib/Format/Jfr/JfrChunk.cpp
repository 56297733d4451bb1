//===- JfrChunk.cpp - A chunk of a flight recording -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JfrChunk.h"
#include "hprof/Format/Base/Counted.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace hprof;
using namespace hprof::jfr;
using namespace llvm;

/// Types of events that are part of the format.
static constexpr uint64_t MetadataEvent = 0, CheckpointEvent = 1;

Expected<ChunkHeader> ChunkHeader::read(ArrayRef<uint8_t> Bytes,
                                        uint64_t Start) {
  constexpr uint32_t Magic = 0x464c5200; // "FLR\0"
  constexpr uint16_t Version = 2, CompressedNumbers = 1;
  JfrBytes From(Bytes, /*IsCompressed=*/false);
  if (From.fixed(4) != Magic || !From.isGood())
    return make_error<FormatError>(
        format_errc::bad_header, Start,
        "expected a chunk of a recording; the rest is not read");
  const uint64_t Major = From.fixed(2), Minor = From.fixed(2);
  if (Major != Version)
    return make_error<FormatError>(format_errc::unsupported_version, Start,
                                   "flight recording of version " +
                                       Twine(Major) + "." + Twine(Minor) +
                                       ", expected version 2");
  ChunkHeader H;
  H.Bytes = From.fixed(8);
  From.fixed(8); // Positions of the last checkpoint and of the metadata.
  From.fixed(8);
  H.StartNanos = From.fixed(8);
  H.DurationNanos = From.fixed(8);
  H.StartTicks = From.fixed(8);
  H.TicksPerSecond = From.fixed(8);
  From.fixed(2); // State of the file, and padding.
  H.IsCompressed = From.fixed(2) & CompressedNumbers;
  if (!From.isGood())
    return make_error<FormatError>(format_errc::truncated, Start,
                                   "the header of the chunk has " +
                                       Twine(Bytes.size()) +
                                       " bytes, expected " + Twine(Size));
  return H;
}

uint64_t ChunkHeader::nanos(uint64_t Ticks) const {
  constexpr uint64_t Nanos = 1000000000;
  if (TicksPerSecond == Nanos || !TicksPerSecond)
    return Ticks;
  return SaturatingMultiplyAdd(
      Ticks / TicksPerSecond, Nanos,
      uint64_t(double(Ticks % TicksPerSecond) * 1e9 / double(TicksPerSecond)));
}

uint64_t ChunkHeader::time(int64_t Ticks) const {
  const uint64_t Since = uint64_t(Ticks) - StartTicks;
  if (int64_t(Since) < 0)
    return StartNanos - std::min(StartNanos, nanos(-Since));
  return SaturatingAdd(StartNanos, nanos(Since));
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

std::optional<std::pair<uint64_t, JfrBytes>>
JfrChunk::next(JfrBytes &From) const {
  const size_t Before = From.left();
  const uint64_t Size = From.number(4);
  const size_t Prefix = Before - From.left();
  if (Size <= Prefix || Size > Before || !From.isGood())
    return std::nullopt;
  JfrBytes Body(From.take(Size - Prefix), Header.IsCompressed);
  const uint64_t Type = Body.int64();
  return std::pair(Type, Body);
}

Expected<JfrChunk> JfrChunk::open(ArrayRef<uint8_t> Bytes, uint64_t Start,
                                  const DamageHandler &OnDamage) {
  Expected<ChunkHeader> Header =
      ChunkHeader::read(Bytes.take_front(ChunkHeader::Size), Start);
  if (!Header)
    return Header.takeError();
  JfrChunk C;
  C.Header = *Header;
  C.All = Bytes;
  const auto Tell = [&](format_errc Code, const uint8_t *At,
                        const Twine &What) {
    if (OnDamage)
      OnDamage({Code, Start + uint64_t(At - Bytes.begin()), What.str()});
  };
  std::vector<JfrBytes> Checkpoints;
  std::optional<JfrBytes> Metadata;
  DenseMap<IdKey, uint64_t> Counts; // Other events, by the id of the type.
  JfrBytes From = C.events();
  while (From.left()) {
    const uint8_t *At = From.at();
    const auto Event = C.next(From);
    if (!Event) {
      Tell(format_errc::truncated, At, "the chunk ends inside an event");
      C.All = Bytes.take_front(size_t(At - Bytes.begin()));
      break;
    }
    if (Event->first == MetadataEvent)
      Metadata = Event->second;
    else if (Event->first == CheckpointEvent)
      Checkpoints.push_back(Event->second);
    else
      ++Counts[Event->first];
  }
  if (!Metadata)
    return make_error<FormatError>(format_errc::truncated, Start,
                                   "the chunk has no metadata");
  Expected<JfrTypes> Types = JfrTypes::read(*Metadata);
  if (!Types)
    return make_error<FormatError>(format_errc::bad_value,
                                   Start +
                                       uint64_t(Metadata->at() - Bytes.begin()),
                                   toString(Types.takeError()));
  C.Types = std::move(*Types);
  C.Pools.resize(C.Types.size());
  for (const JfrBytes &Point : Checkpoints)
    if (!C.addConstants(Point))
      Tell(format_errc::bad_value, Point.at(), "damaged pools of constants");
  uint64_t Unknown = 0;
  for (const auto &[Id, Count] : Counts)
    Unknown += C.Types.find(Id) ? 0 : Count;
  if (Unknown)
    Tell(format_errc::bad_value, Bytes.begin(),
         "skipped " + counted(Unknown, "event") + " of unknown types");
  return C;
}

/// Adds the positions of the constants in a checkpoint event. Returns false if
/// it is damaged.
bool JfrChunk::addConstants(JfrBytes From) {
  for (unsigned I = 0; I != 3; ++I) // Start, duration, distance.
    From.int64();
  From.fixed(1); // Kind of checkpoint.
  for (uint32_t Left = From.int32(); Left && From.isGood(); --Left) {
    const uint64_t Id = From.int64();
    const std::optional<TypeNumber> T = Types.find(Id);
    uint64_t Count = From.int32();
    if (!T && Count)
      return false;
    for (; Count && From.isGood(); --Count) {
      const uint64_t Key = From.int64();
      const ArrayRef<uint8_t> Value = From.rest();
      Types.skipOne(From, *T);
      if (From.isGood())
        Pools[*T].try_emplace(Key, Value);
    }
  }
  return From.isGood();
}

std::optional<JfrEvent> JfrChunk::nextEvent(JfrBytes &From) const {
  while (From.left()) {
    const uint8_t *At = From.at();
    const auto Event = next(From);
    if (!Event)
      break;
    const auto &[Id, Body] = *Event;
    if (Id == MetadataEvent || Id == CheckpointEvent)
      continue;
    if (const std::optional<TypeNumber> T = Types.find(Id))
      return JfrEvent{{*T, Body.rest()},
                      uint32_t(At - All.begin()),
                      uint32_t(From.at() - At)};
  }
  return std::nullopt;
}

JfrValue JfrChunk::eventAt(uint32_t Offset) const {
  JfrBytes From = bytes(All.drop_front(Offset));
  const std::optional<JfrEvent> Event = nextEvent(From);
  return Event ? Event->Is : JfrValue();
}

void JfrChunk::forEachEvent(function_ref<void(const JfrValue &)> F) const {
  JfrBytes From = events();
  while (const std::optional<JfrEvent> Event = nextEvent(From))
    F(Event->Is);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

const JfrField *JfrChunk::seek(const JfrValue &Of, StringRef Name,
                               JfrBytes &From) const {
  if (!Of)
    return nullptr;
  From = bytes(Of.Bytes);
  for (const JfrField &F : Types[Of.Type].Fields) {
    if (F.Name == Name)
      return From.isGood() ? &F : nullptr;
    Types.skip(From, F);
  }
  return nullptr;
}

void JfrChunk::forEachValue(JfrBytes From, const JfrField &Of,
                            function_ref<void(const JfrValue &)> F) const {
  uint64_t Count = 1;
  if (Of.IsArray) {
    Count = From.int32();
    // An array of values without bytes can have any length.
    if (!Of.IsConstant && Types[Of.Type].IsEmpty)
      return;
  }
  for (; Count && From.isGood(); --Count) {
    if (Of.IsConstant) {
      F(constant(Of.Type, From.int64()));
      continue;
    }
    const ArrayRef<uint8_t> Value = From.rest();
    Types.skipOne(From, Of.Type);
    F(From.isGood() ? JfrValue{Of.Type, Value} : JfrValue());
  }
}

void JfrChunk::forEachField(
    const JfrValue &Of,
    function_ref<void(const JfrField &, JfrBytes)> F) const {
  if (!Of)
    return;
  JfrBytes From = bytes(Of.Bytes);
  for (const JfrField &Field : Types[Of.Type].Fields) {
    F(Field, From);
    Types.skip(From, Field);
  }
}

JfrValue JfrChunk::field(const JfrValue &Of, StringRef Name) const {
  JfrValue Result;
  JfrBytes From;
  if (const JfrField *F = seek(Of, Name, From); F && !F->IsArray)
    forEachValue(From, *F, [&](const JfrValue &V) { Result = V; });
  return Result;
}

uint64_t JfrChunk::key(const JfrValue &Of, StringRef Name) const {
  JfrBytes From;
  const JfrField *F = seek(Of, Name, From);
  return F && F->IsConstant && !F->IsArray ? From.int64() : 0;
}

void JfrChunk::forEachElement(const JfrValue &Of, StringRef Name,
                              function_ref<void(const JfrValue &)> F) const {
  JfrBytes From;
  if (const JfrField *Field = seek(Of, Name, From); Field && Field->IsArray)
    forEachValue(From, *Field, F);
}

int64_t JfrChunk::number(const JfrValue &V) const {
  if (!V)
    return 0;
  JfrBytes From = bytes(V.Bytes);
  switch (const Storage Is = Types[V.Type].Is) {
  case Storage::Boolean:
  case Storage::Char:
    return int64_t(From.primitive(primitiveSize(Is)));
  case Storage::Byte:
    return int8_t(From.primitive(primitiveSize(Is)));
  case Storage::Short:
    return int16_t(From.primitive(primitiveSize(Is)));
  case Storage::Int:
    return int32_t(From.primitive(primitiveSize(Is)));
  case Storage::Long:
    return int64_t(From.primitive(primitiveSize(Is)));
  default:
    return 0;
  }
}

double JfrChunk::real(const JfrValue &V) const {
  if (!V)
    return 0;
  JfrBytes From = bytes(V.Bytes);
  switch (Types[V.Type].Is) {
  case Storage::Float:
    return double(bit_cast<float>(uint32_t(From.fixed(4))));
  case Storage::Double:
    return bit_cast<double>(From.fixed(8));
  default:
    return 0;
  }
}

std::string JfrChunk::text(const JfrValue &V) const {
  if (!V || Types[V.Type].Is != Storage::String)
    return "";
  uint64_t Key = 0;
  std::string Text = bytes(V.Bytes).string(Key);
  if (!Key)
    return Text;
  const JfrValue Constant = constant(V.Type, Key);
  // Constants do not refer to other constants.
  return Constant ? bytes(Constant.Bytes).string(Key) : "";
}
