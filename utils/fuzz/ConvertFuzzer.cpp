//===- ConvertFuzzer.cpp - Converts from any format to any ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Convert.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Limits the output: arrays without data become as large as they declare.
class LimitedSink final : public Sink {
public:
  LimitedSink() {
    Buffer = Cursor = Bytes;
    BufferEnd = Bytes + sizeof(Bytes);
  }

private:
  void emit(bool) override {
    Emitted += uint64_t(Cursor - Buffer);
    Cursor = Buffer;
    if (Emitted > 4 << 20)
      fail(std::make_error_code(std::errc::file_too_large));
  }
  uint8_t Bytes[4096];
};
} // namespace

/// No input causes a crash in any conversion. The last byte selects the target.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer requires it.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  auto In = Source::fromMemory(ArrayRef(Data, Size), "input");
  Expected<Format> From = identifyFormat(*In);
  if (!From) {
    consumeError(From.takeError());
    return 0;
  }
  // In YAML, a few letters can represent billions of elements.
  if (*From == Format::Yaml)
    return 0;
  SmallVector<Format, 8> Targets;
  for (const FormatInfo &F : allFormats())
    if (F.MakeWriter)
      Targets.push_back(F.Kind);
  const unsigned Choice = Data[Size - 1];
  ConvertOptions Options;
  Options.OnDamage = [](const Damage &) {};
  Options.To = Targets[Choice % Targets.size()];
  if (Options.To == Format::Hprof && Choice >= 128) {
    Options.Renumber = true;
    Options.IdSize = Choice & 1 ? 4 : 8;
  } else if (Choice >= 64) {
    RelocateOptions &By = Options.Relocate.emplace();
    By.Objects = Choice & 1 ? 0x1000 : -8;
    By.Strings = By.Frames = 3;
    By.ClassSerials = By.TraceSerials = By.ThreadSerials = -1;
  }
  LimitedSink Out;
  ConvertReport Report;
  consumeError(convert(*In, Out, Options, Report));
  consumeError(Out.finish());
  Report.Losses.entries();
  return 0;
}
