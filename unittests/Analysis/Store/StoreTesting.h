//===- StoreTesting.h - Dumps with indexes for tests ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_ANALYSIS_STORE_STORETESTING_H
#define HPROF_UNITTESTS_ANALYSIS_STORE_STORETESTING_H

#include "Analysis/Index/IndexTesting.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Analysis/Store/HeapHistogram.h"
#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/Format/Base/IndexPath.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include <mutex>

namespace hprof {

/// A dump in its own folder, which the destructor removes.
class TestDump {
public:
  TestDump(llvm::StringRef Name, llvm::ArrayRef<uint8_t> Bytes,
           Compression Kind = Compression::None) {
    llvm::SmallString<64> Path;
    llvm::cantFail(llvm::errorCodeToError(
        llvm::sys::fs::createUniqueDirectory("hprof-store", Path)));
    Folder = Path.str().str();
    File = Folder + "/" + Name.str() + ".hprof";
    SinkOptions Packing;
    Packing.Kind = Kind;
    llvm::SmallVector<char, 0> Packed;
    std::unique_ptr<Sink> Out = Sink::toMemory(Packed, Packing);
    Out->append(Bytes);
    llvm::cantFail(Out->finish());
    write(File, llvm::StringRef(Packed.data(), Packed.size()));
  }
  ~TestDump() { llvm::sys::fs::remove_directories(Folder); }

  const std::string &path() const { return File; }
  std::string indexPath() const { return indexPathOf(File); }

  /// Writes the index next to the dump, with all optional parts or without any.
  void writeIndex(bool IsComplete) const {
    StoreOptions Options;
    Options.From = IndexUse::None;
    Options.TempDir = Folder;
    std::unique_ptr<HeapStore> S =
        llvm::cantFail(HeapStore::open(File, Options, StoreEvents()));
    GraphParts Parts(S->graph(), *llvm::cantFail(S->dominators()),
                     *llvm::cantFail(S->inbound()));
    StoreEvents Events;
    Events.OnDamage = [&](const Damage &D) { Parts.HistoDamages.push_back(D); };
    if (IsComplete) {
      fill(*S, Parts);
      HistogramUse Use;
      Use.NameLoaders = true;
      Parts.Histo =
          llvm::cantFail(HeapHistogram::read(File, Options, Events, Use)).Data;
    }
    GraphOrigin Origin = S->origin();
    Origin.Dump = llvm::cantFail(DumpIdentity::of(File));
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    llvm::cantFail(HeapIndex::write(OS, Origin, Parts, S->damages()));
    write(indexPath(), Text);
  }

private:
  static void write(const std::string &Path, llvm::StringRef Bytes) {
    std::error_code Failed;
    llvm::raw_fd_ostream OS(Path, Failed);
    OS << Bytes;
    EXPECT_FALSE(Failed) << Path;
  }

  static void fill(HeapStore &S, GraphParts &Parts) {
    const HeapGraph &G = S.graph();
    const HeapContents &Contents = *llvm::cantFail(S.contents());
    Parts.Context =
        llvm::cantFail(ContextRecords::of(*llvm::cantFail(S.file()), G));
    Parts.Labels = llvm::cantFail(EntryLabels::compute(Contents, 1, 1));
    EdgeFilter Strong = llvm::cantFail(EdgeFilter::create(G, weakReferences()));
    Parts.Paths = llvm::cantFail(ShortestPaths::compute(G, Strong));
    Parts.Groups =
        llvm::cantFail(PathGroups::compute(Contents, *Parts.Paths, Strong));
    for (GroupBy By :
         {GroupBy::Class, GroupBy::Name, GroupBy::Package, GroupBy::Loader})
      Parts.Retained.emplace_back(
          By, llvm::cantFail(S.retainedSets(NodeGroups::of(G, By), By)));
    Parts.Classes =
        llvm::cantFail(S.dominatorClasses({}, GraphParts::ClassTreeDepth));
    Parts.Suspects = llvm::cantFail(S.leakSuspects(
        [](uint64_t All) { return shareOf(All, DefaultSuspectPercent); }));
  }

  std::string Folder, File;
};

/// The events that a store reported.
struct ToldEvents {
  StoreEvents events() {
    StoreEvents E;
    auto Into = [](std::vector<std::string> &List) {
      return [&List](const llvm::Twine &Text) { List.push_back(Text.str()); };
    };
    E.OnNote = Into(Notes);
    E.OnVerbose = Into(Verbose);
    E.OnWarning = Into(Warnings);
    E.OnUnreachable = Into(Unreachable);
    E.OnDamage = [this](const Damage &D) { Damages.push_back(D); };
    E.OnLoss = [this](llvm::Error Lost) {
      Losses.push_back(toString(std::move(Lost)));
    };
    E.OnCopy = [this](llvm::StringRef What) { Copies.push_back(What.str()); };
    E.OnProgress = [this](const StoreProgress &Now) {
      std::lock_guard<std::mutex> Lock(Mutex);
      EXPECT_TRUE(!Now.All || Now.Done <= Now.All) << Now.Phase;
      Phases.insert(Now.Phase);
    };
    E.OnProgressEnd = [this] { ++Ends; };
    return E;
  }
  void clear() {
    for (auto *List :
         {&Notes, &Verbose, &Warnings, &Unreachable, &Losses, &Copies})
      List->clear();
    Damages.clear();
  }

