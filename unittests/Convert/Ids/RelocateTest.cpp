//===- RelocateTest.cpp - Tests of moving ids -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Ids/Relocate.h"
#include "Convert/PassTesting.h"
#include "Convert/Pipeline/Pipeline.h"
#include "hprof/Convert/DumpSource.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {
using Bytes = SmallVector<char, 0>;

RelocateOptions objects(int64_t By) {
  RelocateOptions Options;
  Options.Objects = By;
  return Options;
}

RelocateOptions back(const RelocateOptions &By) {
  RelocateOptions Back;
  Back.Objects = -By.Objects;
  Back.Strings = -By.Strings;
  Back.Frames = -By.Frames;
  Back.ClassSerials = -By.ClassSerials;
  Back.TraceSerials = -By.TraceSerials;
  Back.ThreadSerials = -By.ThreadSerials;
  return Back;
}

/// The result of moving the ids of a file.
struct Moved {
  Bytes Out;
  std::string Failure;
  LossAccount Losses;
  unsigned Looks = 0; ///< Number of walks that looked ahead at the classes.
};

/// Moves the ids in \p In; payloads are delivered in chunks of \p ChunkSize,
/// sub-records in runs if possible.
Moved relocate(ArrayRef<char> In, const RelocateOptions &By,
               size_t ChunkSize = 0, bool InRuns = true) {
  Moved M;
  std::unique_ptr<Sink> Out = Sink::toMemory(M.Out);
  HprofWriter Writer(*Out);
  std::unique_ptr<Stage> S = makeRelocate(By);
  TestStream Stream([&](RecordVisitor &V) { readChunked(In, ChunkSize, V); });
  cantFail(Stream.lookBy(*S));
  std::unique_ptr<RecordVisitor> Pass = S->makePass(Writer, M.Losses);
  Forward OneByOne(*Pass); // Does not request runs.
  RecordVisitor &V = InRuns ? *Pass : OneByOne;
  std::unique_ptr<Source> From = Source::fromMemory(
      arrayRefFromStringRef(toStringRef(In)), "test", ChunkSize);
  ReaderOptions Options;
  if (ChunkSize) {
    Options.MaxWhole = 0;
    Options.ChunkSize = ChunkSize;
  }
  Options.OnDamage = [](const Damage &) {};
  cantFail(cantFail(HprofReader::create(*From, Options)).read(V));
  M.Failure = toString(V.finish());
  M.Looks = Stream.Walks;
  cantFail(Out->finish());
  return M;
}

/// The file \p Yaml must become \p Expected, however it is delivered.
void expectMoved(StringRef Yaml, StringRef Expected,
                 const RelocateOptions &By) {
  const Bytes In = hprofOf(Yaml), Want = hprofOf(Expected);
  for (size_t ChunkSize : ChunkSizes)
    for (bool InRuns : {false, true}) {
      Moved M = relocate(In, By, ChunkSize, InRuns);
      EXPECT_EQ(M.Failure, "");
      EXPECT_TRUE(M.Out == Want) << ChunkSize << (InRuns ? " in runs" : "");
      EXPECT_TRUE(M.Losses.entries().empty());
      EXPECT_TRUE(relocate(M.Out, back(By), ChunkSize, InRuns).Out == In);
    }
}
} // namespace

//===----------------------------------------------------------------------===//
// Dumps
//===----------------------------------------------------------------------===//

static constexpr StringLiteral Header = "--- !hprof\n"
                                        "idSize: 4\n"
                                        "---\n"
                                        "- strings: [up, b, s, n, next, d]\n";

TEST(Relocate, MovesReferencesOfFieldsArraysStaticsAndConstants) {
  auto Text = [](StringRef Up, StringRef Node, StringRef A, StringRef B,
                 StringRef C) {
    return (Header +
            "- heapDumpSegment:\n"
            "- classDump: {class: " +
            Up +
            ", fields: {up: object, b: byte}}\n"
            "- classDump: {class: " +
            Node + ", super: " + Up + ", statics: {s: object " + C +
            "}, pool: {1: object " + A +
            "}, fields: {n: int, next: object, d: double}}\n"
            "- rootThreadObject: {object: " +
            A +
            ", threadSerial: 7}\n"
            "- instance: {object: " +
            A + ", class: " + Node + ", fields: {n: 7, next: " + B +
            ", d: 1.5, up: null, b: 9}}\n"
            "- instance: {object: " +
            C + ", class: " + Node +
            ", fields: {n: 8, next: null, d: 1.5, up: " + A +
            ", b: 1}}\n"
            "- objectArray: {object: " +
            B + ", class: " + Node + ", elements: [" + A + ", null, " + C +
            "]}\n"
            "- heapDumpEnd:\n")
        .str();
  };
  expectMoved(Text("0x10", "0x20", "0x100", "0x200", "0xf00"),
              Text("0x1010", "0x1020", "0x1100", "0x1200", "0x1f00"),
              objects(0x1000));
}

