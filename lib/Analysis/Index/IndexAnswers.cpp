//===- IndexAnswers.cpp - Results stored in index files -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexAccess.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace hprof::indexrows;
using namespace llvm;

HeapIndex::Section HeapIndex::retainedSection(GroupBy By) {
  switch (By) {
  case GroupBy::Class:
    return Section::RetainedByClass;
  case GroupBy::Name:
    return Section::RetainedByName;
  case GroupBy::Package:
    return Section::RetainedByPackage;
  case GroupBy::Loader:
    return Section::RetainedByLoader;
  }
  llvm_unreachable("unhandled group");
}

Expected<std::optional<RetainedSets>>
HeapIndex::retainedSets(const NodeGroups &Groups, GroupBy By) const {
  const Section S = retainedSection(By);
  if (!find(S))
    return std::nullopt;
  RowReader Io(*this);
  std::vector<RetainedSet> Sets;
  if (Error E = readRows<indexrows::Retained>(S, Io, Sets))
    return E;
  for (const RetainedSet &R : Sets)
    if (R.Group >= Groups.size())
      return fail("section " + Twine(sectionName(S)) + " has group " +
                  Twine(R.Group) + " of " + Twine(Groups.size()));
  return RetainedSets::fromSets(std::move(Sets));
}

Expected<std::optional<DominatorClasses>> HeapIndex::classTree() const {
  if (!find(Section::ClassTree))
    return std::nullopt;
  RowReader Io(*this);
  std::vector<DominatorClasses::Group> Groups;
  if (Error E = readRows<ClassGroup>(Section::ClassTree, Io, Groups))
    return E;
  std::optional<DominatorClasses> Tree =
      DominatorClasses::fromGroups(graph(), std::move(Groups));
  if (!Tree)
    return fail("section ClassTree is not a tree");
  return Tree;
}

Expected<std::optional<Histogram>>
HeapIndex::histogram(std::vector<Damage> &Damages) const {
  if (!find(Section::HistogramSummary))
    return std::nullopt;
  Expected<RowReader> Io = RowReader::make(*this);
  if (!Io)
    return Io.takeError();
  Histogram::Parts H;
  if (Error E = readRow<HistogramSummary>(Section::HistogramSummary, *Io, H))
    return E;
  if (Error E = checkFacts(H.Header, H.Layout.Layout))
    return E;
  if (Error E = readRows<indexrows::HistogramRow>(Section::HistogramRows, *Io,
                                                  H.Rows))
    return E;
  if (Error E = readRows<HistogramHeap>(Section::HistogramHeaps, *Io, H.Heaps))
    return E;
  if (Error E = readRows<HistogramLoader>(Section::HistogramLoaders, *Io,
                                          H.LoaderNames))
    return E;
  if (Error E = loadDamages(Section::HistogramDamages, *Io, Damages))
    return E;
  H.WasParallel = true;
  return Histogram::fromParts(std::move(H));
}

/// Removes the first row from \p Left and returns it. Returns null if \p Left
/// is shorter than a row.
template <class R> static const R *takeRow(ArrayRef<uint64_t> &Left) {
  constexpr size_t Length = sizeof(R) / sizeof(uint64_t);
  if (Left.size() < Length)
    return nullptr;
  auto *Row = reinterpret_cast<const R *>(Left.data());
  Left = Left.drop_front(Length);
  return Row;
}

/// Parses the section Suspects.
class HeapIndex::SuspectReader {
public:
  SuspectReader(const HeapIndex &F, ArrayRef<uint64_t> Left)
      : G(F.graph()), Io(F), Left(Left) {}
  /// \return whether all numbers are valid.
  bool read(LeakReport &Report);
  Error takeError() { return Io.takeError(); }

private:
  /// Reads \p S except its largest members; stores the number of largest
  /// members in \p Largest.
  bool suspect(LeakSuspect &S, uint64_t &Largest);
  std::vector<uint64_t> take(uint64_t Count, uint64_t Limit);
  std::vector<SuspectContent> takeContents(uint64_t Count);

  const HeapGraph &G;
  RowReader Io;
  ArrayRef<uint64_t> Left;
  bool IsGood = true;
};

/// Reads the next \p Count numbers, each of which must be less than \p Limit.
std::vector<uint64_t> HeapIndex::SuspectReader::take(uint64_t Count,
                                                     uint64_t Limit) {
  std::vector<uint64_t> Taken;
  IsGood &= Count <= Left.size();
  if (IsGood)
    Taken = Left.take_front(Count);
  Left = Left.drop_front(Taken.size());
  IsGood &= all_of(Taken, [&](uint64_t N) { return N < Limit; });
  return Taken;
}

