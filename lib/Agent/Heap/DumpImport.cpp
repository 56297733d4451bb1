//===- DumpImport.cpp - Imports a VM's dump into an output ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DumpImport.h"
#include "Agent/Vm/JvmError.h"
#include "VmDumpFacts.h"
#include "hprof/Convert/Convert.h"
#include "hprof/Convert/Ids/IdMap.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "hprof/Format/Kit/Forward.h"
#include "hprof/Format/Kit/ListBuilder.h"
#include "hprof/Format/Stream/Source.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

namespace {
/// Ids and serials of a dump that are replaced in the output.
struct Renaming {
  IdMap Objects, ClassSerials, ThreadSerials;
};

/// Trace of all objects in HotSpot's dumps; it has no frames.
static constexpr uint32_t TraceOfObjects = 1;

/// A frame that gives the reason for lost traces, with ids that the dump does
/// not use: the dump's string ids are addresses.
struct LostTraces {
  static constexpr uint64_t Method = 1, Signature = 2, Source = 3;
  StringRef Text; ///< Empty if no traces are lost.
  uint64_t Frame; ///< Id of the frame.
};

/// Sets times and drops records that the agent caused or has already written:
/// the roots of held objects, and LOAD CLASS of known classes, except for text
/// output, which has no such records but needs the names.
class Prune final : public Forward {
public:
  Prune(RecordVisitor &Next, const VmDumpFacts &Found, const Renaming &To,
        bool KeepsClasses, uint32_t Time, LostTraces Lost)
      : Forward(Next), Found(Found), To(To), KeepsClasses(KeepsClasses),
        Time(Time), Lost(Lost) {}

#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { record(R); }
#include "hprof/Format/Records/Records.def"
  using Forward::visit;
  void beginFrame(const Frame &F) override {
    if (!Lost.Text.empty() && !std::exchange(HasSentLost, true))
      sendLost();
    Frame Now = F;
    Now.Time = Time;
    Next.beginFrame(Now);
  }
  RecordKindSet runKinds() const override { return Next.runKinds(); }
  void run(const SubRecordRun &Run) override;

private:
  void sendString(uint64_t Id, StringRef Text);
  void sendLost();
  bool isHeldRoot(uint64_t Offset) const {
    return std::binary_search(Found.HeldRoots.begin(), Found.HeldRoots.end(),
                              Offset);
  }
  template <class R>
  static constexpr auto hasTime(int) -> decltype(R::Time, true) {
    return true;
  }
  template <class R> static constexpr bool hasTime(...) { return false; }
  template <class R> void record(R Rec) {
    if constexpr (std::is_same_v<R, RootJniGlobal>)
      if (isHeldRoot(Rec.Offset))
        return;
    if constexpr (std::is_same_v<R, LoadClass>)
      if (!KeepsClasses && To.Objects.contains(Rec.Class))
        return;
    if constexpr (std::is_same_v<R, StackTrace>)
      if (Rec.TraceSerial == TraceOfObjects && HasSentLost && !Rec.Frames.Count)
        Rec.Frames = LostFrames.ref();
    if constexpr (hasTime<R>(0))
      Rec.Time = Time;
    Next.visit(Rec);
  }

  const VmDumpFacts &Found;
  const Renaming &To;
  const bool KeepsClasses;
  const uint32_t Time;
  const LostTraces Lost;
  ListBuilder<StackFrameRef> LostFrames;
  bool HasSentLost = false;
};

class PruneStage final : public Stage {
public:
  PruneStage(const VmDumpFacts &Found, const Renaming &To, bool KeepsClasses,
             uint32_t Time, LostTraces Lost)
      : Found(Found), To(To), KeepsClasses(KeepsClasses), Time(Time),
        Lost(Lost) {}
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &) override {
    return std::make_unique<Prune>(Next, Found, To, KeepsClasses, Time, Lost);
  }

private:
  const VmDumpFacts &Found;
  const Renaming &To;
  const bool KeepsClasses;
  const uint32_t Time;
  const LostTraces Lost;
};
} // namespace

void Prune::sendString(uint64_t Id, StringRef Text) {
  Utf8 R;
  R.Id = Id;
  R.Text = arrayRefFromStringRef(Text);
  Next.visit(static_cast<const Utf8 &>(R));
}

/// Written before all other records of the dump.
void Prune::sendLost() {
  sendString(LostTraces::Method, Lost.Text);
  sendString(LostTraces::Signature, "()V");
  sendString(LostTraces::Source, "libhprof.so");
  StackFrame R;
  R.Id = Lost.Frame;
  R.Method = LostTraces::Method;
  R.Signature = LostTraces::Signature;
  R.SourceFile = LostTraces::Source;
  R.Line = -3; // Native.
  Next.visit(static_cast<const StackFrame &>(R));
  LostFrames.add({Lost.Frame});
}

/// Forwards the data between dropped roots.
void Prune::run(const SubRecordRun &Run) {
  SubRecordRun Rest = Run;
  const uint64_t End = Run.Offset + Run.Bytes.size();
  auto Pass = [&](uint64_t Until, uint64_t Skip) {
    const size_t N = size_t(Until - Rest.Offset);
    if (N)
      Next.run({Rest.Offset, Rest.Bytes.take_front(N)});
    Rest = {Until + Skip, Rest.Bytes.drop_front(N + size_t(Skip))};
  };
  for (auto I = std::lower_bound(Found.HeldRoots.begin(), Found.HeldRoots.end(),
                                 Run.Offset);
       I != Found.HeldRoots.end() && *I < End; ++I)
    Pass(*I, Found.RootSize);
  Pass(End, 0);
}

