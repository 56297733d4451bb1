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
#include "llvm/ADT/StringExtras.h"

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
  case FormatKind::Yaml: {
    DumpContext Whole;
    YamlWriterOptions Style;
    // Classes may come after their instances: look ahead for them.
    if (*From == FormatKind::Hprof && In.isRewindable()) {
      DumpContext::Builder Build(Whole, In.contents());
      if (Error E = readHprof(In, Build, nullptr))
        return E;
      if (Error E = In.rewind())
        return E;
      Style.Whole = &Whole;
    }
    YamlWriter Writer(Out, Style);
    if (Error E = readAny(In, *From, Writer, Options.OnDamage))
      return E;
    Writer.finish();
    return Error::success();
  }
  }
  llvm_unreachable("unhandled FormatKind");
}

Error hprof::convert(Source &In, Sink &Out, FormatKind To,
                     const ConvertOptions &Options) {
  if (Error E = convertNamed(In, Out, To, Options))
    return createFileError(In.name(), std::move(E));
  return Error::success();
}
