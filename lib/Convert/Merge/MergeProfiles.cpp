//===- MergeProfiles.cpp - Merges profiles into one -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Merge/MergeProfiles.h"
#include "Convert/Carriers/CarrierFilter.h"
#include "Convert/Pipeline/Pipeline.h"
#include "Convert/Route.h"
#include "hprof/Convert/Convert.h"
#include "hprof/Format/Profile/ProfileRecords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

Error ProfileMerger::add(Source &In, uint64_t Weight,
                         const DamageHandler &OnDamage, LossAccount &Losses) {
  Expected<Format> From = identifyFormat(In);
  if (!From)
    return createFileError(In.name(), From.takeError());
  ProfileCollector Collector;
  if (Error E = formatInfo(*From).Read(In, Collector, OnDamage))
    return createFileError(In.name(), std::move(E));
  cantFail(Collector.finish());
  const Profile One = Collector.take();
  if (One.isEmpty())
    return createFileError(
        In.name(),
        make_error<FormatError>(format_errc::not_a_dump, 0,
                                "expected allocation sites, CPU samples, times "
                                "or calls, or monitor times, found none"));
  Losses.addDropped(RecordKind::HeapDump, Collector.heapDumps());
  Losses.addDropped(RecordKind::MonitorDump, Collector.monitorDumps());
  Losses.addDropped(RecordKind::MonitorEvent, Collector.monitorEvents());
  Losses.add(Loss::UnknownTraces, Collector.rowsWithoutTrace());
  noteFacts(One, *From);
  All.add(One, Weight);
  return Error::success();
}

void ProfileMerger::noteFacts(const Profile &P, Format From) {
  // The text format contains none of these records.
  if (InText.has(From))
    return;
  IdSizes.insert(P.IdSize);
  if (P.SiteFlags) {
    SiteFlags.insert(*P.SiteFlags);
    Cutoffs.insert(P.Cutoff);
  }
  if (P.HasSettings)
    Depths.insert(P.TraceDepth);
}

template <class T>
static void tellDifference(StringRef What, const std::set<T> &Values,
                           StringRef Taken, LossAccount &Losses) {
  if (Values.size() < 2)
    return;
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "the inputs differ in " << What << " (";
  interleaveComma(Values, OS, [&](T Value) {
    if constexpr (std::is_floating_point_v<T>)
      OS << format("%g", double(Value));
    else
      OS << Value;
  });
  OS << "); " << Taken;
  Losses.note(std::move(Text));
}

namespace {
/// Sends a profile as a stream.
class ProfileSource final : public RecordSource {
public:
  explicit ProfileSource(const Profile &P) : P(P) {}
  StringRef name() const override { return "merged profile"; }
  Error makeRepeatable() override { return Error::success(); }
  Error read(RecordVisitor &V, LossAccount &Losses, Walk) override {
    ProfileLosses Cut;
    sendProfile(P, V, Cut);
    Losses.add(Loss::MethodSignatures, Cut.Signatures);
    return Error::success();
  }

private:
  const Profile &P;
};
} // namespace

Error ProfileMerger::write(Sink &Out, Format To, LossAccount &Losses) {
  tellDifference("id width", IdSizes, "using the largest", Losses);
  tellDifference("site cutoff", Cutoffs, "using the largest", Losses);
  tellDifference("site flags", SiteFlags, "using those common to all", Losses);
  tellDifference("trace depth", Depths, "using the largest", Losses);
  const FormatInfo &Target = formatInfo(To);
  FileHeader Header;
  Header.Carrier = Format::HprofText;
  ConvertOptions Options;
  Options.To = To;
  if (InHprof.has(To))
    Options.IdSize = All.IdSize == 4 ? 4 : 8;
  Route Way = findRoute(Header, Target, Options);
  Pipeline P(Losses);
  P.addSource(std::make_unique<ProfileSource>(All), std::move(Way.Stages));
  if (Way.NeedsFilter)
    P.addStage(makeCarrierFilter({To}));
  const NamesNeeded Names = Way.NeedsNames  ? NamesNeeded::Whole
                            : Way.UsesNames ? NamesNeeded::Passed
                                            : NamesNeeded::None;
  return P.run(Names, [&](const DumpContext *Context) {
    WriterOptions Style;
    Style.Names = Context;
    Style.OwnFraming = Way.OwnFraming;
    return Target.MakeWriter(Out, Style);
  });
}
