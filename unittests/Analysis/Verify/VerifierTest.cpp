//===- VerifierTest.cpp - Tests of the Verifier ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Verify/Verifier.h"
#include "Format/Hprof/HprofBytes.h"
#include "hprof/Format/Kit/IdSet.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

/// Adds the names of HprofBytes::good(), and a class for its array.
static HprofBytes &names(HprofBytes &B) {
  return B.names().utf8(5, "[Ljava/lang/Object;").loadClass(7, 0x38, 5);
}

static HprofBytes &segment(HprofBytes &B) {
  B.classDump(0x10, 0, {}).classDump(0x38, 0x10, {});
  B.classDump(0x18, 0x10, {{3, BasicType::Object}, {4, BasicType::Int}});
  B.instance(0x20, 0x18, B.idSize() + 4).id(0x28).number(7, 4);
  B.objectArray(0x28, 0x38, {0x20, 0, 0x30}).longArray(0x30, 2);
  B.threadRoot(0x20, 1, 2).frameRoot(0x28, 1, 0);
  return B.number(0x05, 1).id(0x18);
}

static HprofBytes good(unsigned IdSize = 8) {
  HprofBytes B(IdSize);
  names(B).record(0x1c, [&] { segment(B); }).frame(0x2c, 0);
  return B;
}

static std::string describe(const VerifyReport &R) {
  std::string Out;
  raw_string_ostream OS(Out);
  for (unsigned K = 0; K != findingInfos().size(); ++K) {
    const VerifyReport::Group &G = R[FindingKind(K)];
    if (!G.Count)
      continue;
    OS << (Out.empty() ? "" : " ") << findingInfos()[K].Name << '=' << G.Count;
    EXPECT_FALSE(G.Examples.empty());
    for (const VerifyReport::Example &E : G.Examples)
      EXPECT_FALSE(E.What.empty()) << findingInfos()[K].Name;
  }
  return Out;
}

static std::string found(const HprofBytes &B) {
  std::string First;
  for (size_t Window : {0, 1, 7}) {
    std::unique_ptr<Source> In = Source::fromMemory(B.bytes(), "test", Window);
    std::string Now = describe(cantFail(verify(*In, VerifyOptions())));
    if (Window) {
      EXPECT_EQ(Now, First) << "window " << Window;
    }
    First = Now;
  }
  return First;
}

/// The findings in a good dump with \p Extra at the end of its segment.
static std::string withSub(function_ref<void(HprofBytes &)> Extra,
                           unsigned IdSize = 8) {
  HprofBytes B(IdSize);
  names(B);
  B.record(0x1c, [&] { Extra(segment(B)); }).frame(0x2c, 0);
  return found(B);
}

/// The same as withSub(), but with \p Extra before the segment.
static std::string withTop(function_ref<void(HprofBytes &)> Extra) {
  HprofBytes B;
  Extra(names(B));
  B.record(0x1c, [&] { segment(B); }).frame(0x2c, 0);
  return found(B);
}

TEST(Verifier, FindsNothingInAGoodDump) {
  for (unsigned IdSize : {1, 2, 4, 8}) {
    HprofBytes B = good(IdSize);
    EXPECT_EQ(found(B), "");
    std::unique_ptr<Source> In = Source::fromMemory(B.bytes(), "test");
    VerifyReport R = cantFail(verify(*In, VerifyOptions()));
    EXPECT_EQ(R.Objects, 6u);
    EXPECT_EQ(R.Dumps, 1u);
    EXPECT_FALSE(R.damaged());
    EXPECT_TRUE(R.unchecked().empty());
  }
}

TEST(Verifier, Bytes) {
  HprofBytes Cut;
  segment(names(Cut).frame(0x1c, 1000));
  EXPECT_EQ(found(Cut), "truncated=1");

  HprofBytes NoEnd;
  names(NoEnd).record(0x1c, [&] { segment(NoEnd); });
  EXPECT_EQ(found(NoEnd), "missing-end=1");

  EXPECT_EQ(withTop([](HprofBytes &B) { B.frame(0x77, 0); }), "unknown-tag=1");
  EXPECT_EQ(withSub([](HprofBytes &B) { B.number(0x77, 1); }), "unknown-tag=1");
  EXPECT_EQ(withTop([](HprofBytes &B) { B.frame(0x0b, 5).number(0, 5); }),
            "bad-length=1 dangling-thread-serial=1");
  EXPECT_EQ(withSub([](HprofBytes &B) {
              B.number(0x23, 1).id(0x40).number(0, 4).number(0, 4).number(2, 1);
            }),
            "bad-element-type=1");
  EXPECT_EQ(withSub([](HprofBytes &B) {
              B.number(0x23, 1).id(0x40).number(0, 4).number(0, 4).number(3, 1);
            }),
            "bad-value=1");
  EXPECT_EQ(withTop([](HprofBytes &B) { B.frame(0x0c, 0); }),
            "empty-segment=1");
  EXPECT_EQ(withTop([](HprofBytes &B) {
              B.number(0x0e, 1).number(5, 4).number(6, 4).number(0, 6);
            }),
            "time-goes-back=1");
  EXPECT_EQ(withSub([](HprofBytes &B) { B.number(0x8d, 1).id(0x20); }),
            "android-record=1");
}

