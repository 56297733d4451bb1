//===- Spool.cpp - Copies of inputs on disk -------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Spool.h"
#include "hprof/Format/Stream/TemporaryFile.h"
#include "llvm/ADT/ScopeExit.h"
#include <unistd.h>

using namespace hprof;
using namespace llvm;

Error hprof::copyAll(Source &In, Sink &Out, const DamageHandler &OnDamage) {
  while (!Out.hasFailed()) {
    ArrayRef<uint8_t> Window = In.peek(1);
    if (Window.empty())
      break;
    Out.append(Window);
    In.consume(Window.size());
  }
  return handleErrors(In.takeError(),
                      [&](std::unique_ptr<FormatError> FE) -> Error {
                        if (FE->code() == format_errc::io)
                          return Error(std::move(FE));
                        if (OnDamage)
                          OnDamage({FE->code(), FE->offset(), FE->what()});
                        return Error::success();
                      });
}

/// Writes the output of \p Write to a new unnamed file in \p TempDir, and opens
/// it with \p Opening.
static Expected<std::unique_ptr<Source>>
spoolTo(StringRef TempDir, const SourceOptions &Opening,
        function_ref<Error(Sink &)> Write) {
  Expected<int> Fd = createUnnamedFile(TempDir);
  if (!Fd)
    return createFileError(TempDir, Fd.takeError());
  auto Close = make_scope_exit([&] { ::close(*Fd); });
  std::unique_ptr<Sink> Copy = Sink::toFile(*Fd);
  Error Reading = Write(*Copy);
  Error Writing = Copy->finish();
  if (Writing)
    Writing = createFileError(TempDir, std::move(Writing));
  if (Error E = joinErrors(std::move(Reading), std::move(Writing)))
    return E;
  return Source::openWritten(*Fd, Opening.Name, Opening);
}

Expected<std::unique_ptr<Source>> hprof::spool(Source &In, StringRef TempDir,
                                               const DamageHandler &OnDamage) {
  SourceOptions Opening;
  Opening.Name = In.name();
  Opening.Map = false;
  return spoolTo(TempDir, Opening,
                 [&](Sink &Copy) { return copyAll(In, Copy, OnDamage); });
}

Expected<std::unique_ptr<Source>>
hprof::spoolMapped(StringRef Name, StringRef TempDir,
                   function_ref<Error(Sink &)> Write) {
  SourceOptions Opening;
  Opening.Name = Name.str();
  return spoolTo(TempDir, Opening, Write);
}

Expected<std::unique_ptr<Source>> hprof::mapped(std::unique_ptr<Source> In,
                                                StringRef TempDir,
                                                const DamageHandler &OnDamage) {
  if (In->contents())
    return In;
  return spoolMapped(In->name(), TempDir,
                     [&](Sink &Out) { return copyAll(*In, Out, OnDamage); });
}
