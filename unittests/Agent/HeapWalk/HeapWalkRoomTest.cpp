//===- HeapWalkRoomTest.cpp - Memory for tags -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agent/HeapWalk/HeapWalkRoom.h"
#include "gtest/gtest.h"

using namespace hprof::agent;
using namespace llvm;

TEST(HeapWalkRoom, FewTagsFit) {
  EXPECT_EQ(toString(checkRoomForTags(UINT64_C(0))), "");
  EXPECT_EQ(toString(checkRoomForTags(UINT64_C(1000))), "");
}

TEST(HeapWalkRoom, MoreThanAnyMemoryDoesNot) {
  for (uint64_t Count :
       {UINT64_C(1) << 44, UINT64_MAX / BytesPerTag + 2, UINT64_MAX})
    EXPECT_NE(
        toString(checkRoomForTags(Count)).find("more than the system has"),
        std::string::npos)
        << Count;
}
