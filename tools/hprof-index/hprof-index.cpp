//===- hprof-index.cpp - Makes answers about a dump immediate -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/Analysis/Store/IndexFit.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Base/IndexPath.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

static constexpr OptionRule Rules[] = {
    {OPT_force, OptionRule::Excludes, {OPT_verify}},
};

namespace {

/// A dump and its index.
struct Job {
  ToolContext &C;
  StringRef Dump;
  std::string Index;
};

} // namespace

static Error verify(const Job &J) {
  Expected<StoreOptions> Wanted = storeOptions(J.C);
  if (!Wanted)
    return Wanted.takeError();
  Expected<std::unique_ptr<HeapIndex>> File = HeapIndex::open(J.Index);
  if (!File)
    return File.takeError();
  if (Error E = checkWholeIndex(**File, J.Dump, wantedOrigin(*Wanted)))
    return E;
  if (Error E = (*File)->verify())
    return E;
  for (const Damage &D : (*File)->damages())
    J.C.report().damageHandler(J.Dump)(D);
  J.C.report().verbose("'" + J.Index +
                       "' fits: " + counted((*File)->graph().size(), "object") +
                       ", " + counted((*File)->size(), "byte"));
  return Error::success();
}

/// The index at J.Index if it is equivalent to a new one, else null.
static Expected<std::unique_ptr<HeapIndex>> findUpToDate(const Job &J) {
  Expected<StoreOptions> Wanted = storeOptions(J.C);
  if (!Wanted)
    return Wanted.takeError();
  Expected<std::unique_ptr<HeapIndex>> File = HeapIndex::open(J.Index);
  if (!File) {
    consumeError(File.takeError());
    return nullptr;
  }
  if (Error E = checkWholeIndex(**File, J.Dump, wantedOrigin(*Wanted))) {
    consumeError(std::move(E));
    return nullptr;
  }
  if (!(*File)->isComplete())
    return nullptr;
  return File;
}

/// The histogram of the whole file, as hprof-histo would make it.
static Error addHistogram(const Job &J, HeapStore &S, GraphParts &Parts) {
  Expected<const HeapContents *> Contents = S.contents();
  if (!Contents)
    return Contents.takeError();
  HistogramOptions Options;
  Options.Threads = J.C.threads();
  Options.Layout = J.C.named("--layout=", "auto").str();
  Options.NameLoaders = true;
  // An index stores these; a dump with more damage is not worth one.
  constexpr size_t Most = 100000;
  Options.OnDamage = [&](const Damage &D) {
    if (Parts.HistoDamages.size() < Most)
      Parts.HistoDamages.push_back(D);
  };
  HeapFile &File = (*Contents)->file();
  if (File.isConverted())
    File.tellDamage(Options.OnDamage);
  Expected<Histogram> H = Histogram::read(File, Options);
  if (!H)
    return H.takeError();
  Parts.Histo = std::move(*H);
  return Error::success();
}

/// The maximum number of path groups: their memory may take a quarter of
/// --max-memory.
static uint64_t mostGroups(const HeapGraph &G) {
  uint64_t Most = std::max<uint64_t>(1 << 20, G.size() / 16);
  if (G.memory() && G.memory()->limit())
    Most = std::min(Most, G.memory()->limit() / 4 / PathGroups::BytesPerGroup);
  return Most;
}

/// Adds the names of objects and references, and the paths to them.
static Error addNames(const Job &J, HeapStore &S, GraphParts &Parts) {
  Expected<HeapFile *> In = S.file();
  if (!In)
    return In.takeError();
  Expected<std::optional<ContextRecords>> Context =
      ContextRecords::of(**In, S.graph());
  if (!Context)
    return Context.takeError();
  Parts.Context = std::move(*Context);
  Expected<const HeapContents *> Contents = S.contents();
  if (!Contents)
    return Contents.takeError();
  if (Parts.Context)
    Parts.Stacks = (*Contents)->context().stacks().columns();
  // Needed to find groups without the dump.
  Expected<const EntryLabels *> Labels = S.labels();
  if (!Labels)
    return Labels.takeError();
  Parts.Labels = EntryLabels::fromColumn(
      BigArray<uint8_t>::view((*Labels)->column().ref()));
  Expected<EdgeFilter> Strong = EdgeFilter::create(S.graph(), weakReferences());
  if (!Strong)
    return Strong.takeError();
  Expected<ShortestPaths> Paths = ShortestPaths::compute(S.graph(), *Strong);
  if (!Paths)
    return Paths.takeError();
  Parts.Paths = std::move(*Paths);
  Expected<std::optional<PathGroups>> Groups = PathGroups::compute(
      **Contents, *Parts.Paths, *Strong, mostGroups(S.graph()));
  if (!Groups)
    return Groups.takeError();
  Parts.Groups = std::move(*Groups);
  return Error::success();
}

/// Adds results that take too long to compute on request.
static Error addAnswers(HeapStore &S, GraphParts &Parts) {
  const GroupBy Ways[] = {GroupBy::Class, GroupBy::Name, GroupBy::Package,
                          GroupBy::Loader};
  Expected<std::vector<RetainedSets>> Sets = S.computeRetainedSets(Ways);
  if (!Sets)
    return Sets.takeError();
  for (auto [By, Of] : zip(Ways, *Sets))
    Parts.Retained.emplace_back(By, std::move(Of));
  Expected<DominatorClasses> Classes =
      S.dominatorClasses({}, GraphParts::ClassTreeDepth);
  if (!Classes)
    return Classes.takeError();
  Parts.Classes = std::move(*Classes);
  Expected<LeakReport> Suspects = S.leakSuspects([](uint64_t Reachable) {
    return shareOf(Reachable, DefaultSuspectPercent);
  });
  if (!Suspects)
    return Suspects.takeError();
  Parts.Suspects = std::move(*Suspects);
  return Error::success();
}

