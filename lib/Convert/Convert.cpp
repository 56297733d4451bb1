//===- Convert.cpp - From one format to another ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Convert.h"
#include "Route.h"
#include "Stages/CarrierFilter.h"
#include "ThreadRecords.h"
#include "ZeroGuard.h"
#include "hprof/Convert/Spool.h"
#include "hprof/Format/DumpContext.h"
#include "hprof/Format/Hprof/YamlReader.h"
#include "hprof/Format/IBM/JavacoreReader.h"
#include "hprof/Format/Kit/Forward.h"
#include "hprof/Format/Kit/Tee.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

using namespace hprof;
using namespace llvm;

namespace {
/// Takes the first file header and wants no more.
class HeaderVisitor : public RecordVisitor {
public:
  using RecordVisitor::visit;
  void visit(const FileHeader &H) override {
    if (!Found)
      Found = H;
  }
  bool wantsMore() const override { return !Found; }
  std::optional<FileHeader> Found;
};

/// Gives headers without a time one.
class TimeSetter final : public Forward {
public:
  TimeSetter(RecordVisitor &Next, uint64_t Millis)
      : Forward(Next), Millis(Millis) {}
  using Forward::visit;
  void visit(const FileHeader &H) override {
    FileHeader Out = H;
    if (!Out.Millis)
      Out.Millis = Millis;
    Next.visit(Out);
  }
  RecordKindSet runKinds() const override { return Next.runKinds(); }

private:
  const uint64_t Millis;
};

/// One conversion: where it reads and what stands in between.
class Driver {
public:
  Driver(Source &In, Sink &Out, const ConvertOptions &Options,
         ConvertReport &Report)
      : In(&In), Out(Out), Options(Options), Report(Report) {}

  Error run();

private:
  Error findSource();
  Error makeRewindable();
  Error survey(size_t NumStages, RecordVisitor &V);
  Error learnNames();
  Error write();
  ZerosMade zerosMade() const;
  Error read(RecordVisitor &V, LossAccount &Losses, DamageHandler OnDamage);
  Error walk(size_t NumStages, RecordVisitor &Last, LossAccount &Losses,
             DamageHandler OnDamage);

  Source *In;
  Sink &Out;
  const ConvertOptions &Options;
  ConvertReport &Report;

  const FormatInfo *From = nullptr;
  Route Way;
  bool HasWalked = false;
  std::unique_ptr<Source> Copy; ///< Of an input that comes only once.
  DumpContext Own;
  const DumpContext *Names = nullptr;
};
} // namespace

/// Finds out what the input is, and for YAML what it holds.
Error Driver::findSource() {
  Format Kind;
  if (Options.From) {
    Kind = *Options.From;
  } else {
    Expected<Format> Found = identifyFormat(*In);
    if (!Found)
      return Found.takeError();
    Kind = *Found;
  }
  From = &formatInfo(Kind);
  Report.From = Kind;
  if (Kind == Format::Javacore && InIbm.has(Options.To))
    return make_error<FormatError>(
        format_errc::not_a_dump, 0,
        "a javacore holds no heap; expected the heap dump that was made with "
        "it");
  FileHeader Header;
  Header.Carrier = Kind;
  if (Kind == Format::Yaml || InHprof.has(Kind)) {
    constexpr size_t Enough = 64 << 10;
    std::unique_ptr<Source> Head =
        Source::fromMemory(In->peek(Enough).take_front(Enough), In->name());
    HeaderVisitor V;
    // Faults are told when the input itself is read.
    consumeError(From->Read(*Head, V, nullptr));
    Header.Carrier = Format::Hprof;
    if (V.Found)
      Header = *V.Found;
  }
  bool IsUnknown = Header.Carrier == Format::Hprof && Header.Version.empty();
  if (!Options.DropHeaps.empty() && !Header.isAndroid() && !IsUnknown)
    return createStringError(
        inconvertibleErrorCode(),
        Twine(
            "heaps can be dropped from Android's HPROF binary 1.0.3, found ") +
            From->Text + (Header.Version.empty() ? "" : " " + Header.Version));
  Way = findRoute(Header, formatInfo(Options.To), Options);
  if ((Options.IdSize || Options.Renumber) && !Way.ChangesIds)
    return createStringError(
        inconvertibleErrorCode(),
        Twine("ids cannot be changed on the way from ") + From->Text + " to " +
            formatInfo(Options.To).Text +
            "; change them on the way to hprof, and convert what comes out");
  return Error::success();
}

Error Driver::makeRewindable() {
  if (In->isRewindable())
    return Error::success();
  Expected<std::unique_ptr<Source>> Spooled = spool(*In, Options);
  if (!Spooled)
    return Spooled.takeError();
  Copy = std::move(*Spooled);
  In = Copy.get();
  return Error::success();
}

/// Which elements that the input does not tell the stages or the reader make.
ZerosMade Driver::zerosMade() const {
  auto Has = [&](Lowering L) {
    return any_of(Way.Stages, [L](const std::unique_ptr<Stage> &S) {
      return S->lowers() == L;
    });
  };
  ZerosMade Made;
  Made.Nulls = Has(Lowering::ReferencesToHprof);
  Made.Data =
      Has(Lowering::AndroidToHprof) || (Made.Nulls && InHprof.has(Options.To));
  Made.Elements = From->Kind == Format::HprofText;
  return Made;
}

