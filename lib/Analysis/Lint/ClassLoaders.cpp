//===- ClassLoaders.cpp - Class loaders that should be gone ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "hprof/Analysis/Contents/EdgeFilter.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Java/JavaPackages.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {

/// Two signs: a loader was closed or stopped and still has classes, or it is
/// kept alive only by references that outlive an application by mistake:
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
  bool isOfVM(Node Loader) const;
  Expected<NumberSet> reachableOtherwise();
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

/// Loaders of the JDK itself live as long as the VM.
bool ClassLoaders::isOfVM(Node N) const {
  StringRef Name = S.G.classOf(N).Name;
  return isOfPackage(Name, Internal) ||
         Name.ends_with(".DelegatingClassLoader");
}

void ClassLoaders::push(Node N, NumberSet &Seen, std::vector<Node> &Stack) {
  if (Seen.insert(N))
    Stack.push_back(N);
}

/// Everything reachable without the references that should not count.
Expected<NumberSet> ClassLoaders::reachableOtherwise() {
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
    if (Type == LocalEntry) {
      if (OwnClass != NoNode)
        push(OwnClass, *Seen, Stack);
      continue;
    }
    S.G.forEachReference(
        N,
        [&](Node To) {
          if (!IsThread[Type] || !IsOdd[S.G.types().get(To)])
            push(To, *Seen, Stack);
        },
        weakReferences());
  }
  return Seen;
}

Error ClassLoaders::finish(LintFinding &F) {
  DenseMap<Node, uint64_t> Classes; // By loader.
  for (const GraphClass &C : S.G.classes())
    if (C.IsDumped && C.Loader && !C.isArray())
      if (Node N = S.G.find(C.Loader);
          N != NoNode && S.T.isReachable(N) && !isOfVM(N))
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
  Expected<NumberSet> Others = reachableOtherwise();
  if (!Others)
    return Others.takeError();
  std::vector<Node> Order;
  for (const auto &[N, Count] : Classes)
    if (Stopped.lookup(N) || Closed.lookup(N) || !Others->contains(N))
      Order.push_back(N);
  sort(Order);
  Expected<std::vector<uint64_t>> Rest = S.Wasted.takeRest(S.G, S.T, Order);
  if (!Rest)
    return Rest.takeError();
  HolderTally Holders;
  for (auto [N, Bytes] : zip(Order, *Rest)) {
    std::string Why = Stopped.lookup(N)  ? "its application was stopped"
                      : Closed.lookup(N) ? "it was closed"
                                         : "only threads' context class "
                                           "loaders, thread locals or weaker "
                                           "references lead to it";
    Tally T;
    T.add(S, N, Bytes);
    LintRow R = T.row(S, S.G.describe(N) + S.loaderName(N));
    R.Detail = Why + "; " + counted(Classes[N], "class", "classes");
    // Excludes what other checks and nested loaders account for.
    if (uint64_t All = S.T.retained(N); All != Bytes)
      R.Detail += "; it retains " + counted(All, "byte") + " in all";
    F.Count += 1;
    F.Bytes += R.Bytes;
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
