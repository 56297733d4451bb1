//===- Spool.cpp - Copies of inputs that come only once -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spool.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include <cerrno>
#include <unistd.h>

using namespace hprof;
using namespace llvm;

Expected<std::unique_ptr<Source>> hprof::spool(Source &In,
                                               const ConvertOptions &Options) {
  int Fd;
  SmallString<128> Path(Options.TempDir);
  sys::path::append(Path, "hprof-%%%%%%%%.tmp");
  if (std::error_code EC =
          sys::fs::createUniqueFile(Path, Fd, Path, sys::fs::OF_None,
                                    sys::fs::owner_read | sys::fs::owner_write))
    return createFileError(Options.TempDir, EC);
  sys::RemoveFileOnSignal(Path);
  FileRemover Remove(Path);
  std::unique_ptr<Sink> Copy = Sink::toFile(Fd);
  while (!Copy->hasFailed()) {
    ArrayRef<uint8_t> Window = In.peek(1);
    if (Window.empty())
      break;
    Copy->append(Window);
    In.consume(Window.size());
  }
  Error E = Copy->finish();
  if (::close(Fd) && !E)
    E = errorCodeToError(std::error_code(errno, std::generic_category()));
  if (E)
    return createFileError(Path, std::move(E));
  // The end of a damaged container is damage, as it is for readers.
  Error Rest = handleErrors(
      In.takeError(), [&](std::unique_ptr<FormatError> FE) -> Error {
        if (FE->code() == format_errc::io)
          return Error(std::move(FE));
        if (Options.OnDamage)
          Options.OnDamage({FE->code(), FE->offset(), FE->what()});
        return Error::success();
      });
  if (Rest)
    return Rest;
  SourceOptions Opening;
  Opening.Map = false;
  Expected<std::unique_ptr<Source>> Again = Source::open(Path, Opening);
  sys::DontRemoveFileOnSignal(Path);
  return Again;
}
