//===- HeapCounts.cpp - Counts of a heap dump for comparisons -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Diff/HeapCounts.h"
#include "HistogramSummary.h"
#include "SuspectCounts.h"
#include "hprof/Analysis/Store/GraphHistogram.h"
#include "hprof/Analysis/Store/HeapHistogram.h"
#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/Format/Base/IndexPath.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include <map>

using namespace hprof;
using namespace llvm;

std::string hprof::stableLoaderName(StringRef Name) {
  size_t At = Name.find("@0x");
  if (At == StringRef::npos)
    return Name.str();
  StringRef After = Name.drop_front(At + 3).drop_while(isHexDigit);
  return (Name.take_front(At) + After).str();
}

/// Reads \p In to its end. Errors do not include the name of the input.
static Expected<std::string> readAll(Source &In) {
  // A row takes about 200 bytes: enough for a million classes.
  constexpr uint64_t Most = uint64_t(256) << 20;
  std::string Text;
  while (true) {
    ArrayRef<uint8_t> W = In.peek(1);
    if (W.empty())
      break;
    if (Text.size() + W.size() > Most)
      return createStringError("the summary exceeds the maximum of " +
                               Twine(Most) + " bytes");
    Text.append(reinterpret_cast<const char *>(W.data()), W.size());
    In.consume(W.size());
  }
  if (Error E = In.takeError())
    return E;
  return Text;
}

Expected<HeapInput> HeapInput::of(KnownInput In) {
  HeapInput Heap;
  Heap.Path = std::move(In.Path);
  Heap.Name = In.From->name();
  if (In.Kind == InputKind::Report) {
    Expected<std::string> Text = readAll(*In.From);
    if (!Text)
      return createFileError(Heap.Name, Text.takeError());
    Heap.Summary = std::move(*Text);
    return Heap;
  }
  Heap.From = std::move(In.From);
  return Heap;
}

std::optional<SummaryGroup> HeapInput::summaryGroup() const {
  return From ? std::nullopt : groupOfText(Summary);
}

bool HeapInput::isCheap() const {
  constexpr uint64_t Plain = uint64_t(256) << 20, Packed = uint64_t(64) << 20;
  if (!From || sys::fs::exists(indexPathOf(Path)))
    return true;
  const uint64_t Size = From->rawSize(); // 0 for a pipe.
  return Path != "-" && Size &&
         Size <= (From->compression() == Compression::None ? Plain : Packed);
}

uint64_t hprof::leastSuspect(uint64_t Reachable) {
  return std::max(shareOf(Reachable, 1), uint64_t(1024));
}

static void takeFacts(const HeapHistogram &H, HeapCounts &Counts) {
  const Histogram &Data = H.Data;
  Counts.Name = H.Name;
  Counts.Millis = Data.header().writtenMillis();
  Counts.IdSize = Data.header().IdSize;
  Counts.Layout = Data.layout().Layout.Name;
  Counts.LayoutText = Data.layout().Layout.Text;
  Counts.IsLayoutCertain = Data.layout().Certain;
  Counts.Objects = Data.objects();
  Counts.Bytes = Data.bytes();
}

/// Adds the results that require the graph, which is freed on return.
static Error countGraph(StringRef Path, const CountOptions &Wanted,
                        const StoreOptions &Options, const StoreEvents &Events,
                        HeapHistogram &H, std::vector<HistogramRow> &Rows,
                        HeapCounts &Counts) {
  StoreOptions Keeping = Options;
  Keeping.KeepIfCut = true;
  Expected<std::unique_ptr<HeapStore>> S = HeapStore::open(
      Path, Keeping, Events, std::move(H.Index), std::move(H.File));
  if (!S)
    return S.takeError();
  if (Error E = countSuspects(**S, Wanted, Counts))
    return E;
  if (!Counts.Reachable) {
    if (Events.OnNote)
      Events.OnNote("'" + H.Name +
                    "': no object is reachable from a GC root, so there are no "
                    "retained sizes");
    return Error::success();
  }
  Expected<RetainedRows> Retained = RetainedRows::compute(**S, Wanted.By);
  if (!Retained)
    return Retained.takeError();
  for (HistogramRow &Row : Rows)
    Row.Retained = Retained->of(Row);
  return Error::success();
}

