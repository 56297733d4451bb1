//===- StackTable.cpp - Frames and traces in little memory ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/StackTable.h"
#include "hprof/Format/Hprof/RecordCodec.h"
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

std::optional<StackFrame> StackTable::frame(uint64_t Id) const {
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
