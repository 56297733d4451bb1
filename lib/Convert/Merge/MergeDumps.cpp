//===- MergeDumps.cpp - Merges heap dumps into one file -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Merge/MergeDumps.h"
#include "Convert/Carriers/CarrierFilter.h"
#include "Convert/Dumps/SetTime.h"
#include "Convert/FirstHeader.h"
#include "Convert/Pipeline/PassStage.h"
#include "Convert/Pipeline/Pipeline.h"
#include "Convert/References/HeapSurvey.h"
#include "Convert/Route.h"
#include "Convert/Threads/SameProcess.h"
#include "FileFrames.h"
#include "NameOrigin.h"
#include "NoteOrigin.h"
#include "OneFile.h"
#include "OneSide.h"
#include "PartsSource.h"
#include "hprof/Convert/DumpSource.h"
#include "hprof/Convert/Dumps/CompleteDump.h"
#include "hprof/Convert/Spool.h"
#include "hprof/Format/Thread/ThreadDump.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
/// A file that is opened for each walk, so that files that are not being read
/// cost nothing.
class FileDump final : public RecordSource {
public:
  FileDump(const MergeInput &Input, const FormatInfo &From,
           DumpSourceOptions Options, ReadPosition *Position)
      : Input(Input), From(From), Options(std::move(Options)),
        Position(Position) {}

  StringRef name() const override { return Input.Path; }
  Error makeRepeatable() override { return Error::success(); }
  Error read(RecordVisitor &V, LossAccount &Losses, Walk For) override {
    Expected<std::unique_ptr<Source>> In = Input.Open(Access::Stream);
    if (!In)
      return In.takeError();
    const bool IsLast = For == Walk::Last && Position;
    if (IsLast)
      Position->enter(**In);
    Error E = makeDumpSource(**In, From, Options)
                  ->read(V, Losses, For == Walk::Aside ? Walk::Look : For);
    if (IsLast)
      Position->leave();
    return E;
  }

private:
  const MergeInput Input;
  const FormatInfo &From;
  const DumpSourceOptions Options;
  ReadPosition *const Position;
};

/// An input, with the properties that are known before it is read.
struct Origin {
  MergeInput In;
  const FormatInfo *From = nullptr;
  FileFrames Frames; ///< Only the header, unless the input is HPROF binary.
  bool isBinary() const { return From->Kind == Format::Hprof; }
};

class Merge {
public:
  Merge(const MergeOptions &Options, MergeReport &Report)
      : Options(Options), Report(Report) {}

  Error add(const MergeInput &In);
  Error addLender(MergeInput In);
  Error checkThreads() const;
  void tellThreads();
  Error run(Sink &Out);

private:
  Error addThreads(Source &In, Format Kind, const MergeInput &Input);
  Format target() const;
  unsigned idSize() const;
  bool areAll(function_ref<bool(const FileHeader &)> Is) const;
  std::unique_ptr<RecordSource> source(const Origin &O, const Route &Way,
                                       bool IsQuiet) const;
  Route route(const Origin &O) const;
  Error checkOneHeap() const;
  Pipeline::StageList stages(const Origin &O, Route &Way, size_t Index);
  Error walk(RecordVisitor &Target, bool IsFirst);
  Error unmergeable(Error E) const;
  Expected<std::string> layoutOf(const Origin &O) const;
  uint64_t earliest() const;

  const MergeOptions &Options;
  MergeReport &Report;
  std::vector<Origin> Origins;
  std::optional<ThreadDump> Threads;
  std::string ThreadsPath;
  NameLender Lender; ///< Walk is empty if no dump supplies names.
  MergeReport::Input ThreadsTold;
  uint64_t NumFiles = 0; ///< Number of file headers in all inputs.
  const FormatInfo *To = nullptr;
  IdCeiling Ids;
};
} // namespace

