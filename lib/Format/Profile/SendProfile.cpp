//===- SendProfile.cpp - Converts a profile to records --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Kit/ListBuilder.h"
#include "hprof/Format/Profile/ProfileRecords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/bit.h"

using namespace hprof;
using namespace llvm;

namespace {
class Sender {
public:
  Sender(const Profile &P, std::vector<bool> IsUsed, RecordVisitor &V)
      : P(P), IsUsed(std::move(IsUsed)), V(V) {}
  void send();

private:
  using Row = std::pair<const Profile::Key *, const Profile::Counts *>;

  uint64_t string(StringRef Text);
  uint64_t name(StringRef Text);
  uint32_t classSerial(StringRef Name);
  void threads();
  void traces();
  uint32_t traceSerial(const Profile::Key &K) const;
  std::vector<Row> rows(ProfileKind K, size_t Measure) const;
  void rows(ProfileKind K);
  void sites();
  void summary();
  void samples();
  void times();
  void monitors();
  void calls();

  const Profile &P;
  const std::vector<bool> IsUsed; ///< By trace number: whether rows use it.
  RecordVisitor &V;
  StringMap<uint64_t> Strings;
  StringMap<uint32_t> Classes;
  std::map<Profile::Frame, uint64_t> Frames;
  std::map<Profile::Thread, uint32_t> Threads;
  std::vector<uint32_t> Serials; ///< By trace number.
};
} // namespace

uint64_t Sender::string(StringRef Text) {
  auto [It, IsNew] = Strings.try_emplace(Text, Strings.size() + 1);
  if (IsNew) {
    Utf8 R;
    R.Id = It->second;
    R.Text = arrayRefFromStringRef(Text);
    V.visit(R);
  }
  return It->second;
}

/// Returns 0 for an unknown name, for which writers print a placeholder.
uint64_t Sender::name(StringRef Text) {
  return Text.empty() ? 0 : string(Text);
}

uint32_t Sender::classSerial(StringRef Name) {
  if (Name.empty())
    return 0;
  auto [It, IsNew] = Classes.try_emplace(Name, uint32_t(Classes.size() + 1));
  if (IsNew) {
    LoadClass R;
    R.ClassSerial = It->second;
    R.Name = string(Name);
    V.visit(R);
  }
  return It->second;
}

/// Sends the threads referenced by traces, in name order.
void Sender::threads() {
  constexpr uint32_t First = 200001;
  for (uint32_t I = 0; I != P.numTraces(); ++I)
    if (IsUsed[I] && P.trace(I).Thread)
      Threads.try_emplace(P.thread(*P.trace(I).Thread), 0);
  uint32_t Serial = First;
  for (auto &[T, Number] : Threads) {
    Number = Serial++;
    StartThread R;
    R.ThreadSerial = Number;
    R.Name = string(T.Name);
    R.GroupName = string(T.Group);
    R.ParentGroupName = string(T.ParentGroup);
    V.visit(R);
  }
}

