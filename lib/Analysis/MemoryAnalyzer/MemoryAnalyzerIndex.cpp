//===- MemoryAnalyzerIndex.cpp - Index for Memory Analyzer ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/MemoryAnalyzer/MemoryAnalyzerIndex.h"
#include "DominatorFiles.h"
#include "MasterFile.h"
#include "ThreadsFile.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Analysis/Heap/HeapSegments.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Parallel/RunThreads.h"
#include "hprof/Format/Stream/Compression.h"
#include "llvm/Support/Path.h"
#include <atomic>

using namespace hprof;
using namespace hprof::memoryanalyzer;
using namespace llvm;

ArrayRef<StringRef> hprof::memoryAnalyzerSuffixes() {
  static constexpr StringRef Suffixes[] = {
#define MEMORY_ANALYZER_FILE(NAME, SUFFIX) SUFFIX,
#include "hprof/Analysis/MemoryAnalyzer/IndexFiles.def"
  };
  return Suffixes;
}

StoreOptions hprof::forMemoryAnalyzer(StoreOptions Options) {
  Options.Layout = "mat";
  Options.MakeUp = true;
  Options.From = IndexUse::None;
  return Options;
}

MemoryAnalyzerTarget hprof::memoryAnalyzerTarget(StringRef Path,
                                                 const HeapFile &In,
                                                 unsigned Number) {
  MemoryAnalyzerTarget T;
  T.Path = Path.str();
  T.Number = Number;
  StringRef Name = sys::path::filename(Path);
  StringRef Folder = Path.drop_back(Name.size());
  // This extension is removed as a whole; other names are cut at the last dot.
  if (In.compression() == Compression::Gzip)
    Name.consume_back("hprof.gz");
  T.Prefix = (Folder + Name.take_front(Name.rfind('.'))).str() + ".";
  if (Number)
    T.Prefix += "#" + std::to_string(Number) + ".";
  return T;
}

Error hprof::checkForMemoryAnalyzer(const HeapFile &In,
                                    const FileHeader &Header) {
  auto Fail = [&](const Twine &Why) {
    return createFileError(In.name(), createStringError(Why));
  };
  if (In.isConverted())
    return Fail("Memory Analyzer requires HPROF binary; convert the file with "
                "hprof-convert");
  if (In.compression() != Compression::None &&
      In.compression() != Compression::Gzip)
    return Fail("this compression is not supported by Memory Analyzer, "
                "expected gzip or no compression");
  if (Header.Version != "1.0.1" && Header.Version != "1.0.2")
    return Fail("HPROF version " + Header.Version +
                " is not supported by Memory Analyzer, expected 1.0.1 or "
                "1.0.2");
  if (Header.IdSize != 4 && Header.IdSize != 8)
    return Fail("ids of " + Twine(Header.IdSize) +
                " bytes are not supported by Memory Analyzer, expected 4 or 8");
  return Error::success();
}

namespace {

/// The columns of a graph and the files that are written from them. Files do
/// not depend on each other, except for the master index.
class Writer {
public:
  Writer(HeapStore &S, const MemoryAnalyzerTarget &Target, unsigned Threads,
         ArrayRef<raw_ostream *> To)
      : S(S), G(S.graph()), Target(Target), Threads(std::max(1U, Threads)),
        To(To) {}
  Error write();

private:
  raw_ostream &to(MemoryAnalyzerFile F) { return *To[size_t(F)]; }
  Error writeDominating();
  Error writeBoundTo();
  Error writeNumbers();
  Error writeAll();
  Error writeMasterFile(const HeapSegments &Dump);

  HeapStore &S;
  const HeapGraph &G;
  const MemoryAnalyzerTarget &Target;
  const unsigned Threads;
  ArrayRef<raw_ostream *> To;
  const DominatorTree *Tree = nullptr;
  std::optional<ObjectOrder> Order;
  ObjectCounts Counts;
  InstanceRanges Instances;
};

} // namespace

Error Writer::writeDominating() {
  Expected<DominatorChildren> Below = DominatorChildren::of(G, *Tree, 0);
  if (!Below)
    return Below.takeError();
  if (Error E =
          writeDominated(G, *Below, *Order, to(MemoryAnalyzerFile::Dominated)))
    return E;
  return writeClassSizes(G, *Tree, *Below, *Order,
                         to(MemoryAnalyzerFile::ClassSizes));
}

