//===- LocalEntries.cpp - Entries of thread locals ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalEntries.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Base/IdKey.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace hprof;
using namespace llvm;

LocalEntries::LocalEntries(LintState &S) : LintCheck(S) {
  ThreadClass = S.findClass("java.lang.Thread");
  Entry = S.findClass("java.lang.ThreadLocal$ThreadLocalMap$Entry");
  Referent = S.field(Entry, "referent");
  Value = S.field(Entry, "value");
  Table = S.field(S.findClass("java.lang.ThreadLocal$ThreadLocalMap"), "table");
}

bool LocalEntries::wants(ClassNumber C) {
  if (!S.isA(C, ThreadClass))
    return false;
  Plans[C] = {S.field(C, "threadLocals", ThreadClass),
              S.field(C, "inheritableThreadLocals", ThreadClass)};
  return true;
}

void LocalEntries::instance(unsigned Thread, const LintInstance &I) {
  for (FieldPlace Place : Plans.at(I.Class))
    if (Node M = S.follow(I, Place); M != NoNode)
      Workers[Thread].Value.emplace_back(I.N, M);
}

/// Returns the tables of all maps, each with its first thread. In a real VM, a
/// table has only one thread; in a crafted dump, all threads may share a table.
std::vector<LocalEntries::Map> LocalEntries::tables() const {
  std::vector<Map> All;
  for (const PerThread<std::vector<Map>> &W : Workers)
    for (auto [Thread, M] : W.Value)
      if (Node Entries = S.follow(S.read(M), Table); Entries != NoNode)
        All.emplace_back(Thread, Entries);
  sort(All);
  DenseSet<Node> Seen;
  erase_if(All, [&](const Map &M) { return !Seen.insert(M.second).second; });
  return All;
}

/// Calls \p F with each entry to report in the table \p Entries, and its key if
/// that is still in use.
void LocalEntries::forEachEntry(
    Node Entries,
    function_ref<void(const LintInstance &Entry, Node Key)> F) const {
  S.G.forEachReference(Entries, [&](Node N) {
    if (S.G.asClass(N) != NoClass || S.G.classNumber(N) != Entry)
      return;
    LintInstance I = S.read(N);
    Node Key = S.follow(I, Referent);
    // A dump with garbage still contains keys to which only entries refer.
    bool IsStale =
        Key == NoNode || !S.T.isReachable(Key) || S.T.parent(Key) == N;
    if (takes(IsStale))
      F(I, IsStale ? NoNode : Key);
  });
}

void LocalEntries::addEntries(Node Entries, const BytesOf &Bytes, Tally &T,
                              ValuesOf &Found) const {
  forEachEntry(Entries, [&](const LintInstance &I, Node Key) {
    auto It = Bytes.find(I.N);
    T.add(S, I.N, It == Bytes.end() ? S.T.retained(I.N) : It->second);
    if (Node V = S.follow(I, Value); V != NoNode) {
      Values &Of = Found[{S.G.classNumber(V), Key}];
      ++Of.Count;
      Of.Bytes += S.T.retained(V);
    }
  });
}

std::vector<Node> LocalEntries::entries() const {
  std::vector<Node> Entries;
  if (!Referent || !Table)
    return Entries;
  for (auto [Thread, Of] : tables())
    forEachEntry(Of,
                 [&](const LintInstance &I, Node) { Entries.push_back(I.N); });
  sort(Entries);
  Entries.erase(llvm::unique(Entries), Entries.end());
  return Entries;
}

/// Returns, for each entry, the bytes that no other check has claimed as waste.
Expected<LocalEntries::BytesOf> LocalEntries::takeRest() const {
  std::vector<Node> Entries = entries();
  Expected<std::vector<uint64_t>> Rest = S.Wasted.takeRest(S.G, S.T, Entries);
  if (!Rest)
    return Rest.takeError();
  BytesOf Bytes;
  for (auto [N, Of] : zip(Entries, *Rest))
    Bytes[N] = Of;
  return Bytes;
}

std::string LocalEntries::threadName(Node N) const {
  std::string Text = S.G.describe(N);
  if (std::optional<std::string> Name = S.Contents.threadName(N))
    Text += " '" + *Name + "'";
  else if (std::optional<JavaString> Name =
               S.Contents.string(S.Contents.follow(N, "name")))
    Text += " '" + S.Contents.masked(std::move(Name->Text)) + "'";
  return Text;
}

/// Name of the field by which \p From strongly refers to \p Local, if any.
std::optional<std::string> LocalEntries::variableName(Node From,
                                                      Node Local) const {
  std::optional<ReferenceLabel> L = S.Contents.labelOf(From, Local);
  if (!L || L->Strength != ReferenceKind::Strong)
    return std::nullopt;
  if (L->Kind == LabelKind::Static)
    return S.G.classes()[S.G.asClass(From)].Name + "." + S.Contents.name(*L);
  if (L->Kind == LabelKind::Field)
    return S.G.describe(From) + "." + S.Contents.name(*L);
  return std::nullopt;
}

