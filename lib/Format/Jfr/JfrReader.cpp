//===- JfrReader.cpp - Reads flight recordings ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Jfr/JfrReader.h"
#include "JfrFile.h"
#include "JfrProfile.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "hprof/Format/Profile/ProfileRecords.h"
#include "hprof/Format/Thread/ThreadDump.h"
#include "hprof/Format/ThreadText/JstackReader.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace hprof::jfr;
using namespace llvm;

bool hprof::looksLikeJfr(StringRef Head) {
  return Head.starts_with(StringRef("FLR\0", 4));
}

Error hprof::readJfr(Source &In, RecordVisitor &V,
                     const JfrReaderOptions &Options) {
  JfrProfile Profile;
  Error E =
      forEachChunk(In, Options, [&](const JfrChunk &C) { Profile.add(C); });
  ProfileLosses Losses;
  sendProfile(std::move(Profile).take(), V, Losses);
  return E;
}

Expected<std::vector<ThreadDump>>
hprof::readJfrThreads(Source &In, const DamageHandler &OnDamage) {
  std::vector<ThreadDump> All;
  bool IsDamaged = false;
  const JfrReaderOptions Options = noteDamage(OnDamage, IsDamaged);
  const auto Add = [&](const JfrChunk &Chunk, const JfrValue &Event) {
    const std::string Text =
        modifiedUtf8ToUtf8(Chunk.text(Chunk.field(Event, "result")));
    const std::unique_ptr<Source> Part =
        Source::fromMemory(arrayRefFromStringRef(Text), In.name());
    Expected<std::vector<ThreadDump>> Dumps = readJstack(*Part, OnDamage);
    if (!Dumps)
      return Options.OnDamage({format_errc::bad_text, 0,
                               "the thread dump of an event cannot be read: " +
                                   toString(Dumps.takeError())});
    std::move(Dumps->begin(), Dumps->end(), std::back_inserter(All));
  };
  if (Error E = forEachChunk(In, Options, [&](const JfrChunk &Chunk) {
        const std::optional<TypeNumber> Type =
            Chunk.types().find("jdk.ThreadDump");
        Chunk.forEachEvent([&](const JfrValue &Event) {
          if (Event.Type == Type)
            Add(Chunk, Event);
        });
      }))
    return E;
  if (All.empty())
    return make_error<FormatError>(
        format_errc::not_a_dump, 0,
        IsDamaged ? "no thread dump can be read in the damaged flight recording"
                  : "expected a thread dump, found a flight recording without "
                    "any: enable jdk.ThreadDump to record them");
  return All;
}