/// Copies \p In, a pipe, so that it can be opened again.
static Error keep(MergeInput &Input, Source &In, StringRef TempDir) {
  DamageHandler OnDamage;
  if (Input.OnDamage)
    OnDamage = [&](const Damage &D) { Input.OnDamage(In.name(), D); };
  Expected<std::unique_ptr<Source>> Copy = spool(In, TempDir, OnDamage);
  if (!Copy)
    return createFileError(In.name(), Copy.takeError());
  Input.Open = [Kept = std::shared_ptr<Source>(std::move(*Copy))](Access) {
    return Kept->reopen();
  };
  return Error::success();
}

Error Merge::add(const MergeInput &Input) {
  Origin O;
  O.In = Input;
  Expected<std::unique_ptr<Source>> In = O.In.Open(Access::Headers);
  if (!In)
    return In.takeError();
  const std::string Name = (*In)->name();
  if (!(*In)->isRewindable()) {
    if (Error E = keep(O.In, **In, Options.TempDir))
      return E;
    In = O.In.Open(Access::Headers);
    if (!In)
      return createFileError(Name, In.takeError());
  }
  constexpr size_t HeaderSize = 19 + 4 + 8; // Size of "JAVA PROFILE 1.0.2".
  const bool HasNoHeader =
      !O.In.Parts.empty() && (*In)->peek(HeaderSize).size() < HeaderSize;
  Expected<Format> Kind = HasNoHeader ? Format::Hprof : identifyFormat(**In);
  if (!Kind)
    return createFileError(Name, Kind.takeError());
  O.From = &formatInfo(*Kind);
  if (InThreads.has(*Kind))
    return addThreads(**In, *Kind, Input);
  if (O.isBinary()) {
    Expected<FileFrames> Frames = HasNoHeader
                                      ? readPartFrames(O.In.Parts)
                                      : readFrames(**In, O.In.Open, O.In.Parts);
    if (!Frames)
      return Frames.takeError();
    O.Frames = std::move(*Frames);
  } else {
    O.Frames.Header = firstHeader(**In, *O.From);
    O.Frames.Files = 1;
    O.Frames.Millis = O.Frames.Header.Millis;
    if (!O.In.Parts.empty())
      return createFileError(
          Name,
          make_error<FormatError>(
              format_errc::not_a_dump, 0,
              "expected HPROF binary, the only format with parts, found " +
                  Twine(O.From->Text)));
  }
  NumFiles += O.Frames.Files;
  MergeReport::Input Told;
  Told.Name = O.In.Name;
  Told.From = *Kind;
  Told.Files = O.Frames.Files;
  Told.Dumps = O.Frames.Dumps;
  Report.Inputs.push_back(std::move(Told));
  Origins.push_back(std::move(O));
  return Error::success();
}

/// Opens the dump that supplies names.
Error Merge::addLender(MergeInput Input) {
  Expected<std::unique_ptr<Source>> In = Input.Open(Access::Headers);
  if (!In)
    return In.takeError();
  if (!(*In)->isRewindable()) {
    if (Error E = keep(Input, **In, Options.TempDir))
      return E;
    In = Input.Open(Access::Headers);
    if (!In)
      return createFileError(Input.Path, In.takeError());
  }
  Expected<Format> Kind = identifyFormat(**In);
  if (!Kind)
    return createFileError(Input.Path, Kind.takeError());
  if (!InHprof.has(*Kind) && *Kind != Format::Yaml)
    return createFileError(
        Input.Path, createStringError("expected a heap dump with class fields, "
                                      "HPROF binary or YAML, found " +
                                      Twine(formatInfo(*Kind).Text)));
  Lender.Name = Input.Path;
  Lender.Walk = [this, Input = std::move(Input), Kind = *Kind,
                 IsFirst = true](RecordVisitor &V) mutable -> Error {
    DumpSourceOptions Reading;
    if (std::exchange(IsFirst, false) && Input.OnDamage)
      Reading.OnDamage = [&](const Damage &D) {
        Input.OnDamage(Input.Path, D);
      };
    Reading.TempDir = Options.TempDir;
    Reading.MaxZeros = Options.MaxZeros;
    LossAccount Ignored;
    FileDump From(Input, formatInfo(Kind), Reading, nullptr);
    if (Error E = From.read(V, Ignored, Walk::Last))
      return createFileError(Input.Path, std::move(E));
    return V.finish();
  };
  return Error::success();
}

