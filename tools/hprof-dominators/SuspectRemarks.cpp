//===- SuspectRemarks.cpp - What goes with the headlines ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SuspectPrinter.h"
#include "hprof/Analysis/Contents/ObjectNames.h"
#include "hprof/Analysis/Graph/InboundReferences.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Java/JavaPackages.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

/// Adds the key under which a map has what leads to \p S, and what else on the
/// way has a name; the innermost of each.
void SuspectPrinter::nameWay(const LeakSuspect &S,
                             std::vector<std::string> &All) const {
  std::vector<Node> Way = S.Above;
  Way.insert(Way.end(), S.Way.begin(), S.Way.end());
  for (size_t I = Way.size(); I-- > 1;)
    if (std::optional<std::string> Key =
            entryKey(Contents, Way[I - 1], Way[I])) {
      All.push_back("The key " + quoted(*Key) + " of a map leads to it.");
      break;
    }
  for (size_t I = Way.size(); I--;) {
    // These are named in other words.
    if (Contents.threadOf(Way[I]) || Way[I] == S.Owner.Object ||
        Way[I] == S.Program.Object || !objectName(Contents, Way[I]))
      continue;
    All.push_back("On the way to it is " + object(Way[I]) + ".");
    break;
  }
}

/// The threads of a ThreadPoolExecutor.
std::vector<Node> SuspectPrinter::threadsOfPool(Node Pool) const {
  std::vector<Node> Threads;
  // A cyclic chain of superclasses is damage.
  ClassNumber C = G.classNumber(Pool);
  for (size_t I = 0;
       C != NoClass && I != G.classes().size() &&
       G.classes()[C].Name != "java.util.concurrent.ThreadPoolExecutor";
       ++I)
    C = G.classes()[C].Super;
  if (C == NoClass)
    return Threads;
  Expected<const InboundReferences *> Inbound = Out.Store.inbound();
  if (!Inbound) { // Then the rest of the report says so.
    consumeError(Inbound.takeError());
    return Threads;
  }
  (*Inbound)->forEach(Pool, [&](Node By) {
    if (G.describe(By) == "java.util.concurrent.ThreadPoolExecutor$Worker")
      if (Node Thread = Contents.follow(By, "thread");
          Thread != NoNode && Contents.threadOf(Thread))
        Threads.push_back(Thread);
    return true;
  });
  sort(Threads);
  Threads.erase(std::unique(Threads.begin(), Threads.end()), Threads.end());
  return Threads;
}

/// The innermost frame that is not the JDK's.
std::string SuspectPrinter::frameOutsideJdk(Node Thread) const {
  constexpr size_t Most = 1000;
  const ThreadInfo *T = Contents.threadOf(Thread);
  size_t Frames = std::min(Most, size_t(Contents.stack(*T).size()));
  for (size_t I = 0; I != Frames; ++I)
    if (std::string Text = Contents.frameText(T->Serial, int32_t(I));
        !isOfPackage(Text, Jdk))
      return Text;
  return "";
}

/// Which threads take what waits in the pool \p Owner, and where they are.
std::string SuspectPrinter::poolText(Node Owner) const {
  if (Owner == NoNode || G.asClass(Owner) != NoClass)
    return "";
  std::vector<Node> Threads = threadsOfPool(Owner);
  if (Threads.empty())
    return "";
  // Threads that wait are of no interest.
  Node Busy = Threads[0];
  std::string Frame;
  for (Node N : Threads)
    if (Frame = frameOutsideJdk(N); !Frame.empty()) {
      Busy = N;
      break;
    }
  std::string Name = quoted(Contents.threadName(Busy).value_or("?"));
  return "Its pool has " +
         (Threads.size() == 1
              ? "the thread " + Name
              : std::to_string(Threads.size()) + " threads, such as " + Name) +
         (Frame.empty() ? "" : ", which is in " + Out.show(Frame)) + ".";
}

std::string SuspectPrinter::limitText(const SuspectLimit &L) const {
  std::string Why;
  std::string Used = std::to_string(L.Used), Most = std::to_string(L.Most);
  switch (L.Kind) {
  case LimitKind::None:
    return "";
  case LimitKind::Field: {
    std::optional<StringRef> Name = Contents.context().string(L.NameId);
    ClassNumber C = G.asClass(L.Of);
    Why = "It is full with " + Used + " of at most " + Most + " (" +
          (C == NoClass ? Out.show(G.describe(L.Of))
                        : Out.show(G.classes()[C].Name)) +
          "." + Out.show(Name.value_or("?")) + ")";
    break;
  }
  case LimitKind::Array:
    Why = "It is full with all " + Most + " elements of " + Out.show(L.Of) +
          " in use";
    break;
  case LimitKind::Eviction:
    Why = Out.show(G.describe(L.Of)) +
          " extends LinkedHashMap, as caches do that evict what is eldest, and "
          "has " +
          Used + " entries";
    break;
  }
  return Why + ": it may be what the program is for, and no leak.";
}

/// What a person should know next to the headline.
std::vector<std::string> SuspectPrinter::remarks(const LeakSuspect &S) const {
  std::vector<std::string> All;
  const bool IsOne = S.Points.size() == 1;
  if (S.Kind == SuspectKind::Group) {
    if (S.Owned)
      All.push_back(
          (S.Owned == S.Points.size()
               ? std::string("All")
               : std::to_string(S.Owned) + " of the first " +
                     std::to_string(S.Sampled)) +
          " are held by " + ownerText(S.Owner, /*IsOne=*/false) +
          (S.Program ? ", and these by " + ownerText(S.Program, /*IsOne=*/false)
                     : "") +
          ".");
  } else if (S.Owner && S.Program) {
    All.push_back(isProgramFirst(S)
                      ? "They are in " + ownerText(S.Owner, IsOne) + "."
                      : "The program reaches it from " + ownerText(S.Program) +
                            ".");
  }
  const bool IsNamed = S.Owner || S.Program; // If not, the headline names it.
  if (S.Kind == SuspectKind::Thread && IsNamed &&
      !is_contained({S.Owner.Object, S.Program.Object}, S.Way[S.Holder]))
    All.push_back("It is held by " + holderText(S) + ".");
  nameWay(S, All);
  if (std::string Text = poolText(S.Owner.Object); !Text.empty())
    All.push_back(std::move(Text));
  if (std::string Text = limitText(S.Limit); !Text.empty())
    All.push_back(std::move(Text));
  return All;
}
