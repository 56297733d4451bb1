//===- Convert.cpp - Conversion between formats ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Convert.h"
#include "Convert/Carriers/CarrierFilter.h"
#include "Convert/Dumps/SetTime.h"
#include "Convert/Pipeline/PassStage.h"
#include "Convert/Pipeline/Pipeline.h"
#include "Convert/Threads/SameProcess.h"
#include "FirstHeader.h"
#include "Route.h"
#include "ThreadConversion.h"
#include "hprof/Convert/DumpSource.h"
#include "hprof/Format/Base/UnfitId.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
/// One conversion: the input's format, and the route from it to the target.
class Conversion {
public:
  Conversion(Source &In, const ConvertOptions &Options)
      : In(In), To(formatInfo(Options.To)), Options(Options) {}

  /// Determines the input's format, and for YAML the format of its records.
  Expected<Format> identify();
  Error run(Sink &Out, ConvertReport &Report);
  /// Whether a thread dump is converted to another format without records.
  bool writesThreads() const {
    // YAML gets the profile of a recording.
    return From->ReadThreads && threadFormatInfo(To.Kind).WriteThreads &&
           (From->hasOnlyThreads() || To.WriteThreads);
  }
  const FormatInfo &from() const { return *From; }

private:
  ZerosMade zerosMade() const;
  DumpSourceOptions sourceOptions() const;
  NamesNeeded namesNeeded() const;
  Error unwritable(Error E) const;

  Source &In;
  const FormatInfo &To;
  const ConvertOptions &Options;
  const FormatInfo *From = nullptr;
  Route Way;
};
} // namespace

Expected<Format> Conversion::identify() {
  Format Kind;
  if (Options.From) {
    Kind = *Options.From;
  } else {
    Expected<Format> Found = identifyFormat(In);
    if (!Found)
      return Found.takeError();
    Kind = *Found;
  }
  From = &formatOf(In, Kind);
  if (writesThreads())
    return Kind;
  if (To.WriteThreads) {
    return make_error<FormatError>(
        format_errc::not_a_dump, 0,
        Twine("expected a thread dump to write as a ") + To.Text + ", found " +
            From->Text);
  }
  if (From->hasOnlyThreads() && InIbm.has(To.Kind))
    return make_error<FormatError>(
        format_errc::not_a_dump, 0,
        Twine("a ") + From->Text +
            " contains no heap; use the heap dump taken with it");
  const FileHeader Header = firstHeader(In, *From);
  bool IsUnknown = Header.Carrier == Format::Hprof && Header.Version.empty();
  if (!Options.DropHeaps.empty() && !Header.isAndroid() && !IsUnknown)
    return createStringError(
        inconvertibleErrorCode(),
        Twine("heaps can be dropped only from Android's HPROF binary 1.0.3, "
              "found ") +
            From->Text + (Header.Version.empty() ? "" : " " + Header.Version));
  Way = findRoute(Header, To, Options);
  if ((Options.IdSize || Options.Renumber) && !Way.ChangesIds)
    return createStringError(
        inconvertibleErrorCode(),
        Twine("ids cannot be changed when converting from ") + From->Text +
            " to " + To.Text +
            "; change them in a conversion to hprof, and convert the result");
  auto ComputesSizes = [](const std::unique_ptr<Stage> &S) {
    return S->lowers() == Lowering::HeapToIbm ||
           S->lowers() == Lowering::InstancesToReferences;
  };
  if (Options.Layout != "auto" && none_of(Way.Stages, ComputesSizes))
    return createStringError(
        inconvertibleErrorCode(),
        Twine("no object sizes are computed when converting from ") +
            From->Text + " to " + To.Text + ": --layout has no effect");
  return Kind;
}

/// Returns the missing elements that stages or the reader synthesize.
ZerosMade Conversion::zerosMade() const {
  auto Has = [&](Lowering L) {
    return any_of(Way.Stages, [L](const std::unique_ptr<Stage> &S) {
      return S->lowers() == L;
    });
  };
  ZerosMade Made;
  const bool HasClasses = Has(Lowering::ReferencesToHprof);
  Made.Nulls = HasClasses || (To.Kind == Format::IbmClassic &&
                              Options.Classic == ClassicForm::Spec);
  Made.Data =
      InHprof.has(To.Kind) && (HasClasses || Has(Lowering::AndroidToHprof));
  Made.Elements = From->Kind == Format::HprofText;
  return Made;
}

