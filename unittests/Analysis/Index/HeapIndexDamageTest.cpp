//===- HeapIndexDamageTest.cpp - Damaged index files ----------------------===//
//-----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexTesting.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Format/Context/DumpContext.h"

using namespace hprof;
using namespace llvm;

/// Recomputes the checksums of \p Index, as an attacker would.
static void seal(Aligned &Index) {
  using namespace indexrows;
  uint8_t *Data = Index.data();
  size_t Size = Index.ref().size();
  Tail End;
  std::memcpy(&End, Data + Size - sizeof(Tail), sizeof(Tail));
  auto SumOf = [&](ArrayRef<uint8_t> Bytes) {
    Checksum C;
    C.add(Bytes);
    return C.finish();
  };
  for (uint32_t I = 0; I != End.Sections; ++I) {
    uint8_t *At = Data + End.TableOffset + I * sizeof(Row);
    Row R;
    std::memcpy(&R, At, sizeof(Row));
    R.Checksum = SumOf(Index.ref().slice(R.Offset, R.Bytes));
    std::memcpy(At, &R, sizeof(Row));
  }
  End.TableChecksum =
      SumOf(Index.ref().slice(End.TableOffset, End.Sections * sizeof(Row)));
  std::memcpy(Data + Size - sizeof(Tail), &End, sizeof(Tail));
}

/// Changes element \p I of section \p S of an index.
static void set(Aligned &Index, HeapIndex::Section S, uint64_t I,
                uint64_t Value) {
  auto F = cantFail(HeapIndex::fromMemory(Index.ref(), "index"));
  const auto *Row =
      find_if(F->sections(), [&](const auto &Info) { return Info.Kind == S; });
  std::memcpy(Index.data() + Row->Offset + I * Row->Width, &Value, Row->Width);
  seal(Index);
}

/// The rows of section \p S of an index.
template <class T>
static MutableArrayRef<T> rowsOf(Aligned &Index, HeapIndex::Section S) {
  auto F = cantFail(HeapIndex::fromMemory(Index.ref(), "index"));
  const auto *Row =
      find_if(F->sections(), [&](const auto &Info) { return Info.Kind == S; });
  return {reinterpret_cast<T *>(Index.data() + Row->Offset),
          size_t(Row->Bytes / sizeof(T))};
}

/// The error of verify() for \p Good with element \p I of section \p S changed,
/// or the error of opening the index.
static std::string verdict(ArrayRef<uint8_t> Good, HeapIndex::Section S,
                           uint64_t I, uint64_t Value) {
  Aligned Index(Good);
  set(Index, S, I, Value);
  auto F = HeapIndex::fromMemory(Index.ref(), "index");
  return toString(F ? (*F)->verify() : F.takeError());
}

TEST(HeapIndexDamageTest, ComparesInboundReferencesWithTheGraph) {
  Built B(randomDump(60, 5, false));
  std::vector<uint8_t> Good = B.index();
  const InboundReferences::Columns &In = B.Inbound.columns();
  ASSERT_GT(In.Lists.size(), 20u);
  for (auto [S, Column] : {std::pair(HeapIndex::Section::InFirsts, &In.Firsts),
                           std::pair(HeapIndex::Section::InLists, &In.Lists)})
    for (size_t I = 0; I < Column->size(); I += 5)
      EXPECT_TRUE(StringRef(verdict(Good, S, I, Column->get(I) ^ 1))
                      .contains("has wrong incoming references"));
}

TEST(HeapIndexDamageTest, ReadsNothingBeforeTheDump) {
  Built B(randomDump(20, 5, false));
  std::vector<uint8_t> Good = B.index();
  for (uint64_t Offset :
       {UINT64_MAX, UINT64_MAX - 8, UINT64_MAX - 4, uint64_t(B.Bytes.size()),
        uint64_t(B.Bytes.size()) - 1, uint64_t(B.Bytes.size()) - 8}) {
    Aligned Index(Good);
    set(Index, HeapIndex::Section::ClassDumps, 0, Offset);
    auto F = cantFail(HeapIndex::fromMemory(Index.ref(), "index"));
    EXPECT_FALSE(F->verify());
    std::unique_ptr<HeapFile> In = HeapFile::fromMemory(B.Bytes, "dump");
    auto C = cantFail(HeapContents::open(*In, F->graph()));
    EXPECT_EQ(count_if(C->context().classes(),
                       [](const ClassInfo &Of) { return !Of.IsDumped; }),
              1);
  }
}

