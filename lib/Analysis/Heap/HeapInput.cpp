//===- HeapInput.cpp - Any heap dump as mapped HPROF ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Heap/HeapInput.h"
#include "hprof/Convert/Convert.h"
#include "hprof/Convert/Spool.h"
#include "hprof/Convert/Stages/JoinThreads.h"
#include "hprof/Format/IBM/JavacoreReader.h"

using namespace hprof;
using namespace llvm;

/// The threads of the javacore that was written with the dump \p Path, if any.
static std::optional<ThreadDump>
threadsBeside(StringRef Path, const HeapInputOptions &Options) {
  std::optional<std::string> Javacore = findJavacoreBeside(Path);
  if (!Javacore)
    return std::nullopt;
  auto Tell = [&](const Twine &What) {
    if (Options.OnJavacore)
      Options.OnJavacore(What);
  };
  auto LeaveOut = [&](Error E) {
    Tell(toString(std::move(E)) + "; threads and class loaders are left out");
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

Expected<std::unique_ptr<Source>>
hprof::openAsHprof(StringRef Path, const HeapInputOptions &Options) {
  SourceOptions Opening;
  Opening.Threads = Options.Threads;
  Expected<std::unique_ptr<Source>> In = Source::open(Path, Opening);
  if (!In)
    return In.takeError();
  Expected<Format> Kind = identifyFormat(**In);
  if (!Kind)
    return createFileError((*In)->name(), Kind.takeError());
  if (*Kind == Format::Hprof && (*In)->contents())
    return In;

  ConvertOptions Converting;
  Converting.From = *Kind;
  Converting.To = Format::Hprof;
  Converting.TempDir = Options.TempDir;
  Converting.OnDamage = Options.OnDamage;
  std::string Name = (*In)->name();
  if (*Kind == Format::Hprof) {
    if (Options.OnCopy)
      Options.OnCopy("a copy of '" + Name + "' that can be mapped");
    return spoolMapped(Name, Options.TempDir, [&](Sink &Copy) {
      return copyAll(**In, Copy, Options.OnDamage);
    });
  }
  std::optional<ThreadDump> Threads;
  if (Path != "-" && InIbm.has(*Kind))
    Threads = threadsBeside(Path, Options);
  Converting.Threads = Threads ? &*Threads : nullptr;
  if (Options.OnCopy)
    Options.OnCopy("HPROF made from '" + Name + "'");
  return spoolMapped(Name, Options.TempDir, [&](Sink &Out) {
    ConvertReport Report;
    return convert(**In, Out, Converting, Report);
  });
}
