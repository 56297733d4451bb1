//===- ObjectPartTest.cpp - Tests for the output of objects ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Objects/ObjectPart.h"
#include "Format/Hprof/HprofBytes.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Analysis/Objects/InstancePart.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

static Datum valueOf(const Rows &Of, StringRef Name) {
  const std::vector<Column> &Columns = Of.info().Columns;
  for (unsigned I = 0; I != Columns.size(); ++I)
    if (Columns[I].Name == Name && (Columns[I].Places & ForJson) && Of.has(I))
      return Of.get(I);
  return {};
}

static uint64_t numberOf(const Rows &Of, StringRef Name) {
  const Datum Value = valueOf(Of, Name);
  const uint64_t *N = Value.get<uint64_t>();
  return N ? *N : UINT64_MAX;
}

namespace {
/// A dump with an instance 0x20, an array 0x28 of objects and an array of
/// longs.
struct ObjectPartTest : testing::Test {
  HprofBytes Bytes = HprofBytes::good();
  std::unique_ptr<HeapFile> File = HeapFile::fromMemory(Bytes.bytes(), "heap");
  DumpContext Context;
  ObjectSearch Finder{*File, Context, 1};

  void SetUp() override {
    DumpContext::Builder Build(Context);
    HprofReader Reader = cantFail(HprofReader::create(File->source()));
    cantFail(Reader.read(Build));
  }
  ObjectScope scope(bool HasOffsets = true) {
    return {Finder, Finder, Context, /*Top=*/2, HasOffsets};
  }
};

TEST_F(ObjectPartTest, ElementsUpToTheLimit) {
  ObjectPart Part(scope());
  cantFail(Part.add({0x28, 0x30}));
  const std::unique_ptr<Rows> Facts = Part.facts();
  ASSERT_TRUE(Facts->next());
  const Datum All = valueOf(*Facts, "objects");
  ASSERT_TRUE(All.rows()->next());
  EXPECT_EQ(numberOf(*All.rows(), "id"), 0x28u);
  EXPECT_EQ(valueOf(*All.rows(), "kind").text(), StringRef("object_array"));
  EXPECT_EQ(numberOf(*All.rows(), "length"), 3u);
  const Datum Elements = valueOf(*All.rows(), "elements");
  ASSERT_TRUE(Elements.rows()->next());
  ASSERT_TRUE(Elements.rows()->next());
  EXPECT_FALSE(Elements.rows()->next());
  ASSERT_TRUE(All.rows()->next());
  const Datum Longs = valueOf(*All.rows(), "elements");
  ASSERT_TRUE(Longs.rows()->next());
  const Datum First = valueOf(*Longs.rows(), "value");
  ASSERT_TRUE(First.get<Value>());
  EXPECT_EQ(First.get<Value>()->Type, BasicType::Long);
  EXPECT_FALSE(All.rows()->next());
}

TEST_F(ObjectPartTest, MissingIdsAreErrorsAndOthersAreShown) {
  ObjectPart Part(scope(/*HasOffsets=*/false));
  EXPECT_EQ(toString(Part.add({0x99, 0x20})), "no object has the id 0x99");
  const std::unique_ptr<Rows> Facts = Part.facts();
  ASSERT_TRUE(Facts->next());
  const Datum All = valueOf(*Facts, "objects");
  ASSERT_TRUE(All.rows()->next());
  EXPECT_EQ(numberOf(*All.rows(), "id"), 0x20u);
  EXPECT_TRUE(valueOf(*All.rows(), "offset").isNull());
  EXPECT_TRUE(valueOf(*All.rows(), "retained").isMissing());
  EXPECT_FALSE(All.rows()->next());
}

TEST_F(ObjectPartTest, InstancesOfClasses) {
  const std::vector<std::string> Classes = {"long[]", "no.such.Class"};
  const InstancePart Part(scope(), Classes, /*WithSubclasses=*/false);
  const std::unique_ptr<Rows> Facts = Part.facts();
  ASSERT_TRUE(Facts->next());
  {
    const Datum All = valueOf(*Facts, "instances");
    ASSERT_TRUE(All.rows()->next());
    EXPECT_EQ(numberOf(*All.rows(), "count"), 1u);
    const Datum Objects = valueOf(*All.rows(), "objects");
    ASSERT_TRUE(Objects.rows()->next());
    EXPECT_EQ(numberOf(*Objects.rows(), "id"), 0x30u);
    EXPECT_FALSE(All.rows()->next());
  }
  EXPECT_EQ(toString(Part.takeError()).substr(0, 32),
            "no class is called 'no.such.Clas");
}
} // namespace