Expected<HeapCounts> hprof::countHeap(HeapInput In, const CountOptions &Wanted,
                                      const StoreOptions &Options,
                                      const StoreEvents &Events) {
  if (!In.From) {
    Expected<HeapCounts> Counts = parseSummary(In.Summary, Wanted.By);
    if (!Counts)
      return createFileError(In.Name, Counts.takeError());
    Counts->Name = In.Name;
    return Counts;
  }
  HeapCounts Counts;
  StoreEvents Watched = Events;
  Watched.OnDamage = [&](const Damage &D) {
    Counts.IsDamaged = true;
    if (Events.OnDamage)
      Events.OnDamage(D);
  };
  HistogramUse Use;
  Use.NameLoaders = Wanted.By == GroupBy::Loader;
  Use.IsForStore = Wanted.Graph;
  Use.OneDump = true; // Only one dump of a file, as for a graph.
  Expected<HeapHistogram> H =
      HeapHistogram::read(In.Path, Options, Watched, Use, std::move(In.From));
  if (!H)
    return H.takeError();
  if (H->Data.dumps() > 1 && Events.OnNote)
    Events.OnNote("'" + H->Name + "': only heap dump " + Twine(Options.Dump) +
                  " of " + Twine(H->Data.dumps()) + " is compared");
  takeFacts(*H, Counts);
  std::vector<HistogramRow> Rows = groupRows(H->Data, Wanted.By);
  if (Wanted.Graph)
    if (Error E =
            countGraph(In.Path, Wanted, Options, Watched, *H, Rows, Counts))
      return E;
  for (HistogramRow &Row : Rows)
    Counts.Keys.push_back(
        {Wanted.By == GroupBy::Loader ? stableLoaderName(Row.Name)
                                      : std::move(Row.Name),
         Row.Instances, Row.Shallow,
         Counts.Reachable ? std::optional(Row.Retained) : std::nullopt,
         uint64_t(Wanted.By == GroupBy::Loader)});
  return Counts;
}

namespace {
/// The keys by which suspects of different inputs are matched.
struct SuspectKeys {
  /// By signature: the signature itself, or, if no input has two signatures
  /// with the same place, the last of the signatures with that place.
  StringMap<StringRef> BySignature;
  StringMap<StringRef> ByPlace; ///< For places with a single key.
};
} // namespace

static SuspectKeys suspectKeys(ArrayRef<HeapCounts> Inputs) {
  struct Signatures {
    SetVector<StringRef> All;
    bool IsOne = true;
  };
  std::map<StringRef, Signatures> Places;
  StringMap<StringRef> PlaceOf;
  for (const HeapCounts &In : Inputs) {
    if (!In.Suspects)
      continue;
    StringSet<> Here;
    for (const CountedSuspect &S : *In.Suspects) {
      Signatures &Of = Places[S.Place];
      Of.All.insert(S.Signature);
      Of.IsOne &= !S.Place.empty() && Here.insert(S.Place).second;
      // If a signature has several places, it is more specific than these.
      const StringRef Known =
          PlaceOf.try_emplace(S.Signature, S.Place).first->second;
      if (Known != S.Place)
        Of.IsOne = Places[Known].IsOne = false;
    }
  }
  SuspectKeys Keys;
  for (const auto &[Place, Of] : Places) {
    for (StringRef S : Of.All)
      Keys.BySignature[S] = Of.IsOne ? Of.All.back() : S;
    if (Of.IsOne)
      Keys.ByPlace[Place] = Of.All.back();
  }
  return Keys;
}