  std::vector<std::string> Notes, Verbose, Warnings, Unreachable, Losses,
      Copies;
  std::vector<Damage> Damages;
  std::mutex Mutex; ///< Guards Phases.
  std::set<std::string> Phases;
  unsigned Ends = 0;
};

/// The leak report for a threshold of \p Percent.
inline LeakReport suspectsOf(HeapStore &S,
                             double Percent = DefaultSuspectPercent) {
  return llvm::cantFail(
      S.leakSuspects([&](uint64_t All) { return shareOf(All, Percent); }));
}

/// Prints one line per suspect, and whether each object is held.
inline void printSuspects(HeapStore &S, double Percent, llvm::raw_ostream &OS) {
  LeakReport Report = suspectsOf(S, Percent);
  OS << "suspects " << Report.Least << ' ' << Report.Ignored.bits() << ' '
     << Report.Totals.Objects << ' ' << Report.Totals.Bytes << ' '
     << Report.Totals.UnreachableBytes << ' ' << Report.ByIgnored.Bytes << '\n';
  for (const LeakSuspect &L : Report.Suspects) {
    OS << unsigned(L.Kind) << ' ' << L.Retained << ' ' << L.Own << ' '
       << L.Signature << ':';
    for (Node N : L.Points)
      OS << ' ' << N;
    OS << " by";
    for (Node N : L.Way)
      OS << ' ' << N;
    OS << '\n';
  }
  for (Node N = 0; N != S.graph().size(); ++N)
    OS << S.isHeld(N);
  OS << '\n';
}

/// Prints the paths to all objects, and to a few objects.
inline void printPaths(HeapStore &S, ReferenceKinds Ignored,
                       llvm::raw_ostream &OS) {
  const HeapGraph &G = S.graph();
  EdgeFilter Follow = llvm::cantFail(EdgeFilter::create(G, Ignored));
  auto Print = [&](const ShortestPaths &Paths, llvm::ArrayRef<Node> To) {
    for (Node N : To) {
      OS << "path";
      for (Node On : Paths.path(N))
        OS << ' ' << On;
      OS << '\n';
    }
  };
  std::vector<Node> All(G.size());
  std::iota(All.begin(), All.end(), Node(0));
  Print(*llvm::cantFail(S.shortestPaths(Follow, All)), All);
  std::vector<Node> Few = {G.size() / 3, G.size() / 2};
  Print(*llvm::cantFail(S.shortestPaths(Follow, Few)), Few);
}

/// All results of \p S.
inline std::string answersOf(HeapStore &S) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  const HeapGraph &G = S.graph();
  const DominatorTree &T = *llvm::cantFail(S.dominators());
  const InboundReferences &In = *llvm::cantFail(S.inbound());
  const HeapContents &C = *llvm::cantFail(S.contents());
  for (Node N = 0; N != G.size(); ++N) {
    OS << G.id(N) << ' ' << G.describe(N) << ' ' << T.parent(N) << ' '
       << T.retained(N) << " from";
    for (Node From : sources(In, N))
      OS << ' ' << From;
    C.forEachReference(N, [&](const HeapReference &R) {
      OS << ' ' << C.spell(R.Label) << '=' << R.Id;
      return true;
    });
    OS << '\n';
  }
  for (GroupBy By :
       {GroupBy::Class, GroupBy::Package, GroupBy::Loader, GroupBy::Name}) {
    RetainedSets Sets =
        llvm::cantFail(S.retainedSets(NodeGroups::of(G, By), By));
    for (const RetainedSet &Set : Sets.sets())
      OS << "set " << Set.Group << ' ' << Set.Shallow << ' ' << Set.Retained
         << '\n';
  }
  for (unsigned Depth : {GraphParts::ClassTreeDepth, 2U}) {
    DominatorClasses D = llvm::cantFail(S.dominatorClasses({}, Depth));
    for (uint32_t I = 0; I != D.groups().size(); ++I)
      OS << "classes " << D.groups()[I].Retained << ' ' << D.children(I).size()
         << '\n';
  }
  for (ReferenceKinds Ignored : {ReferenceKinds(), weakReferences()})
    printPaths(S, Ignored, OS);
  for (double Percent : {DefaultSuspectPercent, 1.0, 50.0})
    printSuspects(S, Percent, OS);
  return Text;
}

} // namespace hprof

#endif // HPROF_UNITTESTS_ANALYSIS_STORE_STORETESTING_H
