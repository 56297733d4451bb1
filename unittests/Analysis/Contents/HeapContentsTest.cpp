//===- HeapContentsTest.cpp - Tests of the contents of objects ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Contents/HeapContents.h"
#include "Format/Hprof/HprofBytes.h"
#include "Format/Yaml/YamlDump.h"
#include "hprof/Analysis/Contents/EntryLabels.h"
#include "hprof/Analysis/Contents/FrameNames.h"
#include "hprof/Analysis/Graph/InboundReferences.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Format/Context/DumpContext.h"
#include "llvm/ADT/StringExtras.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <random>

using namespace hprof;
using namespace llvm;

namespace {
struct OpenGraph {
  explicit OpenGraph(std::vector<uint8_t> Dump, unsigned Threads = 1)
      : OpenGraph(std::move(Dump), options(Threads)) {}
  OpenGraph(std::vector<uint8_t> Dump, const GraphOptions &Options)
      : Bytes(std::move(Dump)), In(HeapFile::fromMemory(Bytes, "test")),
        G(cantFail(HeapGraph::build(*In, Options))),
        Contents(cantFail(HeapContents::open(*In, G))) {}

  static GraphOptions options(unsigned Threads) {
    GraphOptions Options;
    Options.Threads = Threads;
    return Options;
  }
  /// The references of \p N according to the graph.
  std::vector<Node> targets(Node N) const {
    std::vector<Node> To;
    G.forEachReference(N, [&](Node T) { To.push_back(T); });
    return To;
  }
  /// The same references from the contents, without those the graph lacks.
  std::vector<Node> labelled(Node N) const {
    std::vector<Node> To;
    Contents->forEachReference(N, [&](const HeapReference &R) {
      if (R.To != NoNode)
        To.push_back(R.To);
      return true;
    });
    return To;
  }
  /// "label -> 0xid" of all references of the object \p Id.
  std::vector<std::string> spelled(uint64_t Id) const {
    std::vector<std::string> All;
    Contents->forEachReference(G.find(Id), [&](const HeapReference &R) {
      All.push_back(Contents->spell(R.Label) + " -> 0x" +
                    utohexstr(R.Id, /*LowerCase=*/true));
      return true;
    });
    return All;
  }

  std::vector<uint8_t> Bytes;
  std::unique_ptr<HeapFile> In;
  HeapGraph G;
  std::unique_ptr<HeapContents> Contents;
};
} // namespace

static std::vector<uint8_t> bytesOf(const HprofBytes &B) {
  return {B.bytes().begin(), B.bytes().end()};
}

static const char *const Named = R"(
- stackFrame: {id: 1, method: run, sourceFile: Job.java, classSerial: 2, line: 7}
- stackTrace: {traceSerial: 5, threadSerial: 3, frames: [1]}
- classes:
  - {name: java/lang/Object, class: 0x8}
  - {name: com/acme/Job, class: 0x10, super: 0x8, loader: 0x200, statics: {JOBS: object 0x108, n: int 4}, fields: {next: object, size: int, data: object}}
  - {name: java/lang/Thread, class: 0x18, super: 0x8, fields: {name: object}}
  - {name: java/lang/ref/Reference, class: 0x20, super: 0x8, fields: {queue: object, referent: object}}
  - {name: java/lang/ref/WeakReference, class: 0x28, super: 0x20, fields: {}}
  - {name: java/lang/String, class: 0x30, super: 0x8, fields: {value: object}}
  - {name: com/acme/SubJob, class: 0x38, super: 0x10, fields: {next: object}}
  - {name: "[Ljava/lang/Object;", class: 0x40, super: 0x8}
- instance: {object: 0x100, class: 0x38, bytes: [0 x 6, 1, 8, 0 x 6, 1, 0 x 4, 4, 0 x 6, 15, 255]}
- instance: {object: 0x108, class: 0x28, bytes: [0 x 6, 1, 0 x 7, 1, 24]}
- instance: {object: 0x110, class: 0x18, fields: {name: 0x120}}
- objectArray: {object: 0x118, class: 0x40, elements: [0, 0x100, 0x100, 0xfff, 0x110]}
- instance: {object: 0x120, class: 0x30, fields: {value: 0x128}}
- primitiveArray: {object: 0x128, elementType: char, text: "worker"}
- rootThreadObject: {object: 0x110, threadSerial: 3, traceSerial: 5}
- rootJavaFrame: {object: 0x118, threadSerial: 3, frame: 0}
- rootJniLocal: {object: 0x108, threadSerial: 3, frame: -1}
- rootJavaFrame: {object: 0x118, threadSerial: 3, frame: -1}
- rootStickyClass: {object: 0x10}
)";