TEST(Verifier, Strings) {
  auto Of = [](StringRef S) {
    return withTop([&](HprofBytes &B) { B.utf8(9, S); });
  };
  EXPECT_EQ(Of(""), "");
  EXPECT_EQ(Of("caf\xc3\xa9 \xe2\x82\xac \xc0\x80 \xed\xa0\xbd\xed\xb8\x80"),
            "");
  for (StringRef Bad :
       {StringRef("\0", 1), StringRef("\x80"), StringRef("\xc1\x81"),
        StringRef("\xe0\x80\x80"), StringRef("\xf0\x9f\x98\x80"),
        StringRef("a\xc3"), StringRef("\xe2\x82"), StringRef("\xc0\x81")})
    EXPECT_EQ(Of(Bad), "invalid-utf8=1");
  EXPECT_EQ(withTop([](HprofBytes &B) { B.utf8(2, "Node"); }),
            "repeated-string=1");
  EXPECT_EQ(withTop([](HprofBytes &B) { B.utf8(4, "niam"); }),
            "duplicate-string-id=1");
  EXPECT_EQ(withTop([](HprofBytes &B) { B.stackFrame(2, 99, 2); }),
            "missing-string=1");
}

TEST(Verifier, Classes) {
  EXPECT_EQ(withTop([](HprofBytes &B) { B.loadClass(2, 0x18, 2); }),
            "repeated-load-class=1");
  EXPECT_EQ(withTop([](HprofBytes &B) { B.loadClass(2, 0x10, 1); }),
            "duplicate-class-serial=1 repeated-load-class=1");
  EXPECT_EQ(withTop([](HprofBytes &B) { B.loadClass(3, 0x40, 2); }),
            "load-class-without-dump=1");
  EXPECT_EQ(withSub([](HprofBytes &B) { B.classDump(0x40, 0x10, {}); }),
            "class-without-name=1");
  EXPECT_EQ(withSub([](HprofBytes &B) { B.classDump(0x10, 0, {}); }),
            "duplicate-class=1");
  EXPECT_EQ(withSub([](HprofBytes &B) { B.classDump(0x20, 0x10, {}); }),
            "duplicate-object-id=1 class-without-name=1");
  EXPECT_EQ(withSub([](HprofBytes &B) { B.classDump(0x40, 0x48, {}); }),
            "class-without-name=1 missing-superclass=1");
  EXPECT_EQ(withSub([](HprofBytes &B) {
              B.classDump(0x40, 0x48, {}).classDump(0x48, 0x50, {});
              B.classDump(0x50, 0x48, {}).instance(0x58, 0x40, 0);
            }),
            "class-without-name=3 superclass-cycle=3");
  EXPECT_EQ(withSub([](HprofBytes &B) {
              B.classDump(0x40, 0x10, {{3, BasicType(99)}, {4, BasicType(3)}});
            }),
            "bad-value=2 class-without-name=1");
}

TEST(Verifier, Objects) {
  EXPECT_EQ(withSub([](HprofBytes &B) { B.longArray(0x20, 1); }),
            "duplicate-object-id=1");
  EXPECT_EQ(withSub([](HprofBytes &B) {
              B.instance(0x40, 0x99, 3).number(0, 3);
              B.instance(0x48, 0x99, 2).number(0, 2);
            }),
            "instance-without-class=2");
  EXPECT_EQ(
      withSub([](HprofBytes &B) { B.instance(0x40, 0x18, 3).number(0, 3); }),
      "instance-length-mismatch=1");
  EXPECT_EQ(withSub([](HprofBytes &B) { B.objectArray(0x40, 0x99, {}); }),
            "array-class-missing=1");
  EXPECT_EQ(withSub([](HprofBytes &B) {
              B.objectArray(0x40, 0x10, {}).objectArray(0x48, 0x10, {});
              B.objectArray(0x50, 0x38, {});
            }),
            "no-array-class=2");
}

