//===- AgentOptionsFuzzer.cpp - Options of the agent from anybody ---------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent/Options/Options.h"
#include <cmath>

using namespace hprof::agent;
using namespace llvm;

static void require(bool Holds) {
  if (!Holds)
    abort();
}

/// The message must be a single line.
static void checkMessage(StringRef Message) {
  require(Message.starts_with("hprof option error: "));
  require(Message.ends_with(")"));
  for (char C : Message)
    require(static_cast<uint8_t>(C) >= 0x20 && C != 0x7f);
}

/// Checks the guarantees of Options.h.
static void checkOptions(const Options &O) {
  require(O.HeapSites || O.HeapDump || O.CpuSamples || O.CpuTimes || O.CpuOld ||
          O.Monitor || O.Threads);
  require(!(O.CpuTimes && O.CpuOld));
  require(!(O.Binary && (O.CpuTimes || O.CpuOld || O.Monitor)));
  require(O.Depth <= Options::MaxDepth && O.IntervalMillis > 0);
  require(std::isfinite(O.Cutoff) && O.Cutoff >= 0);
  require(O.OomGiven ||
          O.DumpOnExit == (O.Oom != Options::OutOfMemory::Ignore));
  require(O.SampleBytes <= INT32_MAX && O.Memory >= 1 << 20);
  require(O.Host.empty() == (O.Port == 0) && O.UnixPath.size() < 108);
  require(O.UnixPath.empty() || O.Host.empty());
  for (StringRef Name : {O.File, O.Host, O.UnixPath})
    require(!Name.contains('\0'));
  require(!O.File.empty());
  for (bool Exists : {false, true})
    require(
        !outputPath(O, 1, [&](const std::string &) { return Exists; }).empty());
}

/// No option string causes a crash, alone or with a second one from the
/// environment, which follows a line break. Accepted options are accepted
/// again.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer requires it.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Input(reinterpret_cast<const char *>(Data), Size);
  auto [Text, Rest] = Input.split('\n');
  std::string Variable = Rest.str();
  for (bool Attaching : {false, true}) {
    OptionEnvironment Env;
    Env.HprofOptions = Variable.c_str();
    Env.Pid = 4711;
    Env.Attaching = Attaching;
    Expected<Options> O = parseOptions(Text, Env);
    if (!O) {
      checkMessage(toString(O.takeError()));
      continue;
    }
    if (O->Help)
      continue;
    checkOptions(*O);
    Env.HprofOptions = nullptr;
    Expected<Options> Again = parseOptions(O->Text, Env);
    if (!Again)
      abort();
    require(Again->Text == O->Text && Again->File == O->File &&
            Again->Depth == O->Depth);
  }
  return 0;
}