/// Sends traces in content order, so that the order of additions does not
/// matter.
void Sender::traces() {
  constexpr uint32_t First = 300001;
  using Content = std::tuple<std::vector<const Profile::Frame *>, std::string,
                             const Profile::Thread *>;
  std::vector<std::pair<Content, uint32_t>> Order;
  for (uint32_t I = 0; I != P.numTraces(); ++I) {
    if (!IsUsed[I])
      continue;
    const Profile::Trace &T = P.trace(I);
    Content C;
    for (uint32_t F : T.Frames)
      std::get<0>(C).push_back(&P.frame(F));
    std::get<1>(C) = T.Phase;
    std::get<2>(C) = T.Thread ? &P.thread(*T.Thread) : nullptr;
    Order.push_back({std::move(C), I});
  }
  llvm::sort(Order, [](const auto &A, const auto &B) {
    const auto &[FramesA, PhaseA, ThreadA] = A.first;
    const auto &[FramesB, PhaseB, ThreadB] = B.first;
    for (size_t I = 0; I != std::min(FramesA.size(), FramesB.size()); ++I)
      if (FramesA[I] != FramesB[I])
        return *FramesA[I] < *FramesB[I];
    if (FramesA.size() != FramesB.size())
      return FramesA.size() < FramesB.size();
    if (PhaseA != PhaseB)
      return PhaseA < PhaseB;
    if (!ThreadA || !ThreadB)
      return !ThreadA && ThreadB;
    return *ThreadA < *ThreadB;
  });
  Serials.resize(P.numTraces());
  uint32_t Serial = First;
  for (const auto &[C, Number] : Order) {
    const Profile::Trace &T = P.trace(Number);
    ListBuilder<StackFrameRef> Ids(P.IdSize);
    for (const Profile::Frame *F : std::get<0>(C)) {
      auto [It, IsNew] = Frames.try_emplace(*F, Frames.size() + 1);
      if (IsNew) {
        StackFrame R;
        R.Id = It->second;
        R.Method = name(F->Method);
        R.Signature = string(F->Signature);
        R.SourceFile = name(F->SourceFile);
        R.ClassSerial = classSerial(F->ClassName);
        R.Line = F->Line;
        V.visit(R);
      }
      Ids.add({It->second});
    }
    if (!T.Phase.empty()) {
      TracePhase Phase;
      Phase.TraceSerial = Serial;
      Phase.Phase = string(T.Phase);
      V.visit(Phase);
    }
    StackTrace R;
    R.TraceSerial = Serials[Number] = Serial++;
    R.ThreadSerial = T.Thread ? Threads.at(P.thread(*T.Thread)) : 0;
    R.Frames = Ids.ref();
    V.visit(R);
  }
}

uint32_t Sender::traceSerial(const Profile::Key &K) const {
  return K.Trace ? Serials[*K.Trace] : 0;
}

/// Returns the rows sorted by count \p Measure, largest first, then by content.
std::vector<Sender::Row> Sender::rows(ProfileKind K, size_t Measure) const {
  std::vector<Row> Rows;
  for (const auto &[Key, C] : P[K].Rows)
    Rows.push_back({&Key, &C});
  llvm::sort(Rows, [&](const Row &A, const Row &B) {
    const auto &[KeyA, CountsA] = A;
    const auto &[KeyB, CountsB] = B;
    if ((*CountsA)[Measure] != (*CountsB)[Measure])
      return (*CountsA)[Measure] > (*CountsB)[Measure];
    if (*CountsA != *CountsB)
      return *CountsA > *CountsB;
    return std::tuple(traceSerial(*KeyA), StringRef(KeyA->Name),
                      StringRef(KeyA->Caller), KeyA->ArrayOf) <
           std::tuple(traceSerial(*KeyB), StringRef(KeyB->Name),
                      StringRef(KeyB->Caller), KeyB->ArrayOf);
  });
  return Rows;
}

void Sender::sites() {
  constexpr uint16_t ByAllocation = 2;
  const uint16_t Flags = P.SiteFlags.value_or(0);
  ListBuilder<AllocSite> Sites(P.IdSize);
  for (const auto &[K, C] :
       rows(ProfileKind::Sites, Flags & ByAllocation ? 2 : 0))
    Sites.add({K->ArrayOf, classSerial(K->Name), traceSerial(*K), (*C)[0],
               (*C)[1], (*C)[2], (*C)[3]});
  const Profile::Counts &Totals = P[ProfileKind::Sites].Totals;
  AllocSites R;
  R.Flags = Flags;
  R.CutoffRatio = bit_cast<uint32_t>(P.Cutoff);
  R.LiveBytes = Totals[0];
  R.LiveInstances = Totals[1];
  R.AllocatedBytes = Totals[2];
  R.AllocatedInstances = Totals[3];
  R.Sites = Sites.ref();
  V.visit(R);
}

void Sender::summary() {
  HeapSummary R;
  R.LiveBytes = P.Summary[0];
  R.LiveInstances = P.Summary[1];
  R.AllocatedBytes = P.Summary[2];
  R.AllocatedInstances = P.Summary[3];
  V.visit(R);
}

