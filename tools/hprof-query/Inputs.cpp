//===- Inputs.cpp - What queries are about --------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "hprof/Analysis/Store/IndexFit.h"
#include "hprof/Convert/Formats.h"
#include "hprof/Convert/KnownInput.h"
#include "hprof/Convert/Merge/MergeProfiles.h"
#include "hprof/Convert/Spool.h"
#include "hprof/Format/Jfr/JfrRecording.h"
#include "hprof/Format/Profile/ProfileRecords.h"
#include "hprof/Format/Thread/ThreadDump.h"
#include "hprof/GraphTool/OpenStore.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/Query/QuerySession.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace hprof;
using namespace llvm;

static Error addStore(ToolContext &C, QuerySession &Session, StringRef Schema,
                      Expected<std::unique_ptr<HeapStore>> S) {
  if (!S)
    return S.takeError();
  tellDump(C, **S);
  return Session.add(Schema, std::move(*S));
}

static Error addHeap(ToolContext &C, QuerySession &Session, StringRef Schema,
                     KnownInput In) {
  Progress::Task Working(C.progress(), "analyzing " + inputName(In.Path));
  return addStore(C, Session, Schema,
                  openStore(C, std::move(In), /*IgnoredByDefault=*/{},
                            /*KeepIfCut=*/true,
                            [&Session] { return Session.isOverdue(); }));
}

/// The index of \p Path, if there is a matching one. Only heaps have an index,
/// so the file need not be examined.
static std::unique_ptr<HeapIndex> indexOf(ToolContext &C, StringRef Path) {
  // Faults in an index are reported once the input is known to be a heap.
  StoreEvents Events;
  Events.OnVerbose = storeEvents(C, Path).OnVerbose;
  Expected<StoreOptions> Options = storeOptions(C);
  if (!Options) {
    consumeError(Options.takeError());
    return nullptr;
  }
  Expected<std::unique_ptr<HeapIndex>> Index =
      findIndex(Path, *Options, Events);
  if (Index)
    return std::move(*Index);
  consumeError(Index.takeError());
  return nullptr;
}

static Error addIndexed(ToolContext &C, QuerySession &Session, StringRef Schema,
                        StringRef Path, std::unique_ptr<HeapIndex> Index) {
  return addStore(C, Session, Schema,
                  openStore(C, Path, std::move(Index), /*KeepIfCut=*/true,
                            [&Session] { return Session.isOverdue(); }));
}

static Error addThreads(ToolContext &C, QuerySession &Session, StringRef Schema,
                        KnownInput In) {
  std::string Note;
  Expected<ThreadDump> Dump =
      readThreadDump(*In.From, C.report().damageHandler(In.From->name()), Note);
  if (!Note.empty())
    C.report().note(Note);
  return Dump
             ? Session.add(Schema,
                           std::make_shared<const ThreadDump>(std::move(*Dump)))
             : Dump.takeError();
}

static Error addProfile(ToolContext &C, QuerySession &Session, StringRef Schema,
                        KnownInput In) {
  auto One = std::make_shared<ProfileMerger>();
  LossAccount Losses;
  if (Error E = One->add(*In.From, 1, C.report().damageHandler(In.From->name()),
                         Losses))
    return E;
  return Session.add(Schema,
                     std::shared_ptr<const Profile>(One, &One->profile()));
}

static Error addRecording(ToolContext &C, QuerySession &Session,
                          StringRef Schema, KnownInput In) {
  const DamageHandler OnDamage = C.report().damageHandler(In.From->name());
  Expected<std::unique_ptr<Source>> From =
      mapped(std::move(In.From), C.tempDir(), OnDamage);
  if (!From)
    return From.takeError();
  ProfileCollector Profiles;
  if (Error E = readJfr(**From, Profiles))
    return createFileError(In.Path, std::move(E));
  if (Error E = (*From)->rewind())
    return E;
  JfrReaderOptions Reading;
  Reading.OnDamage = OnDamage;
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

bool hprof::isQuery(StringRef Argument) {
  const StringRef Sql = Argument.trim();
  const StringRef First = Sql.take_while(isAlpha);
  const StringRef Rest = Sql.drop_front(First.size());
  static constexpr StringLiteral Verbs[] = {"select", "with", "values",
                                            "explain", "pragma"};
  // "values.hprof" is a file.
  return !Rest.empty() && StringRef(" \t\n\r(*'\"").contains(Rest.front()) &&
         any_of(Verbs,
                [&](StringRef V) { return First.equals_insensitive(V); }) &&
         !sys::fs::exists(Argument);
}

Error hprof::openInputs(ToolContext &C, ArrayRef<std::string> Files,
                        QuerySession &Session, InputNames &Opened) {
  if (Files.size() > QuerySession::MaxInputs)
    return usageError("expected at most " + Twine(QuerySession::MaxInputs) +
                      " files");
  for (const std::string &Path : Files)
    if (Path != "-" && !sys::fs::exists(Path))
      return createFileError(
          Path, std::make_error_code(std::errc::no_such_file_or_directory));
  for (const std::string &Path : Files) {
    const std::string Schema =
        Files.size() == 1 ? "main" : std::string(1, char('a' + Opened.size()));
    Opened.push_back({Schema, inputName(Path)});
    if (std::unique_ptr<HeapIndex> Index = indexOf(C, Path)) {
      if (Error E = addIndexed(C, Session, Schema, Path, std::move(Index)))
        return E;
      continue;
    }
    Expected<KnownInput> In = KnownInput::open(Path);
    if (!In)
      return In.takeError();
    auto *Add = In->Kind == InputKind::Heap      ? addHeap
                : In->Kind == InputKind::Threads ? addThreads
                : In->Carrier == Format::Jfr     ? addRecording
                : In->Kind == InputKind::Profile ? addProfile
                                                 : nullptr;
    if (Error E = Add ? Add(C, Session, Schema, std::move(*In)) : In->refuse())
      return E;
  }
  return Error::success();
}
