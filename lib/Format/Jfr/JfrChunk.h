//===- JfrChunk.h - A chunk of a flight recording ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A recording is a sequence of chunks, each with its own types and constants:
///
///     Expected<JfrChunk> Chunk = JfrChunk::open(Bytes, Offset, OnDamage);
///     Chunk->forEachEvent([&](const JfrValue &Event) {
///       Chunk->number(Chunk->field(Event, "weight"));
///     });
///
/// Values are read where they are, on demand.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_JFR_JFRCHUNK_H
#define HPROF_LIB_FORMAT_JFR_JFRCHUNK_H

#include "JfrTypes.h"
#include "hprof/Format/Base/Error.h"

namespace hprof::jfr {

/// The header of a chunk.
struct ChunkHeader {
  static constexpr size_t Size = 68;

  uint64_t Bytes = 0;      ///< Size of the chunk; 0 while it is being written.
  uint64_t StartNanos = 0; ///< Since 1970.
  uint64_t DurationNanos = 0;
  uint64_t StartTicks = 0, TicksPerSecond = 0;
  bool IsCompressed = false; ///< Whether numbers have a variable length.

  /// Reads a header from \p Bytes, at \p Start in the input. Its errors are
  /// FormatErrors.
  static llvm::Expected<ChunkHeader> read(llvm::ArrayRef<uint8_t> Bytes,
                                          uint64_t Start);
  /// Returns the nanoseconds of \p Ticks.
  uint64_t nanos(uint64_t Ticks) const;
  /// Returns the nanoseconds since 1970 at \p Ticks, which may precede the
  /// chunk.
  uint64_t time(int64_t Ticks) const;
};

/// A value in a chunk. Bytes are those from its first one to the end of its
/// event or checkpoint; null for a null value.
struct JfrValue {
  TypeNumber Type = 0;
  llvm::ArrayRef<uint8_t> Bytes;

  explicit operator bool() const { return Bytes.data(); }
};

struct JfrEvent {
  JfrValue Is;
  uint32_t Offset = 0; ///< In the chunk.
  uint32_t Size = 0;   ///< In bytes.
};

class JfrChunk {
public:
  /// Reads the types and the positions of the constants. \p Bytes, which begin
  /// with the header, must outlive the chunk. Damage is reported with offsets
  /// from \p Start.
  static llvm::Expected<JfrChunk> open(llvm::ArrayRef<uint8_t> Bytes,
                                       uint64_t Start,
                                       const DamageHandler &OnDamage);

  const ChunkHeader &header() const { return Header; }
  const JfrTypes &types() const { return Types; }

  /// Returns the bytes of the events, for nextEvent().
  JfrBytes events() const { return bytes(All.drop_front(ChunkHeader::Size)); }
  /// Returns the next event whose type is known, or nullopt at the end.
  std::optional<JfrEvent> nextEvent(JfrBytes &From) const;
  /// Returns the event at \p Offset, where nextEvent() found one.
  JfrValue eventAt(uint32_t Offset) const;
  void forEachEvent(llvm::function_ref<void(const JfrValue &)> F) const;

  /// Returns the field \p Name of \p Of; null if \p Of has no such field, or if
  /// its constant is missing.
  JfrValue field(const JfrValue &Of, llvm::StringRef Name) const;
  /// Calls \p F with each field, and the bytes from its value on, for
  /// forEachValue().
  void
  forEachField(const JfrValue &Of,
               llvm::function_ref<void(const JfrField &, JfrBytes)> F) const;
  /// Calls \p F with the value of the field \p Of, or each element of an array.
  void forEachValue(JfrBytes From, const JfrField &Of,
                    llvm::function_ref<void(const JfrValue &)> F) const;
  /// Returns the key of the constant to which the field \p Name refers, or 0.
  uint64_t key(const JfrValue &Of, llvm::StringRef Name) const;
  /// Calls \p F with the elements of the array \p Name.
  void forEachElement(const JfrValue &Of, llvm::StringRef Name,
                      llvm::function_ref<void(const JfrValue &)> F) const;

  /// Returns an integer, extended to 64 bits; 0 for null and other types.
  int64_t number(const JfrValue &V) const;
  /// Returns a float or double; 0 for null and other types.
  double real(const JfrValue &V) const;
  /// Returns a string as modified UTF-8; "" for null and other types.
  std::string text(const JfrValue &V) const;
  /// Whether \p V is null, or a string that is.
  bool isNull(const JfrValue &V) const {
    return !V || (Types[V.Type].Is == Storage::String && !V.Bytes.empty() &&
                  StringEncoding(V.Bytes.front()) == StringEncoding::Null);
  }

private:
  JfrBytes bytes(llvm::ArrayRef<uint8_t> Bytes) const {
    return {Bytes, Header.IsCompressed};
  }
  JfrValue constant(TypeNumber T, uint64_t Key) const {
    return {T, Pools[T].lookup(Key)};
  }
  /// Returns the field \p Name of \p Of, or null, and moves \p From to its
  /// value.
  const JfrField *seek(const JfrValue &Of, llvm::StringRef Name,
                       JfrBytes &From) const;
  /// Returns the next event's type and body, or nullopt at the end or before
  /// damage.
  std::optional<std::pair<uint64_t, JfrBytes>> next(JfrBytes &From) const;
  bool addConstants(JfrBytes From);

  ChunkHeader Header;
  llvm::ArrayRef<uint8_t> All;
  JfrTypes Types;
  /// Constants by key, by type.
  std::vector<llvm::DenseMap<IdKey, llvm::ArrayRef<uint8_t>>> Pools;
};

} // namespace hprof::jfr

#endif // HPROF_LIB_FORMAT_JFR_JFRCHUNK_H
