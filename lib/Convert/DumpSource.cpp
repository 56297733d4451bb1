//===- DumpSource.cpp - A dump of any format as a source ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/DumpSource.h"
#include "Convert/Threads/ThreadRecords.h"
#include "ZeroGuard.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Convert/Spool.h"
#include "hprof/Format/Snapshot/SnapshotReader.h"
#include "hprof/Format/Thread/ThreadDump.h"
#include <utility>

using namespace hprof;
using namespace llvm;

RecordSource::~RecordSource() = default;

namespace {
class DumpSource final : public RecordSource {
public:
  DumpSource(Source &In, const FormatInfo &From, DumpSourceOptions Options)
      : Name(In.name()), In(&In), From(From), Options(std::move(Options)) {}

  StringRef name() const override { return Name; }
  Error makeRepeatable() override;
  Error read(RecordVisitor &V, LossAccount &Losses, Walk For) override;

private:
  Error readFormat(Source &Input, RecordVisitor &V, LossAccount &Losses,
                   DamageHandler OnDamage) const;

  const std::string Name;
  Source *In;
  const FormatInfo &From;
  const DumpSourceOptions Options;
  /// The copy of an input that can be read only once.
  std::unique_ptr<Source> Copy;
  bool WasRead = false;
};
} // namespace

Error DumpSource::makeRepeatable() {
  if (In->isRewindable())
    return Error::success();
  Expected<std::unique_ptr<Source>> Spooled =
      spool(*In, Options.TempDir, Options.OnDamage);
  if (!Spooled)
    return Spooled.takeError();
  Copy = std::move(*Spooled);
  In = Copy.get();
  return Error::success();
}

Error DumpSource::readFormat(Source &Input, RecordVisitor &V,
                             LossAccount &Losses,
                             DamageHandler OnDamage) const {
  if (From.hasOnlyThreads()) {
    Expected<std::vector<ThreadDump>> Dumps = From.ReadThreads(Input, OnDamage);
    if (!Dumps)
      return Dumps.takeError();
    if (Dumps->size() > 1)
      Losses.note(firstOfSeveral(Dumps->size()));
    const ThreadDump &Dump = Dumps->front();
    countRecordLosses(Dump, Losses);
    sendThreadDump(Dump, From.Kind, V);
    return Error::success();
  }
  if (From.Kind == Format::Yaml) {
    YamlReaderOptions Reading = Options.Yaml;
    Reading.MaxMade = Options.MaxZeros;
    return readYaml(Input, V, OnDamage, Reading);
  }
  if (From.Kind == Format::Snapshot) {
    SnapshotReaderOptions Reading;
    Reading.OnDamage = std::move(OnDamage);
    Reading.OnDroppedNames = [&](uint64_t Count) {
      Losses.add(Loss::ShapeNames, Count);
    };
    return readSnapshot(Input, V, Reading);
  }
  return From.Read(Input, V, std::move(OnDamage));
}

Error DumpSource::read(RecordVisitor &V, LossAccount &Losses, Walk For) {
  if (For == Walk::Aside) {
    Expected<std::unique_ptr<Source>> Other = In->reopen();
    if (!Other)
      return Other.takeError();
    return readFormat(**Other, V, Losses, nullptr);
  }
  DamageHandler OnDamage = For == Walk::Last ? Options.OnDamage : nullptr;
  if (std::exchange(WasRead, true)) {
    if (Error E = In->rewind())
      return E;
    return readFormat(*In, V, Losses, std::move(OnDamage));
  }
  // The first walk detects whether there are too many zeros.
  ZeroGuard Guard(V, *In, Options.Zeros, Options.MaxZeros);
  if (Error E = readFormat(*In, Guard, Losses, std::move(OnDamage)))
    return E;
  return Guard.takeError();
}

std::unique_ptr<RecordSource> hprof::makeDumpSource(Source &In,
                                                    const FormatInfo &From,
                                                    DumpSourceOptions Options) {
  return std::make_unique<DumpSource>(In, From, std::move(Options));
}