Error Writer::writeBoundTo() {
  Expected<InstanceRanges> Ranges =
      writeInbound(G, *Order, to(MemoryAnalyzerFile::Inbound));
  if (!Ranges)
    return Ranges.takeError();
  Instances = std::move(*Ranges);
  return Error::success();
}

Error Writer::writeNumbers() {
  writeIds(G, *Order, to(MemoryAnalyzerFile::Ids));
  writeClassNumbers(G, *Order, to(MemoryAnalyzerFile::Classes));
  Counts = writeSizes(G, *Order, to(MemoryAnalyzerFile::Sizes));
  writeDominators(*Tree, *Order, to(MemoryAnalyzerFile::Dominators));
  writeRetained(*Tree, *Order, to(MemoryAnalyzerFile::Retained));
  return Error::success();
}

/// Writes the files that do not depend on others, each in one thread.
Error Writer::writeAll() {
  using Job = Error (*)(Writer &);
  static constexpr Job Jobs[] = {
      [](Writer &W) { return W.writeBoundTo(); },
      [](Writer &W) { return W.writeDominating(); },
      [](Writer &W) {
        return writeOutbound(W.G, *W.Order, W.to(MemoryAnalyzerFile::Outbound));
      },
      [](Writer &W) { return W.writeNumbers(); },
  };
  std::vector<std::optional<Error>> Failures(std::size(Jobs));
  std::atomic<size_t> Next{0};
  runThreads(std::min<unsigned>(Threads, std::size(Jobs)), [&](unsigned) {
    for (size_t I; (I = Next++) < std::size(Jobs);)
      Failures[I].emplace(Jobs[I](*this));
  });
  Error All = Error::success();
  for (std::optional<Error> &E : Failures)
    All = joinErrors(std::move(All), std::move(*E));
  return All;
}

Error Writer::writeMasterFile(const HeapSegments &Dump) {
  Expected<const HeapContents *> Contents = S.contents();
  if (!Contents)
    return Contents.takeError();
  const DumpContext &Context = (*Contents)->context();
  writeThreadStacks(G, Context, to(MemoryAnalyzerFile::Threads));
  MasterFacts Facts{G,           *Order,        Counts, Instances, Context,
                    Target.Path, Target.Prefix, "",     0,         0};
  if (Target.Number)
    Facts.Number = "#" + std::to_string(Target.Number);
  Facts.Millis = G.header().Millis;
  if (!Dump.frames().empty())
    Facts.Millis += Dump.frames().front().Time / 1000;
  Facts.FileSize = Dump.file().size();
  return writeMaster(Facts, to(MemoryAnalyzerFile::Master));
}

Error Writer::write() {
  Expected<const DominatorTree *> Made = S.dominators();
  if (!Made)
    return Made.takeError();
  Tree = *Made;
  Expected<ObjectOrder> Numbered = ObjectOrder::make(G, *Tree);
  if (!Numbered)
    return createFileError(S.name(), Numbered.takeError());
  Order = std::move(*Numbered);
  Expected<HeapFile *> In = S.file();
  if (!In)
    return In.takeError();
  Expected<HeapSegments *> Dump = (*In)->dump(std::max(1U, Target.Number));
  if (!Dump)
    return createFileError(S.name(), Dump.takeError());
  InputPages Pages(G.memory(), (*Dump)->file());
  if (Error E = writeOffsets(**Dump, G, *Order, Threads,
                             to(MemoryAnalyzerFile::Offsets)))
    return createFileError(S.name(), std::move(E));
  if (Error E = writeAll())
    return E;
  return writeMasterFile(**Dump);
}

Error hprof::writeMemoryAnalyzerIndex(HeapStore &S,
                                      const MemoryAnalyzerTarget &Target,
                                      unsigned Threads,
                                      ArrayRef<raw_ostream *> To) {
  assert(To.size() == memoryAnalyzerSuffixes().size());
  return Writer(S, Target, Threads, To).write();
}
