//===- OneFile.cpp - Joins several files ----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OneFile.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include <algorithm>
#include <type_traits>
#include <utility>

using namespace hprof;
using namespace llvm;

namespace {
template <class R, class = void> struct HasTime : std::false_type {};
template <class R>
struct HasTime<R, std::void_t<decltype(R::Time)>> : std::true_type {};
} // namespace

void OneFile::visit(const FileHeader &H) {
  const bool IsFirst = !std::exchange(HasHeader, true);
  FileHeader Out = H;
  if (IsFirst)
    Base = Options.Millis ? Options.Millis : H.Millis;
  Distance = H.Millis && Base ? int64_t(H.Millis - Base) : 0;
  Out.Millis = Base;
  Out.IsJoined = !IsFirst;
  if (Options.OneHeap)
    Out.Origin = DumpOrigin();
  if (IsFirst)
    return Next.visit(Out);
  if (Options.OneHeap)
    return;
  endDump();
  Next.visit(Out);
}

/// Called where a heap dump may end. Not all formats have frames, so the writer
/// determines whether a heap dump is open.
void OneFile::endDump() {
  HeapDumpEnd End;
  End.Time = Last;
  Next.visit(static_cast<const HeapDumpEnd &>(End));
}

/// Converts \p Micros since the current header's time for the output's header.
uint32_t OneFile::timeOf(uint32_t Micros) {
  if (!Distance)
    return Micros;
  // Less than the largest relevant number of milliseconds.
  constexpr int64_t Far = int64_t(1) << 40;
  const int64_t Moved =
      std::clamp(Distance, -Far, Far) * 1000 + int64_t(Micros);
  return uint32_t(std::clamp<int64_t>(Moved, 0, UINT32_MAX));
}

Frame OneFile::changed(const Frame &F, bool IsCounted) {
  Frame Out = F;
  Out.Time = timeOf(F.Time);
  if (IsCounted && Distance && (Out.Time == UINT32_MAX || Out.Time == 0))
    Account.add(Loss::ClampedTimes);
  // A HEAP DUMP is a complete dump.
  if (Options.OneHeap && F.isHeap())
    Out.Tag = HeapDumpSegment::Tag;
  return Out;
}

void OneFile::beginFrame(const Frame &F) {
  if (Options.OneHeap && F.Tag == HeapDumpEnd::Tag)
    return;
  const Frame Changed = changed(F, /*IsCounted=*/true);
  Last = Changed.Time;
  Next.beginFrame(Changed);
}

void OneFile::endFrame(const Frame &F, uint64_t Length) {
  if (Options.OneHeap && F.Tag == HeapDumpEnd::Tag)
    return;
  Next.endFrame(changed(F, /*IsCounted=*/false), Length);
}

template <class R> void OneFile::record(const R &Rec) {
  if constexpr (R::Kind == RecordKind::HeapDumpEnd)
    if (Options.OneHeap)
      return;
  if constexpr (HasTime<R>::value) {
    R Moved = Rec;
    Moved.Time = timeOf(Rec.Time);
    Next.visit(static_cast<const R &>(Moved));
  } else {
    Next.visit(Rec);
  }
}

Error OneFile::finish() {
  endDump();
  return Forward::finish();
}
