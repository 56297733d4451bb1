//===- LintTest.cpp - Tests of waste and smells ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LintTesting.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>
#include <random>
#include <set>

using namespace hprof;
using namespace llvm;

static std::string toText(const LintReport &R) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << R.Objects << ' ' << R.Bytes << '\n';
  auto Holders = [&](ArrayRef<LintHolder> List) {
    for (const LintHolder &H : List)
      OS << "  " << H.Name << ' ' << H.Count << ' ' << H.Bytes << ' '
         << int64_t(H.Example) << '\n';
  };
  for (const LintFinding &F : R.Findings) {
    OS << F.Info->Name << ' ' << F.Count << ' ' << F.Bytes << ' ' << F.RowsInAll
       << '\n';
    for (const LintRow &Row : F.Rows) {
      OS << ' ' << Row.What << ' ' << Row.Detail << ' ' << Row.Count << ' '
         << Row.Bytes;
      for (Node N : Row.Examples)
        OS << ' ' << N;
      OS << '\n';
      Holders(Row.Holders);
    }
    Holders(F.Holders);
  }
  return Text;
}

/// A dump with random Strings and arrays, in many segments; some Strings share
/// an array.
static std::vector<uint8_t>
randomTexts(unsigned Count, std::map<std::string, unsigned> &Strings,
            std::map<std::string, std::set<uint64_t>> &Arrays) {
  std::mt19937 Random(7);
  std::string Yaml = "- classes:\n"
                     "  - {name: java/lang/Object, class: 0x10}\n"
                     "  - {name: java/lang/String, class: 0x11, super: 0x10, "
                     "fields: {value: object, coder: byte, hash: int}}\n"
                     "  - {name: \"[Ljava/lang/Object;\", class: 0x12, "
                     "super: 0x10}\n";
  std::string All;
  uint64_t Id = 0x1000, LastArray = 0;
  std::string LastText;
  for (unsigned I = 0; I != Count; ++I) {
    bool Share = LastArray && Random() % 10 == 0;
    if (!Share) {
      LastArray = Id += 8;
      // Short texts are often repeated, long ones rarely.
      LastText = std::string(1 + Random() % 3, char('a' + Random() % 5)) +
                 std::to_string(Random() % (I % 2 ? 7 : 1000000));
      Yaml += "- primitiveArray: {object: " + std::to_string(LastArray) +
              ", elementType: byte, text: \"" + LastText + "\"}\n";
    }
    Id += 8;
    Yaml += "- instance: {object: " + std::to_string(Id) +
            ", class: 0x11, fields: {value: " + std::to_string(LastArray) +
            "}}\n";
    All += (All.empty() ? "" : ", ") + std::to_string(Id);
    ++Strings[LastText];
    Arrays[LastText].insert(LastArray);
    if (Random() % 100 == 0)
      Yaml += "- heapDumpSegment:\n";
  }
  Yaml += "- objectArray: {object: 0x20, class: 0x12, elements: [" + All +
          "]}\n- rootUnknown: {object: 0x20}\n";
  return fromYaml(Yaml);
}

TEST(Lint, FindsEqualStringsAsANaiveCountDoes) {
  std::map<std::string, unsigned> Strings;
  std::map<std::string, std::set<uint64_t>> Arrays;
  OpenDump D(randomTexts(9000, Strings, Arrays));
  uint64_t Count = 0, Bytes = 0, Groups = 0;
  for (const auto &[Text, N] : Strings) {
    Groups += N > 1;
    Count += N - 1;
    Bytes += (N - 1) * D.G.shallow(D.G.find(0x1010)) +
             (Arrays[Text].size() - 1) *
                 D.G.layout().arrayBytes(BasicType::Byte, Text.size());
  }
  LintFinding F = D.find(LintId::DuplicateStrings);
  EXPECT_EQ(F.Count, Count);
  EXPECT_EQ(F.Bytes, Bytes);
  EXPECT_EQ(F.RowsInAll, Groups);
  ASSERT_FALSE(F.Rows.empty());
  for (const LintRow &Row : F.Rows)
    EXPECT_EQ(Row.Count, Strings[Row.What]) << Row.What;
}

TEST(Lint, IsTheSameWithMoreThreadsAndMoreWalks) {
  std::map<std::string, unsigned> Strings;
  std::map<std::string, std::set<uint64_t>> Arrays;
  OpenDump D(randomTexts(9000, Strings, Arrays));
  LintOptions Options;
  std::string One = toText(D.lint(Options));
  Options.Threads = 3;
  EXPECT_EQ(toText(D.lint(Options)), One);
  // 8100 arrays of 16 bytes: two walks.
  Options.MaxFingerprintBytes = 1 << 16;
  EXPECT_EQ(toText(D.lint(Options)), One);
}