TEST(HeapContents, NamesWhatReferencesAre) {
  OpenGraph D(fromYaml(Named));
  using testing::ElementsAre;
  EXPECT_THAT(D.spelled(0x100),
              ElementsAre("<class> -> 0x38", "next -> 0x108",
                          "com.acme.Job.next -> 0x100", "data -> 0xfff"));
  EXPECT_THAT(
      D.spelled(0x108),
      ElementsAre("<class> -> 0x28", "referent -> 0x118", "queue -> 0x100"));
  EXPECT_THAT(D.spelled(0x110),
              ElementsAre("<class> -> 0x18", "name -> 0x120",
                          "<local> in com.acme.Job.run(Job.java:7) -> 0x118",
                          "<JNI local> -> 0x108", "<local> -> 0x118"));
  EXPECT_THAT(D.spelled(0x118),
              ElementsAre("<class> -> 0x40", "[1] -> 0x100", "[2] -> 0x100",
                          "[3] -> 0xfff", "[4] -> 0x110"));
  EXPECT_THAT(D.spelled(0x10),
              ElementsAre("<super> -> 0x8", "<loader> -> 0x200",
                          "static JOBS -> 0x108"));
  for (Node N = 0; N != D.G.size(); ++N)
    EXPECT_EQ(D.targets(N), D.labelled(N)) << D.G.id(N);
}

TEST(HeapContents, PrefersAStrongLabelOfAnEdge) {
  OpenGraph D(fromYaml(Named));
  auto Label = [&](uint64_t From, uint64_t To) {
    return D.Contents->labelOf(D.G.find(From), D.G.find(To));
  };
  EXPECT_EQ(Label(0x108, 0x118)->Strength, ReferenceKind::Weak);
  EXPECT_EQ(Label(0x108, 0x100)->Strength, ReferenceKind::Strong);
  EXPECT_EQ(Label(0x100, 0x38)->Kind, LabelKind::Class);
  EXPECT_EQ(Label(0x118, 0x100)->Index, 1u);
  EXPECT_EQ(Label(0x118, 0x128), std::nullopt);
  // The declaring class distinguishes fields with the same name.
  std::optional<ReferenceLabel> L = Label(0x100, 0x100);
  EXPECT_EQ(D.Contents->context().className(*L->Class), "com.acme.Job");
}

TEST(HeapContents, ReadsObjectsStringsAndThreads) {
  OpenGraph D(fromYaml(Named));
  const HeapContents &C = *D.Contents;
  EXPECT_EQ(C.string(D.G.find(0x120))->Text, "worker");
  EXPECT_EQ(C.string(D.G.find(0x128))->Text, "worker");
  EXPECT_EQ(C.string(D.G.find(0x118)), std::nullopt);
  EXPECT_EQ(C.string(NoNode), std::nullopt);
  EXPECT_FALSE(C.object(D.G.find(0x10)));
  EXPECT_EQ(C.follow(D.G.find(0x110), "name"), D.G.find(0x120));
  std::optional<FoundObject> O = C.object(D.G.find(0x100));
  ASSERT_TRUE(O && O->isWhole());
  EXPECT_EQ(C.field(*O, "size")->Bits, 4u);
  EXPECT_EQ(C.field(*O, "next")->Bits, 0x108u);
  EXPECT_EQ(ObjectView(C.context(), *O).className(), "com.acme.SubJob");

  const ThreadInfo *T = C.threadOf(D.G.find(0x110));
  ASSERT_TRUE(T);
  EXPECT_EQ(C.threadName(D.G.find(0x110)), "worker");
  ASSERT_EQ(C.stack(*T).size(), 1u);
  EXPECT_EQ(C.context().frameText(C.stack(*T)[0]),
            "com.acme.Job.run(Job.java:7)");
  EXPECT_TRUE(C.hasLocals(D.G.find(0x110)));
  EXPECT_EQ(C.threadOf(D.G.find(0x100)), nullptr);
  EXPECT_EQ(C.threadName(D.G.find(0x100)), std::nullopt);
  EXPECT_FALSE(C.hasLocals(D.G.find(0x100)));
}

TEST(HeapContents, MasksStringsBeforeTruncatingThem) {
  OpenGraph D(fromYaml(Named));
  const HeapContents &C = *D.Contents;
  using Start = std::pair<std::string, bool>;
  EXPECT_EQ(C.start("abc", 3), Start("abc", false));
  EXPECT_EQ(C.start("ab\xc3\xa4", 3), Start("ab", true));
  const std::string Long(100000, 'x');
  EXPECT_EQ(C.masked(Long), Long);
  size_t Searched = 0;
  C.maskTexts([&](std::string Text) {
    Searched = Text.size();
    return Text.size() < 10 ? "<secret>" : Text;
  });
  EXPECT_EQ(C.start("worker", 20), Start("<secret>", false));
  EXPECT_EQ(C.threadName(D.G.find(0x110)), "<secret>");
  // The end of the searched part may be a part of a secret.
  const std::string Masked = C.masked(Long);
  EXPECT_EQ(Searched, 65536u);
  EXPECT_EQ(Masked.size(), 49152u + 3);
  EXPECT_TRUE(StringRef(Masked).ends_with("x..."));
  EXPECT_EQ(C.start(Long, 3), Start("xxx", true));
}

