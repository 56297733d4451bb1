//===- Formats.cpp - Table of formats -------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Formats.h"
#include "Convert/Threads/ThreadRecords.h"
#include "hprof/Format/Base/Identify.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "hprof/Format/Hprof/HprofWriter.h"
#include "hprof/Format/HprofText/TextReader.h"
#include "hprof/Format/HprofText/TextWriter.h"
#include "hprof/Format/IBM/ClassicReader.h"
#include "hprof/Format/IBM/ClassicWriter.h"
#include "hprof/Format/IBM/PhdReader.h"
#include "hprof/Format/IBM/PhdWriter.h"
#include "hprof/Format/Javacore/JavacoreReader.h"
#include "hprof/Format/Jfr/JfrReader.h"
#include "hprof/Format/Perfetto/PerfettoReader.h"
#include "hprof/Format/Snapshot/SnapshotReader.h"
#include "hprof/Format/Thread/JstackWriter.h"
#include "hprof/Format/Thread/ThreadJsonReader.h"
#include "hprof/Format/Thread/ThreadJsonWriter.h"
#include "hprof/Format/Thread/ThreadYaml.h"
#include "hprof/Format/ThreadText/JstackReader.h"
#include "hprof/Format/Yaml/YamlReader.h"
#include "hprof/Format/Yaml/YamlWriter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

/// Adapts readers of whose options only the damage handler is set.
template <class OptionsT,
          Error (&Reader)(Source &, RecordVisitor &, const OptionsT &)>
static Error readWith(Source &In, RecordVisitor &V, DamageHandler OnDamage) {
  OptionsT Options;
  Options.OnDamage = std::move(OnDamage);
  return Reader(In, V, Options);
}

//===----------------------------------------------------------------------===//
// HPROF binary
//===----------------------------------------------------------------------===//

static bool looksLikeHprof(StringRef Head) {
  return Head.starts_with("JAVA PROFILE ") && !looksLikeHprofText(Head);
}

static Error readHprof(Source &In, RecordVisitor &V, DamageHandler OnDamage) {
  ReaderOptions Options;
  Options.OnDamage = std::move(OnDamage);
  Expected<HprofReader> Reader = HprofReader::create(In, std::move(Options));
  if (!Reader)
    return Reader.takeError();
  return Reader->read(V);
}

static std::unique_ptr<RecordVisitor>
makeHprofWriter(Sink &Out, const WriterOptions &Options) {
  auto Writer = std::make_unique<HprofWriter>(
      Out, Options.OwnFraming ? Framing::Own : Framing::Preserve);
  if (Options.IsContinued)
    Writer->continueFile();
  if (Options.SegmentSize)
    Writer->setSegmentSize(Options.SegmentSize);
  return Writer;
}

//===----------------------------------------------------------------------===//
// IBM classic heapdump
//===----------------------------------------------------------------------===//

static std::unique_ptr<RecordVisitor>
makeIbmClassicWriter(Sink &Out, const WriterOptions &Options) {
  ClassicWriterOptions Style;
  Style.Names = Options.Names;
  Style.Form = Options.Classic;
  return std::make_unique<ClassicWriter>(Out, Style);
}

//===----------------------------------------------------------------------===//
// HPROF text
//===----------------------------------------------------------------------===//

static std::unique_ptr<RecordVisitor>
makeHprofTextWriter(Sink &Out, const WriterOptions &Options) {
  auto Writer = std::make_unique<TextWriter>(Out, Options.Names);
  if (Options.IsContinued)
    Writer->continueFile();
  return Writer;
}

//===----------------------------------------------------------------------===//
// YAML
//===----------------------------------------------------------------------===//

static bool looksLikeYaml(StringRef Head) {
  return looksLikeYamlDump(Head) || looksLikeThreadYaml(Head);
}

// FormatInfo::Read takes the handler by value. NOLINTBEGIN(*-value-param)
static Error readYamlDump(Source &In, RecordVisitor &V,
                          DamageHandler OnDamage) {
  // NOLINTEND(*-value-param)
  const FormatInfo &Info = formatOf(In, Format::Yaml);
  return Info.ReadThreads ? Info.Read(In, V, std::move(OnDamage))
                          : readYaml(In, V, OnDamage);
}

static std::unique_ptr<RecordVisitor>
makeYamlWriter(Sink &Out, const WriterOptions &Options) {
  YamlWriterOptions Style;
  Style.Whole = Options.Names;
  return std::make_unique<YamlWriter>(Out, Style);
}

//===----------------------------------------------------------------------===//
// IBM PHD
//===----------------------------------------------------------------------===//

static std::unique_ptr<RecordVisitor>
makePhdWriter(Sink &Out, const WriterOptions &Options) {
  return std::make_unique<PhdWriter>(Out, Options.Names);
}

//===----------------------------------------------------------------------===//
// Thread dumps
//===----------------------------------------------------------------------===//

template <Expected<ThreadDump> (*ReadOne)(Source &, const DamageHandler &)>
static Expected<std::vector<ThreadDump>>
readThreads(Source &In, const DamageHandler &OnDamage) {
  Expected<ThreadDump> Dump = ReadOne(In, OnDamage);
  if (!Dump)
    return Dump.takeError();
  std::vector<ThreadDump> Dumps;
  Dumps.push_back(std::move(*Dump));
  return Dumps;
}