std::vector<SuspectContent>
HeapIndex::SuspectReader::takeContents(uint64_t Count) {
  std::vector<SuspectContent> Contents;
  for (; IsGood && Count; --Count) {
    const auto *R = takeRow<Content>(Left);
    IsGood = R && R->Type < G.heads().size() && R->Example < G.size();
    if (IsGood)
      RowMap::map(Io, *R, Contents.emplace_back());
  }
  return Contents;
}

bool HeapIndex::SuspectReader::suspect(LeakSuspect &S, uint64_t &Largest) {
  const auto *R = takeRow<indexrows::Suspect>(Left);
  if (!R || R->Kind > uint64_t(SuspectKind::Group) ||
      R->LimitKind > uint64_t(LimitKind::Round) || R->Outer > 1 || R->Inner > 1)
    return false;
  RowMap::map(Io, *R, S);
  S.Points = take(R->Points, G.size());
  S.PointBytes = take(R->Points, UINT64_MAX);
  S.Way = take(R->Way, G.size());
  S.WayBytes = take(R->Way, UINT64_MAX);
  S.Above = take(R->Above, G.size());
  S.Elements = takeContents(R->Elements);
  for (SuspectContent &C : takeContents(R->Outer))
    S.Outer = C;
  for (SuspectContent &C : takeContents(R->Inner))
    S.Inner = C;
  S.Children = takeContents(R->Children);
  S.Contents = takeContents(R->Contents);
  for (uint64_t N = R->PartOf; IsGood && N; --N) {
    const auto *Share = takeRow<indexrows::Share>(Left);
    IsGood = Share;
    if (IsGood)
      RowMap::map(Io, *Share, S.PartOf.emplace_back());
  }
  Largest = R->Largest;
  for (const SuspectOwner &O : {S.Owner, S.Program, S.Local})
    for (Node N : {O.Object, O.Owned})
      IsGood &= N < G.size() || N == NoNode;
  IsGood &= S.Limit.Kind == LimitKind::None || S.Limit.Of < G.size();
  bool IsGroup = S.Kind == SuspectKind::Group;
  return IsGood && !S.Points.empty() && (IsGroup || !Largest) &&
         (IsGroup ? S.Way.empty() : S.Holder < S.Way.size()) &&
         (S.Kind != SuspectKind::Class ||
          G.asClass(S.Way[S.Holder]) != NoClass);
}

bool HeapIndex::SuspectReader::read(LeakReport &Report) {
  const auto *Head = takeRow<SuspectsHead>(Left);
  if (!Head || Head->Objects > G.size() ||
      Head->IgnoredObjects > Head->Objects || Head->IgnoredBytes > Head->Bytes)
    return false;
  RowMap::map(Io, *Head, Report);
  while (!Left.empty()) {
    LeakSuspect &S = Report.Suspects.emplace_back();
    uint64_t Largest = 0;
    if (!suspect(S, Largest))
      return false;
    for (; Largest; --Largest) {
      uint64_t None = 0;
      LeakSuspect &Member = S.Largest.emplace_back();
      if (!suspect(Member, None) || Member.Kind == SuspectKind::Group)
        return false;
    }
  }
  return all_of(Report.Suspects, [&](const LeakSuspect &S) {
    return all_of(S.PartOf, [&](const SuspectShare &Share) {
      return Share.Suspect < Report.Suspects.size();
    });
  });
}

Expected<std::optional<LeakReport>> HeapIndex::leakSuspects() const {
  if (!find(Section::Suspects))
    return std::nullopt;
  Expected<ArrayRef<uint64_t>> Rows = rowsOf<uint64_t>(Section::Suspects);
  if (!Rows)
    return Rows.takeError();
  LeakReport Report;
  SuspectReader Reader(*this, *Rows);
  bool IsGood = Reader.read(Report);
  if (Error E = Reader.takeError())
    return E;
  if (!IsGood)
    return fail("section Suspects has invalid values");
  return Report;
}

ArrayRef<uint8_t> HeapIndex::contextRecords() const {
  const SectionInfo *I = find(Section::Context);
  return I ? Bytes.slice(I->Offset, I->Bytes) : ArrayRef<uint8_t>();
}
