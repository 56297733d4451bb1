//===- JfrChunk.cpp - A chunk of a flight recording -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JfrChunk.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace hprof;
using namespace hprof::jfr;
using namespace llvm;

/// Types of events that are part of the format.
static constexpr uint64_t MetadataEvent = 0, CheckpointEvent = 1;

Expected<ChunkHeader> ChunkHeader::read(ArrayRef<uint8_t> Bytes) {
  constexpr uint32_t Magic = 0x464c5200; // "FLR\0"
  constexpr uint16_t Version = 2, CompressedNumbers = 1;
  JfrBytes From(Bytes, /*IsCompressed=*/false);
  if (From.fixed(4) != Magic || !From.isGood())
    return createStringError("expected a chunk of a recording");
  const uint64_t Major = From.fixed(2), Minor = From.fixed(2);
  if (Major != Version)
    return make_error<FormatError>(format_errc::unsupported_version, 0,
                                   "flight recording of version " +
                                       Twine(Major) + "." + Twine(Minor) +
                                       ", expected version 2");
  ChunkHeader H;
  H.Bytes = From.fixed(8);
  From.fixed(8); // Positions of the last checkpoint and of the metadata.
  From.fixed(8);
  H.StartNanos = From.fixed(8);
  From.fixed(8); // Duration.
  H.StartTicks = From.fixed(8);
  H.TicksPerSecond = From.fixed(8);
  From.fixed(2); // State of the file, and padding.
  H.IsCompressed = From.fixed(2) & CompressedNumbers;
  if (!From.isGood())
    return make_error<FormatError>(format_errc::truncated, 0,
                                   "the header of the chunk has " +
                                       Twine(Bytes.size()) +
                                       " bytes, expected " + Twine(Size));
  return H;
}

uint64_t ChunkHeader::nanos(uint64_t Ticks) const {
  constexpr uint64_t Nanos = 1000000000;
  if (TicksPerSecond == Nanos || !TicksPerSecond)
    return Ticks;
  // A fraction of a second needs no more digits than a double has.
  return SaturatingMultiplyAdd(
      Ticks / TicksPerSecond, Nanos,
      uint64_t(double(Ticks % TicksPerSecond) * 1e9 / double(TicksPerSecond)));
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
      ChunkHeader::read(Bytes.take_front(ChunkHeader::Size));
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
  JfrBytes From = C.bytes(Bytes.begin() + ChunkHeader::Size);
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
      const uint8_t *At = From.at();
      Types.skipOne(From, *T);
      if (From.isGood())
        Pools[*T].try_emplace(Key, At);
    }
  }
  return From.isGood();
}

JfrValue JfrChunk::nextEvent(JfrBytes &From, uint64_t &Size) const {
  while (From.left()) {
    const uint8_t *At = From.at();
    const auto Event = next(From);
    if (!Event)
      return {};
    const auto &[Id, Body] = *Event;
    if (Id == MetadataEvent || Id == CheckpointEvent)
      continue;
    Size = uint64_t(From.at() - At);
    if (const std::optional<TypeNumber> T = Types.find(Id))
      return {*T, Body.at()};
  }
  return {};
}

void JfrChunk::forEachEvent(function_ref<void(const JfrValue &)> F) const {
  JfrBytes From = events();
  uint64_t Size = 0;
  while (const JfrValue Event = nextEvent(From, Size))
    F(Event);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

JfrValue JfrChunk::constant(TypeNumber T, uint64_t Key) const {
  const auto It = Pools[T].find(Key);
  return It == Pools[T].end() ? JfrValue() : JfrValue{T, It->second};
}

const JfrField *JfrChunk::seek(JfrBytes &From, TypeNumber Type,
                               StringRef Name) const {
  for (const JfrField &F : Types[Type].Fields) {
    if (F.Name == Name)
      return &F;
    Types.skip(From, F);
  }
  return nullptr;
}

void JfrChunk::forEachValue(JfrBytes From, const JfrField &Of,
                            function_ref<void(const JfrValue &)> F) const {
  // Values without bytes may be any number.
  uint64_t Count =
      Of.IsArray ? std::min<uint64_t>(From.int32(), From.left()) : 1;
  for (; Count && From.isGood(); --Count) {
    if (Of.IsConstant) {
      F(constant(Of.Type, From.int64()));
      continue;
    }
    F({Of.Type, From.at()});
    Types.skipOne(From, Of.Type);
  }
}

void JfrChunk::forEachField(
    const JfrValue &Of,
    function_ref<void(const JfrField &, JfrBytes)> F) const {
  if (!Of)
    return;
  JfrBytes From = bytes(Of.At);
  for (const JfrField &Field : Types[Of.Type].Fields) {
    F(Field, From);
    Types.skip(From, Field);
  }
}

JfrValue JfrChunk::field(const JfrValue &Of, StringRef Name) const {
  JfrValue Result;
  if (!Of)
    return Result;
  JfrBytes From = bytes(Of.At);
  const JfrField *F = seek(From, Of.Type, Name);
  if (F && !F->IsArray && From.isGood())
    forEachValue(From, *F, [&](const JfrValue &V) { Result = V; });
  return Result;
}

uint64_t JfrChunk::key(const JfrValue &Of, StringRef Name) const {
  if (!Of)
    return 0;
  JfrBytes From = bytes(Of.At);
  const JfrField *F = seek(From, Of.Type, Name);
  return F && F->IsConstant && !F->IsArray ? From.int64() : 0;
}

void JfrChunk::forEachElement(const JfrValue &Of, StringRef Name,
                              function_ref<void(const JfrValue &)> F) const {
  if (!Of)
    return;
  JfrBytes From = bytes(Of.At);
  if (const JfrField *Field = seek(From, Of.Type, Name);
      Field && Field->IsArray)
    forEachValue(From, *Field, F);
}

int64_t JfrChunk::number(const JfrValue &V) const {
  if (!V)
    return 0;
  JfrBytes From = bytes(V.At);
  switch (Types[V.Type].Is) {
  case Storage::Boolean:
    return int64_t(From.fixed(1));
  case Storage::Byte:
    return int8_t(From.fixed(1));
  case Storage::Char:
    return uint16_t(From.number(2));
  case Storage::Short:
    return int16_t(From.number(2));
  case Storage::Int:
    return int32_t(From.number(4));
  case Storage::Long:
    return int64_t(From.number(8));
  default:
    return 0;
  }
}

double JfrChunk::real(const JfrValue &V) const {
  if (!V)
    return 0;
  JfrBytes From = bytes(V.At);
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
  std::string Text = bytes(V.At).string(Key);
  if (!Key)
    return Text;
  const JfrValue Constant = constant(V.Type, Key);
  // A constant that is another key leads nowhere.
  return Constant ? bytes(Constant.At).string(Key) : "";
}
