//===- KnownInput.cpp - An open input whose kind is known -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/KnownInput.h"
#include "hprof/Convert/Formats.h"
#include "hprof/Convert/OpenInput.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace hprof;
using namespace llvm;

const char *hprof::kindText(InputKind Kind) {
  switch (Kind) {
  case InputKind::Unknown:
    return "not a dump";
#define HPROF_INPUT_KIND(KIND, TEXT, READER)                                   \
  case InputKind::KIND:                                                        \
    return TEXT;
#include "hprof/Convert/InputKinds.def"
  }
  llvm_unreachable("unhandled kind");
}

static const char *readerText(InputKind Kind) {
  switch (Kind) {
  case InputKind::Unknown:
    return "";
#define HPROF_INPUT_KIND(KIND, TEXT, READER)                                   \
  case InputKind::KIND:                                                        \
    return READER;
#include "hprof/Convert/InputKinds.def"
  }
  llvm_unreachable("unhandled kind");
}

/// Returns the kind of an input that is not a dump, by its beginning.
static InputKind kindOfHead(StringRef Head) {
  if (Head.starts_with("HPROFIDX"))
    return InputKind::Index;
  const StringRef Text = Head.ltrim();
  // All JSON output of tools begins with this attribute.
  if (Text.starts_with("{") &&
      Text.drop_front().take_front(200).contains("\"schema_version\""))
    return InputKind::Report;
  // Output of jmap and jcmd. jcmd prints the process id first.
  const StringRef Start = Text.take_front(200);
  if (Start.contains("#instances") && Start.contains("#bytes"))
    return InputKind::HistogramText;
  return InputKind::Unknown;
}

namespace {
/// Records the contents, until the first heap dump.
class ContentsVisitor final : public RecordVisitor {
public:
  using RecordVisitor::visit;
  void beginFrame(const Frame &F) override { HasHeap |= F.isHeap(); }
  void visit(const HeapDumpTotals &) override { HasHeap = true; }
  void visit(const ClassDump &) override { HasHeap = true; }
  void visit(const AllocSites &) override { HasProfile = true; }
  void visit(const HeapSummary &) override { HasProfile = true; }
  void visit(const CpuSamples &) override { HasProfile = true; }
  void visit(const CpuTimes &) override { HasProfile = true; }
  void visit(const MonitorTimes &) override { HasProfile = true; }
  void visit(const MethodCalls &) override { HasProfile = true; }
  bool wantsMore() const override { return !HasHeap; }

  /// Records a frame of HPROF binary without its body.
  void add(const Frame &F) {
    HasHeap |= F.isHeap();
    HasProfile |= is_contained({RecordKind::AllocSites, RecordKind::HeapSummary,
                                RecordKind::CpuSamples},
                               F.kind());
  }

  InputKind kind() const {
    return HasHeap      ? InputKind::Heap
           : HasProfile ? InputKind::Profile
                        : InputKind::Records;
  }

private:
  bool HasHeap = false, HasProfile = false;
};
} // namespace

/// Sends \p In to \p V. In HPROF binary, bodies are not read.
static Error look(Source &In, const FormatInfo &Info, ContentsVisitor &V) {
  if (Info.Kind != Format::Hprof)
    return Info.Read(In, V, nullptr);
  Expected<HprofReader> Reader = HprofReader::create(In);
  if (!Reader)
    return Reader.takeError();
  Frame F;
  while (V.wantsMore())
    switch (Reader->next(F)) {
    case HprofReader::Found::Header:
      break;
    case HprofReader::Found::Frame:
      V.add(F);
      Reader->skipBody(F);
      break;
    case HprofReader::Found::Gap:
      Reader->readGap(F, V);
      break;
    case HprofReader::Found::End:
      return Reader->finish();
    }
  return Error::success();
}

