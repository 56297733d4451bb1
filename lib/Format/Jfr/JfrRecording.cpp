//===- JfrRecording.cpp - Events of a flight recording --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Jfr/JfrRecording.h"
#include "JfrCells.h"
#include "JfrFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace hprof;
using namespace hprof::jfr;
using namespace llvm;

namespace {
/// A type in a chunk. Class loaders may have types of the same name.
struct Part {
  std::vector<std::optional<unsigned>> Fields; ///< By column.
};
struct Place {
  uint32_t Offset; ///< Offset of the event in its chunk.
  uint32_t Part;
};
/// The events of a type in a chunk.
struct ChunkEvents {
  const JfrChunk *Chunk = nullptr;
  std::vector<Part> Parts;
  std::vector<Place> Places;
};
/// A type, by name.
struct NamedType {
  JfrRecording::EventType Is;
  StringMap<unsigned> Columns;
  std::vector<ChunkEvents> Chunks;

  Part add(const JfrTypes &Types, const JfrType &T);
};
} // namespace

Part NamedType::add(const JfrTypes &Types, const JfrType &T) {
  if (Is.Label.empty())
    Is.Label = T.Label;
  Part P;
  for (const auto &[I, F] : enumerate(T.Fields)) {
    const auto [It, IsNew] =
        Columns.try_emplace(F.Name, unsigned(Is.Columns.size()));
    if (IsNew)
      Is.Columns.push_back({F.Name, F.Label, columnKind(Types, F)});
    P.Fields.resize(std::max<size_t>(P.Fields.size(), It->second + 1));
    P.Fields[It->second] = unsigned(I);
  }
  return P;
}

struct JfrRecording::Impl {
  std::unique_ptr<Source> In; ///< Owns the bytes of Chunks.
  std::map<std::string, NamedType> ByName;
  std::vector<std::unique_ptr<JfrChunk>> Chunks;
  std::vector<EventType> Types;
  std::vector<const NamedType *> Events; ///< By type.
  uint64_t StartNanos = UINT64_MAX, EndNanos = 0;

  void add(JfrChunk C);
};

void JfrRecording::Impl::add(JfrChunk C) {
  const JfrChunk &Chunk =
      *Chunks.emplace_back(std::make_unique<JfrChunk>(std::move(C)));
  const ChunkHeader &Header = Chunk.header();
  StartNanos = std::min(StartNanos, Header.StartNanos);
  EndNanos = std::max(EndNanos,
                      SaturatingAdd(Header.StartNanos, Header.DurationNanos));
  const JfrTypes &All = Chunk.types();
  std::vector<std::pair<NamedType *, uint32_t>> Targets(All.size());
  const auto Add = [&](TypeNumber T) {
    NamedType &Of = ByName[All[T].Name];
    if (Of.Chunks.empty() || Of.Chunks.back().Chunk != &Chunk)
      Of.Chunks.emplace_back().Chunk = &Chunk;
    std::vector<Part> &Parts = Of.Chunks.back().Parts;
    Targets[T] = {&Of, uint32_t(Parts.size())};
    Parts.push_back(Of.add(All, All[T]));
  };
  for (TypeNumber T = 0; T != All.size(); ++T)
    if (All[T].IsEvent)
      Add(T);
  JfrBytes From = Chunk.events();
  while (const std::optional<JfrEvent> Event = Chunk.nextEvent(From)) {
    const TypeNumber T = Event->Is.Type;
    if (!Targets[T].first) // A type that does not say that it is an event.
      Add(T);
    const auto &[Of, Number] = Targets[T];
    Of->Chunks.back().Places.push_back({Event->Offset, Number});
    ++Of->Is.Count;
    Of->Is.Bytes += Event->Size;
  }
}

JfrRecording::JfrRecording(std::unique_ptr<Impl> Is) : Is(std::move(Is)) {}
JfrRecording::~JfrRecording() = default;

