//===- CarrierFilter.cpp - Drops what a target cannot hold ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarrierFilter.h"
#include "Convert/Pipeline/ClassLosses.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Format/Records/RecordCodec.h"

using namespace hprof;
using namespace llvm;

namespace {
class CarrierFilterStage final : public Stage {
public:
  explicit CarrierFilterStage(const CarrierOptions &Options)
      : Options(Options) {}
  bool keepsNames() const override { return true; }
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &Account) override {
    return std::make_unique<CarrierFilter>(Next, Account, Options);
  }

private:
  const CarrierOptions Options;
};
} // namespace

std::unique_ptr<Stage> hprof::makeCarrierFilter(const CarrierOptions &Options) {
  return std::make_unique<CarrierFilterStage>(Options);
}

CarrierFilter::CarrierFilter(RecordVisitor &Next, LossAccount &Account,
                             const CarrierOptions &Options)
    : Forward(Next), Account(Account), Options(Options),
      Keeps(kindsCarriedBy(Options.To)),
      IsPoorer(!InHprof.has(Options.To) && Options.To != Format::Yaml),
      Names(Options.To) {
  for (unsigned I = 0; Options.KeepsAll && I != NumRecordKinds; ++I)
    if (!recordInfo(RecordKind(I)).isForeign())
      Keeps.set(I);
  if (Options.OwnFraming)
    Keeps.reset(unsigned(RecordKind::Opaque));
  takeForm(Options.Classic.value_or(ClassicForm::OpenJ9));
}

/// Variants of classic heapdumps represent different records.
void CarrierFilter::takeForm(ClassicForm Form) {
  Style = &classicStyle(Form);
  if (!isClassic())
    return;
  [[maybe_unused]] const ClassicStyle &S = *Style;
#define HPROF_FORM_RECORD(RECORD, FORMS)                                       \
  Keeps.set(unsigned(RecordKind::RECORD), FORMS);
#include "Convert/Carriers/Details.def"
}

//===----------------------------------------------------------------------===//
// The stream
//===----------------------------------------------------------------------===//

void CarrierFilter::visit(const FileHeader &H) {
  if (IsPoorer)
    Names.tell(Account);
  IdSize = H.IdSize;
  Millis = H.Millis;
  InDump = false;
  takeForm(Options.Classic.value_or(ClassicForm::OpenJ9));
  if (InIbm.has(Options.To) && H.Millis)
    Account.add(Loss::DumpTimes);
  if (Options.To == Format::HprofText && H.writtenMillis() % 1000)
    Account.add(Loss::Milliseconds);
  Next.visit(H);
}

void CarrierFilter::beginFrame(const Frame &F) {
  // The text keeps only the time of a dump's first record, in seconds.
  if (IsPoorer && F.isHeap()) {
    const bool IsLater = (Millis + F.Time / 1000) / 1000 != Millis / 1000;
    const bool HasSeconds = Options.To == Format::HprofText;
    if (InDump ? F.Time != 0 : HasSeconds ? F.Time % 1000000 != 0 : IsLater)
      Account.add(Loss::RecordTimes);
    InDump = F.Tag == HeapDumpSegment::Tag;
  }
  if (Options.To == Format::HprofOld && F.isHeap())
    countSplit(F);
  Next.beginFrame(F);
}

void CarrierFilter::payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
  if (!Keeps[unsigned(Of)])
    return;
  if (IsPoorer)
    Names.payload(Of, Chunk);
  if (SeeksNulls && Of == RecordKind::ReferenceArray)
    nulls(Chunk);
  Next.payload(Of, Chunk);
}

/// HEAP DUMPs have no END, so a record between two of them splits a dump.
void CarrierFilter::countSplit(const Frame &F) {
  const bool Left = std::exchange(WasLeft, false);
  if (InDump && Left)
    Account.add(Loss::SplitDumps);
  InDump = F.Tag == HeapDumpSegment::Tag;
}

template <class R> void CarrierFilter::record(const R &Rec) {
  if constexpr (R::Group == RecordGroup::Top)
    WasLeft = true;
  if constexpr (R::Kind == RecordKind::HeapDumpEnd)
    InDump = WasLeft = false;
  if (!Keeps[unsigned(R::Kind)])
    return Account.addDropped(R::Kind);
  if (IsPoorer)
    count(Rec);
  if constexpr (R::Group == RecordGroup::Top)
    if (InHprof.has(Options.To))
      Account.add(Loss::LargeTotals, numLargeTotals(Rec));
  Next.visit(Rec);
}