TEST(Relocate, KeepsNullAndSerialsThatMeanNothing) {
  auto Text = [](StringRef Object, StringRef Serial) {
    return (Header +
            "- heapDumpSegment:\n"
            "- rootThreadObject: {object: " +
            Object + ", threadSerial: " + Serial + ", traceSerial: " + Serial +
            "}\n"
            "- rootThreadObject: {object: 0, threadSerial: 0, traceSerial: 0}\n"
            "- rootThreadObject: {object: 0, threadSerial: 0xffffffff, "
            "traceSerial: 0xffffffff}\n"
            "- rootJniGlobal: {object: " +
            Object +
            ", globalRef: 0x77}\n"
            "- heapDumpEnd:\n")
        .str();
  };
  RelocateOptions By;
  By.Objects = 0x10;
  By.ThreadSerials = By.TraceSerials = 5;
  expectMoved(Text("0x20", "1"), Text("0x30", "6"), By);
}

/// A dump with ids of \p Width bytes.
static std::string narrow(unsigned Width, StringRef Class, StringRef Object) {
  return ("--- !hprof\nidSize: " + Twine(Width) +
          "\n---\n- heapDumpSegment:\n"
          "- classDump: {class: " +
          Class +
          "}\n"
          "- objectArray: {object: " +
          Object + ", class: " + Class + ", elements: [" + Object +
          ", null]}\n- heapDumpEnd:\n")
      .str();
}

TEST(Relocate, IdsHaveAnyWidth) {
  for (unsigned Width : {1, 2, 4, 8})
    expectMoved(narrow(Width, "0x10", "0x20"), narrow(Width, "0x50", "0x60"),
                objects(0x40));
}

TEST(Relocate, WhatLeavesItsWidthIsAnError) {
  const struct {
    unsigned Width;
    int64_t By;
    const char *Failure;
  } Cases[] = {
      {1, 0xe0, "object id 0x20 + 0xe0 does not fit in 1-byte ids"},
      {1, 0xdf, ""},
      {2, 0x10000, "class id 0x10 + 0x10000 does not fit in 2-byte ids"},
      {4, 0xffffffe0, "object id 0x20 + 0xffffffe0 does not fit in 4-byte ids"},
      {4, 0xffffffdf, ""},
      {4, -0x10, "class id 0x10 - 0x10 is less than 1"},
      {4, -0xf, ""},
      {8, INT64_MAX, ""},
      {8, INT64_MIN, "class id 0x10 - 0x8000000000000000 is less than 1"},
  };
  for (const auto &Case : Cases)
    for (bool InRuns : {false, true}) {
      Moved M = relocate(hprofOf(narrow(Case.Width, "0x10", "0x20")),
                         objects(Case.By), 0, InRuns);
      EXPECT_EQ(StringRef(M.Failure).split(": ").second, Case.Failure);
    }
  // Ids in the upper half of the 8-byte range cannot be moved further.
  Bytes High =
      relocate(hprofOf(narrow(8, "0x10", "0x20")), objects(INT64_MAX)).Out;
  High = relocate(High, objects(INT64_MAX)).Out;
  EXPECT_NE(relocate(High, objects(INT64_MAX)).Failure, "");
  EXPECT_EQ(relocate(High, objects(INT64_MIN)).Failure, "");
}

TEST(Relocate, SerialsThatBecomeNoneAreErrors) {
  const Bytes In =
      hprofOf((Header + "- unloadClass: {classSerial: 5}\n"
                        "- stackTrace: {traceSerial: 6, threadSerial: 7}\n")
                  .str());
  auto Failure = [&](int64_t RelocateOptions::*Kind, int64_t By) {
    RelocateOptions Options;
    Options.*Kind = By;
    return StringRef(relocate(In, Options).Failure).split(": ").second.str();
  };
  EXPECT_EQ(Failure(&RelocateOptions::ClassSerials, -5),
            "class serial 5 - 5 is less than 1");
  EXPECT_EQ(Failure(&RelocateOptions::TraceSerials, -10),
            "trace serial 6 - 10 is less than 1");
  EXPECT_EQ(Failure(&RelocateOptions::ThreadSerials, 0xfffffff8),
            "thread serial 7 + 4294967288 is more than 4294967294");
  EXPECT_EQ(Failure(&RelocateOptions::ThreadSerials, 0xfffffff7), "");
}

