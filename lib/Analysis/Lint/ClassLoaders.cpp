//===- ClassLoaders.cpp - Class loaders not unloaded ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "LoaderLeak.h"
#include "hprof/Analysis/Contents/EdgeFilter.h"
#include "hprof/Format/Base/ClassName.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace hprof;
using namespace llvm;

namespace {

/// Reason why a loader should have been unloaded.
enum class Sign : uint8_t { Stopped, Closed, Forgotten, Clearable };

/// Finds loaders that were closed or stopped but still have classes, or that
/// are kept alive only by references that outlive an application by mistake:
/// context class loaders and access control contexts of threads, values of
/// thread locals, and references that the collector may clear.
class ClassLoaders : public LintCheck {
public:
  explicit ClassLoaders(LintState &S);
  bool needsValues() const override { return false; }
  bool wants(ClassNumber C) override;
  void instance(unsigned Thread, const LintInstance &I) override;
  Error finish(LintFinding &F) override;
  void start(unsigned Threads) override { Workers.resize(Threads); }

private:
  struct Plan {
    FieldPlace Path, Started;
  };
  struct Worker {
    /// Loaders with their URLClassPaths.
    std::vector<std::pair<Node, Node>> Paths;
    std::vector<Node> ClosedPaths, Stopped;
  };
  /// Loaders that are reported in one row.
  struct Group {
    std::string What;
    Sign Why = Sign::Closed;
    LoaderLeak Leak;
  };
  Group &groupOf(Node N, Sign Of, std::map<std::string, Group> &All) const;
  /// Returns the objects that are strongly reachable; with \p WithOdd, also
  /// through context class loaders, access control contexts and thread locals.
  Expected<NumberSet> reachableStrongly(bool WithOdd);
  void push(Node N, NumberSet &Seen, std::vector<Node> &Stack);

  ClassNumber Loader, UrlLoader, Tomcat, Thread, LocalEntry, Context;
  FieldPlace Closed;
  std::vector<ClassNumber> PathClasses;
  ClassPlans<Plan> Plans;
  std::vector<PerThread<Worker>> Workers;
};

} // namespace

ClassLoaders::ClassLoaders(LintState &S) : LintCheck(S) {
  Loader = S.findClass("java.lang.ClassLoader");
  UrlLoader = S.findClass("java.net.URLClassLoader");
  Tomcat = S.findClass("org.apache.catalina.loader.WebappClassLoaderBase");
  if (Tomcat == NoClass)
    Tomcat = S.findClass("org.apache.catalina.loader.WebappClassLoader");
  Thread = S.findClass("java.lang.Thread");
  LocalEntry = S.findClass("java.lang.ThreadLocal$ThreadLocalMap$Entry");
  Context = S.findClass("java.security.AccessControlContext");
  for (const char *Name :
       {"jdk.internal.loader.URLClassPath", "sun.misc.URLClassPath"})
    if (ClassNumber C = S.findClass(Name); C != NoClass) {
      PathClasses.push_back(C);
      Closed = S.field(C, "closed");
    }
}

bool ClassLoaders::wants(ClassNumber C) {
  if (Closed && is_contained(PathClasses, C))
    return true;
  if (!S.isA(C, UrlLoader))
    return false;
  Plan &P = Plans[C];
  P.Path = S.field(C, "ucp");
  // Up to Tomcat 7.
  if (S.isA(C, Tomcat))
    P.Started = S.field(C, "started");
  return P.Path || P.Started;
}

void ClassLoaders::instance(unsigned T, const LintInstance &I) {
  Worker &W = Workers[T].Value;
  if (is_contained(PathClasses, I.Class)) {
    if (I.get(Closed))
      W.ClosedPaths.push_back(I.N);
    return;
  }
  const Plan &P = Plans.at(I.Class);
  if (Node Path = S.follow(I, P.Path); Path != NoNode)
    W.Paths.emplace_back(I.N, Path);
  if (P.Started && !I.get(P.Started))
    W.Stopped.push_back(I.N);
}

void ClassLoaders::push(Node N, NumberSet &Seen, std::vector<Node> &Stack) {
  if (Seen.insert(N))
    Stack.push_back(N);
}