void LocalEntries::nameVariables(ArrayRef<const ValuesOf *> All) {
  // Reports do not show more variables than this.
  constexpr size_t Most = 1000, MostReferrers = 8;
  DenseMap<Node, uint64_t> Bytes;
  for (const ValuesOf *Found : All)
    for (const auto &[Key, Of] : *Found)
      if (Key.second != NoNode)
        Bytes[Key.second] += Of.Bytes;
  std::vector<std::pair<uint64_t, Node>> Order;
  for (auto [Local, Sum] : Bytes)
    Order.emplace_back(Sum, Local);
  sort(Order, [](const auto &A, const auto &B) {
    return std::pair(B.first, A.second) < std::pair(A.first, B.second);
  });
  // Usually, only the class with the static field refers to a ThreadLocal.
  DenseMap<Node, SmallVector<Node, 2>> Left;
  for (auto [Sum, Local] : ArrayRef(Order).take_front(Most)) {
    Node Parent = S.T.parent(Local);
    std::optional<std::string> Name;
    if (Parent != NoNode)
      Name = variableName(Parent, Local);
    if (Name)
      Variables[Local] = std::move(*Name);
    else
      Left.try_emplace(Local);
  }
  if (Left.empty())
    return;
  for (Node N = 0; N != S.G.size(); ++N)
    if (S.T.isReachable(N) && S.G.types().get(N) != Entry)
      S.G.forEachReference(N, [&](Node To) {
        auto It = Left.find(To);
        if (It != Left.end() &&
            (It->second.size() < MostReferrers || S.G.asClass(N) != NoClass))
          It->second.push_back(N);
      });
  for (auto &[Local, From] : Left) {
    // Static fields are tried first because they are the most useful.
    for (bool IsStatic : {true, false})
      for (Node N : From)
        if ((S.G.asClass(N) != NoClass) == IsStatic && !Variables.count(Local))
          if (std::optional<std::string> Name = variableName(N, Local))
            Variables[Local] = std::move(*Name);
  }
}

/// Empty if the variable has no name, as for an entry whose ThreadLocal was
/// collected.
StringRef LocalEntries::variable(Node Local) const {
  if (Local == NoNode)
    return "";
  auto It = Variables.find(Local);
  return It == Variables.end() ? StringRef() : It->second;
}

/// Values with the same class name and variable are merged across loaders,
/// because each deployment of an application has its own.
std::string LocalEntries::valueNames(const ValuesOf &Found) const {
  struct Sum : Values {
    DenseSet<IdKey> Loaders;
  };
  std::map<std::pair<std::string, StringRef>, Sum> ByName;
  for (const auto &[Key, Of] : Found) {
    const GraphClass &C = S.G.classes()[Key.first];
    Sum &All = ByName[{stableClassName(C.Name), variable(Key.second)}];
    All.Count += Of.Count;
    All.Bytes += Of.Bytes;
    All.Loaders.insert(C.Loader);
  }
  // Sorted by retained size, which the row reports, largest first.
  std::vector<std::pair<std::string, const Sum *>> Order;
  for (const auto &[Name, Of] : ByName) {
    std::string Text = std::to_string(Of.Count) + " " + Name.first;
    if (Of.Loaders.size() > 1)
      Text += " (" + counted(Of.Loaders.size(), "loader") + ")";
    if (!Name.second.empty())
      Text += (" in " + Name.second).str();
    Order.emplace_back(std::move(Text), &Of);
  }
  sort(Order, [](const auto &A, const auto &B) {
    return std::tie(B.second->Bytes, B.second->Count, A.first) <
           std::tie(A.second->Bytes, A.second->Count, B.first);
  });
  std::string Text;
  for (const auto &[Name, Of] : ArrayRef(Order).take_front(3))
    Text += (Text.empty() ? "values: " : ", ") + Name;
  return Order.size() > 3 ? Text + ", ..." : Text;
}

/// Adds notes on the variables whose values retain most, over all threads.
void LocalEntries::addNotes(ArrayRef<const ValuesOf *> All,
                            LintFinding &F) const {
  MapVector<StringRef, Values> ByName;
  for (const ValuesOf *Found : All)
    for (const auto &[Key, Of] : *Found)
      if (StringRef Name = variable(Key.second); !Name.empty()) {
        Values &Sum = ByName[Name];
        Sum.Count += Of.Count;
        Sum.Bytes += Of.Bytes;
      }
  auto Order = ByName.takeVector();
  sort(Order, [](const auto &A, const auto &B) {
    return std::tie(B.second.Bytes, B.second.Count, A.first) <
           std::tie(A.second.Bytes, A.second.Count, B.first);
  });
  for (const auto &[Name, Of] : ArrayRef(Order).take_front(3))
    F.Notes.push_back(counted(Of.Count, "value") + " of " + Name.str() +
                      (Of.Count == 1 ? " retains " : " retain ") +
                      counted(Of.Bytes, "byte"));
}

Error LocalEntries::finish(LintFinding &F) {
  if (!Referent || !Table)
    return Error::success();
  BytesOf Bytes;
  if (F.Info->Measure == LintMeasure::Wasted) {
    Expected<BytesOf> Rest = takeRest();
    if (!Rest)
      return Rest.takeError();
    Bytes = std::move(*Rest);
  }
  Tallies ByThread;
  MapVector<Node, ValuesOf> Found;
  for (auto [Thread, Entries] : tables()) {
    Tally T;
    addEntries(Entries, Bytes, T, Found[Thread]);
    if (T.Count)
      ByThread[Thread].merge(T);
  }
  std::vector<const ValuesOf *> All;
  for (const auto &[Thread, Of] : Found)
    All.push_back(&Of);
  nameVariables(All);
  addNotes(All, F);
  fillFinding(
      S, F, ByThread, [&](uint64_t Thread) { return threadName(Thread); },
      [&](uint64_t Thread, const Tally &) {
        return valueNames(Found[Thread]);
      });
  return Error::success();
}
