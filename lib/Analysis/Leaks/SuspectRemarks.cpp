//===- SuspectRemarks.cpp - Remarks on leak suspects ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "QuotedStart.h"
#include "hprof/Analysis/Contents/ObjectNames.h"
#include "hprof/Analysis/Graph/InboundReferences.h"
#include "hprof/Analysis/Leaks/SuspectWords.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Java/JavaPackages.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

/// Adds the key of the map entry that leads to \p S, and the name of another
/// object on the path; in both cases, the innermost.
void SuspectWords::nameWay(const LeakSuspect &S, std::vector<Prose> &To) const {
  const StringRef Where =
      S.Points.size() == 1 ? "the path: " : "the path to the first of them: ";
  std::vector<Node> Way = S.Above;
  Way.insert(Way.end(), S.Way.begin(), S.Way.end());
  for (size_t I = Way.size(); I-- > 1;)
    if (std::optional<std::string> Key =
            entryKey(Contents, Way[I - 1], Way[I])) {
      Prose Text = Prose("Map key on ") << Where;
      addQuotedStart(Text, Contents, *Key);
      To.push_back(Text << ".");
      break;
    }
  for (size_t I = Way.size(); I--;) {
    // Threads and owners are named elsewhere.
    if (Contents.threadOf(Way[I]) || Way[I] == S.Owner.Object ||
        Way[I] == S.Program.Object || !objectName(Contents, Way[I]))
      continue;
    To.push_back((Prose("On ") << Where).prose(object(Way[I])) << ".");
    break;
  }
}

