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
#include <numeric>

using namespace hprof;
using namespace hprof::jfr;
using namespace llvm;

namespace {
/// A type of events in one chunk.
struct TypeInChunk {
  TypeNumber Type;
  std::vector<std::optional<unsigned>> Fields; ///< By column.
};
struct OpenChunk {
  JfrChunk Is;
  std::vector<std::optional<TypeInChunk>> Types; ///< By event type.
};
} // namespace

struct JfrRecording::Impl {
  std::vector<EventType> Types;
  std::vector<OpenChunk> Chunks;

  void add(const JfrChunk &C);
  void sortTypes();
};

/// Adds the types of events that occur in \p C.
void JfrRecording::Impl::add(const JfrChunk &C) {
  struct Sum {
    uint64_t Count = 0, Bytes = 0;
  };
  std::vector<Sum> Sums(C.types().size());
  uint64_t Size = 0;
  JfrBytes From = C.events();
  while (const JfrValue Event = C.nextEvent(From, Size)) {
    ++Sums[Event.Type].Count;
    Sums[Event.Type].Bytes += Size;
  }
  OpenChunk &Chunk = Chunks.emplace_back(OpenChunk{C, {}});
  for (const auto &[Number, S] : enumerate(Sums)) {
    if (!S.Count)
      continue;
    const JfrType &T = C.types()[TypeNumber(Number)];
    auto It =
        find_if(Types, [&](const EventType &E) { return E.Name == T.Name; });
    if (It == Types.end()) {
      Types.emplace_back();
      It = std::prev(Types.end());
      It->Name = T.Name;
      It->Label = T.Label;
    }
    It->Count += S.Count;
    It->Bytes += S.Bytes;
    TypeInChunk Here{TypeNumber(Number), {}};
    Here.Fields.resize(It->Columns.size());
    for (const auto &[I, F] : enumerate(T.Fields)) {
      const auto Column = find_if(
          It->Columns, [&](const auto &Known) { return Known.Name == F.Name; });
      const auto At = size_t(Column - It->Columns.begin());
      if (Column == It->Columns.end()) {
        It->Columns.push_back({F.Name, F.Label, columnKind(C.types(), F)});
        Here.Fields.emplace_back();
      }
      Here.Fields[At] = unsigned(I);
    }
    const auto Index = size_t(It - Types.begin());
    Chunk.Types.resize(std::max(Chunk.Types.size(), Index + 1));
    Chunk.Types[Index] = std::move(Here);
  }
}

void JfrRecording::Impl::sortTypes() {
  std::vector<size_t> Order(Types.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::sort(Order,
             [&](size_t A, size_t B) { return Types[A].Name < Types[B].Name; });
  std::vector<EventType> Sorted;
  for (const size_t I : Order)
    Sorted.push_back(std::move(Types[I]));
  Types = std::move(Sorted);
  for (OpenChunk &C : Chunks) {
    std::vector<std::optional<TypeInChunk>> Moved;
    for (const size_t I : Order)
      Moved.push_back(I < C.Types.size() ? std::move(C.Types[I])
                                         : std::nullopt);
    C.Types = std::move(Moved);
  }
}

JfrRecording::JfrRecording(std::unique_ptr<Impl> Is) : Is(std::move(Is)) {}
JfrRecording::~JfrRecording() = default;

Expected<std::unique_ptr<JfrRecording>>
JfrRecording::open(Source &In, const JfrReaderOptions &Options) {
  auto Is = std::make_unique<Impl>();
  if (Error E =
          forEachChunk(In, Options, [&](const JfrChunk &C) { Is->add(C); }))
    return E;
  Is->sortTypes();
  return std::unique_ptr<JfrRecording>(new JfrRecording(std::move(Is)));
}

ArrayRef<JfrRecording::EventType> JfrRecording::types() const {
  return Is->Types;
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

struct JfrRecording::Events::Impl {
  ArrayRef<OpenChunk> Chunks; ///< The current one and later ones.
  size_t Type;
  JfrBytes From{{}, false};
  JfrValue Now;
  bool IsBegun = false; ///< Whether From is in the first of Chunks.
};

JfrRecording::Events::Events(std::unique_ptr<Impl> Is) : Is(std::move(Is)) {}
JfrRecording::Events::Events(Events &&) = default;
JfrRecording::Events::~Events() = default;

JfrRecording::Events JfrRecording::events(const EventType &Type) const {
  auto All = std::make_unique<Events::Impl>();
  All->Chunks = Is->Chunks;
  All->Type = size_t(&Type - Is->Types.data());
  return Events(std::move(All));
}

bool JfrRecording::Events::next() {
  for (; !Is->Chunks.empty(); Is->Chunks = Is->Chunks.drop_front()) {
    const OpenChunk &C = Is->Chunks.front();
    const std::optional<TypeInChunk> &Wanted = C.Types[Is->Type];
    if (!Wanted) {
      Is->IsBegun = false;
      continue;
    }
    if (!std::exchange(Is->IsBegun, true))
      Is->From = C.Is.events();
    uint64_t Size;
    while ((Is->Now = C.Is.nextEvent(Is->From, Size)))
      if (Is->Now.Type == Wanted->Type)
        return true;
    Is->IsBegun = false;
  }
  return false;
}

JfrRecording::Cell JfrRecording::Events::get(unsigned Column) const {
  const OpenChunk &C = Is->Chunks.front();
  const TypeInChunk &T = *C.Types[Is->Type];
  if (Column >= T.Fields.size() || !T.Fields[Column])
    return {};
  Cell Result;
  unsigned I = 0;
  C.Is.forEachField(Is->Now, [&](const JfrField &F, JfrBytes From) {
    if (I++ == *T.Fields[Column])
      Result = cellOf(C.Is, F, From);
  });
  return Result;
}
