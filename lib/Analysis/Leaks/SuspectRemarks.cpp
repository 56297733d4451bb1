//===- SuspectRemarks.cpp - What goes with the headlines ------------------===//
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

/// Adds the key under which a map has what leads to \p S, and what else on the
/// way has a name; the innermost of each.
void SuspectWords::nameWay(const LeakSuspect &S, std::vector<Prose> &To) const {
  const StringRef It = S.Points.size() == 1 ? "it" : "the first of them";
  std::vector<Node> Way = S.Above;
  Way.insert(Way.end(), S.Way.begin(), S.Way.end());
  for (size_t I = Way.size(); I-- > 1;)
    if (std::optional<std::string> Key =
            entryKey(Contents, Way[I - 1], Way[I])) {
      Prose Text = "The key ";
      addQuotedStart(Text, *Key);
      To.push_back(Text << " of a map leads to " << It << ".");
      break;
    }
  for (size_t I = Way.size(); I--;) {
    // These are named in other words.
    if (Contents.threadOf(Way[I]) || Way[I] == S.Owner.Object ||
        Way[I] == S.Program.Object || !objectName(Contents, Way[I]))
      continue;
    To.push_back((Prose("On the way to ") << It << " is ").prose(object(Way[I]))
                 << ".");
    break;
  }
}

/// The threads of a ThreadPoolExecutor.
std::vector<Node> SuspectWords::threadsOfPool(Node Pool) const {
  std::vector<Node> Threads;
  // A cyclic chain of superclasses is damage.
  ClassNumber C = G.classNumber(Pool);
  for (size_t I = 0;
       C != NoClass && I != G.classes().size() &&
       G.classes()[C].Name != "java.util.concurrent.ThreadPoolExecutor";
       ++I)
    C = G.classes()[C].Super;
  if (C == NoClass || !Inbound)
    return Threads;
  Expected<const InboundReferences *> Found = Inbound();
  if (!Found) { // Then the rest of the report says so.
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

/// The innermost frame that is not the JDK's.
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

/// Which threads take what waits in the pool \p Owner, and where they are.
Prose SuspectWords::pool(Node Owner) const {
  Prose Text;
  if (Owner == NoNode || G.asClass(Owner) != NoClass)
    return Text;
  std::vector<Node> Threads = threadsOfPool(Owner);
  if (Threads.empty())
    return Text;
  // Threads that wait are of no interest.
  Node Busy = Threads[0];
  std::string Frame;
  for (Node N : Threads)
    if (Frame = frameOutsideJdk(N); !Frame.empty()) {
      Busy = N;
      break;
    }
  Text << "Its pool has ";
  if (Threads.size() == 1)
    Text << "the thread ";
  else
    Text << std::to_string(Threads.size()) << " threads, such as ";
  addQuotedStart(Text, Contents.threadName(Busy).value_or("?"));
  if (!Frame.empty())
    (Text << ", which is in ").name(Frame);
  return Text << ".";
}

Prose SuspectWords::limit(const SuspectLimit &L) const {
  Prose Why;
  const std::string Used = std::to_string(L.Used),
                    Most = std::to_string(L.Most);
  switch (L.Kind) {
  case LimitKind::None:
    return Why;
  case LimitKind::Field: {
    std::optional<StringRef> Name = Contents.context().string(L.NameId);
    ClassNumber C = G.asClass(L.Of);
    Why << "It is full with " << Used << " of at most " << Most << " (";
    Why.name(C == NoClass ? G.describe(L.Of) : G.classes()[C].Name) << ".";
    Why.name(Name.value_or("?")) << ")";
    break;
  }
  case LimitKind::Array:
    Why << "It is full with all " << Most << " elements of ";
    Why.prose(node(L.Of)) << " in use";
    break;
  case LimitKind::Eviction:
    Why.name(G.describe(L.Of))
        << " extends LinkedHashMap, as caches do that evict the eldest entry, "
           "and has "
        << Used << " entries" << (L.Most ? ", a round number" : "");
    break;
  case LimitKind::Round:
    Why.prose(node(L.Of)) << " has " << Used << " entries, a round number";
    break;
  }
  return Why << ": it may be a bounded cache. To see whether it grows, take a "
                "second dump: hprof-diff A B";
}

/// What is known of the owner beyond the headline.
static Prose ownedPart(const LeakSuspect &S) {
  Prose Text;
  if (S.Owned == S.Points.size())
    return Text << "All";
  return Text << (S.Owned == S.Sampled ? "All" : std::to_string(S.Owned))
              << " of the first " << std::to_string(S.Sampled);
}

/// What the VM frees before it gives up.
Prose SuspectWords::soft(const LeakSuspect &S) const {
  constexpr uint64_t LeastShare = 10;
  if (S.SoftBytes < S.Retained / LeastShare || !S.SoftReferences)
    return {};
  return (Prose().size(S.SoftBytes, share(S.SoftBytes))
          << " of it are held by ")
             .count(S.SoftReferences, "soft reference")
         << " alone, which the VM clears before it throws an "
            "OutOfMemoryError.";
}

std::vector<Prose> SuspectWords::remarks(const LeakSuspect &S) const {
  std::vector<Prose> All;
  const bool IsOne = S.Points.size() == 1;
  if (Prose Text = soft(S); !Text.empty())
    All.push_back(std::move(Text));
  if (S.Kind == SuspectKind::Group) {
    // With a static field of all, the headline says it.
    if (S.Owned && (S.Program || !isStaticOfAll(S))) {
      Prose Text = ownedPart(S)
                   << (S.OnlyOwned == S.Owned ? " are held by "
                                              : " are reached through ");
      Text.prose(owner(S.Owner, /*IsOne=*/false));
      if (S.Program)
        (Text << ", and these through ")
            .prose(owner(S.Program, /*IsOne=*/false));
      if (S.OtherwiseHeld)
        Text << "; there are other ways, too";
      All.push_back(Text << ".");
    }
  } else if (S.Owner && S.Program) {
    // Then some of the elements were followed, and not the point.
    const bool IsBelow =
        S.Program.Owned == NoNode && S.Program.Object == S.Points[0];
    All.push_back(
        (isProgramFirst(S)
             ? Prose(IsBelow ? "Most of them are in " : "They are in ")
                   .prose(owner(S.Owner, S.Owner.InAll == 1))
             : Prose(IsOne ? "The program reaches it from "
                           : "The program reaches them from ")
                   .prose(owner(S.Program, /*IsOne=*/true)))
        << ".");
  }
  const bool IsNamed = S.Owner || S.Program; // If not, the headline names it.
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
