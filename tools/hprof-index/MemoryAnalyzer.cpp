//===- MemoryAnalyzer.cpp - Indexes for Memory Analyzer -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexJob.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Analysis/Heap/HeapSegments.h"
#include "hprof/Analysis/MemoryAnalyzer/MemoryAnalyzerIndex.h"
#include "hprof/Analysis/Store/IndexBuild.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/GraphTool/OpenHeap.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/Tool/OutputGroup.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/Support/FileSystem.h"

using namespace hprof;
using namespace llvm;

/// Finds the dump to index, and its number if there are several.
static Expected<unsigned> findDump(const IndexJob &J, HeapFile &In) {
  Expected<MutableArrayRef<HeapSegments>> Dumps = In.dumps();
  if (!Dumps)
    return createFileError(In.name(), Dumps.takeError());
  Expected<HeapSegments *> Dump = In.dump(J.Options.Dump);
  if (!Dump)
    return createFileError(In.name(), Dump.takeError());
  if (Error E = checkForMemoryAnalyzer(In, (*Dump)->header()))
    return E;
  J.tellDumps(In.name(), Dumps->size());
  return Dumps->size() > 1 ? J.Options.Dump : 0;
}

static Expected<std::string> absolute(StringRef Path) {
  SmallString<128> All(Path);
  if (std::error_code EC = sys::fs::make_absolute(All))
    return createFileError(Path, EC);
  return std::string(All);
}

/// Opens the output files, if nothing prevents it.
static Expected<OutputGroup> openOutputs(const IndexJob &J,
                                         const MemoryAnalyzerTarget &Target) {
  std::vector<std::string> Paths;
  for (StringRef Suffix : memoryAnalyzerSuffixes()) {
    const std::string &Path = Paths.emplace_back(Target.Prefix + Suffix.str());
    if (Error E = J.C.checkOutput(Path))
      return E;
    if (Error E = checkIndexPlace(Path))
      return E;
  }
  return OutputGroup::create(Paths, J.Force);
}

Error IndexJob::writeForMat() const {
  Progress::Task Working(C.progress(), "indexing " + inputName(Dump));
  // The input must be a file that keeps its name and contents.
  if (Expected<DumpIdentity> Identity = DumpIdentity::of(Dump); !Identity)
    return Identity.takeError();
  Expected<std::unique_ptr<HeapFile>> Opened =
      HeapFile::open(Dump, heapFileOptions(C, HeapAccess::Random));
  if (!Opened)
    return Opened.takeError();
  std::shared_ptr<HeapFile> In = std::move(*Opened);
  Expected<unsigned> Number = findDump(*this, *In);
  if (!Number)
    return Number.takeError();
  Expected<std::string> Path = absolute(Dump);
  if (!Path)
    return Path.takeError();
  MemoryAnalyzerTarget Target = memoryAnalyzerTarget(*Path, *In, *Number);
  if (!Output.empty()) {
    Expected<std::string> Master = absolute(Output);
    if (!Master)
      return Master.takeError();
    Target.Prefix = StringRef(*Master).drop_back(strlen("index")).str();
  }
  Expected<OutputGroup> Out = openOutputs(*this, Target);
  if (!Out)
    return Out.takeError();
  Expected<std::unique_ptr<HeapStore>> S = HeapStore::open(
      Dump, forMemoryAnalyzer(Options), storeEvents(C, Dump), In);
  if (!S)
    return S.takeError();
  if (Error E = writeMemoryAnalyzerIndex(**S, Target, Options.Threads,
                                         Out->streams()))
    return E;
  const uint64_t Bytes = Out->bytes();
  if (C.strict() && C.report().failed())
    return Error::success();
  // Formatted early, as there may be no memory left when the output is
  // complete.
  const std::string Done =
      "wrote '" + Target.Prefix +
      "index' and the files next to it: " + counted(Bytes, "byte");
  if (Error E = Out->keep())
    return E;
  C.report().verbose(Done);
  return Error::success();
}
