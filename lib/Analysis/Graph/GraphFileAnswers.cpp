//===- GraphFileAnswers.cpp - Answers that index files keep ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphFileAccess.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace hprof::graphfile;
using namespace llvm;

Expected<std::optional<RetainedSets>>
GraphFile::retainedSets(const ObjectGroups &Groups, GroupBy By) const {
  Section S = Section::RetainedByClass;
  switch (By) {
  case GroupBy::Class:
    break;
  case GroupBy::Package:
    S = Section::RetainedByPackage;
    break;
  case GroupBy::Loader:
    S = Section::RetainedByLoader;
    break;
  }
  if (!find(S))
    return std::nullopt;
  auto Rows = rowsOf<graphfile::Retained>(S);
  if (!Rows)
    return Rows.takeError();
  std::vector<RetainedSet> Sets;
  for (const graphfile::Retained &R : *Rows) {
    if (R.Group >= Groups.size())
      return fail("section " + Twine(sectionName(S)) + " has group " +
                  Twine(R.Group) + " of " + Twine(Groups.size()));
    Sets.push_back({ObjectGroups::Number(R.Group), R.Objects, R.Shallow,
                    R.RetainedObjects, R.Bytes});
  }
  return RetainedSets::fromSets(std::move(Sets));
}

Expected<std::optional<DominatorClasses>> GraphFile::classTree() const {
  if (!find(Section::ClassTree))
    return std::nullopt;
  auto Rows = rowsOf<ClassGroup>(Section::ClassTree);
  if (!Rows)
    return Rows.takeError();
  std::vector<DominatorClasses::Group> Groups;
  Groups.reserve(Rows->size());
  for (const ClassGroup &R : *Rows)
    Groups.push_back({R.Parent, R.Type, uint32_t(R.Depth), R.Objects, R.Shallow,
                      R.Retained, R.Example});
  std::optional<DominatorClasses> Tree =
      DominatorClasses::fromGroups(Graph, std::move(Groups));
  if (!Tree)
    return fail("section ClassTree is no tree");
  return Tree;
}

Expected<std::optional<Histogram>>
GraphFile::histogram(std::vector<Damage> &Damages) const {
  if (!find(Section::HistogramSummary))
    return std::nullopt;
  auto Sums = rowsOf<graphfile::HistogramSummary>(Section::HistogramSummary);
  if (!Sums)
    return Sums.takeError();
  if (Sums->size() != 1)
    return fail("has " + Twine(Sums->size()) + " histograms");
  const graphfile::HistogramSummary &S = Sums->front();
  Histogram H;
  uint64_t Left = allText();
  if (Error E = loadFacts(S.Facts, H.Header, H.Layout.Layout, Left))
    return E;
  Error Bad = Error::success();
  auto TextOf = [&](const Text &At) -> std::string {
    Expected<StringRef> Found = text(At, Left);
    if (Found)
      return Found->str();
    if (Bad)
      consumeError(Found.takeError());
    else
      Bad = Found.takeError();
    return "";
  };
  H.Layout.Certain = S.IsCertain;
  H.Layout.Evidence = TextOf(S.Evidence);
  H.Release.AtLeast = S.ReleaseAtLeast;
  H.Release.AtMost = S.ReleaseAtMost;
  H.Release.Sign = TextOf(S.ReleaseSign);
  H.Unexplained = S.Unexplained;
  H.Dumps = unsigned(S.Dumps);
  H.WasParallel = true;

  auto Rows = rowsOf<graphfile::HistogramRow>(Section::HistogramRows);
  auto Heaps = rowsOf<graphfile::HistogramHeap>(Section::HistogramHeaps);
  auto Loaders = rowsOf<graphfile::HistogramLoader>(Section::HistogramLoaders);
  if (!Rows || !Heaps || !Loaders)
    return joinErrors(
        std::move(Bad),
        joinErrors(Rows.takeError(),
                   joinErrors(Heaps.takeError(), Loaders.takeError())));
  for (const graphfile::HistogramRow &R : *Rows) {
    hprof::HistogramRow &Row = H.Rows.emplace_back();
    Row.Name = TextOf(R.Name);
    Row.Class = R.Class;
    Row.Loader = R.Loader;
    Row.Instances = R.Instances;
    Row.Shallow = R.Shallow;
    Row.Largest = R.Largest;
    Row.Elements = R.Elements;
    H.Total.add(Row);
  }
  for (const HistogramHeap &R : *Heaps)
    H.Heaps.push_back({uint32_t(R.Id), TextOf(R.Name), R.Instances, R.Shallow});
  for (const HistogramLoader &R : *Loaders)
    H.LoaderNames.emplace_back(R.Id, TextOf(R.Name));
  sort(H.LoaderNames);
  if (Error E =
          joinErrors(std::move(Bad),
                     loadDamages(Section::HistogramDamages, Damages, Left)))
    return E;
  return H;
}

