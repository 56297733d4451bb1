//===- QueryDocument.cpp - Inputs of queries that are not heaps -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Query/QueryDocument.h"
#include "hprof/Convert/Formats.h"
#include "hprof/Convert/KnownInput.h"
#include "hprof/Convert/Merge/MergeProfiles.h"
#include "hprof/Convert/Spool.h"
#include "hprof/Format/Jfr/JfrRecording.h"
#include "hprof/Format/Profile/ProfileRecords.h"
#include "hprof/Format/Thread/ThreadDump.h"
#include "hprof/Query/QuerySession.h"

using namespace hprof;
using namespace llvm;

using Options = QueryDocumentOptions;

static Error addThreads(QuerySession &Session, StringRef Schema, KnownInput In,
                        const Options &How) {
  std::string Note;
  Expected<ThreadDump> Dump = readThreadDump(*In.From, How.OnDamage, Note);
  if (!Note.empty() && How.OnNote)
    How.OnNote(Note);
  return Dump
             ? Session.add(Schema,
                           std::make_shared<const ThreadDump>(std::move(*Dump)))
             : Dump.takeError();
}

static Error addProfile(QuerySession &Session, StringRef Schema, KnownInput In,
                        const Options &How) {
  auto One = std::make_shared<ProfileMerger>();
  LossAccount Losses;
  if (Error E = One->add(*In.From, 1, How.OnDamage, Losses))
    return E;
  return Session.add(Schema,
                     std::shared_ptr<const Profile>(One, &One->profile()));
}

static Error addRecording(QuerySession &Session, StringRef Schema,
                          KnownInput In, const Options &How) {
  Expected<std::unique_ptr<Source>> From =
      mapped(std::move(In.From), How.TempDir, How.OnDamage);
  if (!From)
    return From.takeError();
  ProfileCollector Profiles;
  if (Error E = readJfr(**From, Profiles))
    return createFileError(In.Path, std::move(E));
  if (Error E = (*From)->rewind())
    return E;
  JfrReaderOptions Reading;
  Reading.OnDamage = How.OnDamage;
  Expected<std::unique_ptr<JfrRecording>> Recording =
      JfrRecording::open(std::move(*From), Reading);
  if (!Recording)
    return createFileError(In.Path, Recording.takeError());
  if (Error E = Profiles.finish())
    return E;
  return Session.add(
      Schema, std::make_shared<const Profile>(Profiles.take()),
      std::shared_ptr<const JfrRecording>(std::move(*Recording)));
}

bool hprof::isDocument(const KnownInput &In) {
  return In.Kind == InputKind::Threads || In.Kind == InputKind::Profile;
}

Error hprof::addDocument(QuerySession &Session, StringRef Schema, KnownInput In,
                         const Options &How) {
  if (!isDocument(In))
    return In.refuse();
  auto *Add = In.Kind == InputKind::Threads ? addThreads
              : In.Carrier == Format::Jfr   ? addRecording
                                            : addProfile;
  return Add(Session, Schema, std::move(In), How);
}
