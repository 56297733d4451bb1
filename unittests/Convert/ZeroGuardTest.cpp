//===- ZeroGuardTest.cpp - Tests of the limit on zeros --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convert/ZeroGuard.h"
#include "hprof/Format/Stream/Source.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Accepts all sub-records in runs.
class RunTaker : public RecordVisitor {
public:
  using RecordVisitor::visit;
  RecordKindSet runKinds() const override { return subRecordKinds(); }
  void run(const SubRecordRun &Run) override { Bytes += Run.Bytes.size(); }
  size_t Bytes = 0;
};

/// The kinds that may be delivered in runs when \p Zeros are synthesized.
RecordKindSet kindsBehind(ZerosMade Zeros) {
  RunTaker Next;
  std::unique_ptr<Source> In = Source::fromMemory({}, "test");
  return ZeroGuard(Next, *In, Zeros, std::nullopt).runKinds();
}
} // namespace

TEST(ZeroGuard, LetsRunsThroughOfAllThatIsNotCounted) {
  ZerosMade Zeros;
  EXPECT_EQ(kindsBehind(Zeros), subRecordKinds());
  // HPROF binary has no sub-records with references.
  Zeros.Nulls = true;
  EXPECT_EQ(kindsBehind(Zeros), subRecordKinds());
  RecordKindSet Rest = subRecordKinds();
  Rest.reset(unsigned(RecordKind::PrimitiveArrayNoData));
  Zeros.Data = true;
  EXPECT_EQ(kindsBehind(Zeros), Rest);
  Rest.reset(unsigned(RecordKind::ObjectArrayDump));
  Zeros.Elements = true;
  EXPECT_EQ(kindsBehind(Zeros), Rest);
}

TEST(ZeroGuard, EndsRunsOnceThereAreTooManyZeros) {
  RunTaker Next;
  std::unique_ptr<Source> In = Source::fromMemory({}, "test");
  ZerosMade Zeros;
  Zeros.Data = true;
  ZeroGuard Guard(Next, *In, Zeros, /*Most=*/16);
  RecordVisitor &V = Guard;
  const uint8_t Bytes[5] = {};
  PrimitiveArrayNoData Array;
  Array.ElementType = BasicType::Long;
  Array.Length = 2; // 16 bytes, which is exactly the limit.
  V.visit(Array);
  V.run({0, Bytes});
  EXPECT_EQ(Next.Bytes, 5u);
  EXPECT_TRUE(V.wantsMore());
  V.visit(Array);
  V.run({0, Bytes});
  EXPECT_EQ(Next.Bytes, 5u);
  EXPECT_FALSE(V.wantsMore());
  EXPECT_TRUE(errorToBool(Guard.takeError()));
}