DumpSourceOptions Conversion::sourceOptions() const {
  DumpSourceOptions Reading;
  Reading.OnDamage = Options.OnDamage;
  Reading.TempDir = Options.TempDir;
  Reading.Zeros = zerosMade();
  Reading.MaxZeros = Options.MaxZeros;
  // The route is chosen for the first document. Later documents may differ
  // only if the output is YAML and needs no stages except to move ids.
  const bool IsFixed = any_of(Way.Stages, [](const std::unique_ptr<Stage> &S) {
    return S->lowers() != Lowering::Relocate;
  });
  Reading.Yaml.OneFormat = To.Kind != Format::Yaml || IsFixed;
  Reading.Yaml.OneIdSize =
      Reading.Yaml.OneFormat && (!InBinary.has(To.Kind) || IsFixed);
  return Reading;
}

NamesNeeded Conversion::namesNeeded() const {
  if (Way.NeedsNames)
    return NamesNeeded::Whole;
  return Way.UsesNames ? NamesNeeded::Passed : NamesNeeded::None;
}

/// Rephrases errors about data that the target cannot represent: such errors
/// have no position in the input.
Error Conversion::unwritable(Error E) const {
  const bool MayHelp = E.isA<UnfitId>() && Way.MayChangeIds &&
                       !Options.Renumber && !Options.Relocate;
  return handleErrors(std::move(E), [&](const FormatError &FE) {
    return createStringError(
        inconvertibleErrorCode(),
        Twine("cannot be written as ") + To.Text + ": " + FE.what() +
            (MayHelp ? "; renumbering the objects may help" : ""));
  });
}

Error Conversion::run(Sink &Out, ConvertReport &Report) {
  std::unique_ptr<RecordSource> Reading =
      makeDumpSource(In, *From, sourceOptions());
  // IBM's formats do not record the time, and cannot represent one.
  if (Options.Millis && Way.OwnFraming && !InIbm.has(To.Kind))
    Way.Stages.insert(Way.Stages.begin(),
                      makePassStage<SetTime>(Options.Millis));
  if (Options.FirstStage)
    Way.Stages.insert(Way.Stages.begin(), Options.FirstStage());
  if (Options.LastStages) {
    append_range(
        Way.Stages,
        make_range(std::make_move_iterator(Options.LastStages->begin()),
                   std::make_move_iterator(Options.LastStages->end())));
    Options.LastStages->clear();
  }
  Way.OwnFraming |= Options.OwnFraming || Options.SegmentSize;
  Pipeline P(Report.Losses);
  P.setFinishError([&](Error E) { return unwritable(std::move(E)); });
  P.addSource(std::move(Reading), std::move(Way.Stages));
  // YAML can hold any record, regardless of its header.
  const bool HoldsAny = From->Kind == Format::Yaml && To.Kind != Format::Yaml;
  const bool LosesBytes = Way.OwnFraming && InHprof.has(To.Kind);
  if (Way.NeedsFilter || HoldsAny || LosesBytes)
    P.addStage(makeCarrierFilter(
        {To.Kind, !Way.NeedsFilter, LosesBytes, Options.Classic}));
  Error E = P.run(namesNeeded(), [&](const DumpContext *Names) {
    WriterOptions Style;
    Style.Names = Names;
    Style.OwnFraming = Way.OwnFraming;
    Style.SegmentSize = Options.SegmentSize;
    Style.Classic = Options.Classic;
    Style.IsContinued = Options.IsContinued;
    return To.MakeWriter(Out, Style);
  });
  Report.Reads = P.reads();
  return E;
}

std::vector<Lowering> hprof::loweringsBetween(const FormatInfo &From,
                                              const FormatInfo &To) {
  FileHeader Header;
  Header.Carrier = InHprof.has(From.Kind) ? Format::Hprof : From.Kind;
  Header.Version = From.Version.str();
  std::vector<Lowering> Result;
  for (const std::unique_ptr<Stage> &S : findRoute(Header, To, {}).Stages)
    if (std::optional<Lowering> L = S->lowers())
      Result.push_back(*L);
  return Result;
}

Error hprof::convert(Source &In, Sink &Out, const ConvertOptions &Options,
                     ConvertReport &Report) {
  Conversion C(In, Options);
  Expected<Format> From = C.identify();
  if (!From)
    return createFileError(In.name(), From.takeError());
  if (Options.Threads && !Options.AnyProcess && InHprof.has(*From))
    if (auto Why = otherProcess(*Options.Threads, In.name()))
      return createFileError(In.name(), otherProcessError(*Why));
  Report.From = *From;
  Error E = C.writesThreads() ? convertThreads(In, Out, C.from(),
                                               threadFormatInfo(Options.To),
                                               Options, Report.Losses)
                              : C.run(Out, Report);
  // Errors from the writer's finish() carry no name yet.
  return E && !E.isA<FileError>() ? createFileError(In.name(), std::move(E))
                                  : std::move(E);
}
