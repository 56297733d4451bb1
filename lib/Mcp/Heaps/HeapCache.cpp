//===- HeapCache.cpp - Heaps that stay open -------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mcp/Heaps/HeapCache.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Query/QuerySecrets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace hprof;
using namespace llvm;

/// Maximum string length in a query, in bytes. Answers are short, and no
/// function takes long. LIKE may compare each byte of a string with each byte
/// of a pattern, which takes seconds.
static constexpr int MostText = 1 << 20;

void HeapNotes::add(const Twine &Text) {
  const std::lock_guard<std::mutex> Guard(Lock);
  const std::string Is = Text.str();
  if (is_contained(Texts, Is))
    return;
  if (Texts.size() < Most)
    Texts.push_back(Is);
  else
    ++Further;
}

void HeapNotes::addDamage(const Damage &D) {
  {
    const std::lock_guard<std::mutex> Guard(Lock);
    // One message describes the damage; a full list would hide other notes.
    if (Damages++)
      return;
  }
  // Messages about text begin with their line and column.
  if (D.Code == format_errc::bad_text)
    return add("damaged: " + D.What);
  add("damaged: offset 0x" + Twine::utohexstr(D.Offset) + ": " + D.What);
}

std::vector<std::string> HeapNotes::take() const {
  const std::lock_guard<std::mutex> Guard(Lock);
  std::vector<std::string> All = Texts;
  if (Further)
    All.push_back(counted(Further, "more note", "more notes"));
  return All;
}

bool HeapNotes::isDamaged() const {
  const std::lock_guard<std::mutex> Guard(Lock);
  return Damages;
}

void CallSlot::set(McpCall *Call) {
  const std::lock_guard<std::mutex> Guard(Lock);
  Running = Call;
}

void CallSlot::progress(StringRef What, double Done, double All) {
  const std::lock_guard<std::mutex> Guard(Lock);
  if (Running)
    Running->progress(What, Done, All);
}

StoreOptions HeapCache::optionsFor(StringRef Path) const {
  StoreOptions Of = Options.Store;
  SmallString<256> Index;
  if (!sys::fs::real_path(Path + ".hidx", Index) && !Roots.has(Index))
    Of.From = IndexUse::None;
  Of.KeepIfCut = true;
  return Of;
}

StoreEvents HeapCache::events(HeapNotes &Notes) const {
  StoreEvents Events;
  Events.OnNote = [&Notes](const Twine &Text) { Notes.add(Text); };
  Events.OnWarning = Events.OnNote;
  Events.OnUnreachable = Events.OnNote;
  Events.OnDamage = [&Notes](const Damage &D) { Notes.addDamage(D); };
  Events.OnLoss = [&Notes](Error E) { Notes.add(toString(std::move(E))); };
  Events.OnProgress = [Slot = Slot](const StoreProgress &Now) {
    Slot->progress(Now.Phase, double(Now.Done), double(Now.All));
  };
  return Events;
}

Expected<OpenHeap *> HeapCache::get(StringRef Path) {
  sys::fs::file_status Status;
  if (std::error_code Code = sys::fs::status(Path, Status))
    return createFileError(Path, Code);
  auto Known =
      find_if(Heaps, [&](const OpenHeap &H) { return H.Path == Path; });
  if (Known != Heaps.end() && Known->Bytes == Status.getSize() &&
      Known->Changed == Status.getLastModificationTime()) {
    Heaps.splice(Heaps.begin(), Heaps, Known);
    return &Heaps.front();
  }
  if (Known != Heaps.end())
    Heaps.erase(Known);
  while (!Heaps.empty() && Heaps.size() >= Options.MaxHeaps)
    Heaps.pop_back();
  Slot->progress(("opening " + sys::path::filename(Path)).str(), 0, 0);
  std::list<OpenHeap> One(1);
  OpenHeap &Now = One.front();
  Now.Path = Path.str();
  Now.Bytes = Status.getSize();
  Now.Changed = Status.getLastModificationTime();
  Expected<std::unique_ptr<QuerySession>> Session = QuerySession::open();
  if (!Session)
    return Session.takeError();
  StoreEvents Events = events(Now.Notes);
  Events.ShouldEnd = [S = Session->get()] { return S->isOverdue(); };
  Expected<std::unique_ptr<HeapStore>> Store =
      HeapStore::open(Path, optionsFor(Path), Events);
  if (!Store)
    return Store.takeError();
  const HeapGraph &G = (*Store)->graph();
  if (!G.isLayoutCertain())
    Now.Notes.add("layout: " + G.layout().Text +
                  ", uncertain; all sizes depend on it");
  if (std::string Others = otherDumps(G); !Others.empty())
    Now.Notes.add(Others);
  maskSecrets(**Session, Options.Secrets);
  (*Session)->setTimeout(Options.Timeout);
  (*Session)->limitTexts(MostText);
  if (Error E = (*Session)->add("main", std::move(*Store)))
    return E;
  Now.Session = std::move(*Session);
  Heaps.splice(Heaps.begin(), One);
  return &Heaps.front();
}
