//===- RelocateAboveTest.cpp - Tests of moving ids above others -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convert/PassTesting.h"
#include "hprof/Convert/Ids/Relocate.h"
#include "hprof/Format/Yaml/YamlWriter.h"

using namespace hprof;
using namespace llvm;

namespace {
constexpr char Dump[] = R"(
--- !hprof
idSize: 8
---
- utf8: {id: 7, text: A}
- loadClass: {classSerial: 3, class: 0x10, traceSerial: 1, name: 7}
- stackFrame: {id: 5, method: 7, signature: 0, sourceFile: 0, classSerial: 3}
- stackTrace: {traceSerial: 1, threadSerial: 2, frames: [5]}
- heapDumpSegment:
- classDump: {class: 0x10, traceSerial: 1, fields: {7: object}}
- instance: {object: 0x20, traceSerial: 1, class: 0x10, fields: {A: 0x90}}
- objectArray: {object: 0x28, traceSerial: 1, class: 0x10, elements: [0x20, 0x98]}
- rootThreadObject: {object: 0x20, threadSerial: 2, traceSerial: 0xffffffff}
- heapDumpEnd:
)";

/// Moves the ids in \p Yaml above \p Ids.
std::string moved(StringRef Yaml, IdCeiling &Ids, size_t ChunkSize) {
  RelocateOptions Options;
  Options.Above = &Ids;
  std::unique_ptr<Stage> S = makeRelocate(Options);
  LossAccount Account;
  SmallVector<char, 0> Bytes;
  std::unique_ptr<Sink> Out = Sink::toMemory(Bytes);
  HprofWriter Writer(*Out);
  std::unique_ptr<RecordVisitor> Pass = S->makePass(Writer, Account);
  readChunked(hprofOf(Yaml), ChunkSize, *Pass);
  cantFail(Out->finish());
  SmallVector<char, 0> Text;
  std::unique_ptr<Sink> TextOut = Sink::toMemory(Text);
  YamlWriter Shown(*TextOut);
  readChunked(Bytes, 0, Shown);
  cantFail(TextOut->finish());
  return std::string(Text.begin(), Text.end());
}

bool has(StringRef Text, StringRef Part) { return Text.contains(Part); }
} // namespace

TEST(RelocateAbove, TheFirstStaysExceptForStrings) {
  for (size_t ChunkSize : ChunkSizes) {
    IdCeiling Ids;
    const std::string Text = moved(Dump, Ids, ChunkSize);
    EXPECT_TRUE(has(Text, "utf8: {id: 0x407, text: A}")) << Text;
    EXPECT_TRUE(has(Text, "elements: [0x20, 0x98]")) << Text;
    EXPECT_EQ(Ids.FirstFree, 1U);
    EXPECT_EQ(Ids.Strings, 0x407U);
    EXPECT_EQ(Ids.Objects, 0x98U); // Only a reference has this id.
    EXPECT_EQ(Ids.Frames, 5U);
    EXPECT_EQ(Ids.ClassSerials, 3U);
    EXPECT_EQ(Ids.TraceSerials, 1U); // The serial for "none" does not count.
    EXPECT_EQ(Ids.ThreadSerials, 2U);
  }
}

TEST(RelocateAbove, TheNextBeginsAfterTheLargest) {
  for (size_t ChunkSize : ChunkSizes) {
    IdCeiling Ids;
    moved(Dump, Ids, ChunkSize);
    const std::string Text = moved(Dump, Ids, ChunkSize);
    EXPECT_TRUE(has(Text, "utf8: {id: 0x80e, text: A}")) << Text;
    EXPECT_TRUE(has(Text, "classSerial: 6, class: 0x100000010")) << Text;
    EXPECT_TRUE(has(Text, "elements: [0x100000020, 0x100000098]")) << Text;
    EXPECT_TRUE(has(Text, "traceSerial: 4294967295")) << Text;
    EXPECT_EQ(Ids.FirstFree, 0x408U);
    EXPECT_EQ(Ids.Objects, 0x100000098U);
    EXPECT_EQ(Ids.Frames, 10U);
    EXPECT_EQ(Ids.ThreadSerials, 4U);
  }
}

TEST(RelocateAbove, EachHeaderOfAFileBeginsAnew) {
  IdCeiling Ids;
  const std::string Text = moved(std::string(Dump) + Dump, Ids, 0);
  EXPECT_TRUE(has(Text, "elements: [0x20, 0x98]")) << Text;
  EXPECT_TRUE(has(Text, "elements: [0x100000020, 0x100000098]")) << Text;
  EXPECT_EQ(Ids.Objects, 0x100000098U);
}

TEST(RelocateAbove, NarrowIdsMoveLessFar) {
  std::string Narrow = Dump;
  Narrow.replace(Narrow.find("idSize: 8"), 9, "idSize: 4");
  IdCeiling Ids;
  moved(Narrow, Ids, 0);
  const std::string Text = moved(Narrow, Ids, 0);
  EXPECT_TRUE(has(Text, "elements: [0x120, 0x198]")) << Text;
}
