//===- Convert.cpp - From one format to another ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Convert.h"
#include "hprof/Format/DumpContext.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "hprof/Format/Hprof/HprofWriter.h"
#include "hprof/Format/Hprof/YamlReader.h"
#include "hprof/Format/Hprof/YamlWriter.h"
#include "hprof/Format/Identify.h"
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

static constexpr StringLiteral HprofEndings[] = {".hprof"};
static constexpr StringLiteral YamlEndings[] = {".yaml", ".yml"};

static const FormatInfo Formats[] = {
    {FormatKind::Hprof, "hprof", "HPROF binary", HprofEndings, false},
    {FormatKind::Yaml, "yaml", "YAML", YamlEndings, true},
};

ArrayRef<FormatInfo> hprof::allFormats() { return Formats; }

const FormatInfo &hprof::formatInfo(FormatKind K) {
  return *find_if(Formats, [&](const FormatInfo &F) { return F.Kind == K; });
}

std::optional<FormatKind> hprof::parseFormat(StringRef Name) {
  for (const FormatInfo &F : Formats)
    if (Name == F.Name)
      return F.Kind;
  return std::nullopt;
}

std::optional<FormatKind> hprof::formatForPath(StringRef Path) {
  for (StringRef Ending : {".gz", ".zst"})
    if (Path.consume_back(Ending))
      break;
  for (const FormatInfo &F : Formats)
    for (StringRef Ending : F.Endings)
      if (Path.ends_with(Ending))
        return F.Kind;
  return std::nullopt;
}

Expected<FormatKind> hprof::identifyFormat(Source &In) {
  constexpr size_t Enough = 64 << 10; // Comments may precede YAML.
  StringRef Head = toStringRef(In.peek(Enough)).take_front(Enough);
  if (Head.starts_with("JAVA PROFILE "))
    return FormatKind::Hprof;
  if (looksLikeYamlDump(Head))
    return FormatKind::Yaml;
  if (Error E = In.takeError())
    return E;
  return make_error<FormatError>(format_errc::not_a_dump, 0,
                                 "expected an HPROF or YAML dump, found " +
                                     describeContent(Head));
}

static Error readHprof(Source &In, RecordVisitor &V, DamageHandler OnDamage) {
  ReaderOptions Options;
  Options.OnDamage = std::move(OnDamage);
  Expected<HprofReader> Reader = HprofReader::create(In, std::move(Options));
  if (!Reader)
    return Reader.takeError();
  return Reader->read(V);
}

static Error readAny(Source &In, FormatKind From, RecordVisitor &V,
                     DamageHandler OnDamage) {
  switch (From) {
  case FormatKind::Hprof:
    return readHprof(In, V, std::move(OnDamage));
  case FormatKind::Yaml:
    return readYaml(In, V);
  }
  llvm_unreachable("unhandled FormatKind");
}

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

static Error toYaml(Source &In, FormatKind From, Sink &Out,
                    const ConvertOptions &Options) {
  DumpContext Whole;
  YamlWriterOptions Style;
  Source *Input = &In;
  std::unique_ptr<Source> Copy;
  // Classes may come after their instances: look ahead for them.
  if (From == FormatKind::Hprof) {
    if (!In.isRewindable()) {
      Expected<std::unique_ptr<Source>> Spooled = spool(In, Options);
      if (!Spooled)
        return Spooled.takeError();
      Copy = std::move(*Spooled);
      Input = Copy.get();
    }
    DumpContext::Builder Build(Whole, Input->contents());
    if (Error E = readHprof(*Input, Build, nullptr))
      return E;
    if (Error E = Input->rewind())
      return E;
    Style.Whole = &Whole;
  }
  YamlWriter Writer(Out, Style);
  if (Error E = readAny(*Input, From, Writer, Options.OnDamage))
    return E;
  Writer.finish();
  return Error::success();
}

static Error convertNamed(Source &In, Sink &Out, FormatKind To,
                          const ConvertOptions &Options) {
  Expected<FormatKind> From = identifyFormat(In);
  if (!From)
    return From.takeError();
  switch (To) {
  case FormatKind::Hprof: {
    HprofWriter Writer(Out);
    if (Error E = readAny(In, *From, Writer, Options.OnDamage))
      return E;
    return Writer.finish();
  }
  case FormatKind::Yaml:
    return toYaml(In, *From, Out, Options);
  }
  llvm_unreachable("unhandled FormatKind");
}

Error hprof::convert(Source &In, Sink &Out, FormatKind To,
                     const ConvertOptions &Options) {
  if (Error E = convertNamed(In, Out, To, Options))
    return createFileError(In.name(), std::move(E));
  return Error::success();
}
