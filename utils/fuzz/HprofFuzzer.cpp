//===- HprofFuzzer.cpp - Nothing of a dump is lost ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "hprof/Format/Hprof/HprofWriter.h"
#include "hprof/Format/Yaml/YamlReader.h"
#include "hprof/Format/Yaml/YamlWriter.h"
#include <cstdlib>

using namespace hprof;
using namespace llvm;

/// Every input that the reader accepts is rewritten unchanged, directly and
/// through YAML.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer requires it.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  ArrayRef<uint8_t> File(Data, Size);
  // Unknown versions are rewritten as the version that the reader assumes.
  bool IsKnown = true;
  ReaderOptions Options;
  Options.OnDamage = [&](const Damage &D) {
    if (D.Code == format_errc::unsupported_version)
      IsKnown = false;
  };
  auto Read = [&](RecordVisitor &V) {
    // The first byte of the file's time selects the window.
    size_t Window = Size > 24 && Data[23] & 1 ? 7 : 0;
    auto In = Source::fromMemory(File, "input", Window);
    Expected<HprofReader> Reader = HprofReader::create(*In, Options);
    if (!Reader) {
      consumeError(Reader.takeError());
      return false;
    }
    cantFail(Reader->read(V));
    return true;
  };
  auto Same = [&](const SmallVectorImpl<char> &Out) {
    if (IsKnown && ArrayRef(reinterpret_cast<const uint8_t *>(Out.data()),
                            Out.size()) != File)
      std::abort();
  };

  SmallVector<char, 0> Again, Text, Back;
  {
    auto Out = Sink::toMemory(Again);
    HprofWriter Writer(*Out);
    if (!Read(Writer))
      return -1;
    cantFail(Writer.finish());
    cantFail(Out->finish());
    Same(Again);
  }
  DumpContext Whole;
  DumpContext::Builder Build(Whole);
  Read(Build);
  {
    auto Out = Sink::toMemory(Text);
    YamlWriterOptions Style;
    Style.Whole = &Whole;
    YamlWriter Writer(*Out, Style);
    Read(Writer);
    cantFail(Writer.finish());
    cantFail(Out->finish());
  }
  auto In = Source::fromMemory(
      ArrayRef(reinterpret_cast<const uint8_t *>(Text.data()), Text.size()),
      "yaml");
  auto Out = Sink::toMemory(Back);
  HprofWriter Writer(*Out);
  cantFail(readYaml(*In, Writer));
  cantFail(Writer.finish());
  cantFail(Out->finish());
  Same(Back);
  return 0;
}