TEST(Verifier, References) {
  EXPECT_EQ(withTop([](HprofBytes &B) { B.stackTrace(3, 1, {1, 2, 2}); }),
            "dangling-frame=2");
  EXPECT_EQ(withTop([](HprofBytes &B) { B.stackTrace(3, 9, {}); }),
            "dangling-thread-serial=1");
  EXPECT_EQ(withTop([](HprofBytes &B) { B.stackFrame(2, 4, 9); }),
            "dangling-class-serial=1");
  EXPECT_EQ(withSub([](HprofBytes &B) { B.threadRoot(0x20, 2, 9); }),
            "dangling-trace-serial=1");
  EXPECT_EQ(withSub([](HprofBytes &B) { B.frameRoot(0x20, 1, 1); }),
            "frame-beyond-trace=1");
  EXPECT_EQ(withSub([](HprofBytes &B) { B.frameRoot(0x20, 1, -1); }), "");
  EXPECT_EQ(withSub([](HprofBytes &B) { B.number(0xff, 1).id(0x40); }),
            "root-to-missing-object=1");
  EXPECT_EQ(withSub([](HprofBytes &B) { B.number(0xff, 1).id(0); }), "");
  for (unsigned IdSize : {1, 2, 4, 8})
    EXPECT_EQ(withSub(
                  [&](HprofBytes &B) {
                    B.instance(0x40, 0x18, IdSize + 4).id(0x78).number(0, 4);
                    B.objectArray(0x48, 0x38, {0x20, 0x79, 0, 0x7a, 0x48});
                  },
                  IdSize),
              "dangling-reference=3");
}

TEST(Verifier, LargeArraysAreFollowedAcrossChunks) {
  constexpr uint32_t N = 300000; // Larger than a reader's buffer.
  HprofBytes B;
  names(B).record(0x1c, [&] {
    segment(B).number(0x22, 1).id(0x40).number(1, 4).number(N, 4).id(0x38);
    for (uint32_t I = 0; I != N; ++I)
      B.id(I % 1000 == 999 ? 0x48 : 0x20);
  });
  B.frame(0x2c, 0);
  EXPECT_EQ(found(B), "dangling-reference=300");
}

TEST(Verifier, FieldsOfSuperclassesComeLast) {
  // Names 3 and 4 exist; class 0x40 extends 0x18 {object, int}.
  auto With = [](uint64_t Own, uint64_t Inherited) {
    return withSub([&](HprofBytes &B) {
      B.classDump(0x40, 0x18, {{3, BasicType::Byte}, {4, BasicType::Object}});
      B.classDump(0x50, 0x40, {});
      B.instance(0x48, 0x50, 21).number(0x77, 1).id(Own);
      B.id(Inherited).number(0x7777, 4);
    });
  };
  EXPECT_EQ(With(0x20, 0x28), "class-without-name=2");
  EXPECT_EQ(With(0x21, 0x28), "class-without-name=2 dangling-reference=1");
  EXPECT_EQ(With(0x20, 0x21), "class-without-name=2 dangling-reference=1");
}

TEST(Verifier, EachDumpOfAFileHasItsOwnObjects) {
  HprofBytes B;
  names(B).record(0x0c, [&] { segment(B); });
  B.record(0x0c, [&] { segment(B); });
  EXPECT_EQ(found(B), "");
  // The next dump does not contain the objects of the earlier ones.
  B.record(0x0c, [&] { B.number(0xff, 1).id(0x20); });
  EXPECT_EQ(found(B), "root-to-missing-object=1");
}

TEST(Verifier, ArrayClassesWithoutAName) {
  HprofBytes B;
  B.utf8(1, "java/lang/Object").loadClass(1, 0x10, 1).loadClass(2, 0x18, 99);
  B.stackTrace(1, 0, {}).record(0x1c, [&] {
    B.classDump(0x10, 0, {}).classDump(0x18, 0x10, {});
    B.objectArray(0x20, 0x18, {0x20});
  });
  B.frame(0x2c, 0);
  EXPECT_EQ(found(B), "missing-string=1");
}

TEST(Verifier, AppendedFiles) {
  HprofBytes B = good();
  names(B.header("1.0.2")).record(0x0c, [&] { segment(B); });
  EXPECT_EQ(found(B), "second-header=1");
}

