//===- HeapToIbmTest.cpp - Tests of the lowering to IBM's heap ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convert/References/HeapToIbm.h"
#include "Convert/PassTesting.h"
#include "Format/Hprof/HprofBytes.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/IBM/ClassicWriter.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {
/// \p Bytes in the classic format; the two walks may use different chunks.
std::string lower(ArrayRef<uint8_t> Bytes, LossAccount &Account, const Way &W1,
                  const Way &W2) {
  std::unique_ptr<Stage> S = makeHeapToIbm(Format::IbmClassic);
  TestStream Stream([&](RecordVisitor &V) { read(Bytes, W1, V); });
  cantFail(Stream.lookBy(*S));
  SmallVector<char, 0> Out;
  std::unique_ptr<Sink> To = Sink::toMemory(Out);
  ClassicWriterOptions Options;
  Options.Names = S->names();
  ClassicWriter Writer(*To, Options);
  std::unique_ptr<RecordVisitor> Pass = S->makePass(Writer, Account);
  read(Bytes, W2, *Pass);
  cantFail(To->finish());
  return std::string(Out.begin(), Out.end());
}

/// The line after the record of the object \p Id.
std::string referencesOf(StringRef Text, StringRef Id) {
  StringRef Record = Text.drop_front(std::min(Text.find(Id), Text.size()));
  return Record.split('\n').second.split('\n').first.trim().str();
}

HprofBytes classes() {
  HprofBytes B;
  B.utf8(1, "A").utf8(2, "[LA;").utf8(3, "first");
  B.loadClass(1, 0x10, 1).loadClass(2, 0x18, 2);
  B.record(0x1c, [&] {
    B.classDump(0x10, 0, {{3, BasicType::Object}});
    B.classDump(0x18, 0, {});
  });
  return B;
}

} // namespace

TEST(HeapToIbm, ElementsComeInAnyChunks) {
  HprofBytes B = classes();
  B.record(0x1c, [&] {
    B.objectArray(0x100, 0x18, {0, 0x108, 0, 0, 0xfedcba9876543210, 0});
    B.objectArray(0x110, 0x18, {});
    B.instance(0x108, 0x10, 8).id(0x100);
    B.longArray(0x118, 3);
  });
  LossAccount First;
  std::string Wanted = lower(B.bytes(), First, {}, {});
  EXPECT_EQ(referencesOf(Wanted, "0100 ["),
            "0x0000000000000108 0xFEDCBA9876543210");
  EXPECT_EQ(referencesOf(Wanted, "0110 ["), "");
  EXPECT_EQ(referencesOf(Wanted, "0108 ["), "0x0000000000000100");
  EXPECT_EQ(First.of(Loss::NullElements), 1u);
  EXPECT_EQ(First.of(Loss::MemberNames), 1u);
  EXPECT_EQ(First.of(Loss::AllocationTraces), 4u);
  for (const Way &W : {Way{1, 0}, Way{7, 0}, Way{9, 1}, Way{4096, 1}}) {
    LossAccount Account;
    EXPECT_EQ(lower(B.bytes(), Account, W, W), Wanted) << W.Window;
    EXPECT_EQ(Account.of(Loss::NullElements), 1u);
  }
}

TEST(HeapToIbm, LargeArraysAreNotHeld) {
  constexpr uint32_t N = 200000; // 1.6 MB
  HprofBytes B = classes();
  B.record(0x1c, [&] {
    B.number(0x22, 1).id(0x100).number(1, 4).number(N, 4).id(0x18);
    for (uint32_t I = 0; I != N; ++I)
      B.id(I % 3 ? 0 : 0x1000 + 8 * I);
    B.instance(0x108, 0x10, 8).id(0x100);
    B.number(0x22, 1).id(0x110).number(1, 4).number(N, 4).id(0x18);
    for (uint32_t I = 0; I != N; ++I)
      B.id(I == 77 ? 0x108 : 0);
  });
  LossAccount Account;
  std::string Wanted = lower(B.bytes(), Account, {}, {});
  std::string References = referencesOf(Wanted, "0100 [");
  EXPECT_EQ(StringRef(References).count("0x"), (N + 2) / 3);
  EXPECT_TRUE(StringRef(References)
                  .starts_with("0x0000000000001000 "
                               "0x0000000000001018 "));
  EXPECT_EQ(referencesOf(Wanted, "0110 ["), "0x0000000000000108");
  EXPECT_EQ(Account.of(Loss::NullElements), 2u);
  EXPECT_EQ(lower(B.bytes(), Account, {4099, 0}, {777, 0}), Wanted);

  // The number of references before the list is correct even if the input ends
  // early.
  ArrayRef<uint8_t> Cut = B.bytes().drop_back(8 * N - 80 * 8 + 3);
  Wanted = lower(Cut, Account, {7, 0}, {4099, 0});
  EXPECT_EQ(referencesOf(Wanted, "0110 ["), "0x0000000000000108");
}

TEST(HeapToIbm, TakesTheElementClassOfTheSameLoader) {
  HprofBytes B;
  B.utf8(1, "A").utf8(2, "[LA;");
  B.loadClass(1, 0x10, 1).loadClass(2, 0x20, 1).loadClass(3, 0x30, 2);
  auto Class = [&](uint64_t Id, uint64_t Loader) {
    B.number(0x20, 1).id(Id).number(1, 4).id(0).id(Loader);
    B.id(0).id(0).id(0).id(0).number(0, 4).number(0, 2);
    B.number(0, 2).number(0, 2);
  };
  B.record(0x1c, [&] {
    Class(0x10, 0x100);
    Class(0x20, 0x200);
    Class(0x30, 0x200);
    B.objectArray(0x100, 0x30, {});
  });
  class Elements : public RecordVisitor {
  public:
    using RecordVisitor::visit;
    void visit(const ReferenceArray &R) override { Class = R.ElementClass; }
    uint64_t Class = 0;
  };
  std::unique_ptr<Stage> S = makeHeapToIbm(Format::Phd);
  TestStream Stream([&](RecordVisitor &V) { read(B.bytes(), {}, V); });
  cantFail(Stream.lookBy(*S));
  Elements V;
  LossAccount Account;
  std::unique_ptr<RecordVisitor> Pass = S->makePass(V, Account);
  read(B.bytes(), {}, *Pass);
  EXPECT_EQ(V.Class, 0x20u);
  EXPECT_EQ(Account.of(Loss::ElementClasses), 0u);
}