Expected<std::optional<LeakReport>> GraphFile::leakSuspects() const {
  if (!find(Section::Suspects))
    return std::nullopt;
  Expected<ArrayRef<uint64_t>> Rows = rowsOf<uint64_t>(Section::Suspects);
  if (!Rows)
    return Rows.takeError();
  ArrayRef<uint64_t> Left = *Rows;
  auto Bad = [&] { return fail("section Suspects has impossible values"); };
  if (Left.size() < 6 || Left[1] > UINT8_MAX || Left[2] > Graph.size())
    return Bad();
  LeakReport Report;
  Report.Least = Left[0];
  Report.Ignored = ReferenceKinds::fromBits(uint8_t(Left[1]));
  Report.Totals = {Left[2], Left[3], Left[4], Left[5]};
  Left = Left.drop_front(6);
  bool IsGood = true;
  // The next Count numbers, all below \p Limit.
  auto Take = [&](uint64_t Count, uint64_t Limit) {
    std::vector<uint64_t> Taken;
    IsGood &= Count <= Left.size();
    if (IsGood)
      Taken = Left.take_front(Count);
    Left = Left.drop_front(Taken.size());
    IsGood &= all_of(Taken, [&](uint64_t N) { return N < Limit; });
    return Taken;
  };
  uint64_t Types = Graph.heads().size(), Nodes = Graph.size();
  auto TakeContents = [&](uint64_t Count) {
    std::vector<SuspectContent> Contents;
    for (; IsGood && Count; --Count) {
      std::vector<uint64_t> Row = Take(4, UINT64_MAX);
      IsGood &= Row.size() == 4 && Row[0] < Types && Row[3] < Nodes;
      if (IsGood)
        Contents.push_back({Row[0], Row[1], Row[2], Row[3]});
    }
    return Contents;
  };
  while (!Left.empty()) {
    std::vector<uint64_t> Row = Take(11, UINT64_MAX);
    if (!IsGood || Row[0] > uint64_t(SuspectKind::Group))
      return Bad();
    LeakSuspect &S = Report.Suspects.emplace_back();
    S.Kind = SuspectKind(Row[0]);
    S.Retained = Row[1];
    S.Own = Row[2];
    S.Holder = Row[3];
    S.Nested = Row[4];
    S.Signature = Row[5];
    S.Points = Take(Row[6], Nodes);
    S.PointBytes = Take(Row[6], UINT64_MAX);
    S.Way = Take(Row[7], Nodes);
    S.WayBytes = Take(Row[7], UINT64_MAX);
    S.MetBefore = Take(Row[8], Types);
    S.Children = TakeContents(Row[9]);
    S.Contents = TakeContents(Row[10]);
    if (!IsGood || S.Points.empty() ||
        (S.Kind == SuspectKind::Group ? !S.Way.empty()
                                      : S.Holder >= S.Way.size()) ||
        (S.Kind == SuspectKind::Class &&
         Graph.asClass(S.Way[S.Holder]) == NoClass))
      return Bad();
  }
  return Report;
}

ArrayRef<uint8_t> GraphFile::contextRecords() const {
  const SectionInfo *I = find(Section::Context);
  return I ? Bytes.slice(I->Offset, I->Bytes) : ArrayRef<uint8_t>();
}
