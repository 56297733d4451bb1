//===- HeapInput.cpp - Any heap dump as mapped HPROF ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/HeapInput.h"
#include "Spool.h"
#include "hprof/Convert/Convert.h"

using namespace hprof;
using namespace llvm;

Expected<std::unique_ptr<Source>>
hprof::openAsHprof(StringRef Path, const HeapInputOptions &Options) {
  SourceOptions Opening;
  Opening.Threads = Options.Threads;
  Expected<std::unique_ptr<Source>> In = Source::open(Path, Opening);
  if (!In)
    return In.takeError();
  Expected<FormatKind> Kind = identifyFormat(**In);
  if (!Kind)
    return createFileError((*In)->name(), Kind.takeError());
  if (*Kind == FormatKind::Hprof && (*In)->contents())
    return In;

  ConvertOptions Converting;
  Converting.From = *Kind;
  Converting.To = FormatKind::Hprof;
  Converting.TempDir = Options.TempDir;
  Converting.OnDamage = Options.OnDamage;
  std::string Name = (*In)->name();
  if (*Kind == FormatKind::Hprof) {
    if (Options.OnCopy)
      Options.OnCopy("a copy of '" + Name + "' that can be mapped");
    return spoolMapped(Name, Options.TempDir, [&](Sink &Copy) {
      return copyAll(**In, Copy, Options.OnDamage);
    });
  }
  if (Options.OnCopy)
    Options.OnCopy("HPROF made from '" + Name + "'");
  return spoolMapped(Name, Options.TempDir, [&](Sink &Out) {
    ConvertReport Report;
    return convert(**In, Out, Converting, Report);
  });
}
