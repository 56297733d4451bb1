//===- ChangeIdsTest.cpp - Tests of changed ids ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Ids/ChangeIds.h"
#include "Convert/PassTesting.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

static constexpr StringLiteral Dump =
    "--- !hprof\n"
    "idSize: 4\n"
    "---\n"
    "- class: {name: a/Up, class: 0x10, fields: {up: object, b: byte}}\n"
    "- class: {name: a/Node, class: 0x20, super: 0x10, statics: {s: object "
    "0x300}, fields: {n: int, next: object, d: double, other: object}}\n"
    "- rootThreadObject: {object: 0x100, threadSerial: 7}\n"
    "- instance: {object: 0x100, class: 0x20, fields: {n: 7, next: 0x200, d: "
    "1.5, other: 0x300, up: 0x100, b: 9}}\n"
    "- objectArray: {object: 0x200, class: 0x20, elements: [0x100, null, "
    "0x999, 0x300]}\n"
    "- primitiveArray: {object: 0x300, elementType: long, elements: [1, 2]}\n";

static SmallVector<char, 0> change(StringRef Yaml,
                                   const ChangeIdsOptions &Options,
                                   size_t ChunkSize, LossAccount &Account) {
  SmallVector<char, 0> Bytes, Input = hprofOf(Yaml);
  std::unique_ptr<Sink> Out = Sink::toMemory(Bytes);
  HprofWriter Writer(*Out, Framing::Own);
  std::unique_ptr<Stage> S = makeChangeIds(Options);
  TestStream Stream(
      [&](RecordVisitor &V) { readChunked(Input, ChunkSize, V); });
  cantFail(Stream.lookBy(*S));
  std::unique_ptr<RecordVisitor> P = S->makePass(Writer, Account);
  readChunked(Input, ChunkSize, *P);
  cantFail(Out->finish());
  return Bytes;
}

TEST(ChangeIds, WideIdsBecomeWhatAWideDumpHas) {
  std::string Wide = Dump.str();
  Wide.replace(Wide.find("idSize: 4"), 9, "idSize: 8");
  // In YAML, the ids of strings depend on the id width; everything else keeps
  // its size.
  for (size_t ChunkSize : ChunkSizes) {
    LossAccount Account;
    SmallVector<char, 0> Out = change(Dump, {8, false}, ChunkSize, Account);
    EXPECT_EQ(Out.size(), hprofOf(Wide).size());
    EXPECT_TRUE(Account.entries().empty());
  }
}

TEST(ChangeIds, PayloadsComeInChunksOfAnySize) {
  for (ChangeIdsOptions Options :
       {ChangeIdsOptions{8, false}, {8, true}, {4, true}, {0, true}}) {
    LossAccount Account;
    SmallVector<char, 0> Whole = change(Dump, Options, 0, Account);
    EXPECT_EQ(Account.of(Loss::DanglingReferences), Options.Renumber ? 1u : 0u);
    for (size_t ChunkSize : ChunkSizes)
      EXPECT_EQ(change(Dump, Options, ChunkSize, Account), Whole);
  }
}

TEST(ChangeIds, BackAndForthIsTheSame) {
  LossAccount Account;
  SmallVector<char, 0> Once = change(Dump, {0, true}, 0, Account);
  std::string Again;
  {
    // Renumbering a dump that is already renumbered keeps its ids.
    std::unique_ptr<Stage> S = makeChangeIds({0, true});
    SmallVector<char, 0> Bytes;
    std::unique_ptr<Sink> Out = Sink::toMemory(Bytes);
    HprofWriter Writer(*Out, Framing::Own);
    TestStream Stream([&](RecordVisitor &V) { readChunked(Once, 0, V); });
    cantFail(Stream.lookBy(*S));
    std::unique_ptr<RecordVisitor> P = S->makePass(Writer, Account);
    readChunked(Once, 0, *P);
    cantFail(Out->finish());
    Again.assign(Bytes.begin(), Bytes.end());
  }
  EXPECT_EQ(Again, std::string(Once.begin(), Once.end()));
}
