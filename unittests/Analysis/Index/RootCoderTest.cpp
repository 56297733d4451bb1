//===- RootCoderTest.cpp - Roots in few bytes -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Index/RootCoder.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

static std::vector<GraphRoot> someRoots() {
  std::vector<GraphRoot> Roots(5);
  Roots[0].Kind = RecordKind::RootStickyClass;
  Roots[0].Object = 0;
  Roots[1].Kind = RecordKind::RootJavaFrame;
  Roots[1].Object = 7;
  Roots[1].Thread = 100'000;
  Roots[1].ThreadSerial = UINT32_MAX;
  Roots[1].Frame = 3;
  Roots[2].Kind = RecordKind::RootThreadObject;
  Roots[2].Object = 7;
  Roots[2].ThreadSerial = 1;
  Roots[2].TraceSerial = UINT32_MAX;
  Roots[3].Kind = RecordKind::RootJniLocal;
  Roots[3].Object = NoNode - 1;
  Roots[3].Thread = 0;
  Roots[3].Frame = INT32_MAX;
  Roots[4].Kind = RecordKind::RootUnknown;
  Roots[4].Object = NoNode - 1;
  Roots[4].Frame = INT32_MIN;
  return Roots;
}

TEST(RootCoder, ReadsWhatItWrote) {
  std::vector<GraphRoot> Roots = someRoots();
  std::vector<uint8_t> Bytes;
  RootCoder Writer, Reader;
  for (const GraphRoot &R : Roots)
    Writer.encode(R, Bytes);
  ArrayRef<uint8_t> Left = Bytes;
  for (const GraphRoot &R : Roots) {
    GraphRoot Again;
    ASSERT_TRUE(Reader.decode(Left, Again));
    EXPECT_EQ(Again.Object, R.Object);
    EXPECT_EQ(Again.Kind, R.Kind);
    EXPECT_EQ(Again.ThreadSerial, R.ThreadSerial);
    EXPECT_EQ(Again.Frame, R.Frame);
    EXPECT_EQ(Again.TraceSerial, R.TraceSerial);
    EXPECT_EQ(Again.Thread, R.Thread);
  }
  EXPECT_TRUE(Left.empty());
}

TEST(RootCoder, RefusesEveryCut) {
  std::vector<uint8_t> Bytes;
  RootCoder Writer;
  Writer.encode(someRoots()[1], Bytes);
  for (size_t Size = 0; Size != Bytes.size(); ++Size) {
    ArrayRef<uint8_t> Left = ArrayRef(Bytes).take_front(Size);
    GraphRoot R;
    EXPECT_FALSE(RootCoder().decode(Left, R)) << Size;
  }
  // An encoding with too many digits, and a sum out of range.
  std::vector<uint8_t> Long(20, 0xff);
  ArrayRef<uint8_t> Left = Long;
  GraphRoot R;
  EXPECT_FALSE(RootCoder().decode(Left, R));
}
