//===- RecordIndex.cpp - Offsets of the records of a dump -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecordIndex.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

static constexpr bool isRenumbered(FieldType T) {
  return T == FieldType::StringId || T == FieldType::FrameId ||
         T >= FieldType::ClassSerial;
}

/// Collects the numbers that records use.
struct RecordIndex::Uses {
  static constexpr bool Mutates = false;
  RecordIndex &I;
  template <FieldType T, class F> void field(const char *, const F &V) {
    if constexpr (isRenumbered(T))
      I.UsedNumbers[unsigned(T)].insert(V);
  }
  template <FieldType, class S> void list(const char *, const ListRef<S> &L) {
    if constexpr (FactsOf<S>.has(FieldType::StringId) ||
                  FactsOf<S>.has(FieldType::FrameId) ||
                  FactsOf<S>.has(FieldType::ClassSerial) ||
                  FactsOf<S>.has(FieldType::TraceSerial) ||
                  FactsOf<S>.has(FieldType::ThreadSerial))
      forEach(L, [&](const S &Element) { mapRecord(*this, Element); });
  }
  template <PayloadKind, class R>
  void payload(const char *, const R &, const Payload &) {}
};

//===----------------------------------------------------------------------===//
// Collecting
//===----------------------------------------------------------------------===//

template <class R> void RecordIndex::record(const R &Rec) {
  Uses Io{*this};
  mapRecord(Io, Rec);
  keep(Rec);
}

#define HPROF_ANY_BEGIN(NAME)                                                  \
  void RecordIndex::visit(const NAME &R) { record(R); }
#include "hprof/Format/Records/Records.def"

template <class R> void RecordIndex::keep(const R &Rec) {
  if constexpr (R::Group == RecordGroup::Top) {
    Others.push_back(Rec.Offset);
  } else if constexpr (R::Group == RecordGroup::Root) {
    Roots.push_back(Rec.Offset);
    if constexpr (std::is_same_v<R, RootThreadObject>)
      ThreadObjects.try_emplace(Rec.ThreadSerial, Rec.Object);
  } else if constexpr (R::Group == RecordGroup::Class ||
                       R::Group == RecordGroup::Object) {
    if (!Current)
      Current = &Heaps[0];
    (R::Group == RecordGroup::Class ? Current->Classes : Current->Objects)
        .push_back({subjectId(Rec), Rec.Offset});
  }
}

void RecordIndex::keep(const Utf8 &R) {
  Strings.push_back({R.Text.str().str(), R.Id});
}

void RecordIndex::keep(const StackTrace &R) {
  Trace T{R, {}};
  forEach(R.Frames,
          [&](const StackFrameRef &F) { T.Frames.push_back(F.Frame); });
  T.Record.Frames = {};
  Traces.push_back(std::move(T));
}

void RecordIndex::keep(const StartThread &R) {
  ThreadObjects.try_emplace(R.ThreadSerial, R.Thread);
  Threads.push_back(R);
}

void RecordIndex::keep(const HeapDumpInfo &R) {
  Current = &Heaps[R.HeapId];
  if (!Current->Info)
    Current->Info = R.Offset;
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// Returns the new number for \p N, or \p N if the number does not change.
static uint64_t newNumber(const IdMap &New, uint64_t N) {
  New.replace(N);
  return N;
}

/// Sorts \p Of and numbers its elements from 1. They are followed by numbers
/// that are used but refer to no record.
template <class Record, class Less, class Number>
void RecordIndex::number(std::vector<Record> &Of, FieldType T, IdMap &New,
                         Less IsLess, Number Old) {
  stable_sort(Of, IsLess);
  Used &Rest = UsedNumbers[unsigned(T)];
  Rest.erase(0);
  Rest.erase(UINT32_MAX);
  uint64_t Next = 0;
  for (const Record &R : Of)
    if (Rest.erase(Old(R)))
      New.set(Old(R), ++Next);
  std::vector<uint64_t> Unnamed;
  for (const IdKey &K : Rest)
    Unnamed.push_back(K);
  llvm::sort(Unnamed);
  for (uint64_t N : Unnamed)
    New.set(N, ++Next);
  Rest.clear();
}

void RecordIndex::sort(CanonicalNumbers &New) {
  number(
      Strings, FieldType::StringId, New.Strings,
      [](const auto &L, const auto &R) { return L.first < R.first; },
      [](const auto &S) { return S.second; });
  number(
      Classes, FieldType::ClassSerial, New.ClassSerials,
      [](const LoadClass &L, const LoadClass &R) { return L.Class < R.Class; },
      [](const LoadClass &C) { return C.ClassSerial; });

  std::vector<std::pair<uint64_t, uint64_t>> ByObject;
  for (auto [Serial, Object] : ThreadObjects)
    ByObject.push_back({Object, Serial});
  number(ByObject, FieldType::ThreadSerial, New.ThreadSerials, std::less<>(),
         [](const auto &T) { return T.second; });
  llvm::stable_sort(Threads, [&](const StartThread &L, const StartThread &R) {
    return newNumber(New.ThreadSerials, L.ThreadSerial) <
           newNumber(New.ThreadSerials, R.ThreadSerial);
  });

  auto FrameKey = [&](const StackFrame &F) {
    auto String = [&](uint64_t Id) { return newNumber(New.Strings, Id); };
    return std::tuple(newNumber(New.ClassSerials, F.ClassSerial),
                      String(F.Method), String(F.Signature),
                      String(F.SourceFile), F.Line);
  };
  number(
      Frames, FieldType::FrameId, New.Frames,
      [&](const StackFrame &L, const StackFrame &R) {
        return FrameKey(L) < FrameKey(R);
      },
      [](const StackFrame &F) { return F.Id; });

  auto TraceLess = [&](const Trace &L, const Trace &R) {
    const uint64_t LeftThread =
        newNumber(New.ThreadSerials, L.Record.ThreadSerial);
    const uint64_t RightThread =
        newNumber(New.ThreadSerials, R.Record.ThreadSerial);
    if (LeftThread != RightThread)
      return LeftThread < RightThread;
    return std::lexicographical_compare(
        L.Frames.begin(), L.Frames.end(), R.Frames.begin(), R.Frames.end(),
        [&](uint64_t A, uint64_t B) {
          return newNumber(New.Frames, A) < newNumber(New.Frames, B);
        });
  };
  number(Traces, FieldType::TraceSerial, New.TraceSerials, TraceLess,
         [](const Trace &T) { return T.Record.TraceSerial; });
  for (auto &[Id, H] : Heaps) {
    llvm::sort(H.Classes);
    llvm::sort(H.Objects);
  }
}