static constexpr StringRef Collections = R"(
- classes:
  - {name: java/lang/Object, class: 0x10}
  - {name: java/util/HashSet, class: 0x11, super: 0x10, fields: {map: object}}
  - {name: java/util/HashMap, class: 0x12, super: 0x10, fields: {table: object, size: int}}
  - {name: java/util/ArrayList, class: 0x13, super: 0x10, fields: {size: int}}
  - {name: com/acme/List, class: 0x14, super: 0x10, fields: {size: int, elementData: object}}
  - {name: "java/util/HashMap$Node", class: 0x15, super: 0x10, fields: {next: object}}
  - {name: "[Ljava/lang/Object;", class: 0x16, super: 0x10}
  - {name: java/util/ImmutableCollections, class: 0x17, super: 0x10, statics: {EMPTY: object 0x300}}
  - {name: "java/util/ImmutableCollections$List12", class: 0x18, super: 0x10, fields: {e0: object, e1: object}}
  - {name: java/util/ArrayDeque, class: 0x19, super: 0x10, fields: {elements: object, head: int, tail: int}}
- instance: {object: 0x100, class: 0x11, fields: {map: 0x100}}
- instance: {object: 0x108, class: 0x11, fields: {map: 0x110}}
- instance: {object: 0x110, class: 0x12, fields: {table: 0x120, size: -5}}
- objectArray: {object: 0x120, class: 0x16, elements: [null, 0x200]}
- instance: {object: 0x130, class: 0x13, fields: {size: 7}}
- instance: {object: 0x138, class: 0x14, fields: {size: 7, elementData: 0x120}}
- instance: {object: 0x140, class: 0x12, fields: {table: 0x7777, size: 3}}
- instance: {object: 0x150, class: 0x18, fields: {e0: 0x200, e1: 0x300}}
- instance: {object: 0x158, class: 0x18, fields: {e0: 0x200, e1: 0x200}}
- instance: {object: 0x160, class: 0x19, fields: {elements: 0x120, head: 2147483647, tail: -2147483648}}
- instance: {object: 0x200, class: 0x15, fields: {next: 0x208}}
- instance: {object: 0x208, class: 0x15, fields: {next: 0x210}}
- instance: {object: 0x210, class: 0x15, fields: {next: 0x208}}
- instance: {object: 0x300, class: 0x10}
)";

TEST(Lint, ReadsCollectionsThatMakeNoSense) {
  OpenDump D(fromYaml(Collections), /*KeepUnreachable=*/true);
  EXPECT_FALSE(D.size(0x100)) << "a set that wraps itself";
  ASSERT_TRUE(D.size(0x108));
  EXPECT_EQ(D.size(0x108)->Size, 0U) << "a negative size";
  EXPECT_EQ(D.size(0x108)->Slots, 2U);
  EXPECT_FALSE(D.size(0x130)) << "a layout that no row has";
  EXPECT_FALSE(D.size(0x138)) << "a class that only looks alike";
  ASSERT_TRUE(D.size(0x140));
  EXPECT_EQ(D.size(0x140)->Slots, 0U) << "an array that is not there";
  EXPECT_EQ(D.size(0x150)->Size, 1U) << "EMPTY is no element";
  EXPECT_EQ(D.size(0x158)->Size, 2U);
  EXPECT_EQ(D.size(0x160)->Size, 0U) << "ends far from each other";
  EXPECT_FALSE(D.size(0x120));
  EXPECT_FALSE(collectionSize(*D.Contents, NoNode));
  LintOptions Options;
  Options.Limits[unsigned(LintId::HashCollisions)] = 2;
  LintFinding F = D.find(LintId::HashCollisions, Options);
  EXPECT_GT(F.Count, 0U) << "a bucket that is a ring ends";
  (void)D.lint();
}

