//===- ClassicFuzzer.cpp - Reads classic heapdumps from anybody -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/IBM/ClassicReader.h"
#include "hprof/Format/IBM/ClassicWriter.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

/// The damage found.
struct Damaged {
  bool Records = false, Totals = false;
  bool any() const { return Records || Totals; }
};

static SmallVector<char, 0> rewrite(ArrayRef<uint8_t> Text, size_t Window,
                                    Damaged &Found,
                                    const ClassicWriterOptions &Style = {}) {
  auto In = Source::fromMemory(Text, "input", Window);
  SmallVector<char, 0> Bytes;
  auto Out = Sink::toMemory(Bytes);
  ClassicWriter Writer(*Out, Style);
  ClassicReaderOptions Options;
  Options.OnDamage = [&](const Damage &D) {
    (D.Code == format_errc::bad_value ? Found.Totals : Found.Records) = true;
  };
  if (Error E = readClassic(*In, Writer, Options)) {
    consumeError(std::move(E));
    return {};
  }
  cantFail(Writer.finish());
  cantFail(Out->finish());
  return Bytes;
}

/// No text causes a crash, however it is delivered. The records can be written
/// in any form, and the output is read without damage. However, damaged text
/// may contain less evidence of the form, and forms count references
/// differently.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer requires it.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Damaged Was, Is;
  SmallVector<char, 0> Text = rewrite({Data, Size}, 0, Was);
  if (rewrite({Data, Size}, 3, Was) != Text)
    abort();
  for (ClassicForm Form : {ClassicForm::OpenJ9, ClassicForm::Spec}) {
    ClassicWriterOptions Style;
    Style.Form = Form;
    rewrite({Data, Size}, 0, Was, Style);
  }
  if (Text.empty())
    return 0;
  rewrite(arrayRefFromStringRef(StringRef(Text.data(), Text.size())), 0, Is);
  if (Is.Records || (Is.Totals && !Was.any()))
    abort();
  return 0;
}