TEST(Relocate, NothingFollowsAnErrorButThatRun) {
  // A pass that has failed requests no more input.
  LossAccount Losses;
  RecordVisitor Next;
  std::unique_ptr<Stage> S = makeRelocate(objects(-1));
  std::unique_ptr<RecordVisitor> Pass = S->makePass(Next, Losses);
  Pass->visit(FileHeader());
  EXPECT_TRUE(Pass->wantsMore());
  RootUnknown R;
  R.Object = 1;
  Pass->visit(R);
  EXPECT_FALSE(Pass->wantsMore());
  EXPECT_TRUE(errorToBool(Pass->finish()));
}

//===----------------------------------------------------------------------===//
// Which fields are references
//===----------------------------------------------------------------------===//

/// An instance \p Object of \p Class with 4 bytes, then a reference to itself.
static std::string instance(StringRef Object, StringRef Class) {
  return ("- instance: {object: " + Object + ", class: " + Class +
          ", bytes: [0, 0, 0, 1, 0, 0, 0, " + Object + "]}\n")
      .str();
}
static std::string classDump(StringRef Class, StringRef Super = "0",
                             StringRef Fields = "n: int, next: object") {
  return ("- classDump: {class: " + Class + ", super: " + Super +
          ", fields: {" + Fields + "}}\n")
      .str();
}
static const std::string Segment = "- heapDumpSegment:\n";

TEST(Relocate, LooksAheadOnceForClassesThatComeLate) {
  std::string In = Header.str() + Segment, Want = In;
  In += instance("0x10", "0x1") + instance("0x11", "0x2") + classDump("0x1") +
        instance("0x12", "0x2") + classDump("0x2", "0x3", "n: int") +
        classDump("0x3", "0", "next: object");
  Want += instance("0x20", "0x11") + instance("0x21", "0x12") +
          classDump("0x11") + instance("0x22", "0x12") +
          classDump("0x12", "0x13", "n: int") +
          classDump("0x13", "0", "next: object");
  expectMoved(In, Want, objects(0x10));
  EXPECT_EQ(relocate(hprofOf(In), objects(0x10)).Looks, 1u);
  // The layout of a subclass is unknown before its superclass.
  EXPECT_EQ(relocate(hprofOf(Header.str() + Segment +
                             classDump("0x2", "0x3", "n: int") +
                             instance("0x10", "0x2") +
                             classDump("0x3", "0", "next: object")),
                     objects(0x10))
                .Looks,
            1u);
}

TEST(Relocate, LooksAheadForNothingWhenClassesComeFirst) {
  const Bytes In =
      hprofOf(Header.str() + Segment + classDump("0x1") +
              classDump("0x3", "0", "next: object") + instance("0x10", "0x1") +
              classDump("0x2", "0x3", "n: int") + instance("0x11", "0x2"));
  EXPECT_EQ(relocate(In, objects(0x10)).Looks, 0u);
  // The superclass is not needed, either, if only ids other than object ids are
  // moved.
  const Bytes Late = hprofOf(Header.str() + Segment + instance("0x10", "0x1"));
  RelocateOptions By;
  By.Strings = 5;
  EXPECT_EQ(relocate(Late, By).Looks, 0u);
  By = objects(0x10);
  By.ClassesComeFirst = true;
  Moved M = relocate(Late, By);
  EXPECT_EQ(M.Looks, 0u);
  EXPECT_EQ(M.Losses.of(Loss::UnmovedInstances), 1u);
}

TEST(Relocate, InstancesWithoutAClassAreCountedAndStay) {
  const std::string Fields = ", bytes: [0, 0, 0, 1, 0, 0, 0, 9]}\n";
  const Bytes In =
      hprofOf(Header.str() + Segment + "- instance: {object: 0x10, class: 0x1" +
              Fields + "- instance: {object: 0x18, class: 0x2" + Fields +
              "- instance: {object: 0x19, class: 0x2, bytes: []}\n" +
              classDump("0x1", "0x3")); // The superclass is missing.
  const Bytes Want = hprofOf(
      Header.str() + Segment + "- instance: {object: 0x20, class: 0x11" +
      Fields + "- instance: {object: 0x28, class: 0x12" + Fields +
      "- instance: {object: 0x29, class: 0x12, bytes: []}\n" +
      classDump("0x11", "0x13"));
  for (bool InRuns : {false, true}) {
    Moved M = relocate(In, objects(0x10), 0, InRuns);
    EXPECT_TRUE(M.Out == Want);
    EXPECT_EQ(M.Looks, 1u);
    EXPECT_EQ(M.Losses.of(Loss::UnmovedInstances), 2u);
  }
}