void CarrierFilter::visit(const Opaque &R) {
  if (Keeps[unsigned(R.Kind)])
    Next.visit(R);
  else
    Account.addDropped(R.Kind);
}

#define HPROF_ANY_BEGIN(NAME)                                                  \
  void CarrierFilter::visit(const NAME &R) { record(R); }
#include "hprof/Format/Records/Records.def"

Error CarrierFilter::finish() {
  if (IsPoorer)
    Names.tell(Account);
  return Forward::finish();
}

//===----------------------------------------------------------------------===//
// Details
//===----------------------------------------------------------------------===//

template <class Any> void CarrierFilter::count(const Any &Rec) {
  SeeksNulls = false;
  Names.see(Rec);
  if constexpr (Any::Group == RecordGroup::Top)
    countTime(Rec);
  [[maybe_unused]] auto Has = [&](FormatSet Carriers, bool IsInForm) {
    return isClassic() ? IsInForm : Carriers.has(Options.To);
  };
  [[maybe_unused]] const ClassicStyle &S = *Style;
#define HPROF_DETAIL(RECORD, TOLD, CARRIERS, FORMS, LOSS)                      \
  if constexpr (std::is_same_v<Any, RECORD>) {                                 \
    auto IsTold = [](const RECORD &R) { return TOLD; };                        \
    if (IsTold(Rec) && !Has(CARRIERS, FORMS))                                  \
      Account.add(Loss::LOSS);                                                 \
  }
#include "Convert/Carriers/Details.def"
  own(Rec);
}

namespace {
template <class R, class = void> struct HasTime : std::false_type {};
template <class R>
struct HasTime<R, std::void_t<decltype(R::Time)>> : std::true_type {};
} // namespace

template <class R> void CarrierFilter::countTime(const R &Rec) {
  if constexpr (HasTime<R>::value) {
    constexpr bool IsSection =
        R::Kind == RecordKind::AllocSites || R::Kind == RecordKind::CpuSamples;
    const bool HasSeconds = IsSection && Options.To == Format::HprofText;
    if (HasSeconds ? Rec.Time % 1000000 : Rec.Time)
      Account.add(Loss::RecordTimes);
  }
}

void CarrierFilter::own(const ClassicHeader &R) {
  if (!Options.Classic && R.Form < NumClassicForms)
    takeForm(ClassicForm(R.Form));
}

/// Only the text represents these.
void CarrierFilter::own(const ClassDump &R) { countUntold(R, Account); }

void CarrierFilter::own(const ArrayClass &R) {
  if (isClassic() && !Style->HasClassBlocks && R.Class)
    Names.writeNameOf(R.Class);
}

void CarrierFilter::own(const ReferenceObject &R) {
  if (!isClassic())
    return;
  if (!Style->HasClassBlocks && R.Class)
    Names.writeNameOf(R.Class);
  if (Style->HasClassBlocks && !R.Class)
    Names.writeIdOf(R.ClassName);
}

void CarrierFilter::own(const ReferenceArray &R) {
  if (R.ArrayLength == UINT32_MAX) {
    if (isClassic() && Style->TellsLengths)
      Account.add(Loss::ElementPositions);
    return;
  }
  if (isClassic() && Style->TellsLengths && R.ArrayLength > R.Length)
    Account.add(Loss::NullPositions);
  if (R.ArrayLength != R.Length || (isClassic() && Style->TellsLengths))
    return;
  SeeksNulls = true;
  Elements.begin(IdSize);
  nulls(R.Elements.Bytes);
}

/// The target does not show which of these elements are null.
void CarrierFilter::nulls(ArrayRef<uint8_t> Chunk) {
  bool Found = false;
  Elements.add(Chunk, [&](uint64_t Id) { Found |= !Id; });
  if (!Found)
    return;
  SeeksNulls = false;
  Account.add(Loss::NullElements);
}

/// A classic heapdump contains the size of an array instead of its length.
template <class R> void CarrierFilter::primitiveLength(const R &Rec) {
  if (!isClassic())
    return;
  uint64_t Bytes =
      Size.Object == Rec.Object && Size.Size
          ? Size.Size
          : classicArraySize(Rec.Length, Rec.ElementType, IdSize, Rec.Object);
  if (classicArrayLength(Bytes, Rec.ElementType, IdSize, Rec.Object) !=
      Rec.Length)
    Account.add(Loss::PrimitiveLengths);
}