/// Adds an input with threads instead of a heap.
Error Merge::addThreads(Source &In, Format Kind, const MergeInput &Input) {
  if (Threads)
    return createFileError(
        Input.Path,
        createStringError("a second thread dump, after '" + ThreadsPath +
                          "'; only one can be added to a heap dump"));
  std::string Note;
  Expected<ThreadDump> Dump = readThreadDump(
      In,
      [&](const Damage &D) {
        if (Input.OnDamage)
          Input.OnDamage(Input.Path, D);
      },
      Note);
  if (!Dump)
    return createFileError(Input.Path, Dump.takeError());
  Threads = std::move(*Dump);
  ThreadsPath = Input.Path;
  ThreadsTold.Name = Input.Name;
  ThreadsTold.From = Kind;
  ThreadsTold.Files = 0;
  if (!Note.empty())
    ThreadsTold.Losses.note(std::move(Note));
  return Error::success();
}

/// Reports losses of the thread dump, which are not losses of the heap dump.
void Merge::tellThreads() {
  if (!Threads)
    return;
  for (Lowering Cause : {Lowering::JoinThreads, Lowering::NameThreads})
    Report.Inputs.front().Losses.move(Cause, ThreadsTold.Losses);
  Report.Inputs.push_back(std::move(ThreadsTold));
}

/// Fails unless it is clear which heap the threads belong to.
Error Merge::checkThreads() const {
  if (!Threads)
    return Error::success();
  if (Origins.size() == 1 && NumFiles == 1 &&
      Origins.front().Frames.Dumps <= 1) {
    const std::string &Heap = Origins.front().In.Path;
    const Format Carrier = Origins.front().Frames.Header.Carrier;
    // Other formats do not contain thread names.
    if (!InHprof.has(Carrier) && !InIbm.has(Carrier))
      return createFileError(
          Heap, createStringError("a thread dump can be added only to HPROF "
                                  "binary and IBM heap dumps, found " +
                                  Twine(formatInfo(Carrier).Text)));
    std::optional<std::string> Why = otherProcess(*Threads, Heap);
    return Why && !Options.AnyProcess
               ? createFileError(Heap, otherProcessError(*Why))
               : Error::success();
  }
  uint64_t Dumps = 0;
  for (const Origin &O : Origins)
    Dumps += std::max<uint64_t>(O.Frames.Dumps, 1);
  return createFileError(
      ThreadsPath,
      createStringError(Dumps ? "a thread dump can be added only to a single "
                                "heap dump, found " +
                                    Twine(Dumps)
                              : Twine("a thread dump contains no heap; "
                                      "use the heap dump taken with it")));
}

bool Merge::areAll(function_ref<bool(const FileHeader &)> Is) const {
  return all_of(Origins, [&](const Origin &O) { return Is(O.Frames.Header); });
}

Format Merge::target() const {
  if (Options.To != Format::Hprof)
    return Options.To;
  if (areAll([](const FileHeader &H) { return H.isAndroid(); }))
    return Format::HprofAndroid;
  const std::string &First = Origins.front().Frames.Header.Version;
  // Only segments can be joined.
  const bool HasSegments = First == "1.0.2" || !Options.OneHeap;
  if (!First.empty() && HasSegments &&
      areAll([&](const FileHeader &H) { return H.Version == First; }))
    return Format::Hprof;
  return Format::HprofCurrent;
}

/// Returns the id width of the output; 0 to keep the input's.
unsigned Merge::idSize() const {
  if (Options.IdSize)
    return Options.IdSize;
  return NumFiles > 1 && !Options.OneHeap ? 8 : 0;
}

uint64_t Merge::earliest() const {
  uint64_t Millis = 0;
  for (const Origin &O : Origins) {
    const uint64_t Own = O.Frames.Millis ? O.Frames.Millis : O.In.Millis;
    if (Own)
      Millis = Millis ? std::min(Millis, Own) : Own;
  }
  return Millis;
}