/// A dump with 2000 maps that share the same 2000 parts.
static std::vector<uint8_t> mapsThatShare(const char *Fields,
                                          const char *Values, const char *Part,
                                          const char *PartFields,
                                          const char *PartValues) {
  std::string Parts, Maps, Objects;
  for (unsigned I = 0; I != 2000; ++I) {
    std::string PartId = std::to_string(0x10000 + 16 * I);
    std::string MapId = std::to_string(0x1000000 + 16 * I);
    Parts += (I ? ", " : "") + PartId;
    Maps += (I ? ", " : "") + MapId;
    Objects += formatv("- instance: {{object: {0}, class: 0x28, fields: {1}}\n"
                       "- instance: {{object: {2}, class: 0x20, fields: {3}}\n",
                       PartId, PartValues, MapId, Values);
  }
  return fromYaml(formatv(R"(--- !hprof
idSize: 8
---
- classes:
  - {{name: java/lang/Object, class: 0x10}
  - {{name: "[Ljava/lang/Object;", class: 0x18, super: 0x10}
  - {{name: java/util/concurrent/ConcurrentHashMap, class: 0x20, super: 0x10, fields: {0}}
  - {{name: "java/util/concurrent/ConcurrentHashMap${1}", class: 0x28, super: 0x10, fields: {2}}
- rootJniGlobal: {{object: 0x100}
- rootJniGlobal: {{object: 0x200}
- objectArray: {{object: 0x100, class: 0x18, elements: [{3}]}
- objectArray: {{object: 0x200, class: 0x18, elements: [{4}]}
{5})",
                          Fields, Part, PartFields, Parts, Maps, Objects)
                      .str());
}

TEST(Lint, AddsUpOnceWhatManyMapsShare) {
  OpenDump Cells(
      mapsThatShare("{baseCount: long, counterCells: object, table: object}",
                    "{baseCount: -4000, counterCells: 0x100}", "CounterCell",
                    "{value: long}", "{value: 2}"));
  EXPECT_EQ(Cells.find(LintId::EmptyCollections).Count, 2000u);
  OpenDump Segments(mapsThatShare("{segments: object}", "{segments: 0x100}",
                                  "Segment", "{count: int, table: object}",
                                  "{count: 2}"));
  EXPECT_EQ(Segments.find(LintId::EmptyCollections).Count, 0u);
  ASSERT_TRUE(Segments.size(0x1000000));
  EXPECT_EQ(Segments.size(0x1000000)->Size, 4000u);
}

/// The VM's list of finalizers has one element for each finalizable object.
TEST(Lint, FindsTheHolderOfAListHoweverLong) {
  std::string Yaml = R"(
- classes:
  - {name: java/lang/Object, class: 0x10}
  - {name: java/lang/ref/Reference, class: 0x11, super: 0x10, fields: {referent: object, next: object}}
  - {name: java/lang/ref/Finalizer, class: 0x12, super: 0x11, fields: {after: object}, statics: {unfinalized: object 0x1000}}
  - {name: com/acme/File, class: 0x13, super: 0x10}
- rootStickyClass: {object: 0x12}
)";
  constexpr unsigned Length = 1000;
  for (unsigned I = 0; I != Length; ++I)
    Yaml += formatv("- instance: {{object: {0}, class: 0x12, fields: "
                    "{{referent: {1}, after: {2}}}\n"
                    "- instance: {{object: {1}, class: 0x13}\n",
                    0x1000 + 16 * I, 0x1008 + 16 * I,
                    I + 1 == Length ? 0 : 0x1000 + 16 * (I + 1));
  for (unsigned Threads : {1, 3}) {
    LintOptions Options;
    Options.Threads = Threads;
    LintFinding F = OpenDump(fromYaml(Yaml)).find(LintId::Finalizers, Options);
    EXPECT_EQ(F.Count, Length);
    ASSERT_EQ(F.Holders.size(), 1u);
    EXPECT_EQ(F.Holders.front().Name,
              "class java.lang.ref.Finalizer.unfinalized");
    EXPECT_EQ(F.Holders.front().Count, Length);
  }
}

TEST(Lint, DoesNotTakeMissingValuesForWaste) {
  // A dump converted from a format that records only references.
  OpenDump D(fromYaml(R"(
- classes:
  - {name: java/lang/Object, class: 0x10}
  - {name: java/lang/String, class: 0x11, super: 0x10, fields: {ref0: object}}
- instance: {object: 0x100, class: 0x11, fields: {ref0: 0x108}}
- primitiveArray: {object: 0x108, elementType: char, text: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}
- rootUnknown: {object: 0x100}
)"));
  LintReport R = D.lint();
  EXPECT_EQ(R.bytes(LintMeasure::Wasted), 0U);
  ASSERT_EQ(R.Notes.size(), 1U);
  EXPECT_TRUE(StringRef(R.Notes.front()).contains("checks were skipped"));
}

TEST(Lint, TablesAreSound) {
  std::set<StringRef> Names;
  for (const LintInfo &L : lints()) {
    EXPECT_TRUE(Names.insert(L.Name).second) << L.Name;
    EXPECT_EQ(findLint(L.Name), &L);
    EXPECT_EQ(L.Limit != 0, *L.LimitText != 0) << L.Name;
  }
  EXPECT_EQ(findLint("nonsense"), nullptr);
}

TEST(Lint, SuperclassesMayBeARing) {
  OpenDump D(fromYaml(R"(
- classes:
  - {name: java/lang/Object, class: 0x10}
  - {name: java/lang/ref/Reference, class: 0x11, super: 0x12, fields: {next: object}}
  - {name: java/lang/ref/Other, class: 0x12, super: 0x11}
  - {name: java/lang/ref/Finalizer, class: 0x13, super: 0x10, fields: {queue: object}}
- instance: {object: 0x100, class: 0x13, fields: {queue: 0x100}}
- rootUnknown: {object: 0x100}
)"));
  EXPECT_EQ(D.find(LintId::Finalizers).Count, 0U);
}