/// Returns the objects that are reachable without the excluded references.
Expected<NumberSet> ClassLoaders::reachableStrongly(bool WithOdd) {
  Expected<NumberSet> Seen = NumberSet::make(S.G.size(), S.G.memory());
  if (!Seen)
    return Seen;
  std::vector<bool> IsThread(2 * S.G.classes().size());
  std::vector<bool> IsOdd(2 * S.G.classes().size());
  for (ClassNumber C = 0; C != S.G.classes().size(); ++C) {
    IsThread[C] = S.isA(C, Thread);
    IsOdd[C] = S.isA(C, Loader) || S.isA(C, Context);
  }
  std::vector<Node> Stack;
  for (Node N : S.G.rootNodes())
    push(N, *Seen, Stack);
  while (!Stack.empty()) {
    Node N = Stack.back();
    Stack.pop_back();
    uint64_t Type = S.G.types().get(N);
    Node OwnClass = S.G.classNodes()[Type];
    if (Type == LocalEntry && !WithOdd) {
      if (OwnClass != NoNode)
        push(OwnClass, *Seen, Stack);
      continue;
    }
    S.G.forEachReference(
        N,
        [&](Node To) {
          if (WithOdd || !IsThread[Type] || !IsOdd[S.G.types().get(To)])
            push(To, *Seen, Stack);
        },
        weakReferences());
  }
  return Seen;
}

static std::string textOf(Sign Of, bool IsOne) {
  switch (Of) {
  case Sign::Stopped:
    return std::string(IsOne ? "its" : "their") + " application was stopped";
  case Sign::Closed:
    return IsOne ? "it was closed" : "they were closed";
  case Sign::Forgotten:
    return "reachable only through threads' context class loaders, thread "
           "locals or weaker references";
  case Sign::Clearable:
    return "not strongly reachable";
  }
  llvm_unreachable("unhandled sign");
}

/// With merging by name, loaders of one class, name and sign form a group.
ClassLoaders::Group &
ClassLoaders::groupOf(Node N, Sign Of,
                      std::map<std::string, Group> &All) const {
  const std::string Name = S.loaderName(N);
  std::string What = S.G.describe(N) + Name;
  std::string Key = std::to_string(N);
  if (S.Options.JoinByName) {
    What = stableClassName(S.G.describe(N)) + Name;
    Key = std::to_string(unsigned(Of)) + What;
  }
  Group &G = All[Key];
  G.What = std::move(What);
  G.Why = Of;
  return G;
}

Error ClassLoaders::finish(LintFinding &F) {
  DenseMap<Node, uint64_t> Classes; // By loader.
  for (const GraphClass &C : S.G.classes())
    if (C.IsDumped && C.Loader && !C.isArray())
      if (Node N = S.G.find(C.Loader);
          N != NoNode && S.T.isReachable(N) && !isLoaderOfVM(S, N))
        ++Classes[N];
  if (Classes.empty())
    return Error::success();
  DenseMap<Node, bool> Closed, Stopped;
  for (const PerThread<Worker> &W : Workers)
    for (Node N : W.Value.ClosedPaths)
      Closed[N] = true;
  for (const PerThread<Worker> &W : Workers) {
    for (auto [LoaderNode, Path] : W.Value.Paths)
      if (Closed.lookup(Path))
        Closed[LoaderNode] = true;
    for (Node N : W.Value.Stopped)
      Stopped[N] = true;
  }
  Expected<NumberSet> Others = reachableStrongly(/*WithOdd=*/false);
  if (!Others)
    return Others.takeError();
  std::vector<Node> Order;
  for (const auto &[N, Count] : Classes)
    if (Stopped.lookup(N) || Closed.lookup(N) || !Others->contains(N))
      Order.push_back(N);
  if (Order.empty())
    return Error::success();
  sort(Order);
  Expected<std::vector<uint64_t>> Rest = S.Wasted.takeRest(S.G, S.T, Order);
  if (!Rest)
    return Rest.takeError();
  Expected<NumberSet> Strongly = reachableStrongly(/*WithOdd=*/true);
  if (!Strongly)
    return Strongly.takeError();
  std::map<std::string, Group> All;
  HolderTally Holders;
  for (auto [N, Bytes] : zip(Order, *Rest)) {
    Sign Of = Stopped.lookup(N)       ? Sign::Stopped
              : Closed.lookup(N)      ? Sign::Closed
              : Strongly->contains(N) ? Sign::Forgotten
                                      : Sign::Clearable;
    groupOf(N, Of, All).Leak.add(S, N, Classes[N], Bytes);
  }
  for (auto &[Key, Of] : All) {
    const Tally &T = Of.Leak.Sum;
    LintRow R = T.row(S, std::move(Of.What));
    R.Detail = T.Count > 1 ? std::to_string(T.Count) + " loaders; " : "";
    R.Detail += textOf(Of.Why, T.Count == 1) + "; " + Of.Leak.detail(S);
    // Clearable loaders are freed when memory is short: small ones are omitted.
    R.IsAnySize = Of.Why != Sign::Clearable;
    F.Count += T.Count;
    F.Bytes += T.Bytes;
    F.IsAnySize |= R.IsAnySize;
    Holders.merge(T.Holders);
    F.Rows.push_back(std::move(R));
  }
  F.Holders = Holders.holders(S);
  trimRows(S, F);
  return Error::success();
}

std::unique_ptr<LintCheck> hprof::makeClassLoaders(const LintPasses &P) {
  return std::make_unique<ClassLoaders>(P.S);
}
