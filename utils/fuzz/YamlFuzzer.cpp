//===- YamlFuzzer.cpp - Reads YAML from anybody ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Hprof/HprofWriter.h"
#include "hprof/Format/Yaml/YamlReader.h"

using namespace hprof;
using namespace llvm;

/// No text causes a crash, and the records before a fault can be written.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer requires it.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  for (size_t Window : {0, 3}) {
    auto In = Source::fromMemory(ArrayRef(Data, Size), "input", Window);
    SmallVector<char, 0> Bytes;
    auto Out = Sink::toMemory(Bytes);
    HprofWriter Writer(*Out);
    YamlReaderOptions Options;
    Options.MaxMade = 1 << 20; // An input must not control our memory use.
    consumeError(readYaml(*In, Writer, Options));
    consumeError(Writer.finish());
    cantFail(Out->finish());
  }
  return 0;
}