Error Driver::read(RecordVisitor &V, LossAccount &Losses,
                   DamageHandler OnDamage) {
  if (From->Kind == Format::Javacore) {
    Expected<ThreadDump> Dump = readJavacore(*In, OnDamage);
    if (!Dump)
      return Dump.takeError();
    countUnsaid(*Dump, Losses);
    Losses.add(Loss::ClassLoaders, Dump->Loaders.size());
    sendThreadDump(*Dump, V);
    return Error::success();
  }
  if (From->Kind != Format::Yaml)
    return From->Read(*In, V, std::move(OnDamage));
  // The route is that of the first document; back to YAML there is none.
  YamlReaderOptions Yaml;
  Yaml.OneFormat = Options.To != Format::Yaml || !Way.Stages.empty();
  Yaml.OneIdSize =
      Yaml.OneFormat && (!InBinary.has(Options.To) || !Way.Stages.empty());
  return readYaml(*In, V, Yaml);
}

/// Leads the input's records through the first \p NumStages stages to \p Last.
Error Driver::walk(size_t NumStages, RecordVisitor &Last, LossAccount &Losses,
                   DamageHandler OnDamage) {
  std::vector<std::unique_ptr<RecordVisitor>> Passes;
  RecordVisitor *Next = &Last;
  for (size_t I = NumStages; I--;) {
    Passes.push_back(Way.Stages[I]->makePass(*Next, Losses));
    Next = Passes.back().get();
  }
  // IBM's formats do not tell the time, and have no place for it.
  std::optional<TimeSetter> Setter;
  if (Options.Millis && Way.OwnFraming)
    Next = &Setter.emplace(*Next, Options.Millis);
  // The first walk finds out whether there are too many zeros.
  std::optional<ZeroGuard> Guard;
  if (!std::exchange(HasWalked, true))
    Next = &Guard.emplace(*Next, *In, zerosMade(), Options.MaxZeros);
  if (Error E = read(*Next, Losses, std::move(OnDamage)))
    return E;
  if (Guard)
    if (Error E = Guard->takeError())
      return E;
  // What the output cannot hold lies at no place of the input.
  return handleErrors(Next->finish(), [&](const FormatError &E) {
    bool MayHelp =
        !Options.Renumber && (Options.To == Format::Phd || Options.IdSize);
    return createStringError(
        inconvertibleErrorCode(),
        Twine("cannot be written as ") + formatInfo(Options.To).Text + ": " +
            E.what() + (MayHelp ? "; new ids may help, see --renumber" : ""));
  });
}

/// Shows \p V the stream behind the first \p NumStages stages.
Error Driver::survey(size_t NumStages, RecordVisitor &V) {
  if (Error E = makeRewindable())
    return E;
  LossAccount Ignored;
  if (Error E = walk(NumStages, V, Ignored, nullptr))
    return E;
  return In->rewind();
}

/// What the writer may look up.
Error Driver::learnNames() {
  if (!Way.NeedsNames)
    return Error::success();
  if (!Way.Stages.empty())
    Names = Way.Stages.back()->names();
  if (Names)
    return Error::success();
  // Views stay valid only when no stage makes records of its own.
  DumpContext::Builder Build(Own, Way.Stages.empty() ? In->contents()
                                                     : std::nullopt);
  Names = &Own;
  return survey(Way.Stages.size(), Build);
}

Error Driver::write() {
  const FormatInfo &To = formatInfo(Options.To);
  WriterOptions Style;
  Style.OwnFraming = Way.OwnFraming;
  Style.Classic = Options.Classic;
  const bool Collects = Way.UsesNames && !Names;
  Style.Names = Collects ? &Own : Names;
  std::unique_ptr<RecordVisitor> Writer = To.MakeWriter(Out, Style);
  RecordVisitor *Last = Writer.get();
  // Names are collected right before they are looked up.
  DumpContext::Builder Build(Own);
  Tee Both({&Build, Last});
  if (Collects)
    Last = &Both;
  std::optional<CarrierFilter> Filter;
  // YAML can hold any record, whatever its header says.
  const bool HoldsAny = From->Kind == Format::Yaml && To.Kind != Format::Yaml;
  if (Way.NeedsFilter || HoldsAny)
    Last = &Filter.emplace(*Last, Report.Losses, To.Kind,
                           /*KeepsAll=*/!Way.NeedsFilter);
  return walk(Way.Stages.size(), *Last, Report.Losses, Options.OnDamage);
}

Error Driver::run() {
  if (Error E = findSource())
    return E;
  if (Way.NeedsNames)
    if (Error E = makeRewindable())
      return E;
  for (size_t I = 0; I != Way.Stages.size(); ++I)
    if (RecordVisitor *V = Way.Stages[I]->survey())
      if (Error E = survey(I, *V))
        return E;
  if (Error E = learnNames())
    return E;
  return write();
}

std::vector<Lowering> hprof::loweringsBetween(const FormatInfo &From,
                                              const FormatInfo &To) {
  FileHeader Header;
  Header.Carrier = InHprof.has(From.Kind) ? Format::Hprof : From.Kind;
  Header.Version = From.Version ? From.Version : "";
  std::vector<Lowering> Result;
  for (const std::unique_ptr<Stage> &S : findRoute(Header, To, {}).Stages)
    if (std::optional<Lowering> L = S->lowers())
      Result.push_back(*L);
  return Result;
}

Error hprof::convert(Source &In, Sink &Out, const ConvertOptions &Options,
                     ConvertReport &Report) {
  if (Error E = Driver(In, Out, Options, Report).run())
    return createFileError(In.name(), std::move(E));
  return Error::success();
}