TEST(Relocate, EachDumpOfAStreamHasClassesOfItsOwn) {
  // In the second object, the reference comes first; in the third object, late.
  const std::string Second = "- instance: {object: 0x10, class: 0x1, bytes: "
                             "[0, 0, 0, 0x10, 0, 0, 0, 5]}\n";
  const std::string Wanted = "- instance: {object: 0x20, class: 0x11, bytes: "
                             "[0, 0, 0, 0x20, 0, 0, 0, 5]}\n";
  std::string In = Header.str() + Segment + classDump("0x1") +
                   instance("0x10", "0x1") + Header.str() + Segment +
                   classDump("0x1", "0", "next: object, n: int") + Second +
                   Header.str() + Segment + instance("0x10", "0x1") +
                   classDump("0x1") + Header.str() + Segment + Second +
                   classDump("0x1", "0", "next: object, n: int");
  std::string Want = Header.str() + Segment + classDump("0x11") +
                     instance("0x20", "0x11") + Header.str() + Segment +
                     classDump("0x11", "0", "next: object, n: int") + Wanted +
                     Header.str() + Segment + instance("0x20", "0x11") +
                     classDump("0x11") + Header.str() + Segment + Wanted +
                     classDump("0x11", "0", "next: object, n: int");
  expectMoved(In, Want, objects(0x10));
  EXPECT_EQ(relocate(hprofOf(In), objects(0x10)).Looks, 1u);
}

TEST(Relocate, ClassesMayBeDescribedAnew) {
  // Heap dumps in the same file may redefine classes.
  auto Text = [](StringRef Class, StringRef A) {
    std::string Values[] = {("0, 0, 0, 5, 0, 0, 0, " + A).str(),
                            ("0, 0, 0, " + A + ", 0, 0, 0, 5").str()};
    std::string Out = Header.str();
    for (bool IsSecond : {false, true, true})
      Out += Segment +
             classDump(Class, "0",
                       IsSecond ? "next: object, n: int"
                                : "n: int, next: object") +
             ("- instance: {object: " + A + ", class: " + Class + ", bytes: [" +
              Values[IsSecond] + "]}\n- heapDumpEnd:\n")
                 .str();
    return Out;
  };
  expectMoved(Text("0x1", "0x40"), Text("0x11", "0x50"), objects(0x10));
}

TEST(Relocate, ValuesMayBeShorterOrLongerThanTheirFields) {
  auto Text = [](StringRef Class, StringRef A, StringRef B) {
    auto Instance = [&](StringRef Values) {
      return ("- instance: {object: " + A + ", class: " + Class + ", bytes: [" +
              Values + "]}\n")
          .str();
    };
    std::string One = ("0, 0, 0, " + A).str(), Two = ("0, 0, 0, " + B).str();
    return Header.str() + Segment +
           classDump(Class, "0", "up: object, next: object, b: byte") +
           Instance(One + ", 0, 0, 0") + Instance(One + ", " + Two) +
           Instance(One + ", " + Two + ", 9, 9, 9") + Instance("1, 2, 3") +
           Instance(One + ", " + Two + ", 9");
  };
  expectMoved(Text("0x1", "0x40", "0x50"), Text("0x11", "0x50", "0x60"),
              objects(0x10));
}

TEST(Relocate, PayloadsThatAreCutKeepTheirBytes) {
  Bytes In = hprofOf((Header + Segment +
                      "- objectArray: {object: 0x10, class: 0x1, elements: "
                      "[0x20, 0x30, 0x40]}\n")
                         .str());
  const Bytes Want = hprofOf((Header + Segment +
                              "- objectArray: {object: 0x20, class: 0x11, "
                              "elements: [0x30, 0x40, 0x50]}\n")
                                 .str());
  // Complete ids were moved; a truncated id is unchanged.
  for (unsigned Less : {1, 2, 3, 4, 7})
    for (size_t ChunkSize : {1, 7}) {
      const size_t Size = In.size() - Less;
      Moved M =
          relocate(ArrayRef(In).take_front(Size), objects(0x10), ChunkSize);
      ASSERT_EQ(M.Out.size(), Size);
      const size_t Rest = (12 - Less) % 4;
      EXPECT_TRUE(ArrayRef(M.Out).drop_back(Rest) ==
                  ArrayRef(Want).take_front(Size - Rest));
      EXPECT_TRUE(ArrayRef(M.Out).take_back(Rest) ==
                  ArrayRef(In).take_front(Size).take_back(Rest));
    }
}

