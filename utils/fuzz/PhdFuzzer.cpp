//===- PhdFuzzer.cpp - Fuzz the reader and writer of PHD ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the input as a mapped file and as pipes with tiny windows, which must
/// agree. The records are written, and the output must be reproduced byte for
/// byte when it is read and written again.
///
//===----------------------------------------------------------------------===//

#include "hprof/Format/IBM/PhdReader.h"
#include "hprof/Format/IBM/PhdWriter.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace hprof;
using namespace llvm;

namespace {
/// The delivered records, encoded with chunks combined.
class Events final : public RecordVisitor {
public:
  SmallVector<uint8_t, 0> Bytes;

  using RecordVisitor::visit;
  void visit(const FileHeader &H) override { IdSize = H.IdSize; }
  void payload(RecordKind, ArrayRef<uint8_t> Chunk) override {
    Bytes.append(Chunk.begin(), Chunk.end());
  }
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { add(R); }
#include "hprof/Format/Records/Records.def"

private:
  template <class R> void add(const R &Rec) {
    Bytes.push_back(uint8_t(R::Kind));
    RecordEncoder To(Bytes, IdSize);
    To.number(Rec.Offset, 8);
    mapRecord(To, Rec);
  }

  unsigned IdSize = 8;
};
} // namespace

/// Reads \p Bytes into \p V; returns a hash of the reported faults.
static uint64_t read(ArrayRef<uint8_t> Bytes, RecordVisitor &V, size_t Window,
                     size_t MaxWhole) {
  hash_code Faults = 0;
  PhdReaderOptions Options;
  Options.MaxWhole = MaxWhole;
  Options.OnDamage = [&](const Damage &D) {
    Faults = hash_combine(Faults, D.Offset, D.What);
  };
  std::unique_ptr<Source> In = Source::fromMemory(Bytes, "fuzz", Window);
  if (Error E = readPhd(*In, V, Options))
    Faults = hash_combine(Faults, toString(std::move(E)));
  return uint64_t(Faults);
}

/// The rewritten contents of \p Bytes; empty if they cannot be written.
static SmallVector<char, 0> rewrite(ArrayRef<uint8_t> Bytes) {
  SmallVector<char, 0> Result;
  std::unique_ptr<Sink> Out = Sink::toMemory(Result);
  PhdWriter Writer(*Out);
  read(Bytes, Writer, 0, 24);
  Error E = Writer.finish();
  cantFail(Out->finish());
  if (E)
    Result.clear();
  consumeError(std::move(E));
  return Result;
}

// The name is given by libFuzzer.
// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  ArrayRef<uint8_t> Bytes(Data, Size);
  Events Mapped;
  uint64_t Faults = read(Bytes, Mapped, 0, 1 << 20);
  for (size_t Window : {1, 7}) {
    Events Piped;
    if (read(Bytes, Piped, Window, 16) != Faults || Piped.Bytes != Mapped.Bytes)
      report_fatal_error("a pipe does not deliver what a mapped file does");
  }
  SmallVector<char, 0> Written = rewrite(Bytes);
  if (!Written.empty() && rewrite(arrayRefFromStringRef(
                              {Written.data(), Written.size()})) != Written)
    report_fatal_error("what was written does not come back");
  return 0;
}