void Sender::samples() {
  ListBuilder<CpuSample> List(P.IdSize);
  for (const auto &[K, C] : rows(ProfileKind::Samples, 0))
    List.add({(*C)[0], traceSerial(*K)});
  CpuSamples R;
  R.Total = P[ProfileKind::Samples].Totals[0];
  R.Samples = List.ref();
  V.visit(R);
}

void Sender::times() {
  ListBuilder<CpuTime> List(P.IdSize);
  for (const auto &[K, C] : rows(ProfileKind::Times, 1))
    List.add({(*C)[0], traceSerial(*K), (*C)[1]});
  CpuTimes R;
  R.TotalMillis = P[ProfileKind::Times].Totals[1];
  R.Times = List.ref();
  V.visit(R);
}

void Sender::monitors() {
  ListBuilder<MonitorTime> List(P.IdSize);
  for (const auto &[K, C] : rows(ProfileKind::Monitors, 1))
    List.add({(*C)[0], traceSerial(*K), (*C)[1], name(K->Name)});
  MonitorTimes R;
  R.TotalMillis = P[ProfileKind::Monitors].Totals[1];
  R.Times = List.ref();
  V.visit(R);
}

void Sender::calls() {
  ListBuilder<MethodCall> List(P.IdSize);
  for (const auto &[K, C] : rows(ProfileKind::Calls, 0)) {
    const uint64_t Callee = name(K->Name), Caller = name(K->Caller);
    List.add({(*C)[0], Callee, Caller,
              int32_t(std::min<uint64_t>((*C)[1], INT32_MAX))});
  }
  MethodCalls R;
  R.Calls = List.ref();
  V.visit(R);
}

void Sender::send() {
  FileHeader H;
  H.Carrier = Format::HprofText;
  H.IdSize = P.IdSize;
  H.Millis = P.Millis;
  V.visit(H);
  if (P.HasSettings) {
    ControlSettings R;
    R.Flags = P.SettingFlags;
    R.TraceDepth = P.TraceDepth;
    V.visit(R);
  }
  threads();
  traces();
  if (P.HasSummary)
    summary();
  for (unsigned I = 0; I != NumProfileKinds; ++I)
    if (P[ProfileKind(I)].IsThere)
      rows(ProfileKind(I));
}

void Sender::rows(ProfileKind K) {
  switch (K) {
  case ProfileKind::Sites:
    return sites();
  case ProfileKind::Samples:
    return samples();
  case ProfileKind::Times:
    return times();
  case ProfileKind::Monitors:
    return monitors();
  case ProfileKind::Calls:
    return calls();
  }
}

/// Returns whether each trace, by number, has rows.
static std::vector<bool> usedTraces(const Profile &P) {
  std::vector<bool> IsUsed(P.numTraces());
  for (unsigned I = 0; I != NumProfileKinds; ++I)
    for (const auto &[K, C] : P[ProfileKind(I)].Rows)
      if (K.Trace)
        IsUsed[*K.Trace] = true;
  return IsUsed;
}

void hprof::sendProfile(const Profile &P, RecordVisitor &V,
                        ProfileLosses &Losses) {
  // Traces from text and binary match only without the data that text lacks.
  std::map<Profile::Frame, bool> HasSignature;
  const std::vector<bool> IsUsed = usedTraces(P);
  for (uint32_t I = 0; I != P.numTraces(); ++I)
    if (IsUsed[I])
      for (uint32_t F : P.trace(I).Frames)
        HasSignature[P.frame(F)] = !P.frame(F).Signature.empty();
  const auto With = size_t(
      count_if(HasSignature, [](const auto &Entry) { return Entry.second; }));
  if (With == 0 || With == HasSignature.size())
    return Sender(P, IsUsed, V).send();
  Losses.Signatures = With;
  const Profile Plain = P.withoutSignatures();
  Sender(Plain, usedTraces(Plain), V).send();
}
