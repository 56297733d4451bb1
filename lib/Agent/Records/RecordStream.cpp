//===- RecordStream.cpp - The records of one output -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RecordStream.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Hprof/HprofWriter.h"
#include "hprof/Format/HprofText/TextWriter.h"
#include "hprof/Format/Kit/Tee.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

/// Text output contains names where binary records contain ids.
class RecordStream::Names {
public:
  DumpContext Context;
  DumpContext::Builder Build{Context};
};

RecordStream::RecordStream(std::shared_ptr<OutputTarget> Target, bool IsBinary,
                           std::chrono::steady_clock::time_point Start)
    : IsBinary(IsBinary), Start(Start), Out(std::move(Target)) {
  if (IsBinary) {
    Writer = std::make_unique<HprofWriter>(Out, Framing::Own);
    To = Writer.get();
    return;
  }
  Known = std::make_unique<Names>();
  auto W = std::make_unique<TextWriter>(Out, &Known->Context);
  Text = W.get();
  Writer = std::move(W);
  Both = std::make_unique<Tee>(
      ArrayRef<RecordVisitor *>{&Known->Build, Writer.get()});
  To = Both.get();
}

RecordStream::~RecordStream() = default;

uint32_t RecordStream::now() const {
  using namespace std::chrono;
  return uint32_t(
      duration_cast<microseconds>(steady_clock::now() - Start).count());
}

void RecordStream::begin(uint64_t Millis, uint32_t ControlFlags,
                         uint16_t TraceDepth, StringRef Note) {
  HasBegun = true;
  if (Text)
    Text->note(Note);
  FileHeader H;
  // Text output has always had this version.
  H.Version = IsBinary ? "1.0.2" : "1.0.1";
  H.IdSize = IdSize;
  H.Millis = Millis;
  To->visit(H);
  ControlSettings Settings;
  Settings.Flags = ControlFlags;
  Settings.TraceDepth = TraceDepth;
  write(Settings);
  // Trace of objects whose allocation was not recorded.
  StackTrace Empty;
  Empty.TraceSerial = Numbers::SystemTrace;
  write(Empty);
}

uint64_t RecordStream::name(StringRef Text) {
  if (Text.empty())
    return 0;
  auto [Entry, IsNew] = Strings.try_emplace(Text, 0);
  if (IsNew) {
    Entry->second = Next.Strings.take();
    Utf8 R;
    R.Id = Entry->second;
    R.Text =
        Payload({reinterpret_cast<const uint8_t *>(Text.data()), Text.size()});
    write(R);
  }
  return Entry->second;
}

Sink &RecordStream::appendTo() {
  // Writers have nothing to complete between top-level records, but the text
  // writer may buffer lines. Errors are reported at the end.
  consumeError(To->finish());
  return Out;
}

void RecordStream::flush() {
  appendTo();
  Out.flush();
}

void RecordStream::writeNothing() {
  if (IsBinary) {
    Utf8 Empty;
    Empty.Id = Next.Strings.take();
    write(Empty);
  } else {
    appendTo().append(StringRef("\n"));
  }
  flush();
}

Error RecordStream::finish() {
  Error E = HasBegun ? To->finish() : Error::success();
  return joinErrors(std::move(E), Out.finish());
}