/// Returns the threads of a ThreadPoolExecutor.
std::vector<Node> SuspectWords::threadsOfPool(Node Pool) const {
  std::vector<Node> Threads;
  // A damaged dump may contain a cyclic chain of superclasses.
  ClassNumber C = G.classNumber(Pool);
  for (size_t I = 0;
       C != NoClass && I != G.classes().size() &&
       G.classes()[C].Name != "java.util.concurrent.ThreadPoolExecutor";
       ++I)
    C = G.classes()[C].Super;
  if (C == NoClass || !Inbound)
    return Threads;
  Expected<const InboundReferences *> Found = Inbound();
  if (!Found) { // The error is reported elsewhere.
    consumeError(Found.takeError());
    return Threads;
  }
  (*Found)->forEach(Pool, [&](Node By) {
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

/// Returns the innermost frame outside the JDK.
std::string SuspectWords::frameOutsideJdk(Node Thread) const {
  constexpr size_t Most = 1000;
  const ThreadInfo *T = Contents.threadOf(Thread);
  size_t Frames = std::min(Most, size_t(Contents.stack(*T).size()));
  for (size_t I = 0; I != Frames; ++I)
    if (std::string Text = Contents.frameText(T->Serial, int32_t(I));
        !isOfPackage(Text, Jdk))
      return Text;
  return "";
}

/// Describes the threads that execute the tasks waiting in the pool \p Owner,
/// and their frames.
Prose SuspectWords::pool(Node Owner) const {
  Prose Text;
  if (Owner == NoNode || G.asClass(Owner) != NoClass)
    return Text;
  std::vector<Node> Threads = threadsOfPool(Owner);
  if (Threads.empty())
    return Text;
  // Waiting threads are of no interest.
  Node Busy = Threads[0];
  std::string Frame;
  for (Node N : Threads)
    if (Frame = frameOutsideJdk(N); !Frame.empty()) {
      Busy = N;
      break;
    }
  Text << "The thread pool has ";
  if (Threads.size() == 1)
    Text << "one thread, ";
  else
    Text.count(Threads.size(), "thread") << ", for example ";
  addQuotedStart(Text, Contents, Contents.threadName(Busy).value_or("?"));
  if (!Frame.empty())
    (Text << ", currently in ").name(Frame);
  return Text << ".";
}

Prose SuspectWords::limit(const SuspectLimit &L) const {
  Prose Why;
  switch (L.Kind) {
  case LimitKind::None:
    return Why;
  case LimitKind::Field: {
    std::optional<StringRef> Name = Contents.context().string(L.NameId);
    ClassNumber C = G.asClass(L.Of);
    (Why << "It is full (").number(L.Used) << " of ";
    Why.number(L.Most) << ", limit ";
    Why.name(C == NoClass ? G.describe(L.Of) : G.classes()[C].Name) << ".";
    Why.name(Name.value_or("?")) << ")";
    break;
  }
  case LimitKind::Array:
    Why << "The array ";
    (Why.prose(node(L.Of)) << " is full (all ").number(L.Most)
        << " elements in use)";
    break;
  case LimitKind::Eviction:
    (Why.name(G.describe(L.Of))
     << " extends LinkedHashMap, like many LRU caches, and has ")
            .number(L.Used)
        << " entries" << (L.Most ? ", a round number" : "");
    break;
  case LimitKind::Round:
    (Why.prose(node(L.Of)) << " has ").number(L.Used)
        << " entries, a round number";
    break;
  }
  return Why << ": possibly a bounded cache. To see whether it grows, take a "
                "second dump: hprof-diff A B";
}

/// Returns the start of a remark on how many points or samples an owner holds.
static Prose ownedPart(const LeakSuspect &S) {
  Prose Text;
  if (S.Owned == S.Points.size())
    return Text << "All";
  if (S.Owned == S.Sampled)
    return (Text << "All ").number(S.Sampled) << " sampled objects";
  return (Text.number(S.Owned) << " of ").number(S.Sampled)
         << " sampled objects";
}

/// Describes memory that the VM frees before an OutOfMemoryError.
Prose SuspectWords::soft(const LeakSuspect &S) const {
  constexpr uint64_t LeastShare = 10;
  if (S.SoftBytes < S.Retained / LeastShare || !S.SoftReferences)
    return {};
  return (Prose().size(S.SoftBytes, share(S.SoftBytes)) << " are held only by ")
             .count(S.SoftReferences, "soft reference")
         << ", which the VM clears before it throws an OutOfMemoryError.";
}

std::vector<Prose> SuspectWords::remarks(const LeakSuspect &S) const {
  std::vector<Prose> All;
  const bool IsOne = S.Points.size() == 1;
  if (Prose Text = soft(S); !Text.empty())
    All.push_back(std::move(Text));
  if (S.Kind == SuspectKind::Group) {
    // If a static field leads to all members, the headline names it.
    if (S.Owned && (S.Program || !isStaticOfAll(S))) {
      Prose Text = ownedPart(S)
                   << (S.OnlyOwned == S.Owned ? " are held by "
                                              : " are reachable through ");
      Text.prose(owner(S.Owner, /*IsOne=*/false));
      if (S.Program)
        (Text << ", which is reachable through ")
            .prose(owner(S.Program, /*IsOne=*/false));
      if (S.OtherwiseHeld)
        Text << "; other paths exist";
      All.push_back(Text << ".");
    }
  } else if (S.Owner && S.Program) {
    // The search started from sampled elements, not from the point.
    const bool IsBelow =
        S.Program.Owned == NoNode && S.Program.Object == S.Points[0];
    // If the object is not a dominator, there may be paths that bypass it.
    const bool IsHeld = is_contained(S.Way, S.Program.Object);
    All.push_back(
        (isProgramFirst(S)
             ? Prose(IsBelow ? "Most of them are in " : "They are in ")
                   .prose(owner(S.Owner, S.Owner.InAll == 1))
             : (Prose(IsOne ? "It is " : "They are ")
                << (IsHeld ? "held by " : "reachable through "))
                   .prose(owner(S.Program, /*IsOne=*/true)))
        << ".");
  }
  const bool IsNamed = S.Owner || S.Program; // If false, the headline names it.
  if (S.Kind == SuspectKind::Thread && IsNamed &&
      !is_contained({S.Owner.Object, S.Program.Object}, S.Way[S.Holder]))
    All.push_back(
        Prose(IsOne ? "It is held by " : "They are held by ").prose(holder(S))
        << ".");
  nameWay(S, All);
  if (S.Owner.InAll == 1)
    if (Prose Text = pool(S.Owner.Object); !Text.empty())
      All.push_back(std::move(Text));
  if (Prose Text = limit(S.Limit); !Text.empty())
    All.push_back(std::move(Text));
  return All;
}
