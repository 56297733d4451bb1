//===- SystemProperties.cpp - System properties and environment -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Heap/SystemProperties.h"
#include "hprof/Analysis/Heap/ObjectView.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Jfr/JfrRecording.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace hprof;
using namespace llvm;

namespace {
/// Follows several java.util maps through the object graph at once, so that
/// each level costs one walk.
class MapReader {
public:
  using Pair = std::pair<uint64_t, uint64_t>; ///< Ids of key and value.

  MapReader(ObjectFinder &Finder, ArrayRef<uint64_t> Maps)
      : Finder(Finder), Maps(Maps.begin(), Maps.end()), Entries(Maps.size()) {}

  /// Returns the pairs in each map.
  Expected<std::vector<std::vector<Pair>>> read();

private:
  Error unwrap();
  Error readTables();
  Error readChains();

  ObjectFinder &Finder;
  std::vector<uint64_t> Maps;
  std::vector<std::pair<size_t, uint64_t>> Nodes; ///< Map and next node.
  std::vector<std::vector<Pair>> Entries;
};
} // namespace

/// Maximum nesting depth of wrappers.
static constexpr unsigned MaxDepth = 6;
/// Longer chains of nodes are only partly read: hashing keeps real ones short.
static constexpr unsigned MaxChain = 128;
/// Tables of more bytes than this are only partly read.
static constexpr size_t MaxTable = 4 << 20;

/// Replaces Properties by its ConcurrentHashMap (since JDK 9), and an
/// unmodifiable map by the wrapped map.
Error MapReader::unwrap() {
  for (unsigned Depth = 0; Depth != MaxDepth; ++Depth) {
    if (Error E = Finder.fetch(Maps))
      return E;
    bool Changed = false;
    for (uint64_t &Id : Maps) {
      const FoundObject *O = Finder.get(Id);
      if (!O)
        continue;
      ObjectView View(Finder.context(), *O);
      uint64_t Inner = View.reference("map");
      if (!Inner)
        Inner = View.reference("m");
      Changed |= Inner != 0;
      if (Inner)
        Id = Inner;
    }
    if (!Changed)
      break;
  }
  return Error::success();
}

Error MapReader::readTables() {
  std::vector<uint64_t> Tables;
  for (uint64_t Id : Maps) {
    const FoundObject *O = Finder.get(Id);
    Tables.push_back(O ? ObjectView(Finder.context(), *O).reference("table")
                       : 0);
  }
  if (Error E = Finder.fetch(Tables, MaxTable))
    return E;
  for (auto [I, Id] : enumerate(Tables)) {
    const FoundObject *O = Finder.get(Id);
    if (!O || O->Kind != RecordKind::ObjectArrayDump)
      continue;
    ObjectView View(Finder.context(), *O);
    for (uint64_t N = 0; N != View.numElements(); ++N)
      if (uint64_t Node = View.element(N).Bits)
        Nodes.push_back({I, Node});
  }
  return Error::success();
}

/// Visits the nodes of all buckets. Each walk advances one node in every chain.
Error MapReader::readChains() {
  DenseSet<IdKey> Seen;
  for (unsigned Depth = 0; !Nodes.empty() && Depth != MaxChain; ++Depth) {
    std::vector<uint64_t> Ids;
    Ids.reserve(Nodes.size());
    for (const auto &[Map, Id] : Nodes)
      Ids.push_back(Id);
    if (Error E = Finder.fetch(Ids))
      return E;
    std::vector<std::pair<size_t, uint64_t>> Next;
    for (const auto &[Map, Id] : Nodes) {
      const FoundObject *O = Finder.get(Id);
      if (!O || !Seen.insert(Id).second)
        continue;
      ObjectView View(Finder.context(), *O);
      // A TreeBin refers to the nodes of its bucket.
      if (uint64_t First = View.reference("first"))
        Next.push_back({Map, First});
      uint64_t Key = View.reference("key");
      uint64_t Value = View.reference("val");
      if (Key)
        Entries[Map].push_back({Key, Value ? Value : View.reference("value")});
      if (uint64_t Follower = View.reference("next"))
        Next.push_back({Map, Follower});
    }
    Nodes = std::move(Next);
  }
  return Error::success();
}

