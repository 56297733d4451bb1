//===- StackTable.cpp - Compact frames and traces -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Context/StackTable.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "llvm/ADT/Hashing.h"
#include <tuple>

using namespace hprof;
using namespace llvm;

bool StackTable::Place::operator==(const Place &O) const {
  return std::tie(Method, Signature, SourceFile, ClassSerial, Line) ==
         std::tie(O.Method, O.Signature, O.SourceFile, O.ClassSerial, O.Line);
}

void StackTable::add(const StackFrame &R) {
  const Place New{R.Method, R.Signature, R.SourceFile, R.ClassSerial, R.Line};
  uint64_t Hash = hash_combine(New.Method, New.Signature, New.SourceFile,
                               New.ClassSerial, New.Line);
  auto [It, IsNew] = ByHash.try_emplace(Hash, uint32_t(Places.size()));
  if (IsNew || !(Places[It->second] == New)) {
    It->second = uint32_t(Places.size());
    Places.push_back(New);
  }
  PlaceOf[R.Id] = It->second;
}

void StackTable::add(const StackTrace &R) {
  Trace &T = Traces[R.TraceSerial];
  T.ThreadSerial = R.ThreadSerial;
  T.Count = R.Frames.Count & INT32_MAX;
  T.IsListed = false;
  T.First = 0;
  uint64_t Seen = 0;
  forEach(R.Frames, [&](const StackFrameRef &F) {
    if (!Seen++)
      T.First = F.Frame;
    else
      T.IsListed |= F.Frame != T.First + Seen - 1;
  });
  if (!T.IsListed)
    return;
  T.First = Ids.size();
  forEach(R.Frames, [&](const StackFrameRef &F) { Ids.push_back(F.Frame); });
}

void StackTable::clear() { *this = StackTable(); }

namespace {
/// Lists values in key order.
template <class T> class RunWriter {
public:
  RunWriter(std::vector<StackColumns::Run> &Runs, std::vector<T> &Values)
      : Runs(Runs), Values(Values) {}
  void add(uint64_t Key, const T &Value) {
    if (Values.empty() || Key != Last + 1)
      Runs.push_back({Key, Values.size()});
    Last = Key;
    Values.push_back(Value);
  }

private:
  std::vector<StackColumns::Run> &Runs;
  std::vector<T> &Values;
  uint64_t Last = 0;
};
} // namespace

StackColumns::Owned StackTable::columns() const {
  StackColumns::Owned All;
  RunWriter<uint32_t> Frames(All.FrameRuns, All.Frames);
  PlaceOf.forEach([&](uint64_t Id, uint32_t Place) { Frames.add(Id, Place); });
  for (const Place &P : Places)
    All.Places.push_back(
        {P.Method, P.Signature, P.SourceFile, P.ClassSerial, P.Line});
  All.Ids = Ids;
  RunWriter<StackColumns::Trace> Listed(All.TraceRuns, All.Traces);
  Traces.forEach([&](uint64_t Serial, const Trace &T) {
    StackColumns::Trace Row{T.First, T.ThreadSerial, T.Count};
    // Readers reject a frame count that exceeds the number of all frames.
    if (!T.IsListed && T.Count > All.Frames.size()) {
      Row.First = All.Ids.size();
      for (uint64_t I = 0; I != T.Count; ++I)
        All.Ids.push_back(T.First + I);
    }
    if (T.IsListed || T.Count > All.Frames.size())
      Row.Count |= StackColumns::Trace::IsListed;
    Listed.add(Serial, Row);
  });
  return All;
}

/// Returns the value of \p Key in \p Values; null if there is none.
template <class T>
static const T *findKept(ArrayRef<StackColumns::Run> Runs, ArrayRef<T> Values,
                         uint64_t Key) {
  auto *After = partition_point(
      Runs, [&](const StackColumns::Run &R) { return R.Key <= Key; });
  if (After == Runs.begin())
    return nullptr;
  const StackColumns::Run &R = *std::prev(After);
  uint64_t End = Values.size();
  if (After != Runs.end())
    End = std::min(End, After->Position);
  if (R.Position >= End || Key - R.Key >= End - R.Position)
    return nullptr;
  return &Values[R.Position + (Key - R.Key)];
}

std::optional<StackFrame> StackColumns::frame(const View &V, uint64_t Id) {
  const uint32_t *Position = findKept(V.FrameRuns, V.Frames, Id);
  if (!Position || *Position >= V.Places.size())
    return std::nullopt;
  const Place &P = V.Places[*Position];
  StackFrame F;
  F.Id = Id;
  F.Method = P.Method;
  F.Signature = P.Signature;
  F.SourceFile = P.SourceFile;
  F.ClassSerial = P.ClassSerial;
  F.Line = P.Line;
  return F;
}

std::optional<TraceInfo> StackColumns::trace(const View &V, uint32_t Serial) {
  const Trace *T = findKept(V.TraceRuns, V.Traces, Serial);
  if (!T)
    return std::nullopt;
  TraceInfo Info;
  Info.Serial = Serial;
  Info.ThreadSerial = T->ThreadSerial;
  uint64_t Count = T->Count & ~Trace::IsListed;
  if (T->Count & Trace::IsListed) {
    if (T->First > V.Ids.size() || Count > V.Ids.size() - T->First)
      return std::nullopt;
    Info.Frames = FrameList(V.Ids.slice(T->First, Count));
  } else {
    if (Count > V.Frames.size())
      return std::nullopt;
    Info.Frames = FrameList(T->First, Count);
  }
  return Info;
}

std::optional<StackFrame> StackTable::frame(uint64_t Id) const {
  if (std::optional<StackFrame> Found = StackColumns::frame(Kept, Id))
    return Found;
  const uint32_t *Position = PlaceOf.find(Id);
  if (!Position)
    return std::nullopt;
  const Place &P = Places[*Position];
  StackFrame F;
  F.Id = Id;
  F.Method = P.Method;
  F.Signature = P.Signature;
  F.SourceFile = P.SourceFile;
  F.ClassSerial = P.ClassSerial;
  F.Line = P.Line;
  return F;
}

std::optional<TraceInfo> StackTable::trace(uint32_t Serial) const {
  if (std::optional<TraceInfo> Found = StackColumns::trace(Kept, Serial))
    return Found;
  const Trace *T = Traces.find(Serial);
  if (!T)
    return std::nullopt;
  TraceInfo Info;
  Info.Serial = Serial;
  Info.ThreadSerial = T->ThreadSerial;
  Info.Frames = T->IsListed ? FrameList(ArrayRef(Ids).slice(T->First, T->Count))
                            : FrameList(T->First, T->Count);
  return Info;
}
