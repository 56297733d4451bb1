//===- HeapFile.cpp - A heap dump in any format, as HPROF -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Heap/HeapFile.h"
#include "TopLevel.h"
#include "hprof/Analysis/Heap/MissingBytes.h"
#include "hprof/Convert/Convert.h"
#include "hprof/Convert/KnownInput.h"
#include "hprof/Convert/OpenInput.h"
#include "hprof/Convert/Spool.h"
#include "hprof/Convert/Threads/JoinThreads.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Base/NoSuchDump.h"
#include "hprof/Format/Javacore/JavacoreReader.h"

using namespace hprof;
using namespace llvm;

/// Reads the threads of the javacore written with the dump \p Path, if any.
static std::optional<ThreadDump> threadsBeside(StringRef Path,
                                               const HeapFileOptions &Options) {
  std::optional<std::string> Javacore = findJavacoreBeside(Path);
  if (!Javacore)
    return std::nullopt;
  auto Tell = [&](const Twine &What) {
    if (Options.OnNote)
      Options.OnNote(What);
  };
  auto LeaveOut = [&](Error E) {
    Tell(toString(std::move(E)) + "; threads and class loaders are omitted");
    return std::nullopt;
  };
  Expected<std::unique_ptr<Source>> In = Source::open(*Javacore);
  if (!In)
    return LeaveOut(In.takeError());
  Expected<ThreadDump> Dump = readJavacore(**In, Options.OnDamage);
  if (!Dump)
    return LeaveOut(createFileError(*Javacore, Dump.takeError()));
  Tell("threads and class loaders are taken from '" + *Javacore + "'");
  return std::move(*Dump);
}

/// Writes \p In as HPROF binary.
static Error writeHprof(Source &In, Sink &Out, const ConvertOptions &Options,
                        const std::function<void(const Twine &)> &OnNote = {}) {
  ConvertReport Report;
  Error E = convert(In, Out, Options, Report);
  const uint64_t Roots = Report.Losses.of(Loss::GuessedRoots);
  const LossInfo &Info = allLosses()[unsigned(Loss::GuessedRoots)];
  if (Roots && OnNote)
    OnNote(counted(Roots, Info.One, Info.Text) + (Roots == 1 ? " is" : " are") +
           " synthetic, since the format lacks roots: garbage appears "
           "reachable");
  // The reader adds the file name.
  return handleErrors(std::move(E), [](std::unique_ptr<FileError> Named) {
    return Named->takeError();
  });
}

Error HeapFile::prepare(std::unique_ptr<Source> In, const HeapFileOptions &O) {
  Name = In->name();
  Packed = In->compression();
  FileSize = In->rawSize();
  Expected<Format> Found = identifyFormat(*In);
  if (!Found)
    return createFileError(Name, Found.takeError());
  Kind = *Found;
  const bool IsOnce = O.Access == HeapAccess::Once;
  auto KeepCopy = [&](const Twine &Of,
                      function_ref<Error(Sink &)> Write) -> Error {
    if (O.OnCopy)
      O.OnCopy(Of.str());
    Expected<std::unique_ptr<Source>> Copy =
        spoolMapped(Name, O.TempDir, Write);
    if (!Copy)
      return Copy.takeError();
    Heap = std::move(*Copy);
    return Error::success();
  };
  if (Kind == Format::Hprof) {
    if (!IsOnce && !In->contents())
      return KeepCopy("a copy of '" + Name + "' that can be mapped",
                      [&](Sink &Out) -> Error {
                        if (Error E = copyAll(*In, Out, O.OnDamage))
                          return createFileError(Name, std::move(E));
                        return Error::success();
                      });
    Heap = std::move(In);
    return Error::success();
  }

  auto Threads = std::make_shared<std::optional<ThreadDump>>();
  if (O.TakesJavacore && Name != "<stdin>" && InIbm.has(Kind))
    *Threads = threadsBeside(Name, O);
  ConvertOptions Converting;
  Converting.From = Kind;
  Converting.To = Format::Hprof;
  Converting.TempDir = O.TempDir;
  Converting.OnDamage = O.OnDamage;
  Converting.Threads = *Threads ? &**Threads : nullptr;
  if (IsOnce) {
    File = std::move(In);
    Heap = Source::written(
        Name,
        [&From = *File, Converting, Threads](Sink &Out) {
          return writeHprof(From, Out, Converting);
        },
        File.get());
    if (Heap)
      return Error::success();
    In = std::move(File);
  }
  return KeepCopy("HPROF converted from '" + Name + "'",
                  [&](Sink &Out) -> Error {
                    if (Error E = writeHprof(*In, Out, Converting, O.OnNote))
                      return createFileError(Name, std::move(E));
                    return Error::success();
                  });
}

