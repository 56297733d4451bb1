//===- PerfDataTest.cpp - Tests for a VM's counters -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attach/PerfData.h"
#include "PerfDataWriter.h"
#include "gtest/gtest.h"
#include <string>

using namespace hprof;
using namespace llvm;

namespace {

using Writer = PerfDataWriter;

TEST(PerfData, StringsOfBothByteOrders) {
  for (endianness Order : {endianness::little, endianness::big}) {
    Writer W(Order);
    W.add("first", "1000");
    W.add("second", "two words");
    EXPECT_EQ(perfDataString(W.Bytes, "first"), StringRef("1000"));
    EXPECT_EQ(perfDataString(W.Bytes, "second"), StringRef("two words"));
    EXPECT_EQ(perfDataString(W.Bytes, "third"), std::nullopt);
    EXPECT_EQ(perfDataString(W.Bytes, "firs"), std::nullopt);
  }
}

TEST(PerfData, OtherFiles) {
  Writer W(endianness::little);
  W.add("a", "b");
  for (size_t At : {0, 5, 7}) {
    std::string Bytes = W.Bytes;
    Bytes[At] ^= 1;
    EXPECT_EQ(perfDataString(Bytes, "a"), std::nullopt) << At;
  }
  EXPECT_EQ(perfDataString("", "a"), std::nullopt);
}

/// Damaged files do no harm; reads stay within the file.
TEST(PerfData, EveryLengthAndEveryByte) {
  Writer W(endianness::little);
  W.add("name", "value");
  W.add("other", "thing");
  for (size_t Size = 0; Size != W.Bytes.size(); ++Size) {
    // On the heap, so that sanitizers see reads past the end.
    std::string Part(W.Bytes, 0, Size);
    Part.shrink_to_fit();
    perfDataString(Part, "other");
  }
  for (size_t At = 0; At != W.Bytes.size(); ++At)
    for (int Value : {0, 0x7f, 0x80, 0xff}) {
      std::string Bytes = W.Bytes;
      Bytes[At] = static_cast<char>(Value);
      auto Found = perfDataString(Bytes, "other");
      if (Found) {
        EXPECT_GE(Found->data(), Bytes.data());
        EXPECT_LE(Found->end(), Bytes.data() + Bytes.size());
      }
    }
}

/// An entry without a length would cause an endless loop.
TEST(PerfData, EntryWithoutLength) {
  Writer W(endianness::little);
  size_t At = W.add("name", "value");
  W.set(At, 0);
  W.set(28, UINT32_MAX);
  EXPECT_EQ(perfDataString(W.Bytes, "other"), std::nullopt);
}

} // namespace