/// Says which heap dump the index will be of, if there are several. The
/// histogram is of all.
static void noteDump(const Job &J, const HeapStore &S) {
  const unsigned Dumps = S.graph().counts().Dumps;
  if (Dumps > 1 && !J.C.has(OPT_dump_number))
    J.C.report().note("'" + S.name() + "': only the first of its " +
                      Twine(Dumps) +
                      " heap dumps is indexed; --dump takes another");
}

/// Reports why the index cannot be created, and where it can be.
static Error tellNoOutput(const Job &J, Error E) {
  StringRef Folder = sys::path::parent_path(J.Index);
  const bool IsWritable = !sys::fs::access(Folder.empty() ? "." : Folder,
                                           sys::fs::AccessMode::Write);
  if (J.C.has(OPT_output) || IsWritable)
    return E;
  J.C.report().error(std::move(E));
  J.C.report().note("the folder of the dump is read-only: -o writes the index "
                    "elsewhere, where --index of the other tools finds it");
  return Error::success();
}

static Error write(const Job &J) {
  Progress::Task Working(J.C.progress(), "indexing " + inputName(J.Dump));
  // If the dump changes while it is read, the first of these wins; then the
  // index does not fit, which is right.
  Expected<DumpIdentity> Dump = DumpIdentity::of(J.Dump);
  if (!Dump)
    return Dump.takeError();
  if (sys::fs::equivalent(J.Dump, J.Index))
    return usageError("'" + J.Index + "' is an input; name another output");
  sys::fs::file_status Status;
  if (!sys::fs::status(J.Index, Status) &&
      Status.type() == sys::fs::file_type::fifo_file)
    return createFileError(
        J.Index, createStringError("is a pipe, and an index is a file"));
  bool Force = J.C.has(OPT_force);
  if (!Force && HeapIndex::isHeapIndex(J.Index)) {
    Expected<std::unique_ptr<HeapIndex>> Good = findUpToDate(J);
    if (!Good)
      return Good.takeError();
    if (*Good) {
      for (const Damage &D : (*Good)->damages())
        J.C.report().damageHandler(J.Dump)(D);
      J.C.report().note("'" + J.Index + "' is up to date");
      return Error::success();
    }
    Force = true;
  }
  Expected<std::unique_ptr<OutputFile>> Out =
      OutputFile::create(J.Index, OutputFile::Content::Binary, Force);
  if (!Out)
    return tellNoOutput(J, Out.takeError());
  Expected<StoreOptions> Options = storeOptions(J.C);
  if (!Options)
    return Options.takeError();
  Options->From = IndexUse::None;
  Expected<std::unique_ptr<HeapStore>> S =
      HeapStore::open(J.Dump, *Options, storeEvents(J.C, J.Dump));
  if (!S)
    return S.takeError();
  noteDump(J, **S);
  Expected<const DominatorTree *> Tree = (*S)->dominators();
  if (!Tree)
    return Tree.takeError();
  Expected<const InboundReferences *> Inbound = (*S)->inbound();
  if (!Inbound)
    return Inbound.takeError();
  GraphOrigin Origin = (*S)->origin();
  Origin.Dump = *Dump;
  GraphParts Parts((*S)->graph(), **Tree, **Inbound);
  if (Error E = addHistogram(J, **S, Parts))
    return createFileError((*S)->name(), std::move(E));
  if (Error E = addNames(J, **S, Parts))
    return E;
  if (Error E = addAnswers(**S, Parts))
    return E;
  if (Error E = HeapIndex::write((*Out)->os(), Origin, Parts, (*S)->damages()))
    return E;
  uint64_t Bytes = (*Out)->os().tell();
  if (J.C.strict() && J.C.report().failed())
    return Error::success();
  if (Error E = (*Out)->keep()) {
    // Another process may have been faster.
    Expected<std::unique_ptr<HeapIndex>> Good = findUpToDate(J);
    if (!Good)
      return joinErrors(std::move(E), Good.takeError());
    if (!*Good)
      return E;
    consumeError(std::move(E));
    J.C.report().note("'" + J.Index + "' was written by another run meanwhile");
    return Error::success();
  }
  J.C.report().verbose("wrote '" + J.Index +
                       "': " + counted((*S)->graph().size(), "object") + ", " +
                       counted(Bytes, "byte"));
  return Error::success();
}

static Error run(ToolContext &C) {
  if (Error E = checkGraphOptions(C))
    return E;
  if (C.inputs().empty())
    return usageError("no input; name a file");
  if (C.has(OPT_output) && C.inputs().size() > 1)
    return usageError("--output names one index, there are " +
                      Twine(C.inputs().size()) + " inputs");
  if (is_contained(C.inputs(), "-"))
    return usageError("standard input cannot have an index: it is found "
                      "next to a file");
  // One bad input does not keep the others from being indexed.
  Error All = Error::success();
  for (const std::string &Path : C.inputs()) {
    Job J{C, Path, C.get(OPT_output, indexPathOf(Path)).str()};
    All = joinErrors(std::move(All), C.has(OPT_verify) ? verify(J) : write(J));
  }
  return All;
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"hprof-index", "[options] file...",
                   "Writes an index next to a heap dump, from which the other "
                   "tools answer at once",
                   InputRule::AnyNumber, /*TextOutput=*/false, Rules},
                  toolOptions(), run);
}