/// Opens the dump without mapping it: mapped pages would be counted as the
/// program's memory.
static Expected<std::unique_ptr<Source>> openDump(const std::string &Path) {
  SourceOptions Reading;
  Reading.Map = false;
  return Source::open(Path, Reading);
}

static Expected<VmDumpFacts> findFacts(const std::string &Path,
                                       ArrayRef<uint64_t> Handles) {
  Expected<std::unique_ptr<Source>> In = openDump(Path);
  if (!In)
    return In.takeError();
  Expected<HprofReader> Reader = HprofReader::create(**In);
  if (!Reader)
    return Reader.takeError();
  VmDumpFacts Found;
  VmDumpFactFinder V(Found, Handles);
  if (Error E = Reader->read(static_cast<RecordVisitor &>(V)))
    return E;
  return Found;
}

/// Pairs the held objects' ids in the dump with those in the output.
static Error match(const VmDumpFacts &Found, const HeldEntries &Held,
                   Renaming &To) {
  const size_t NumClasses = Held.Classes.size();
  // Mapping 0 would give all null references an id.
  if (Found.Held.size() != NumClasses + Held.Threads.size() ||
      is_contained(Found.Held, 0))
    return make_error<JvmError>(
        "the VM's dump lacks references to classes and threads");
  IdMap Serials;
  for (size_t I = 0; I != NumClasses; ++I) {
    To.Objects.set(Found.Held[I], Held.Classes[I].Id);
    Serials.set(Found.Held[I], Held.Classes[I].Serial);
  }
  for (size_t I = 0; I != Held.Threads.size(); ++I) {
    To.Objects.set(Found.Held[NumClasses + I], Held.Threads[I].Id);
    Serials.set(Found.Held[NumClasses + I], Held.Threads[I].Serial);
  }
  for (auto [Serial, Id] : Found.Classes)
    if (Serials.replace(Id))
      To.ClassSerials.set(Serial, Id);
  for (auto [Serial, Id] : Found.Threads)
    if (Serials.replace(Id))
      To.ThreadSerials.set(Serial, Id);
  return Error::success();
}

/// Computes offsets for all other ids and serials, so that no number is used
/// twice. \p NumMore frames are added.
static RelocateOptions moves(const VmDumpFacts &Found, Numbers &Next,
                             unsigned NumMore) {
  RelocateOptions By;
  // User-space addresses have fewer than 48 bits. The first dump keeps them,
  // unless heap addresses overlap the agent's own ids.
  uint64_t Window = Next.Windows.take();
  const uint64_t End =
      std::max(std::min(Numbers::threadId(Next.ThreadSerials.Next),
                        Numbers::EndOfThreads),
               Next.Classes.Next);
  if (Window == 0 && Found.FirstObject < End)
    Window = Next.Windows.take();
  By.Objects = int64_t(Window << 48);
  By.Strings = int64_t((Window + 1) << 48);
  By.Frames = int64_t(Next.Frames.takeMany(Found.LastFrame + 1 + NumMore));
  By.TraceSerials = int64_t(Next.TraceSerials.takeMany(Found.LastTrace + 1));
  By.ClassSerials = int64_t(Next.ClassSerials.takeMany(Found.LastClass + 1));
  By.ThreadSerials = int64_t(Next.ThreadSerials.takeMany(Found.LastThread + 1));
  By.ClassesComeFirst = true;
  return By;
}

struct DumpImport::State {
  std::string Path;
  VmDumpFacts Found;
  Renaming To;
};

DumpImport::DumpImport(std::unique_ptr<State> S) : S(std::move(S)) {}
DumpImport::DumpImport(DumpImport &&) = default;
DumpImport::~DumpImport() = default;

Expected<DumpImport> DumpImport::open(const std::string &Path,
                                      const HeldEntries &Held) {
  Expected<VmDumpFacts> Found = findFacts(Path, Held.Handles);
  if (!Found)
    return Found.takeError();
  auto S = std::make_unique<State>();
  S->Path = Path;
  S->Found = std::move(*Found);
  if (Error E = match(S->Found, Held, S->To))
    return E;
  return DumpImport(std::move(S));
}

Error DumpImport::append(RecordStream &Out, StringRef LostText) const {
  ConvertOptions Options;
  Options.To = Out.isBinary() ? Format::HprofCurrent : Format::HprofText;
  Options.From = Format::Hprof;
  Options.IsContinued = true;
  Options.Relocate = moves(S->Found, Out.Next, LostText.empty() ? 0 : 1);
  Options.Relocate->ObjectsTo = &S->To.Objects;
  Options.Relocate->ClassSerialsTo = &S->To.ClassSerials;
  Options.Relocate->ThreadSerialsTo = &S->To.ThreadSerials;
  const LostTraces Lost = {LostText, S->Found.LastFrame + 1};
  Options.FirstStage = [&]() -> std::unique_ptr<Stage> {
    return std::make_unique<PruneStage>(S->Found, S->To, !Out.isBinary(),
                                        Out.now(), Lost);
  };
  Expected<std::unique_ptr<Source>> In = openDump(S->Path);
  if (!In)
    return In.takeError();
  ConvertReport Report;
  return convert(**In, Out.appendTo(), Options, Report);
}
