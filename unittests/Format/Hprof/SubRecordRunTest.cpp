//===- SubRecordRunTest.cpp - Tests of runs of sub-records ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HprofBytes.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {

/// Accepts two kinds in runs, and logs what is received at which offset.
class RunNotes : public RecordVisitor {
public:
  explicit RunNotes(uint64_t Room) : Room(Room) {}

  using RecordVisitor::visit;
  RecordKindSet runKinds() const override {
    RecordKindSet Kinds;
    Kinds.set(unsigned(RecordKind::RootUnknown));
    Kinds.set(unsigned(RecordKind::PrimitiveArrayDump));
    return Kinds;
  }
  uint64_t runRoom() const override { return Room; }
  void run(const SubRecordRun &Run) override {
    Seen.push_back("run " + std::to_string(Run.Offset) + "+" +
                   std::to_string(Run.Bytes.size()));
  }
  void visit(const RootStickyClass &R) override { note("class", R.Offset); }
  void visit(const RootUnknown &R) override { note("root", R.Offset); }
  void visit(const PrimitiveArrayDump &R) override { note("array", R.Offset); }
  void visit(const Opaque &R) override { note("opaque", R.Offset); }

  std::vector<std::string> Seen;

private:
  void note(StringRef What, uint64_t Offset) {
    Seen.push_back((What + " " + Twine(Offset)).str());
  }
  const uint64_t Room;
};

using Seen = std::vector<std::string>;

struct Limits {
  uint64_t Room = UINT64_MAX;
  uint64_t MaxWhole = ReaderOptions::DefaultMaxWhole;
  size_t Window = 0;
};

Seen seenIn(ArrayRef<uint8_t> File, const Limits &L = {}) {
  auto In = Source::fromMemory(File, "test", L.Window);
  ReaderOptions Options;
  Options.MaxWhole = L.MaxWhole;
  Options.OnDamage = [](const Damage &) {};
  HprofReader Reader = cantFail(HprofReader::create(*In, Options));
  RunNotes Notes(L.Room);
  EXPECT_EQ(toString(Reader.read(Notes)), "");
  return Notes.Seen;
}

/// Bodies at offsets 40 and 117: roots of 5 bytes, an array of 38.
SmallVector<uint8_t, 0> sample() {
  HprofBytes B(4);
  B.record(0x1c, [&] {
    B.number(0xff, 1).id(1).number(0xff, 1).id(2);
    B.number(0x05, 1).id(3);
    B.number(0xff, 1).id(4).longArray(5, 3);
    B.number(0xff, 1).id(6).number(0xff, 1).id(7);
  });
  B.record(0x1c, [&] { B.number(0xff, 1).id(8); });
  return SmallVector<uint8_t, 0>(B.bytes());
}

} // namespace

TEST(SubRecordRun, JoinsNeighboursOfTheKindsAskedFor) {
  EXPECT_EQ(seenIn(sample()),
            (Seen{"run 40+10", "class 50", "run 55+53", "run 117+5"}));
}

TEST(SubRecordRun, HasNoMoreThanThereIsRoomFor) {
  EXPECT_EQ(seenIn(sample(), {/*Room=*/10}),
            (Seen{"run 40+10", "class 50", "run 55+5", "run 60+38", "run 98+10",
                  "run 117+5"}));
  EXPECT_EQ(
      seenIn(sample(), {/*Room=*/43}),
      (Seen{"run 40+10", "class 50", "run 55+43", "run 98+10", "run 117+5"}));
}

TEST(SubRecordRun, IsASingleRecordWhereThereIsNoRoom) {
  EXPECT_EQ(seenIn(sample(), {/*Room=*/0}),
            (Seen{"run 40+5", "run 45+5", "class 50", "run 55+5", "run 60+38",
                  "run 98+5", "run 103+5", "run 117+5"}));
}

TEST(SubRecordRun, HoldsNoPayloadThatComesInChunks) {
  Limits L;
  L.MaxWhole = 23;
  EXPECT_EQ(seenIn(sample(), L), (Seen{"run 40+10", "class 50", "run 55+5",
                                       "array 60", "run 98+10", "run 117+5"}));
}

TEST(SubRecordRun, HoldsWholeRecordsOfAnyWindow) {
  for (size_t Window = 1; Window != 150; ++Window) {
    Limits L;
    L.Window = Window;
    uint64_t Bytes = 0, Classes = 0;
    for (StringRef Each : seenIn(sample(), L)) {
      Classes += Each == "class 50";
      uint64_t Size = 0;
      if (Each.starts_with("run ")) {
        EXPECT_FALSE(Each.split('+').second.getAsInteger(10, Size));
      }
      Bytes += Size;
    }
    EXPECT_EQ(Classes, 1u);
    EXPECT_EQ(Bytes, 10u + 53 + 5);
  }
}

TEST(SubRecordRun, EndsBeforeDamage) {
  SmallVector<uint8_t, 0> File = sample();
  EXPECT_EQ(seenIn(ArrayRef(File).drop_back(1)),
            (Seen{"run 40+10", "class 50", "run 55+53", "opaque 117"}));
  File[45] = 0x55; // Not a sub-record's tag.
  EXPECT_EQ(seenIn(File), (Seen{"run 40+5", "opaque 45", "run 117+5"}));
  File = sample();
  File[60 + 13] = 99; // Not a type code.
  EXPECT_EQ(seenIn(File), (Seen{"run 40+10", "class 50", "run 55+5",
                                "opaque 60", "run 117+5"}));
}