Route Merge::route(const Origin &O) const {
  ConvertOptions Way;
  Way.To = To->Kind;
  if (Threads)
    Way.Threads = &*Threads;
  Way.AnyProcess = Options.AnyProcess;
  const bool IsAsWide = InHprof.has(O.Frames.Header.Carrier) &&
                        O.Frames.Header.IdSize == idSize() &&
                        !O.Frames.HasUnlikeIds;
  if (!IsAsWide)
    Way.IdSize = idSize();
  return findRoute(O.Frames.Header, *To, Way);
}

std::unique_ptr<RecordSource> Merge::source(const Origin &O, const Route &Way,
                                            bool IsQuiet) const {
  MergeInput In = O.In;
  if (IsQuiet)
    In.OnDamage = nullptr;
  if (!In.Parts.empty())
    return makePartsSource(In, O.Frames);
  auto Has = [&](Lowering L) {
    return any_of(Way.Stages, [L](const std::unique_ptr<Stage> &S) {
      return S->lowers() == L;
    });
  };
  DumpSourceOptions Reading;
  if (In.OnDamage)
    Reading.OnDamage = [Tell = In.OnDamage, Name = In.Path](const Damage &D) {
      Tell(Name, D);
    };
  Reading.TempDir = Options.TempDir;
  Reading.MaxZeros = Options.MaxZeros;
  Reading.Zeros.Nulls = Has(Lowering::ReferencesToHprof);
  Reading.Zeros.Data = Reading.Zeros.Nulls || Has(Lowering::AndroidToHprof);
  Reading.Zeros.Elements = O.From->Kind == Format::HprofText;
  return std::make_unique<FileDump>(In, *O.From, Reading,
                                    IsQuiet ? nullptr : Options.Position);
}

/// Returns the name of the layout of the objects of \p O; empty if uncertain.
Expected<std::string> Merge::layoutOf(const Origin &O) const {
  LossAccount Ignored;
  Pipeline P(Ignored);
  Route Way = route(O);
  std::unique_ptr<RecordSource> From = source(O, Way, /*IsQuiet=*/true);
  P.addSource(std::move(From), std::move(Way.Stages));
  HeapSurvey Survey("auto");
  if (Error E = P.run(Survey))
    return E;
  const LayoutChoice &Choice = Survey.sizes().layout();
  return Choice.Certain ? Choice.Layout.Name.str() : std::string();
}

static Error unlike(const Origin &A, const Origin &B, const Twine &Why) {
  return createStringError(
      inconvertibleErrorCode(),
      "'" + Twine(A.In.Path) + "' and '" + B.In.Path +
          "' cannot be joined into one heap: " + Why +
          "; without --one-heap, each becomes a separate heap dump");
}

/// Fails unless the inputs' heaps can be joined.
Error Merge::checkOneHeap() const {
  const Origin &First = Origins.front();
  std::pair<const Origin *, std::string> Known = {nullptr, ""};
  for (const Origin &O : Origins) {
    if (O.Frames.Dumps > O.Frames.Files)
      return createFileError(
          O.In.Path, createStringError(
                         "it contains " + Twine(O.Frames.Dumps) +
                         " heap dumps, which cannot be joined into one heap; "
                         "select one with hprof-convert --dump"));
    const FileHeader &A = First.Frames.Header, &B = O.Frames.Header;
    if (A.isAndroid() != B.isAndroid())
      return unlike(First, O, "only one of them is from Android");
    if (A.IdSize != B.IdSize)
      return unlike(First, O,
                    "their ids have " + Twine(A.IdSize) + " and " +
                        Twine(B.IdSize) + " bytes");
    Expected<std::string> Layout = layoutOf(O);
    if (!Layout)
      return Layout.takeError();
    if (Layout->empty())
      continue;
    if (Known.first && Known.second != *Layout)
      return unlike(*Known.first, O,
                    "their object layouts are " + Twine(Known.second) +
                        " and " + *Layout);
    Known = {&O, *Layout};
  }
  return Error::success();
}

