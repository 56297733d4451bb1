//===- Inputs.cpp - What queries are about --------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "hprof/Analysis/Store/IndexFit.h"
#include "hprof/Convert/KnownInput.h"
#include "hprof/GraphTool/OpenStore.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/Query/QueryDocument.h"
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

static Error addOther(ToolContext &C, QuerySession &Session, StringRef Schema,
                      KnownInput In) {
  QueryDocumentOptions How;
  How.OnDamage = C.report().damageHandler(In.From->name());
  How.OnNote = [&C](const Twine &Text) { C.report().note(Text); };
  How.TempDir = C.tempDir();
  return addDocument(Session, Schema, std::move(In), How);
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
    auto *Add = In->Kind == InputKind::Heap ? addHeap : addOther;
    if (Error E = Add(C, Session, Schema, std::move(*In)))
      return E;
  }
  return Error::success();
}