/// Returns, by key, the smaller suspects of \p In, besides \p Suspects, that
/// are suspects in another input.
static std::map<StringRef, const CountedSuspect *>
smallerOnes(const HeapCounts &In, ArrayRef<CountedSuspect> Suspects,
            const SuspectKeys &Keys) {
  StringSet<> Here;
  for (const CountedSuspect &S : Suspects)
    Here.insert(Keys.BySignature.lookup(S.Signature));
  std::map<StringRef, const CountedSuspect *> Found;
  StringSet<> Mixed;
  for (const CountedSuspect &S : In.Smaller) {
    StringRef Key = Keys.BySignature.lookup(S.Signature);
    const bool IsKnown = !Key.empty();
    if (!IsKnown)
      Key = Keys.ByPlace.lookup(S.Place);
    if (Key.empty() || Here.contains(Key))
      continue;
    // If several suspects have the same place, omit all of them.
    if (auto [It, IsNew] = Found.try_emplace(Key, &S); !IsNew && !IsKnown)
      Mixed.insert(Key);
    else
      It->second = &S;
  }
  for (const auto &Key : Mixed)
    Found.erase(Key.getKey());
  return Found;
}

static void addSuspects(ChangeTable &Table, size_t Input, const HeapCounts &In,
                        ArrayRef<CountedSuspect> Suspects,
                        const SuspectKeys &Keys) {
  const auto Smaller = smallerOnes(In, Suspects, Keys);
  // Bytes of smaller suspects, by the suspect that contains them.
  StringMap<uint64_t> Elsewhere;
  for (const auto &[Key, S] : Smaller) {
    Table.add(Input, Key, {S->Objects, S->Retained, S->Own});
    Elsewhere[S->Around] += S->Own;
  }
  for (const CountedSuspect &S : Suspects)
    Table.add(Input, Keys.BySignature.lookup(S.Signature),
              {S.Objects, S.Retained,
               S.Own - std::min(S.Own, Elsewhere.lookup(S.Signature))});
}

ChangeTable hprof::compareSuspects(ArrayRef<HeapCounts> Inputs) {
  ChangeTable Table({{"objects", false}, {"retained", true}, {"own", true}},
                    Inputs.size());
  const SuspectKeys Keys = suspectKeys(Inputs);
  for (auto [I, Input] : enumerate(Inputs))
    if (Input.Suspects)
      addSuspects(Table, I, Input, *Input.Suspects, Keys);
  Table.sort(SuspectOwn);
  return Table;
}

ChangeTable hprof::compareHeaps(ArrayRef<HeapCounts> Inputs) {
  bool HasRetained = all_of(Inputs, [](const HeapCounts &C) {
    return all_of(C.Keys,
                  [](const CountedKey &K) { return K.Retained.has_value(); });
  });
  HasRetained &=
      any_of(Inputs, [](const HeapCounts &C) { return !C.Keys.empty(); });
  std::vector<Measure> Measures = {{"instances", false}, {"shallow", true}};
  if (HasRetained)
    Measures.push_back({"retained", true});
  bool HasLoaders = any_of(Inputs, [](const HeapCounts &C) {
    return any_of(C.Keys, [](const CountedKey &K) { return K.Loaders; });
  });
  if (HasLoaders)
    Measures.push_back({"loaders", false});
  ChangeTable Table(std::move(Measures), Inputs.size());
  for (auto [I, Input] : enumerate(Inputs))
    for (const CountedKey &K : Input.Keys) {
      SmallVector<uint64_t, 4> Values = {K.Instances, K.Shallow};
      if (HasRetained)
        Values.push_back(K.Retained.value_or(0));
      if (HasLoaders)
        Values.push_back(K.Loaders);
      Table.add(I, K.Key, Values);
    }
  return Table;
}

void hprof::sortHeaps(ChangeTable &Table, size_t Measure) {
  if (Table.measures()[Measure].Name != "retained")
    return Table.sort(Measure);
  Table.sort(Measure, [](const ChangeTable::Row &R) {
    return R.Key == "java.lang.Class" || StringRef(R.Key).ends_with("[]");
  });
}
