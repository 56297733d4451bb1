//===- RunExport.cpp - Dumps in formats of viewers ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunExport.h"
#include "hprof/Analysis/Stacks/StackSources.h"
#include "hprof/Convert/Answers/FormatAnswers.h"
#include "hprof/Convert/Formats.h"
#include "hprof/Convert/KnownInput.h"
#include "hprof/Convert/Merge/MergeProfiles.h"
#include "hprof/ConvertTool/ConvertRun.h"
#include "hprof/Export/ExportAnswer.h"
#include "hprof/Export/Stacks/HeapStacks.h"
#include "hprof/Format/Stream/SinkStream.h"
#include "hprof/Format/Thread/ThreadDump.h"
#include "hprof/GraphTool/OpenStore.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/Tool/AnswerOutput.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

const ExportInfo *hprof::exportTarget(ToolContext &C) {
  return C.hasNamed("--to=") ? exportCalled(C.named("--to="))
                             : exportForPath(C.named("--output=", "-"));
}

namespace {
/// One run of the tool.
class ExportRun {
public:
  ExportRun(ToolContext &C, const ExportInfo &To) : C(C), To(To) {}
  Error run(ArrayRef<std::string> Objects);

private:
  Error readOptions(ArrayRef<std::string> Objects);
  Error write(KnownInput In);
  Error writeHeap(KnownInput In);
  Error writeThreads(KnownInput In);
  Error writeProfile(KnownInput In);
  Error writeStacks(const WeightedStacks &S);

  ToolContext &C;
  const ExportInfo &To;
  HeapExportRequest Request;
  std::optional<ProfileKind> Section;
  raw_ostream *Out = nullptr;
};
} // namespace

/// Options that apply to only one of the two kinds of formats.
static constexpr StringLiteral OfConversions[] = {
    "--id-size=",   "--renumber",  "--relocate=",     "--from=",
    "--explain",    "--explain=",  "--force-threads", "--classic=",
    "--drop-heap=", "--max-zeros="};
static constexpr StringLiteral OfExports[] = {
    "--section=", "--measure=",         "--object=",           "--max-objects=",
    "--index=",   "--keep-unreachable", "--ignore-references="};

static constexpr StringLiteral OfHeaps[] = {
    "--object=",          "--max-objects=",       "--index=",
    "--keep-unreachable", "--ignore-references=", "--layout="};

static Error refuse(ToolContext &C, ArrayRef<StringLiteral> Options,
                    const Twine &Why) {
  for (StringRef Option : Options)
    if (C.hasNamed(Option))
      return usageError(Option.rtrim('=') + Why);
  return Error::success();
}

Error hprof::refuseExportOptions(ToolContext &C) {
  return refuse(C, OfExports, " applies only to viewer formats such as pprof");
}

Error ExportRun::readOptions(ArrayRef<std::string> Objects) {
  if (Error E =
          refuse(C, OfConversions, " has no effect on the format " + To.Name))
    return E;
  if (C.hasNamed("--with=") && C.named("--with=") != "none")
    return usageError("--with=" + C.named("--with=") +
                      " has no effect on the format " + To.Name +
                      "; none omits the javacore next to a dump");
  if (!To.WriteHeap)
    if (Error E = refuse(C, {"--max-objects="},
                         " applies to heaps, but " + To.Name +
                             " is written from stacks"))
      return E;
  if (To.WriteHeap)
    if (Error E = refuse(C, {"--section=", "--measure="},
                         " applies to stacks, but " + To.Name +
                             " is written from heaps"))
      return E;
  for (const std::string &Id : Objects) {
    uint64_t Number = 0;
    if (StringRef(Id).getAsInteger(0, Number) || !Number)
      return usageError("'--object=" + Id + "': expected an id such as 0x7f00");
    Request.Below.push_back(Number);
  }
  (void)C.named("--max-objects=", "0").getAsInteger(10, Request.MaxObjects);
  Section = sectionCalled(C.named("--section="));
  return Error::success();
}

Error ExportRun::writeStacks(const WeightedStacks &S) {
  unsigned Measure = S.mainMeasure();
  if (C.hasNamed("--measure=")) {
    const auto *It = find_if(S.measures(), [&](const StackMeasure &M) {
      return M.Name == C.named("--measure=");
    });
    if (It == S.measures().end())
      return usageError(
          "unknown measure '" + C.named("--measure=") +
          "' for these stacks; expected " +
          join(map_range(S.measures(),
                         [](const StackMeasure &M) { return M.Name.str(); }),
               ", "));
    Measure = unsigned(It - S.measures().begin());
  }
  if (S.samples().empty())
    C.report().note("there are no stacks to write");
  return To.WriteStacks(S, Measure, *Out);
}