HeapFile::HeapFile() = default;
HeapFile::~HeapFile() = default;

std::unique_ptr<HeapFile> HeapFile::ofHprof(std::unique_ptr<Source> In) {
  std::unique_ptr<HeapFile> F(new HeapFile());
  F->Name = In->name();
  F->Packed = In->compression();
  F->FileSize = In->rawSize();
  F->Heap = std::move(In);
  return F;
}

std::unique_ptr<HeapFile> HeapFile::fromMemory(ArrayRef<uint8_t> Bytes,
                                               StringRef Name,
                                               size_t WindowSize) {
  return ofHprof(Source::fromMemory(Bytes, Name, WindowSize));
}

Expected<const TopLevel *> HeapFile::topLevel() {
  if (Top)
    return Top.get();
  if (!Heap->contents())
    return createStringError("must be mapped to be walked several times");
  Expected<TopLevel> Found = TopLevel::find(*Heap);
  if (!Found)
    return Found.takeError();
  Top = std::make_unique<TopLevel>(std::move(*Found));
  return Top.get();
}

Expected<MutableArrayRef<HeapSegments>> HeapFile::dumps() {
  if (Expected<const TopLevel *> Found = topLevel(); !Found)
    return Found.takeError();
  return MutableArrayRef<HeapSegments>(Top->Dumps);
}

Expected<HeapSegments *> HeapFile::dump(unsigned Number) {
  Expected<MutableArrayRef<HeapSegments>> All = dumps();
  if (!All)
    return All.takeError();
  if (All->empty() && Number == 1) {
    if (!Top->None)
      Top->None.emplace(*Heap->contents(), Top->Files.front().Header, 1);
    return &*Top->None;
  }
  if (!Number || Number > All->size()) {
    Expected<uint64_t> Missing = missingBytes(*this);
    if (!Missing)
      return Missing.takeError();
    return createStringError(
        toString(noSuchDump(Number, All->size(), *Missing != 0)) +
        (All->empty() ? otherContents(Name) : ""));
  }
  return &(*All)[Number - 1];
}

void HeapFile::tellDamage(const DamageHandler &OnDamage) const {
  Top->Damages.tell(OnDamage);
}

Error HeapFile::tellRecords(const FileHeader &Of, RecordVisitor &To) {
  if (Expected<const TopLevel *> Found = topLevel(); !Found)
    return Found.takeError();
  for (const TopLevel::File &F : Top->Files)
    if (F.Header.Offset == Of.Offset)
      Top->tell(F, To);
  return Error::success();
}

Expected<std::unique_ptr<HeapFile>>
HeapFile::open(std::unique_ptr<Source> In, const HeapFileOptions &Options) {
  std::unique_ptr<HeapFile> F(new HeapFile());
  if (Error E = F->prepare(std::move(In), Options))
    return E;
  return F;
}

Expected<std::unique_ptr<HeapFile>>
HeapFile::open(StringRef Path, const HeapFileOptions &Options) {
  SourceOptions Opening;
  Opening.Threads = Options.Threads;
  Expected<std::unique_ptr<Source>> In = openInput(Path, Opening);
  if (!In)
    return In.takeError();
  return open(std::move(*In), Options);
}