// FormatInfo::Read takes the handler by value. NOLINTBEGIN(*-value-param)
template <Format Kind>
static Error readThreadRecords(Source &In, RecordVisitor &V,
                               DamageHandler OnDamage) {
  // NOLINTEND(*-value-param)
  Expected<std::vector<ThreadDump>> Dumps =
      formatInfo(Kind).ReadThreads(In, OnDamage);
  if (!Dumps)
    return Dumps.takeError();
  sendThreadDump(Dumps->front(), Kind, V);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

#define GET_Formats_IMPL
#include "Formats.inc"

// FormatInfo::Read takes the handler by value. NOLINTBEGIN(*-value-param)
static Error readThreadYamlRecords(Source &In, RecordVisitor &V,
                                   DamageHandler OnDamage) {
  // NOLINTEND(*-value-param)
  Expected<std::vector<ThreadDump>> Dumps = readThreadYaml(In, OnDamage);
  if (!Dumps)
    return Dumps.takeError();
  // The format of the thread dump does not affect its records.
  sendThreadDump(Dumps->front(), Format::ThreadJson, V);
  return Error::success();
}

/// YAML that holds thread dumps rather than records.
static const FormatInfo YamlOfThreads = {0,
                                         Format::Yaml,
                                         "yaml",
                                         "YAML thread dump",
                                         "",
                                         true,
                                         "",
                                         looksLikeThreadYaml,
                                         readThreadYamlRecords,
                                         readThreadYaml,
                                         nullptr,
                                         writeThreadYaml};

StringRef hprof::headOf(Source &In) {
  constexpr size_t Enough = 64 << 10; // Comments may precede YAML.
  return toStringRef(In.peek(Enough)).take_front(Enough);
}

const FormatInfo *hprof::formatOfHead(StringRef Head) {
  const auto *It = find_if(Formats, [&](const FormatInfo &F) {
    return F.LooksLike && F.LooksLike(Head);
  });
  return It == std::end(Formats) ? nullptr : It;
}

const FormatInfo &hprof::formatOf(Source &In, Format K) {
  if (K == Format::Yaml && looksLikeThreadYaml(headOf(In)))
    return YamlOfThreads;
  return formatInfo(K);
}

const FormatInfo &hprof::threadFormatInfo(Format K) {
  return K == Format::Yaml ? YamlOfThreads : formatInfo(K);
}

ArrayRef<FormatInfo> hprof::allFormats() { return Formats; }

const FormatInfo &hprof::formatInfo(Format K) {
  return *find_if(Formats, [&](const FormatInfo &F) { return F.Kind == K; });
}

std::optional<Format> hprof::parseFormat(StringRef Name) {
  for (const FormatInfo &F : Formats)
    if (Name == F.Name)
      return F.Kind;
  return std::nullopt;
}

std::optional<Format> hprof::formatForPath(StringRef Path) {
  for (StringRef Ending : {".gz", ".zst"})
    if (Path.consume_back(Ending))
      break;
  for (const FormatInfo &F : Formats)
    for (StringRef Ending : split(F.Endings, ", "))
      if (!Ending.empty() && Path.ends_with(Ending))
        return F.Kind;
  return std::nullopt;
}

/// Whether \p In, which begins with \p Head, is a log with a thread dump later
/// on.
static bool isLogWithDump(Source &In, StringRef Head) {
  // A mapped file is searched to its end.
  constexpr size_t FarEnough = 64 << 20;
  return !Head.empty() && !Head.contains('\0') &&
         looksLikeJstack(toStringRef(In.peek(FarEnough)));
}

Expected<Format> hprof::identifyFormat(Source &In) {
  const StringRef Head = headOf(In);
  if (const FormatInfo *F = formatOfHead(Head))
    return F->Kind;
  const std::string Found = describeContent(Head);
  if (isLogWithDump(In, Head))
    return Format::Jstack;
  if (Error E = In.takeError())
    return E;
  const std::string Wanted =
      "expected a dump in a format of hprof-convert --list-formats";
  return make_error<FormatError>(format_errc::not_a_dump, 0,
                                 Head.empty() ? "the input is empty; " + Wanted
                                              : Wanted + ", found " + Found);
}

std::string hprof::firstOfSeveral(size_t Dumps) {
  return "there are " + std::to_string(Dumps) +
         " thread dumps; using the first";
}

Expected<ThreadDump> hprof::readThreadDump(Source &In,
                                           const DamageHandler &OnDamage,
                                           std::string &Note) {
  Expected<Format> Kind = identifyFormat(In);
  if (!Kind)
    return Kind.takeError();
  const FormatInfo &From = formatOf(In, *Kind);
  if (!From.ReadThreads)
    return make_error<FormatError>(format_errc::not_a_dump, 0,
                                   Twine("expected a thread dump, found ") +
                                       From.Text);
  Expected<std::vector<ThreadDump>> Dumps = From.ReadThreads(In, OnDamage);
  if (!Dumps)
    return Dumps.takeError();
  if (Dumps->size() > 1)
    Note = firstOfSeveral(Dumps->size());
  return std::move(Dumps->front());
}