Error ExportRun::writeHeap(KnownInput In) {
  const std::string Name = inputName(In.Path);
  Progress::Task Working(C.progress(), "analyzing " + Name);
  // References of these kinds do not keep their objects alive, and heap viewers
  // show them accordingly.
  Expected<std::unique_ptr<HeapStore>> Heap = openStore(
      C, std::move(In), To.WriteHeap ? weakReferences() : ReferenceKinds(),
      /*KeepIfCut=*/true);
  if (!Heap)
    return Heap.takeError();
  if (To.WriteHeap) {
    auto Note = [&](const Twine &Text) {
      C.report().note("'" + Name + "': " + Text);
    };
    Request.OnNote = Note;
    return To.WriteHeap(**Heap, Request, *Out);
  }
  Expected<WeightedStacks> S = stacksOf(**Heap, Request.Below);
  if (S && To.HasLeaks)
    if (Error E = addLeakSignatures(*S, **Heap))
      return E;
  return S ? writeStacks(*S) : S.takeError();
}

Error ExportRun::writeThreads(KnownInput In) {
  const std::string Name = In.From->name();
  Expected<std::vector<ThreadDump>> Dumps =
      formatOf(*In.From, *In.Carrier)
          .ReadThreads(*In.From, C.report().damageHandler(Name));
  if (!Dumps)
    return Dumps.takeError();
  uint64_t Nth = 1;
  (void)C.named("--dump=", "1").getAsInteger(10, Nth);
  if (!Nth || Nth > Dumps->size())
    return createFileError(
        Name, createStringError("there is no thread dump " + Twine(Nth) +
                                "; the file contains " + Twine(Dumps->size())));
  if (Dumps->size() > 1 && !C.hasNamed("--dump="))
    C.report().note("'" + Name + "': " + firstOfSeveral(Dumps->size()));
  return writeStacks(stacksOf((*Dumps)[Nth - 1]));
}

Error ExportRun::writeProfile(KnownInput In) {
  ProfileMerger One;
  LossAccount Losses;
  if (Error E = One.add(*In.From, 1, C.report().damageHandler(In.From->name()),
                        Losses))
    return E;
  const Profile &P = One.profile();
  const std::optional<ProfileKind> Kind = Section ? Section : firstSection(P);
  if (!Kind || !P[*Kind].IsThere)
    return createFileError(
        In.From->name(),
        createStringError(Section ? "there is no section '" +
                                        sectionName(*Section) + "'"
                                  : Twine("it contains no profile")));
  return writeStacks(stacksOf(P, *Kind));
}

Error ExportRun::write(KnownInput In) {
  // A dump with a heap may also contain a profile.
  if (Section && In.Kind == InputKind::Heap)
    In.Kind = InputKind::Profile;
  if (Section && In.Kind == InputKind::Threads)
    return usageError("--section applies to profiles, but '" +
                      inputName(In.Path) + "' is a thread dump");
  const bool IsHeap = In.Kind == InputKind::Heap;
  if (!To.WriteStacks && !IsHeap && In.Kind != InputKind::Unknown)
    return createFileError(
        inputName(In.Path),
        createStringError("it is " + Twine(kindText(In.Kind)) + ", but " +
                          To.Name + " is written from heap dumps"));
  if (!IsHeap && In.Kind != InputKind::Unknown)
    if (Error E = refuse(C, OfHeaps,
                         " applies to heaps, but '" + inputName(In.Path) +
                             "' is read for " +
                             (In.Kind == InputKind::Profile ? "its profile"
                                                            : "its threads")))
      return E;
  switch (In.Kind) {
  case InputKind::Heap:
    return writeHeap(std::move(In));
  case InputKind::Threads:
    return writeThreads(std::move(In));
  case InputKind::Profile:
    return writeProfile(std::move(In));
  default:
    return In.refuse();
  }
}

Error ExportRun::run(ArrayRef<std::string> Objects) {
  if (Error E = checkGraphOptions(C))
    return E;
  if (Error E = readOptions(Objects))
    return E;
  if (C.inputs().size() != 1)
    return usageError("expected one input");
  Expected<KnownInput> In = KnownInput::open(C.inputs().front());
  if (!In)
    return In.takeError();
  Expected<ConvertOutput> File = ConvertOutput::open(C, To.IsText);
  if (!File)
    return File.takeError();
  SinkStream OS(*File->Out);
  Out = &OS;
  if (Error E = write(std::move(*In)))
    return E;
  OS.flush();
  return File->finish();
}

void hprof::listFormats(ToolContext &C, raw_ostream &OS) {
  printAnswerText(OS, FormatAnswer(), C.escapeMode());
  OS << '\n';
  printAnswerText(OS, ExportAnswer(), C.escapeMode());
}

Error hprof::runExport(ToolContext &C, const ExportInfo &To,
                       ArrayRef<std::string> Objects) {
  return ExportRun(C, To).run(Objects);
}