TEST(Verifier, OrderDoesNotMatter) {
  HprofBytes B;
  names(B.record(0x1c, [&] { segment(B); }).frame(0x2c, 0));
  EXPECT_EQ(found(B), "");
}

TEST(Verifier, KeepsTheFirstExamplesAndCountsAll) {
  HprofBytes B;
  names(B).record(0x1c, [&] {
    segment(B);
    for (int I = 0; I != 100; ++I)
      B.longArray(0x20, 0);
  });
  B.frame(0x2c, 0);
  std::unique_ptr<Source> In = Source::fromMemory(B.bytes(), "test");
  VerifyOptions Options;
  Options.MaxExamples = 3;
  VerifyReport R = cantFail(verify(*In, Options));
  const VerifyReport::Group &G = R[FindingKind::DuplicateObject];
  EXPECT_EQ(G.Count, 100u);
  ASSERT_EQ(G.Examples.size(), 3u);
  EXPECT_EQ(G.Examples[1].Offset, G.Examples[0].Offset + B.longArraySize(0));
  EXPECT_EQ(R.faults(), 100u);
  EXPECT_EQ(R.notes(), 0u);
}

TEST(Verifier, SaysWhenThereAreTooManyIds) {
  HprofBytes B = good();
  std::unique_ptr<Source> In = Source::fromMemory(B.bytes(), "test");
  VerifyOptions Options;
  Options.MaxIdBytes = 16;
  VerifyReport R = cantFail(verify(*In, Options));
  EXPECT_EQ(describe(R), "");
  ASSERT_EQ(R.unchecked().size(), 1u);
  EXPECT_THAT(R.unchecked()[0], testing::HasSubstr("object ids"));
}

TEST(Verifier, DeepAndCircularHierarchiesTakeLinearTime) {
  constexpr uint32_t N = 20000;
  HprofBytes B;
  names(B).record(0x1c, [&] {
    segment(B);
    for (uint32_t I = 1; I <= N; ++I) // A chain, each with an instance.
      B.classDump(0x1000 + 8 * I, I == 1 ? 0x10 : 0x1000 + 8 * (I - 1), {})
          .instance(0x1000000 + 8 * I, 0x1000 + 8 * I, 0);
    for (uint32_t I = 0; I != N; ++I) // A cycle of classes.
      B.classDump(0x100000 + 8 * I, 0x100000 + 8 * ((I + 1) % N), {})
          .instance(0x2000000 + 8 * I, 0x100000 + 8 * I, 0);
  });
  B.frame(0x2c, 0);
  EXPECT_EQ(found(B), "class-without-name=40000 superclass-cycle=20000");
}

TEST(Verifier, SlowCutAndFlippedBytesAreFoundAlikeInEveryInput) {
  for (unsigned IdSize : {1, 8}) {
    const HprofBytes Good = good(IdSize);
    for (size_t N = HprofBytes(IdSize).size(); N != Good.size(); ++N) {
      std::unique_ptr<Source> In =
          Source::fromMemory(Good.bytes().take_front(N), "test");
      VerifyReport R = cantFail(verify(*In, VerifyOptions()));
      EXPECT_EQ(R.damaged(), R[FindingKind::Truncated].Count +
                                     R[FindingKind::MissingEnd].Count >
                                 0)
          << N;
      for (uint8_t Flip : {0x01, 0x80, 0xff}) {
        HprofBytes B = Good;
        B[N] ^= Flip;
        found(B);
      }
    }
  }
}

TEST(IdSet, KeepsAnyIds) {
  IdSet Set;
  std::vector<uint64_t> Ids = {
      0, 1, 7, 8, 0xff, 0x100, UINT64_MAX, UINT64_MAX - 1, uint64_t(1) << 63};
  for (uint64_t Id : Ids)
    EXPECT_TRUE(Set.insert(Id)) << Id;
  for (uint64_t Id : Ids)
    EXPECT_FALSE(Set.insert(Id)) << Id;
  EXPECT_TRUE(Set.contains(UINT64_MAX));
  EXPECT_FALSE(Set.contains(2));
  EXPECT_FALSE(Set.contains(0x200));
}

TEST(IdSet, IsSmallForRealHeaps) {
  IdSet Set;
  constexpr uint64_t N = 1000000;
  for (uint64_t I = 0; I != N; ++I)
    Set.insert(0xf0000000 + I * 40);
  EXPECT_LT(Set.bytes(), 4 * N);
}