TEST(HeapContents, AgreesWithTheGraphForEveryIdSize) {
  for (unsigned IdSize : {2, 4, 8})
    for (unsigned Threads : {1, 3}) {
      OpenGraph D(bytesOf(HprofBytes::good(IdSize)), Threads);
      ASSERT_EQ(D.G.size(), 5u);
      for (Node N = 0; N != D.G.size(); ++N)
        EXPECT_EQ(D.targets(N), D.labelled(N)) << D.G.id(N);
    }
}

namespace {
enum class Order { Ascending, Runs, Shuffled };

/// Many small objects in several segments, with their offsets.
struct RandomDump {
  RandomDump(unsigned Seed, Order How) : Random(Seed) {
    std::vector<uint64_t> Ids;
    uint64_t Id = 0x1000;
    for (unsigned I = 0; I != 6000; ++I) {
      Id += 8 * (1 + Random() % 4) + (Random() % 500 ? 0 : uint64_t(1) << 30);
      Ids.push_back(Id);
    }
    if (How == Order::Shuffled)
      std::shuffle(Ids.begin(), Ids.end(), Random);
    for (unsigned I = 0; How == Order::Runs && I != 40; ++I)
      std::rotate(Ids.begin() + Random() % 3000, Ids.begin() + 3000,
                  Ids.begin() + 3001 + Random() % 2999);
    // Duplicates some objects: the first of the duplicates counts.
    for (unsigned I = 0; I != 20; ++I)
      Ids.push_back(Ids[Random() % 6000]);

    B.names();
    auto Pick = [&] {
      return Random() % 5 ? Ids[Random() % Ids.size()] : Random() % 0x4000;
    };
    bool IsFirst = true;
    for (size_t At = 0; At != Ids.size();) {
      size_t End = std::min<size_t>(Ids.size(), At + Random() % 400);
      B.record(0x1c, [&] {
        if (std::exchange(IsFirst, false))
          B.classDump(0x10, 0, {})
              .classDump(0x18, 0x10,
                         {{3, BasicType::Object}, {4, BasicType::Int}});
        for (; At != End; ++At) {
          if (Random() % 10 == 0)
            B.frameRoot(Pick(), 1, 0);
          Where.try_emplace(Ids[At], B.size());
          switch (Random() % 3) {
          case 0:
            B.instance(Ids[At], 0x18, 12).id(Pick()).number(7, 4);
            break;
          case 1:
            B.objectArray(Ids[At], 0x10, {Pick(), 0, Pick()});
            break;
          default:
            B.longArray(Ids[At], Random() % 3);
          }
        }
      });
    }
    B.frame(0x2c, 0);
  }

  std::mt19937 Random;
  HprofBytes B;
  DenseMap<uint64_t, uint64_t> Where; ///< Offsets by id.
};
} // namespace

TEST(HeapContents, FindsEveryObjectInWhateverOrder) {
  for (Order How : {Order::Ascending, Order::Runs, Order::Shuffled})
    for (unsigned Threads : {1, 4}) {
      RandomDump R(17, How);
      OpenGraph D(bytesOf(R.B), Threads);
      ASSERT_EQ(D.G.size(), 6002u);
      for (Node N = 2; N != D.G.size(); ++N) {
        std::optional<FoundObject> O = D.Contents->object(N);
        ASSERT_TRUE(O);
        ASSERT_EQ(O->Id, D.G.id(N));
        ASSERT_EQ(O->Offset, R.Where[O->Id]);
        ASSERT_EQ(D.targets(N), D.labelled(N));
      }
    }
}