TEST(Relocate, BytesThatNothingExplainsAreCountedAndStay) {
  const Bytes In = hprofOf((Header + Segment +
                            "- rootUnknown: {object: 0x10}\n"
                            "- opaque: \"7700000010\"\n")
                               .str());
  Moved M = relocate(In, objects(0x10));
  EXPECT_EQ(M.Losses.of(Loss::UnmovedBytes), 1u);
  EXPECT_EQ(M.Out.size(), In.size());
  EXPECT_TRUE(ArrayRef(M.Out).take_back(5) == ArrayRef(In).take_back(5));
}

TEST(Relocate, LargeArraysInMemoryNeedNoLargeBuffer) {
  // In a run of a single record, the payload is passed on in pieces.
  const Bytes In = hprofOf(
      (Header + Segment +
       "- objectArray: {object: 0x10, class: 0x1, elements: [0x20 x 700000]}\n"
       "- primitiveArray: {object: 0x18, elementType: long, elements: "
       "[3 x 400000]}\n"
       "- rootUnknown: {object: 0x10}\n")
          .str());
  const Bytes Want =
      hprofOf((Header + Segment +
               "- objectArray: {object: 0x20, class: 0x11, elements: [0x30 x "
               "700000]}\n"
               "- primitiveArray: {object: 0x28, elementType: long, elements: "
               "[3 x 400000]}\n"
               "- rootUnknown: {object: 0x20}\n")
                  .str());
  for (size_t Window : {0, 4096})
    for (bool InRuns : {false, true})
      EXPECT_TRUE(relocate(In, objects(0x10), Window, InRuns).Out == Want);
}

//===----------------------------------------------------------------------===//
// In a pipeline
//===----------------------------------------------------------------------===//

TEST(Relocate, SourcesOfAPipelineGetBasesOfTheirOwn) {
  const std::string Late = Segment + instance("0x10", "0x1") + classDump("0x1");
  const Bytes In = hprofOf(Header.str() + Late);
  LossAccount Losses;
  Pipeline P(Losses);
  std::vector<std::unique_ptr<Source>> Files;
  for (int64_t By : {0x10, 0x20}) {
    Files.push_back(Source::fromMemory(
        arrayRefFromStringRef(toStringRef(ArrayRef(In))), "test"));
    Pipeline::StageList Own;
    Own.push_back(makeRelocate(objects(By)));
    P.addSource(makeDumpSource(*Files.back(), formatInfo(Format::Hprof), {}),
                std::move(Own));
  }
  // A later stage looks ahead through these passes, across all sources.
  P.addStage(makeRelocate(objects(0x40)));
  Bytes Out;
  std::unique_ptr<Sink> To = Sink::toMemory(Out);
  HprofWriter Writer(*To);
  cantFail(P.run(Writer));
  cantFail(To->finish());
  EXPECT_TRUE(Out == hprofOf(Header.str() + Segment + instance("0x60", "0x51") +
                             classDump("0x51") + Header.str() + Segment +
                             instance("0x70", "0x61") + classDump("0x61")));
}

TEST(Relocate, FailureOfLookingAheadEndsTheStream) {
  /// A source that can be read only once, although it claims otherwise.
  class Once final : public RecordSource {
  public:
    explicit Once(ArrayRef<char> In)
        : In(Source::fromMemory(arrayRefFromStringRef(toStringRef(In)),
                                "test")) {}
    StringRef name() const override { return "once"; }
    Error makeRepeatable() override { return Error::success(); }
    Error read(RecordVisitor &V, LossAccount &, Walk For) override {
      if (For == Walk::Aside)
        return make_error<FormatError>(format_errc::io, 3, "is gone");
      return cantFail(HprofReader::create(*In)).read(V);
    }

  private:
    std::unique_ptr<Source> In;
  };
  const Bytes In =
      hprofOf(Header.str() + Segment + instance("0x10", "0x1") +
              classDump("0x1") + Segment + "- rootUnknown: {object: 0x10}\n");
  LossAccount Losses;
  Pipeline P(Losses);
  P.setFinishError([](Error E) {
    return handleErrors(std::move(E), [](const FormatError &) {
      return createStringError("a fault of the output");
    });
  });
  Pipeline::StageList Own;
  Own.push_back(makeRelocate(objects(0x10)));
  P.addSource(std::make_unique<Once>(In), std::move(Own));
  RecordVisitor Target;
  EXPECT_EQ(toString(P.run(Target)), "'once': offset 0x3: is gone");
}
