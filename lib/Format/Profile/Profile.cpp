//===- Profile.cpp - Weighted stack traces --------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Profile/Profile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <tuple>

using namespace hprof;
using namespace llvm;

bool Profile::Frame::operator<(const Frame &O) const {
  return std::tie(ClassName, Method, Signature, SourceFile, Line) <
         std::tie(O.ClassName, O.Method, O.Signature, O.SourceFile, O.Line);
}

bool Profile::Thread::operator<(const Thread &O) const {
  return std::tie(Name, Group, ParentGroup) <
         std::tie(O.Name, O.Group, O.ParentGroup);
}

bool Profile::Trace::operator<(const Trace &O) const {
  return std::tie(Frames, Thread, Phase) <
         std::tie(O.Frames, O.Thread, O.Phase);
}

bool Profile::Key::operator<(const Key &O) const {
  return std::tie(Trace, Name, Caller, ArrayOf) <
         std::tie(O.Trace, O.Name, O.Caller, O.ArrayOf);
}

bool Profile::isEmpty() const {
  return !HasSummary &&
         none_of(Sections, [](const Section &S) { return S.IsThere; });
}

void Profile::addCounts(Counts &To, const Counts &By, uint64_t Weight) {
  for (size_t I = 0; I != To.size(); ++I)
    To[I] = SaturatingMultiplyAdd(By[I], Weight, To[I]);
}

void Profile::add(const Profile &Other, uint64_t Weight) {
  add(Other, Weight, /*HasSignatures=*/true);
}

Profile Profile::withoutSignatures() const {
  Profile P;
  P.add(*this, /*Weight=*/1, /*HasSignatures=*/false);
  return P;
}

void Profile::add(const Profile &Other, uint64_t Weight, bool HasSignatures) {
  if (Other.Millis)
    Millis = Millis ? std::min(Millis, Other.Millis) : Other.Millis;
  IdSize = std::max(IdSize, Other.IdSize);
  Cutoff = std::max(Cutoff, Other.Cutoff);
  if (Other.SiteFlags)
    SiteFlags = SiteFlags.value_or(*Other.SiteFlags) & *Other.SiteFlags;
  if (Other.HasSettings) {
    SettingFlags =
        HasSettings ? SettingFlags & Other.SettingFlags : Other.SettingFlags;
    TraceDepth = std::max(TraceDepth, Other.TraceDepth);
    HasSettings = true;
  }
  HasSummary |= Other.HasSummary;
  addCounts(Summary, Other.Summary, Weight);

  std::vector<uint32_t> Moved;
  for (const Trace *From : Other.Traces) {
    Trace T = *From;
    if (T.Thread)
      T.Thread = addThread(Other.thread(*T.Thread));
    for (uint32_t &Number : T.Frames) {
      Frame F = Other.frame(Number);
      if (!HasSignatures)
        F.Signature.clear();
      Number = addFrame(F);
    }
    Moved.push_back(addTrace(T));
  }
  for (unsigned I = 0; I != NumProfileKinds; ++I) {
    Section &To = Sections[I];
    const Section &From = Other.Sections[I];
    To.IsThere |= From.IsThere;
    addCounts(To.Totals, From.Totals, Weight);
    for (const auto &[K, C] : From.Rows) {
      Key Mine = K;
      if (K.Trace)
        Mine.Trace = Moved[*K.Trace];
      addCounts(To.Rows[Mine], C, Weight);
    }
  }
}