Expected<std::unique_ptr<JfrRecording>>
JfrRecording::open(std::unique_ptr<Source> In,
                   const JfrReaderOptions &Options) {
  if (!In->contents())
    return createStringError("the recording is neither in memory nor mapped");
  auto Is = std::make_unique<Impl>();
  if (Error E = forEachChunk(*In, Options,
                             [&](JfrChunk C) { Is->add(std::move(C)); }))
    return E;
  Is->In = std::move(In);
  for (auto &[Name, Type] : Is->ByName) {
    Type.Is.Name = Name;
    Is->Types.push_back(Type.Is);
    Is->Events.push_back(&Type);
  }
  return std::unique_ptr<JfrRecording>(new JfrRecording(std::move(Is)));
}

ArrayRef<JfrRecording::EventType> JfrRecording::types() const {
  return Is->Types;
}

const JfrRecording::EventType *JfrRecording::find(StringRef Name) const {
  const auto It = find_if(Is->Types, [&](auto &T) { return T.Name == Name; });
  return It == Is->Types.end() ? nullptr : &*It;
}

uint64_t JfrRecording::startNanos() const {
  return std::min(Is->StartNanos, Is->EndNanos);
}
uint64_t JfrRecording::endNanos() const { return Is->EndNanos; }

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

struct JfrRecording::Events::Impl {
  const EventType *Type = nullptr;
  ArrayRef<ChunkEvents> Chunks; ///< The current one and later ones.
  size_t Next = 0;              ///< The next place in the first of Chunks.
  const Part *Now = nullptr;
  JfrValue Event;
  /// The bytes of the fields of Event; empty until one is requested.
  SmallVector<JfrBytes, 0> Fields;
  /// Texts of the chunk's stack traces, by key: many events share them.
  DenseMap<IdKey, Cell> Stacks;
  size_t StackBytes = 0;
};

JfrRecording::Events::Events(std::unique_ptr<Impl> Is) : Is(std::move(Is)) {}
JfrRecording::Events::Events(Events &&) = default;
JfrRecording::Events::~Events() = default;

JfrRecording::Events JfrRecording::events(const EventType &Type) const {
  auto All = std::make_unique<Events::Impl>();
  All->Type = &Type;
  All->Chunks = Is->Events[size_t(&Type - Is->Types.data())]->Chunks;
  return Events(std::move(All));
}

bool JfrRecording::Events::next() {
  while (!Is->Chunks.empty() && Is->Next == Is->Chunks.front().Places.size()) {
    Is->Chunks = Is->Chunks.drop_front();
    Is->Next = 0;
    Is->Stacks.clear();
  }
  if (Is->Chunks.empty())
    return false;
  const ChunkEvents &In = Is->Chunks.front();
  const Place &At = In.Places[Is->Next++];
  Is->Now = &In.Parts[At.Part];
  Is->Event = In.Chunk->eventAt(At.Offset);
  Is->Fields.clear();
  return true;
}

JfrRecording::Cell JfrRecording::Events::get(unsigned Column) const {
  if (Column >= Is->Now->Fields.size() || !Is->Now->Fields[Column])
    return {};
  const JfrChunk &Chunk = *Is->Chunks.front().Chunk;
  if (Is->Fields.empty())
    Chunk.forEachField(Is->Event, [&](const JfrField &, JfrBytes From) {
      Is->Fields.push_back(From);
    });
  const unsigned I = *Is->Now->Fields[Column];
  const JfrField &F = Chunk.types()[Is->Event.Type].Fields[I];
  if (Chunk.types()[F.Type].Name != "jdk.types.StackTrace" || !F.IsConstant ||
      F.IsArray)
    return cellOf(Chunk, F, Is->Fields[I]);
  constexpr size_t Most = 16 << 20;
  if (Is->StackBytes > Most) {
    Is->Stacks.clear();
    Is->StackBytes = 0;
  }
  const auto [It, IsNew] =
      Is->Stacks.try_emplace(JfrBytes(Is->Fields[I]).int64());
  if (IsNew) {
    It->second = cellOf(Chunk, F, Is->Fields[I]);
    if (const auto *Text = std::get_if<std::string>(&It->second))
      Is->StackBytes += Text->size();
  }
  return It->second;
}

JfrRecording::Cell JfrRecording::Events::get(StringRef Column) const {
  for (const auto &[I, C] : enumerate(Is->Type->Columns))
    if (C.Name == Column)
      return get(unsigned(I));
  return {};
}
