//===- QueryHeap.cpp - A heap for queries ---------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Query/Heap/QueryHeap.h"
#include "Query/Heap/Subclasses.h"
#include "hprof/Analysis/Dominators/RetainedSets.h"
#include "hprof/Analysis/Lint/Lint.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

QueryHeap::QueryHeap(std::shared_ptr<HeapStore> Store)
    : Store(std::move(Store)) {}
QueryHeap::~QueryHeap() = default;
TextMask::~TextMask() = default;

/// Stores the result \p From in \p To.
template <class T> static Error keep(const T *&To, Expected<const T *> From) {
  if (!From)
    return From.takeError();
  To = *From;
  return Error::success();
}

Error QueryHeap::needTree() {
  return Tree ? Error::success() : keep(Tree, Store->dominators());
}

Error QueryHeap::needContents() {
  if (Contents)
    return Error::success();
  // If an index contains the labels, references can be listed without the dump.
  if (Expected<const EntryLabels *> Labels = Store->labels(); !Labels)
    return Labels.takeError();
  if (Error E = keep(Contents, Store->contents()))
    return E;
  // Sentences may contain parts of strings.
  if (MakeMask)
    Contents->maskTexts(
        [this](std::string Text) { return shown(NoNode, std::move(Text)); });
  return Error::success();
}

Error QueryHeap::needInbound() {
  return Inbound ? Error::success() : keep(Inbound, Store->inbound());
}

Error QueryHeap::endError() const {
  return createStringError(std::make_error_code(std::errc::operation_canceled),
                           "the query was interrupted");
}

Error QueryHeap::needDepths() {
  if (Depths.size() == graph().size())
    return Error::success();
  if (Error E = needTree())
    return E;
  Expected<NumberArray> Made =
      NumberArray::make(graph().columns().Starts.width(), graph().size(),
                        graph().memory(), MemoryAccess::Random);
  if (!Made)
    return Made.takeError();
  Depths = std::move(*Made);
  // A depth of 0 means unknown. The path to the top is walked twice: to find
  // its length, and to number its nodes.
  for (Node N = 0; N != graph().size(); ++N) {
    if (mustEnd()) {
      Depths = {};
      return endError();
    }
    if (!Tree->isReachable(N))
      continue;
    uint64_t Depth = 0;
    Node Known = N;
    for (; Known != NoNode && !Depths.get(Known); Known = Tree->parent(Known))
      ++Depth;
    if (Known != NoNode)
      Depth += Depths.get(Known);
    for (Node At = N; At != Known; At = Tree->parent(At))
      Depths.set(At, Depth--);
  }
  return Error::success();
}

uint64_t QueryHeap::depth(Node N) const {
  if (Depths.size())
    return Depths.get(N);
  uint64_t Depth = 0;
  for (; N != NoNode; N = Tree->parent(N))
    ++Depth;
  return Depth;
}

Error QueryHeap::needCounts() {
  const HeapGraph &G = graph();
  if (!Counts.empty())
    return Error::success();
  Counts.resize(G.classes().size());
  for (Node N = 0; N != G.size(); ++N) {
    if (mustEnd()) {
      Counts.clear();
      return endError();
    }
    ClassCount &Of = Counts[G.classNumber(N)];
    const uint64_t Bytes = G.shallow(N);
    ++Of.Objects;
    Of.Bytes += Bytes;
    Of.Largest = std::max(Of.Largest, Bytes);
  }
  return Error::success();
}

uint64_t QueryHeap::expectedObjects(ClassNumber Class) const {
  return Counts.empty() ? graph().size() / (graph().classes().size() + 1) + 1
                        : Counts[Class].Objects;
}

Datum QueryHeap::retained(Node N) const {
  if (!Tree->isReachable(N))
    return Datum::Null();
  if (LLVM_UNLIKELY(!Watched.empty()))
    Watched[N] = true;
  return Tree->retained(N);
}

void QueryHeap::watchRetained() { Watched.assign(graph().size(), false); }

std::pair<Node, Node> QueryHeap::takeOverlap() {
  const std::vector<bool> Seen = std::exchange(Watched, {});
  // Objects known to have no recorded dominator: no path is walked twice.
  std::vector<bool> IsFree(Seen.size());
  for (Node N = 0; Tree && N != Seen.size(); ++N) {
    if (!Seen[N])
      continue;
    for (Node At = Tree->parent(N); At != NoNode && !IsFree[At];
         At = Tree->parent(At)) {
      if (Seen[At])
        return {N, At};
      IsFree[At] = true;
    }
  }
  return {NoNode, NoNode};
}