Expected<std::vector<std::vector<MapReader::Pair>>> MapReader::read() {
  if (Error E = unwrap())
    return E;
  if (Error E = readTables())
    return E;
  if (Error E = readChains())
    return E;
  return std::move(Entries);
}

/// Returns the string that a ProcessEnvironment Variable or Value contains.
static uint64_t stringOf(const ObjectFinder &Finder, uint64_t Id) {
  const FoundObject *O = Finder.get(Id);
  if (!O || O->isArray())
    return Id;
  uint64_t Inner = ObjectView(Finder.context(), *O).reference("str");
  return Inner ? Inner : Id;
}

static std::vector<SystemProperties::Entry>
textsOf(const ObjectFinder &Finder, ArrayRef<MapReader::Pair> Pairs) {
  std::vector<SystemProperties::Entry> Out;
  for (const auto &[Key, Value] : Pairs) {
    std::optional<JavaString> K = javaString(Finder, stringOf(Finder, Key));
    std::optional<JavaString> V = javaString(Finder, stringOf(Finder, Value));
    if (!K)
      continue;
    Out.emplace_back(std::move(K->Text), std::nullopt);
    if (V)
      Out.back().second = std::move(V->Text);
  }
  llvm::sort(Out);
  return Out;
}

Expected<SystemProperties> hprof::readSystemProperties(ObjectFinder &Finder) {
  const DumpContext &Context = Finder.context();
  uint64_t Props = staticReference(Context, "java.lang.System", "props");
  StringRef Holder = "java.lang.ProcessEnvironment";
  uint64_t Env = staticReference(Context, Holder, "theEnvironment");
  if (!Env)
    Env = staticReference(Context, Holder, "theUnmodifiableEnvironment");
  auto Maps = MapReader(Finder, {Props, Env}).read();
  if (!Maps)
    return Maps.takeError();
  std::vector<uint64_t> Ids, Strings;
  for (const auto &Map : *Maps)
    for (const auto &[Key, Value] : Map)
      Ids.insert(Ids.end(), {Key, Value});
  if (Error E = Finder.fetch(Ids))
    return E;
  for (uint64_t Id : Ids)
    Strings.push_back(stringOf(Finder, Id));
  if (Error E = fetchStrings(Finder, Strings))
    return E;
  SystemProperties P;
  P.HasProperties = Finder.get(Props) != nullptr;
  P.HasEnvironment = Finder.get(Env) != nullptr;
  P.Properties = textsOf(Finder, (*Maps)[0]);
  P.Environment = textsOf(Finder, (*Maps)[1]);
  return P;
}

//===----------------------------------------------------------------------===//
// Recordings
//===----------------------------------------------------------------------===//

/// Adds the events \p Type to \p To, by key. Returns whether there are any.
static bool addEvents(const JfrRecording &Of, StringRef Type,
                      std::vector<SystemProperties::Entry> &To) {
  const JfrRecording::EventType *Is = Of.find(Type);
  if (!Is || !Is->Count)
    return false;
  std::map<std::string, std::optional<std::string>> All;
  for (JfrRecording::Events E = Of.events(*Is); E.next();) {
    JfrRecording::Cell Key = E.get("key"), Value = E.get("value");
    const auto *Name = std::get_if<std::string>(&Key);
    auto *Text = std::get_if<std::string>(&Value);
    if (Name)
      All.try_emplace(*Name,
                      Text ? std::optional(std::move(*Text)) : std::nullopt);
  }
  To.assign(All.begin(), All.end());
  return true;
}

SystemProperties hprof::readSystemProperties(const JfrRecording &Of) {
  SystemProperties Is;
  Is.HasProperties = addEvents(Of, "jdk.InitialSystemProperty", Is.Properties);
  Is.HasEnvironment =
      addEvents(Of, "jdk.InitialEnvironmentVariable", Is.Environment);
  return Is;
}
