//===- HprofTextFuzzer.cpp - Reads the HPROF agent's text from anybody ----===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/HprofText/TextReader.h"
#include "hprof/Format/HprofText/TextWriter.h"
#include "llvm/ADT/StringExtras.h"
#include <cstdlib>

using namespace hprof;
using namespace llvm;

static SmallVector<char, 0> rewrite(ArrayRef<uint8_t> Text, size_t Window,
                                    bool &IsDamaged) {
  TextReaderOptions Options;
  Options.MaxArrayLength = 1 << 12; // An input must not control our memory use.
  Options.OnDamage = [&](const Damage &) { IsDamaged = true; };
  DumpContext Names;
  DumpContext::Builder Build(Names);
  auto In = Source::fromMemory(Text, "input", Window);
  consumeError(readHprofText(*In, Build, Options));
  SmallVector<char, 0> Bytes;
  auto Out = Sink::toMemory(Bytes);
  TextWriter Writer(*Out, &Names);
  auto Again = Source::fromMemory(Text, "input", Window);
  consumeError(readHprofText(*Again, Writer, Options));
  consumeError(Writer.finish());
  cantFail(Out->finish());
  return Bytes;
}

/// No text causes a crash, chunk boundaries do not matter, and the output
/// written from a text can be read.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer requires it.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  bool IsDamaged = false, IsDamagedToo = false;
  SmallVector<char, 0> Mapped = rewrite(ArrayRef(Data, Size), 0, IsDamaged);
  SmallVector<char, 0> Piped = rewrite(ArrayRef(Data, Size), 3, IsDamagedToo);
  if (Mapped != Piped || IsDamaged != IsDamagedToo)
    std::abort();
  rewrite(arrayRefFromStringRef(StringRef(Mapped.data(), Mapped.size())), 0,
          IsDamaged);
  return 0;
}