TEST(HeapIndexDamageTest, CountsDominatorsAndPaths) {
  Built B(randomDump(200, 5, false));
  std::vector<uint8_t> Good = B.index({}, /*IsComplete=*/true);
  for (auto [S, What] :
       {std::pair(HeapIndex::Section::ParentCells, "dominators"),
        std::pair(HeapIndex::Section::PathCells, "paths")})
    // The bits of the first and second group of 64, and the count before each
    // group.
    for (uint64_t I : {0, 1, 2, 3})
      EXPECT_EQ(verdict(Good, S, I, UINT64_MAX),
                "'index': wrong counts of " + std::string(What));
}

TEST(HeapIndexDamageTest, RefusesRootsOutOfOrder) {
  Built B(fromYaml(R"(- classes:
  - {name: java/lang/Object, class: 8}
- rootStickyClass: {object: 8}
- primitiveArray: {object: 16, elementType: byte, text: abc}
- rootJniGlobal: {object: 16}
- rootStickyClass: {object: 8}
- heapDumpEnd:
)"));
  std::vector<uint8_t> Good = B.index();
  ArrayRef<RootRun> Runs = B.G.places().roots();
  ASSERT_EQ(Runs.size(), 2u);
  EXPECT_EQ(Runs[0].Count, 1u);
  EXPECT_EQ(Runs[1].Count, 2u);
  EXPECT_EQ(verdict(Good, HeapIndex::Section::RootRuns, 0, Runs[1].Offset),
            "'index': root runs are not in order");
}

TEST(HeapIndexDamageTest, RefusesArraysOfNoType) {
  Built B(randomDump(20, 5, false));
  std::vector<uint8_t> Good = B.index();
  auto Open = [&](uint8_t Element) {
    Aligned Index(Good);
    auto Rows = rowsOf<indexrows::Class>(Index, HeapIndex::Section::Classes);
    Rows[1].IsArray = 1;
    Rows[1].Element = Element;
    seal(Index);
    auto F = HeapIndex::fromMemory(Index.ref(), "index");
    return F ? "" : toString(F.takeError());
  };
  EXPECT_EQ(Open(uint8_t(BasicType::Object)), "");
  EXPECT_EQ(Open(uint8_t(BasicType::Long)), "");
  for (uint8_t Bad : {0, 3, 12, 255})
    EXPECT_EQ(Open(Bad), "'index': class 1 has invalid values");
}

/// Removes the section \p S by giving it an unknown kind.
static void drop(Aligned &Index, HeapIndex::Section S) {
  indexrows::Tail End;
  size_t At = Index.ref().size() - sizeof(End);
  std::memcpy(&End, Index.data() + At, sizeof(End));
  for (uint32_t I = 0; I != End.Sections; ++I) {
    auto *Row = reinterpret_cast<indexrows::Row *>(
        Index.data() + End.TableOffset + I * sizeof(indexrows::Row));
    if (Row->Kind == uint32_t(S))
      Row->Kind = UINT32_MAX;
  }
  seal(Index);
}

TEST(HeapIndexDamageTest, KnowsWhatIsMissing) {
  Built B(randomDump(20, 5, false));
  auto IsComplete = [](Aligned &Index) {
    return cantFail(HeapIndex::fromMemory(Index.ref(), "index"))->isComplete();
  };
  // An index without retained sets by class and loader.
  Aligned Less(B.index());
  EXPECT_FALSE(IsComplete(Less));
  std::vector<uint8_t> Good = B.index({}, /*IsComplete=*/true);
  Aligned Whole(Good);
  EXPECT_TRUE(IsComplete(Whole));
  using S = HeapIndex::Section;
  for (S Kind : {S::Context, S::PathParents, S::EntryLabels, S::RetainedByClass,
                 S::ClassTree, S::HistogramDamages, S::Suspects}) {
    Aligned Index(Good);
    drop(Index, Kind);
    EXPECT_FALSE(IsComplete(Index)) << HeapIndex::sectionName(Kind);
  }
  // An index of a dump in a format other than HPROF.
  Aligned NoHistogram(Good);
  for (S Kind : {S::HistogramSummary, S::HistogramRows, S::HistogramHeaps,
                 S::HistogramLoaders})
    drop(NoHistogram, Kind);
  EXPECT_TRUE(IsComplete(NoHistogram));
  // An index of a dump with too many groups.
  Aligned NoGroups(Good);
  for (S Kind : {S::PathGroups, S::PathGroupParents})
    drop(NoGroups, Kind);
  EXPECT_TRUE(IsComplete(NoGroups));
}

TEST(HeapIndexDamageTest, CopiesNoTextTwice) {
  Built B(randomDump(20, 5, false));
  std::vector<uint8_t> Good = B.index({{format_errc::truncated, 1, "ends"},
                                       {format_errc::truncated, 2, "there"}});
  using S = HeapIndex::Section;
  size_t All = [&] {
    Aligned Index(Good);
    return rowsOf<uint8_t>(Index, S::Strings).size();
  }();
  indexrows::Text Whole{0, All};
  std::string Refused = ("'index': strings exceed the " + Twine(All) +
                         " bytes of section Strings")
                            .str();
  auto Open = [](Aligned &Index) {
    seal(Index);
    return HeapIndex::fromMemory(Index.ref(), "index");
  };
  Aligned Classes(Good);
  for (indexrows::Class &R : rowsOf<indexrows::Class>(Classes, S::Classes))
    R.Name = Whole;
  EXPECT_EQ(toString(Open(Classes).takeError()), Refused);
  Aligned Faults(Good);
  for (indexrows::Fault &F : rowsOf<indexrows::Fault>(Faults, S::Damages))
    F.What = Whole;
  EXPECT_EQ(toString(Open(Faults).takeError()), Refused);

  auto Histo = [&](Aligned &Index) {
    auto F = cantFail(Open(Index));
    std::vector<Damage> Damages;
    return toString(F->histogram(Damages).takeError());
  };
  Aligned Rows(Good);
  for (auto &R : rowsOf<indexrows::HistogramRow>(Rows, S::HistogramRows))
    R.Name = Whole;
  EXPECT_EQ(Histo(Rows), Refused);
  Aligned Ends(Good);
  for (auto &F : rowsOf<indexrows::Fault>(Ends, S::HistogramDamages))
    F.What = Whole;
  EXPECT_EQ(Histo(Ends), Refused);
}

TEST(HeapIndexDamageTest, SurvivesWrongNumbers) {
  std::mt19937 Random(11);
  unsigned Opened = 0, Verified = 0;
  for (bool IsSpread : {false, true}) {
    Built B(randomDump(60, 5, IsSpread));
    std::vector<uint8_t> Good = B.index();
    Aligned Whole(Good);
    auto F = cantFail(HeapIndex::fromMemory(Whole.ref(), "index"));
    for (const HeapIndex::SectionInfo &S : F->sections())
      for (unsigned Try = 0; S.Bytes && Try != 100; ++Try) {
        std::vector<uint8_t> Bad = Good;
        uint64_t At = S.Offset + Random() % S.Bytes / S.Width * S.Width;
        Bad[At + Random() % S.Width] = Try % 3   ? uint8_t(Random())
                                       : Try % 2 ? 0xff
                                                 : 0;
        Aligned Index(Bad);
        seal(Index);
        auto File = HeapIndex::fromMemory(Index.ref(), "index");
        if (!File) {
          EXPECT_TRUE(StringRef(toString(File.takeError())).contains("index"));
          continue;
        }
        ++Opened;
        if (Error E = (*File)->verify()) {
          consumeError(std::move(E));
          continue;
        }
        ++Verified;
        useAll(**File);
      }
  }
  // Some numbers, such as sizes and counts, may have any value, but most may
  // not.
  EXPECT_GT(Opened, 500U);
  EXPECT_GT(Verified, 300U);
  EXPECT_LT(Verified, 3700U);
}