Expected<uint64_t> QueryHeap::retainedByAll(ArrayRef<Node> Objects) {
  RetainedOptions Options;
  Options.Ignored = Store->origin().Ignored;
  Options.KeepUnreachable = Store->origin().KeepUnreachable;
  Options.ShouldEnd = ShouldEnd;
  Expected<RetainedSets> Sets = RetainedSets::compute(
      graph(), NodeGroups::ofObjects(graph(), Objects), Options);
  if (!Sets)
    return Sets.takeError();
  for (const RetainedSet &S : Sets->sets())
    if (S.Group == 1)
      return S.Retained;
  return 0;
}

/// Whether \p C is known to be a collection, or extends a class that only
/// collections extend.
bool QueryHeap::isCollection(ClassNumber C) {
  const HeapGraph &G = graph();
  if (AreCollections.empty()) {
    std::vector<ClassNumber> Bases;
    for (auto [I, Class] : enumerate(G.classes()))
      if (contents().collections().plan(ClassNumber(I)).Row ||
          Class.Name == "java.util.AbstractCollection" ||
          Class.Name == "java.util.AbstractMap")
        Bases.push_back(ClassNumber(I));
    AreCollections.resize(G.classes().size());
    for (ClassNumber Of : withSubclasses(G, Bases))
      AreCollections[Of] = true;
  }
  return AreCollections[C];
}

std::optional<CollectionEntries> QueryHeap::entries(Node N, uint64_t Most,
                                                    bool IsSure) {
  const HeapCollections &All = contents().collections();
  std::optional<CollectionEntries> Found = All.entries(N, Most);
  N = All.dereferenced(N);
  if (!Found && N != NoNode && (IsSure || isCollection(graph().classNumber(N))))
    Unknown.insert(graph().classNumber(N));
  return Found;
}

std::vector<std::string> QueryHeap::takeUnknown() {
  constexpr size_t MaxNames = 50;
  std::string Classes, Missing;
  for (auto [I, C] : enumerate(std::exchange(Unknown, {}))) {
    std::string &To = contents().collections().plan(C).Row ? Missing : Classes;
    if (I < MaxNames)
      To += (To.empty() ? "" : ", ") + graph().classes()[C].Name;
    else if (I == MaxNames)
      To += ", ...";
  }
  std::vector<std::string> Notes;
  if (!Classes.empty())
    Notes.push_back(
        "no entries shown for classes that are not known collections: " +
        Classes);
  if (!Missing.empty())
    Notes.push_back("no entries shown where they are missing from the dump or "
                    "in a key range that only the program can compare: " +
                    Missing);
  return Notes;
}

Expected<const LintReport *> QueryHeap::lintReport() {
  if (Lint)
    return Lint.get();
  if (Error E = needContents())
    return E;
  // As in hprof-lint: canonicalizing maps and cleaners keep nothing alive.
  DominatorOptions Options;
  Options.Ignored.insert(ReferenceKind::Weak);
  Options.Ignored.insert(ReferenceKind::Phantom);
  Options.KeepUnreachable = Store->origin().KeepUnreachable;
  Expected<DominatorTree> Held = DominatorTree::compute(graph(), Options);
  if (!Held)
    return Held.takeError();
  LintOptions How;
  How.IsCut = Store->isCut();
  How.MaxRows = 100000; // As in hprof-lint.
  Expected<LintReport> Report = lint(*Contents, *Held, How);
  if (!Report)
    return Report.takeError();
  Lint = std::make_unique<LintReport>(std::move(*Report));
  return Lint.get();
}

const TextMask &QueryHeap::mask() const {
  if (!Mask)
    Mask = MakeMask(*Contents);
  return *Mask;
}

std::string QueryHeap::shown(Node N, std::string Text) const {
  return MakeMask ? mask().of(N, std::move(Text)) : Text;
}

std::string QueryHeap::shownAs(StringRef Name, Node N, std::string Text) const {
  std::string Shown = shown(N, Text);
  return Shown == Text ? shownAs(Name, std::move(Text)) : Shown;
}

bool QueryHeap::isShown(Node Of, StringRef Name, const Value &V) const {
  if (!MakeMask || isReference(V.Type))
    return true;
  return Name.empty() ? !mask().hidesElements(Of)
                      : !mask().hidesField(Of, Name, V.Type);
}

std::string QueryHeap::shownAs(StringRef Name, std::string Text) const {
  return MakeMask ? mask().named(Name, std::move(Text)) : Text;
}