TEST(HeapContents, FindsObjectsAfterTheHighestIds) {
  OpenGraph D(fromYaml(R"(
- classes:
  - {name: Job, class: 0x10}
- instance: {object: 0xfffffffffffffff0, class: 0x10}
- instance: {object: 0x20, class: 0x10}
)"));
  EXPECT_TRUE(D.Contents->object(D.G.find(0xfffffffffffffff0)));
  EXPECT_TRUE(D.Contents->object(D.G.find(0x20)));
}

TEST(RecordLocator, IsSmallAndDoesNotDependOnThreads) {
  for (Order How : {Order::Ascending, Order::Runs, Order::Shuffled}) {
    RandomDump R(23, How);
    OpenGraph One(bytesOf(R.B), 1), Many(bytesOf(R.B), 4);
    ArrayRef<RecordBlock> A = One.G.places().blocks(),
                          B = Many.G.places().blocks();
    ASSERT_EQ(A.size(), B.size());
    EXPECT_EQ(memcmp(A.data(), B.data(), A.size() * sizeof(RecordBlock)), 0);
    // At most a block per 16 objects, and 8 per segment of about 200.
    EXPECT_LT(A.size(), One.G.size() / 16 + 60 * 8);
    size_t Objects = 0;
    for (const RecordBlock &Block : A)
      Objects += Block.count();
    EXPECT_EQ(Objects, 6022u);
  }
}

TEST(HeapContents, SurvivesEveryCut) {
  std::vector<uint8_t> All = bytesOf(HprofBytes::good());
  for (size_t Size = 40; Size != All.size(); ++Size) {
    std::vector<uint8_t> Cut(All.begin(), All.begin() + long(Size));
    OpenGraph D(Cut);
    for (Node N = 0; N != D.G.size(); ++N)
      EXPECT_EQ(D.targets(N), D.labelled(N)) << Size;
    for (Node N = 0; N != D.G.size(); ++N)
      EXPECT_TRUE(D.Contents->threadOf(N) || !D.Contents->threadName(N));
  }
}

TEST(InboundReferences, AreTheReferencesTurnedRound) {
  RandomDump R(5, Order::Runs);
  for (bool IsWide : {false, true}) {
    GraphOptions Options;
    Options.IsWide = IsWide;
    OpenGraph D(bytesOf(R.B), Options);
    std::vector<std::vector<Node>> Expected(D.G.size());
    for (Node N = 0; N != D.G.size(); ++N)
      for (Node To : D.targets(N))
        Expected[To].push_back(N);
    InboundReferences In = cantFail(InboundReferences::compute(D.G));
    uint64_t Total = 0;
    for (Node N = 0; N != D.G.size(); ++N) {
      std::vector<Node> From;
      In.forEach(N, [&](Node F) {
        From.push_back(F);
        return true;
      });
      EXPECT_EQ(From, Expected[N]);
      Total += From.size();
    }
    EXPECT_EQ(In.total(), Total);
  }
}

TEST(FrameNames, FramesOfTheSameTextAreOne) {
  DumpContext Context;
  DumpContext::Builder Build(Context);
  for (uint64_t Id : {1, 2}) {
    Utf8 R;
    R.Id = Id;
    R.Text = Payload(arrayRefFromStringRef("run"));
    Build.visit(R);
  }
  auto Add = [&](uint64_t Id, uint64_t Method, int32_t Line) {
    StackFrame F;
    F.Id = Id;
    F.Method = Method;
    F.Line = Line;
    Build.visit(F);
  };
  Add(10, 1, 7);
  Add(11, 1, 7);
  Add(12, 2, 7); // Another string id with the same text.
  Add(13, 1, -3);
  FrameNames Names(Context);
  EXPECT_EQ(Names.firstAlike(11), 11u);
  EXPECT_EQ(Names.firstAlike(10), 11u);
  EXPECT_EQ(Names.firstAlike(12), 11u);
  EXPECT_EQ(Names.firstAlike(13), 13u);
  EXPECT_EQ(Names.firstAlike(99), 99u) << "there is no such frame";
}

TEST(EntryLabelsTest, PackedInHalfBytes) {
  const uint8_t Labels[] = {0,
                            1,
                            13,
                            14,
                            15,
                            EntryLabels::Local,
                            16,
                            0,
                            200,
                            5,
                            EntryLabels::Unknown};
  std::vector<uint8_t> Halves;
  std::vector<uint64_t> List;
  for (auto [I, Label] : enumerate(Labels)) {
    const uint8_t Half = EntryLabels::pack(Label);
    if (I % 2)
      Halves.back() |= Half << 4;
    else
      Halves.push_back(Half);
    if (Half == EntryLabels::InList)
      List.push_back(I << 8 | Label);
  }
  EXPECT_EQ(List.size(), 5u);
  const EntryLabels Packed = EntryLabels::packed(
      BigArray<uint8_t>::view(Halves), BigArray<uint64_t>::view(List));
  for (auto [I, Label] : enumerate(Labels))
    EXPECT_EQ(Packed.get(I), Label) << I;
  // Labels that are missing from the list can only be read from the dump.
  const EntryLabels Wrong =
      EntryLabels::packed(BigArray<uint8_t>::view(Halves), {});
  EXPECT_EQ(Wrong.get(4), EntryLabels::Unknown);
}