/// Unrepresentable data has no position in the input.
Error Merge::unmergeable(Error E) const {
  return handleErrors(std::move(E), [&](const FormatError &FE) {
    return createStringError(
        inconvertibleErrorCode(),
        Twine("cannot be merged: ") + FE.what() +
            (Options.IdSize == 4 ? "; without --id-size=4, ids are 8 bytes wide"
                                 : ""));
  });
}

/// Returns the stages of an input, up to the point where the inputs are joined.
Pipeline::StageList Merge::stages(const Origin &O, Route &Way, size_t Index) {
  Pipeline::StageList Own;
  if (O.isBinary() && O.Frames.Files == 1 &&
      (O.Frames.IsCut || !O.In.Parts.empty())) {
    Own.push_back(makeCompleteDump(Lender));
    Report.AskedForNames = true;
  }
  if (O.In.Millis)
    Own.push_back(makePassStage<SetTime>(O.In.Millis));
  if (NumFiles > 1)
    Own.push_back(makePassStage<NoteOrigin>());
  for (std::unique_ptr<Stage> &S : Way.Stages)
    Own.push_back(std::move(S));
  Own.push_back(makeCarrierFilter({To->Kind}));
  if (NumFiles == 1)
    return Own;
  RelocateOptions Move;
  Move.Above = &Ids;
  Own.push_back(makeRelocate(Move));
  OriginOptions Naming;
  Naming.Name = O.In.Name;
  Naming.Ids = &Ids;
  Naming.NamesHeaps = To->Kind == Format::HprofAndroid;
  Naming.HeapBase = uint32_t(Index) << 16;
  Own.push_back(makePassStage<NameOrigin>(Naming));
  return Own;
}

/// Passes all inputs to \p Target. Losses and damage are reported only if
/// \p IsFirst.
Error Merge::walk(RecordVisitor &Target, bool IsFirst) {
  LossAccount Ignored;
  Pipeline P(IsFirst ? Report.Joined : Ignored);
  P.setFinishError([&](Error E) { return unmergeable(std::move(E)); });
  Ids = IdCeiling();
  for (auto [I, O] : enumerate(Origins)) {
    Route Way = route(O);
    std::unique_ptr<RecordSource> From = source(O, Way, /*IsQuiet=*/!IsFirst);
    P.addSource(std::move(From), stages(O, Way, I),
                IsFirst ? &Report.Inputs[I].Losses : &Ignored);
  }
  if (NumFiles > 1 || Options.OneHeap)
    P.addStage(
        makePassStage<OneFile>(OneFileOptions{earliest(), Options.OneHeap}));
  return P.run(Target);
}

Error Merge::run(Sink &Out) {
  To = &formatInfo(target());
  if (Options.OneHeap)
    if (Error E = checkOneHeap())
      return E;
  WriterOptions Style;
  Style.OwnFraming = true;
  std::unique_ptr<RecordVisitor> Writer = To->MakeWriter(Out, Style);
  if (!Options.OneHeap || NumFiles == 1)
    return walk(*Writer, /*IsFirst=*/true);
  uint32_t Time = 0;
  OneSide Names(*Writer, OneSide::Names, Time);
  if (Error E = walk(Names, /*IsFirst=*/true))
    return E;
  OneSide Heap(*Writer, OneSide::Heap, Time);
  return walk(Heap, /*IsFirst=*/false);
}

Error hprof::mergeDumps(ArrayRef<MergeInput> Inputs, Sink &Out,
                        const MergeOptions &Options, MergeReport &Report) {
  assert(!Inputs.empty() && "nothing to merge");
  Merge M(Options, Report);
  for (const MergeInput &In : Inputs)
    if (Error E = M.add(In))
      return E;
  if (Error E = M.checkThreads())
    return E;
  if (Options.NamesFrom)
    if (Error E = M.addLender(*Options.NamesFrom))
      return E;
  if (Error E = M.run(Out))
    return E;
  M.tellThreads();
  return Error::success();
}
