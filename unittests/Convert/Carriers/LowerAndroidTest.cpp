//===- LowerAndroidTest.cpp - Tests of Android's lowering -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convert/Carriers/LowerAndroid.h"
#include "Convert/PassTesting.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

static SmallVector<char, 0> lowered(StringRef Yaml, LossAccount &Account,
                                    size_t ChunkSize = 0) {
  return through(
      Yaml,
      [](RecordVisitor &Next, LossAccount &A) { return LowerAndroid(Next, A); },
      Account, Framing::Own, ChunkSize);
}

static constexpr StringLiteral Android = "--- !hprof\n"
                                         "version: 1.0.3\n"
                                         "idSize: 4\n"
                                         "---\n";
static constexpr StringLiteral Plain = "--- !hprof\n"
                                       "version: 1.0.2\n"
                                       "idSize: 4\n"
                                       "---\n";

static std::string text(StringRef Header, StringRef Body) {
  return (Header + Body).str();
}

TEST(LowerAndroid, RootsOfAndroidBecomeUnknown) {
  for (StringRef Root : {"InternedString", "Finalizing", "Debugger",
                         "ReferenceCleanup", "VmInternal", "Unreachable"}) {
    LossAccount Account;
    EXPECT_EQ(lowered(text(Android, ("- heapDumpSegment:\n- root" + Root +
                                     ": {object: 0x10}\n- heapDumpEnd:\n")
                                        .str()),
                      Account),
              hprofOf(text(Plain, "- heapDumpSegment:\n"
                                  "- rootUnknown: {object: 0x10}\n"
                                  "- heapDumpEnd:\n")))
        << Root.str();
    EXPECT_EQ(Account.of(Loss::RootKinds), 1u);
  }
}

TEST(LowerAndroid, JniMonitorsLoseTheirThread) {
  LossAccount Account;
  EXPECT_EQ(
      lowered(text(Android, "- heapDumpSegment:\n"
                            "- rootJniMonitor: {object: 0x10, threadSerial: 2, "
                            "frame: 3}\n"
                            "- heapDumpEnd:\n"),
              Account),
      hprofOf(text(Plain, "- heapDumpSegment:\n"
                          "- rootUnknown: {object: 0x10}\n"
                          "- heapDumpEnd:\n")));
  EXPECT_EQ(Account.of(Loss::RootKinds), 1u);
}

TEST(LowerAndroid, OtherRootsStay) {
  LossAccount Account;
  constexpr StringLiteral Body =
      "- heapDumpSegment:\n"
      "- rootJniGlobal: {object: 0x10, globalRef: 1}\n"
      "- rootStickyClass: {object: 0x10}\n"
      "- rootThreadObject: {object: 0x10, threadSerial: 1, traceSerial: 2}\n"
      "- heapDumpEnd:\n";
  EXPECT_EQ(lowered(text(Android, Body), Account), hprofOf(text(Plain, Body)));
  EXPECT_TRUE(Account.entries().empty());
}

TEST(LowerAndroid, ArraysWithoutDataGetZeros) {
  // The second payload is longer than a single chunk.
  LossAccount Account;
  EXPECT_EQ(
      lowered(text(Android,
                   "- heapDumpSegment:\n"
                   "- primitiveArrayNoData: {object: 0x10, traceSerial: "
                   "6, length: 3, elementType: int}\n"
                   "- primitiveArrayNoData: {object: 0x20, length: 9001, "
                   "elementType: long}\n"
                   "- rootUnknown: {object: 0x10}\n"
                   "- heapDumpEnd:\n"),
              Account),
      hprofOf(text(Plain, "- heapDumpSegment:\n"
                          "- primitiveArray: {object: 0x10, traceSerial: 6, "
                          "elementType: int, elements: [0 x 3]}\n"
                          "- primitiveArray: {object: 0x20, elementType: long, "
                          "elements: [0 x 9001]}\n"
                          "- rootUnknown: {object: 0x10}\n"
                          "- heapDumpEnd:\n")));
  EXPECT_EQ(Account.of(Loss::ElementValues), 2u);
}

TEST(LowerAndroid, WhatOnlyAndroidSaysIsLeftOut) {
  LossAccount Account;
  EXPECT_EQ(
      lowered(text(Android, "- clockMonotonic: {nanoseconds: 5}\n"
                            "- strings: [app]\n"
                            "- heapDumpSegment:\n"
                            "- heapDumpInfo: {heapId: 65, heapName: app}\n"
                            "- rootUnknown: {object: 0x10}\n"
                            "- heapDumpEnd:\n"),
              Account),
      hprofOf(text(Plain, "- strings: [app]\n"
                          "- heapDumpSegment:\n"
                          "- rootUnknown: {object: 0x10}\n"
                          "- heapDumpEnd:\n")));
  EXPECT_EQ(Account.dropped(RecordKind::ClockMonotonic), 1u);
  EXPECT_EQ(Account.dropped(RecordKind::HeapDumpInfo), 1u);
}

TEST(LowerAndroid, ObjectsAreTheSameHoweverTheyCome) {
  constexpr StringLiteral Body =
      "- strings: [Node]\n"
      "- heapDumpSegment:\n"
      "- instance: {object: 1, class: 9, bytes: [1, 2, 3, 4, 5]}\n"
      "- objectArray: {object: 2, class: 9, elements: [0x1, null]}\n"
      "- primitiveArray: {object: 3, elementType: byte, text: abcdefghijkl}\n"
      "- heapDumpEnd:\n";
  for (size_t ChunkSize : ChunkSizes) {
    LossAccount Account;
    EXPECT_EQ(lowered(text(Android, Body), Account, ChunkSize),
              hprofOf(text(Plain, Body)));
  }
}

TEST(LowerAndroid, OtherVersionsKeepTheirs) {
  LossAccount Account;
  EXPECT_EQ(lowered("--- !hprof\nversion: 1.0.1\n---\n", Account),
            hprofOf("--- !hprof\nversion: 1.0.1\n---\n"));
}