/// Returns the kind of a pipe: searches for records in a window that grows
/// until it contains a heap dump.
static InputKind kindOfWindow(Source &In, const FormatInfo &Info) {
  constexpr size_t First = 1 << 20, Most = 64 << 20;
  for (size_t Size = First;; Size *= 4) {
    const ArrayRef<uint8_t> Window = In.peek(Size);
    const std::unique_ptr<Source> Part = Source::fromMemory(Window, In.name());
    ContentsVisitor V;
    const bool Failed = errorToBool(look(*Part, Info, V));
    if (V.kind() == InputKind::Heap)
      return InputKind::Heap;
    // Faults are reported by the reader of the input.
    if (Window.size() < Size)
      return Failed ? InputKind::Heap : V.kind();
    if (Size >= Most)
      return V.kind() == InputKind::Profile ? InputKind::Profile
                                            : InputKind::Heap;
  }
}

/// Returns the kind of \p In, a dump in the format that \p Info describes.
static Expected<InputKind> kindOfDump(Source &In, const FormatInfo &Info,
                                      LookAt Deep) {
  if (Info.hasOnlyThreads())
    return InputKind::Threads;
  if (Info.Kind == Format::Jfr)
    return InputKind::Profile;
  // These formats contain only heap dumps.
  if (Deep == LookAt::Head || InOneDump.has(Info.Kind))
    return InputKind::Heap;
  if (!In.isRewindable())
    return kindOfWindow(In, Info);
  ContentsVisitor V;
  const bool Failed = errorToBool(look(In, Info, V));
  if (Error E = In.rewind())
    return E;
  return Failed ? InputKind::Heap : V.kind();
}

Expected<KnownInput> KnownInput::of(std::unique_ptr<Source> In, LookAt Deep) {
  KnownInput Known;
  Known.Path = In->name();
  const StringRef Head = headOf(*In);
  if (!formatOfHead(Head))
    Known.Kind = kindOfHead(Head);
  if (Known.Kind == InputKind::Unknown) {
    if (Expected<Format> Found = identifyFormat(*In)) {
      Known.Carrier = *Found;
      Expected<InputKind> Kind = kindOfDump(*In, formatOf(*In, *Found), Deep);
      if (!Kind)
        return createFileError(In->name(), Kind.takeError());
      Known.Kind = *Kind;
    } else {
      handleAllErrors(Found.takeError(),
                      [&](std::unique_ptr<ErrorInfoBase> Fault) {
                        Known.Why = std::move(Fault);
                      });
    }
  }
  Known.From = std::move(In);
  return Known;
}

Expected<KnownInput>
KnownInput::open(StringRef Path, const SourceOptions &Options, LookAt Deep) {
  Expected<std::unique_ptr<Source>> In = openInput(Path, Options);
  if (!In)
    return In.takeError();
  Expected<KnownInput> Known = of(std::move(*In), Deep);
  if (Known)
    Known->Path = Path.str();
  return Known;
}

Expected<std::vector<KnownInput>>
KnownInput::openAll(ArrayRef<std::string> Paths, ArrayRef<InputKind> Wanted,
                    const SourceOptions &Options, LookAt Deep) {
  std::vector<KnownInput> Inputs;
  Error All = Error::success();
  for (const std::string &Path : Paths) {
    Expected<KnownInput> In = open(Path, Options, Deep);
    if (!In)
      All = joinErrors(std::move(All), In.takeError());
    else if (!is_contained(Wanted, In->Kind))
      All = joinErrors(std::move(All), In->refuse());
    else
      Inputs.push_back(std::move(*In));
  }
  if (All)
    return All;
  return Inputs;
}

Error KnownInput::refuse() {
  if (Kind == InputKind::Unknown)
    return createFileError(
        From->name(),
        Error(Why ? std::move(Why)
                  : std::make_unique<FormatError>(format_errc::not_a_dump, 0,
                                                  "expected a dump")));
  return createStringError("'" + From->name() + "' is " + kindText(Kind) +
                           "; " + readerText(Kind));
}

std::string hprof::otherContents(StringRef Path) {
  if (!sys::fs::is_regular_file(Path))
    return "";
  Expected<KnownInput> In = KnownInput::open(Path);
  if (!In) {
    consumeError(In.takeError());
    return "";
  }
  if (In->Kind == InputKind::Unknown || In->Kind == InputKind::Heap)
    return "";
  return std::string("; it is ") + kindText(In->Kind) + ": " +
         readerText(In->Kind);
}
