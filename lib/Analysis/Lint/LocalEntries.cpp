//===- LocalEntries.cpp - Entries of thread locals ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalEntries.h"
#include "llvm/ADT/STLExtras.h"

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

void LocalEntries::addEntries(const Map &M, Tally &T,
                              ValuesByClass &Values) const {
  Node Entries = S.follow(S.read(M.second), Table);
  if (Entries == NoNode)
    return;
  S.G.forEachReference(Entries, [&](Node N) {
    if (S.G.asClass(N) != NoClass || S.G.classNumber(N) != Entry)
      return;
    LintInstance I = S.read(N);
    Node Key = S.follow(I, Referent);
    // In a dump of all objects, keys that only entries have are still there.
    bool IsStale =
        Key == NoNode || !S.T.isReachable(Key) || S.T.parent(Key) == N;
    if (!takes(IsStale))
      return;
    T.add(S, N, S.T.retained(N));
    if (Node V = S.follow(I, Value); V != NoNode) {
      ClassValues &Of = Values[S.G.classNumber(V)];
      ++Of.Count;
      Of.Bytes += S.T.retained(V);
    }
  });
}

std::string LocalEntries::threadName(Node N) const {
  std::string Text = S.G.describe(N);
  if (const JavaThread *T = S.Contents.threadOf(N); T && T->Name)
    Text += " '" + *T->Name + "'";
  else if (std::optional<JavaString> Name =
               S.Contents.string(S.Contents.follow(N, "name")))
    Text += " '" + Name->Text + "'";
  return Text;
}

std::string LocalEntries::valueNames(const ValuesByClass &Values) const {
  // What retains most first: that is what the row is about.
  std::vector<std::pair<ClassNumber, ClassValues>> Order(Values.begin(),
                                                         Values.end());
  sort(Order, [](const auto &A, const auto &B) {
    return std::tie(B.second.Bytes, B.second.Count, A.first) <
           std::tie(A.second.Bytes, A.second.Count, B.first);
  });
  std::string Text;
  for (const auto &[C, Of] : ArrayRef(Order).take_front(3))
    Text += (Text.empty() ? "values: " : ", ") + std::to_string(Of.Count) +
            " " + S.G.classes()[C].Name;
  return Order.size() > 3 ? Text + ", ..." : Text;
}

Error LocalEntries::finish(LintFinding &F) {
  if (!Referent || !Table)
    return Error::success();
  std::vector<Map> Maps;
  for (PerThread<std::vector<Map>> &W : Workers)
    llvm::append_range(Maps, W.Value);
  sort(Maps);
  Tallies ByThread;
  DenseMap<uint64_t, ValuesByClass> Values;
  for (const Map &M : Maps) {
    Tally T;
    addEntries(M, T, Values[M.first]);
    if (T.Count)
      ByThread[M.first].merge(T);
  }
  fillFinding(
      S, F, ByThread, [&](uint64_t Thread) { return threadName(Thread); },
      [&](uint64_t Thread, const Tally &) {
        return valueNames(Values[Thread]);
      });
  return Error::success();
}
