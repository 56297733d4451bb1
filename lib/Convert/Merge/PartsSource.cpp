//===- PartsSource.cpp - A file and its parts as a source -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartsSource.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Format/Hprof/HprofReader.h"

using namespace hprof;
using namespace llvm;

namespace {
class PartsSource final : public RecordSource {
public:
  PartsSource(const MergeInput &Input, const FileFrames &Frames)
      : Input(Input), Frames(Frames) {}

  StringRef name() const override { return Input.Path; }
  Error makeRepeatable() override { return Error::success(); }
  Error read(RecordVisitor &V, LossAccount &Losses, Walk For) override;

private:
  Error readBase(RecordVisitor &V, Walk For);
  Error readPart(const OpenFile &Open, RecordVisitor &V, Walk For);
  static void readFrame(HprofReader &Reader, HprofReader::Found What,
                        const Frame &F, RecordVisitor &V);
  ReaderOptions options(StringRef File, Walk For) const;

  const MergeInput Input;
  const FileFrames Frames;
};
} // namespace

ReaderOptions PartsSource::options(StringRef File, Walk For) const {
  ReaderOptions Options;
  if (For == Walk::Last && Input.OnDamage)
    Options.OnDamage = [this, File = File.str()](const Damage &D) {
      // The end record follows the parts.
      if (D.Code != format_errc::missing_end)
        Input.OnDamage(File, D);
    };
  return Options;
}

void PartsSource::readFrame(HprofReader &Reader, HprofReader::Found What,
                            const Frame &F, RecordVisitor &V) {
  if (What == HprofReader::Found::Header)
    V.visit(Reader.header());
  else if (What == HprofReader::Found::Gap)
    Reader.readGap(F, V);
  else
    Reader.readBody(F, V);
}

Error PartsSource::readBase(RecordVisitor &V, Walk For) {
  Expected<std::unique_ptr<Source>> In = Input.Open(Access::Stream);
  if (!In)
    return In.takeError();
  if (Frames.HasNoHeader) {
    if (For == Walk::Last && Input.OnDamage)
      Input.OnDamage((*In)->name(),
                     {format_errc::truncated, 0,
                      "the input ends inside the file header; according to the "
                      "parts, ids have " +
                          std::to_string(Frames.Header.IdSize) + " bytes"});
    V.visit(Frames.Header);
    return Error::success();
  }
  Expected<HprofReader> Reader =
      HprofReader::create(**In, options((*In)->name(), For));
  if (!Reader)
    return Reader.takeError();
  V.visit(Reader->header());
  Frame F;
  while ((*In)->offset() < Frames.End && V.wantsMore()) {
    const HprofReader::Found What = Reader->next(F);
    if (What == HprofReader::Found::End)
      break;
    // A part follows, with its own END.
    if (What == HprofReader::Found::Frame && F.Tag == HeapDumpEnd::Tag)
      Reader->skipBody(F);
    else
      readFrame(*Reader, What, F, V);
  }
  if ((*In)->offset() >= Frames.End)
    return Error::success();
  if (For == Walk::Last && Input.OnDamage && !Frames.wasJoining())
    Input.OnDamage(
        (*In)->name(),
        {format_errc::missing_end, (*In)->offset(),
         Frames.HasClasses
             ? "the VM was stopped before it merged the parts"
             : "the VM was stopped before it wrote the class names"});
  return Reader->finish();
}

Error PartsSource::readPart(const OpenFile &Open, RecordVisitor &V, Walk For) {
  Expected<std::unique_ptr<Source>> In = Open(Access::Stream);
  if (!In)
    return In.takeError();
  HprofReader Reader = HprofReader::createUnder(**In, Frames.Header,
                                                options((*In)->name(), For));
  Frame F;
  while (V.wantsMore()) {
    const HprofReader::Found What = Reader.next(F);
    if (What == HprofReader::Found::End)
      break;
    readFrame(Reader, What, F, V);
  }
  return Reader.finish();
}

Error PartsSource::read(RecordVisitor &V, LossAccount &, Walk For) {
  if (Error E = readBase(V, For))
    return E;
  for (size_t I = 0; I != Input.Parts.size() && V.wantsMore(); ++I)
    if (!Frames.IsAppended[I])
      if (Error E = readPart(Input.Parts[I], V, For))
        return E;
  if (!V.wantsMore())
    return Error::success();
  Frame End;
  End.Tag = HeapDumpEnd::Tag;
  V.beginFrame(End);
  V.visit(HeapDumpEnd());
  V.endFrame(End, 0);
  return Error::success();
}

std::unique_ptr<RecordSource> hprof::makePartsSource(const MergeInput &Input,
                                                     const FileFrames &Frames) {
  return std::make_unique<PartsSource>(Input, Frames);
}
