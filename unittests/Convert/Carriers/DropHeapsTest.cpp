//===- DropHeapsTest.cpp - Tests of dropping heaps ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convert/Carriers/DropHeaps.h"
#include "Convert/PassTesting.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

static SmallVector<char, 0> without(std::vector<std::string> Heaps,
                                    StringRef Yaml, LossAccount &Account,
                                    size_t ChunkSize = 0) {
  return through(
      Yaml,
      [&](RecordVisitor &Next, LossAccount &A) {
        return DropHeaps(Next, A, Heaps);
      },
      Account, Framing::Preserve, ChunkSize);
}

static std::string dump(StringRef Body) {
  return ("--- !hprof\n"
          "version: 1.0.3\n"
          "idSize: 4\n"
          "---\n"
          "- strings: [zygote, app, zygot]\n" +
          Body)
      .str();
}

static constexpr StringLiteral Zygote =
    "- heapDumpInfo: {heapId: 90, heapName: zygote}\n";
static constexpr StringLiteral App =
    "- heapDumpInfo: {heapId: 65, heapName: app}\n";
static constexpr StringLiteral Objects =
    "- instance: {object: 1, class: 9, bytes: [1, 2, 3, 4, 5]}\n"
    "- objectArray: {object: 2, class: 9, elements: [0x1, null]}\n"
    "- primitiveArray: {object: 3, elementType: byte, text: abcdefghijkl}\n"
    "- primitiveArrayNoData: {object: 4, length: 3, elementType: int}\n";
static constexpr StringLiteral ClassAndRoots =
    "- classDump: {class: 9}\n"
    "- rootStickyClass: {object: 9}\n"
    "- rootInternedString: {object: 1}\n";
static constexpr StringLiteral Segment = "- heapDumpSegment:\n";
static constexpr StringLiteral End = "- heapDumpEnd:\n";

static std::string text(std::initializer_list<StringRef> Parts) {
  std::string All;
  for (StringRef Part : Parts)
    All += Part;
  return dump(All);
}

TEST(DropHeaps, LeavesOutObjectsButNoClassesAndRoots) {
  for (const char *Name : {"zygote", "90", "0x5a"})
    for (size_t ChunkSize : ChunkSizes) {
      LossAccount Account;
      EXPECT_EQ(without({Name},
                        text({Segment, Zygote, Objects, ClassAndRoots, App,
                              Objects, Segment, End}),
                        Account, ChunkSize),
                hprofOf(text({Segment, Zygote, ClassAndRoots, App, Objects,
                              Segment, End})));
      EXPECT_TRUE(Account.entries().empty());
      EXPECT_TRUE(Account.remarks().empty());
    }
}

TEST(DropHeaps, SegmentsBeginInHeapZero) {
  LossAccount Account;
  EXPECT_EQ(without({"zygote"},
                    text({Segment, Zygote, Objects, Segment, Objects, End}),
                    Account),
            hprofOf(text({Segment, Zygote, Segment, Objects, End})));
  EXPECT_EQ(without({"0"},
                    text({Segment, Objects, App, Objects, Segment, Objects}),
                    Account),
            hprofOf(text({Segment, App, Objects, Segment})));
}

TEST(DropHeaps, SeveralHeapsGo) {
  LossAccount Account;
  EXPECT_EQ(without({"65", "zygote"},
                    text({Segment, Objects, App, Objects, Zygote, Objects}),
                    Account),
            hprofOf(text({Segment, Objects, App, Zygote})));
}

TEST(DropHeaps, RemarksOnHeapsThatAreNotThere) {
  LossAccount Account;
  std::string All = text({Segment, App, Objects, End});
  for (size_t ChunkSize : ChunkSizes) {
    LossAccount Account;
    EXPECT_EQ(without({"zygote", "zygot", "7"}, All, Account, ChunkSize),
              hprofOf(All));
    EXPECT_THAT(Account.remarks(),
                testing::ElementsAre("no objects in heap 'zygote'",
                                     "no objects in heap 'zygot'",
                                     "no objects in heap '7'"));
  }
}

TEST(DropHeaps, KeepsWhatItCannotExplain) {
  // The unknown sub-record ends the heap of its segment, but its bytes are
  // kept.
  std::string All = text({Segment, Zygote, "- opaque: 77010203\n",
                          "- record: {tag: 0x55}\n- opaque: 0102\n", End});
  LossAccount Account;
  EXPECT_EQ(without({"zygote"}, All, Account), hprofOf(All));
}

TEST(DropHeaps, LeavesALengthOfZeroAlone) {
  LossAccount Account;
  EXPECT_EQ(
      without({"zygote"},
              dump(("- heapDump:\n" + Zygote + Objects + ClassAndRoots +
                    "- length: 0\n")
                       .str()),
              Account),
      hprofOf(dump(
          ("- heapDump:\n" + Zygote + ClassAndRoots + "- length: 0\n").str())));
}
