//===- Convert.cpp - From one format to another ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Convert.h"
#include "hprof/Format/DumpContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include <cerrno>
#include <unistd.h>

using namespace hprof;
using namespace llvm;

/// Copies \p In, which can be read only once, into a file without a name.
static Expected<std::unique_ptr<Source>> spool(Source &In,
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

/// Whether \p Info's writer must know of all classes before their instances.
static bool needsFirstWalk(FormatKind From, FormatKind To) {
  return To == FormatKind::Yaml && From == FormatKind::Hprof;
}

static Error convertNamed(Source &In, Sink &Out, FormatKind To,
                          const ConvertOptions &Options) {
  Expected<FormatKind> From = identifyFormat(In);
  if (!From)
    return From.takeError();
  const FormatInfo &Reader = formatInfo(*From);
  DumpContext Whole;
  WriterOptions Style;
  Source *Input = &In;
  std::unique_ptr<Source> Copy;
  if (needsFirstWalk(*From, To)) {
    if (!In.isRewindable()) {
      Expected<std::unique_ptr<Source>> Spooled = spool(In, Options);
      if (!Spooled)
        return Spooled.takeError();
      Copy = std::move(*Spooled);
      Input = Copy.get();
    }
    DumpContext::Builder Build(Whole, Input->contents());
    if (Error E = Reader.Read(*Input, Build, nullptr))
      return E;
    if (Error E = Input->rewind())
      return E;
    Style.Names = &Whole;
  }
  std::unique_ptr<RecordVisitor> Writer = formatInfo(To).MakeWriter(Out, Style);
  if (Error E = Reader.Read(*Input, *Writer, Options.OnDamage))
    return E;
  return Writer->finish();
}

Error hprof::convert(Source &In, Sink &Out, FormatKind To,
                     const ConvertOptions &Options) {
  if (Error E = convertNamed(In, Out, To, Options))
    return createFileError(In.name(), std::move(E));
  return Error::success();
}
