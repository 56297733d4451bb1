//===- RecordsTest.cpp - Tests of the record table ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Records/RecordCodec.h"
#include "gtest/gtest.h"

using namespace hprof;

TEST(Records, TagsMapBackToTheirKind) {
  for (unsigned I = 0; I != NumRecordKinds - 1; ++I) {
    const RecordInfo &Info = recordInfo(RecordKind(I));
    if (Info.isForeign())
      continue;
    RecordKind Found = Info.Group == RecordGroup::Top ? topLevelKind(Info.Tag)
                                                      : subRecordKind(Info.Tag);
    EXPECT_EQ(unsigned(Found), I) << Info.Name;
  }
  EXPECT_EQ(topLevelKind(0x77), RecordKind::Opaque);
}

TEST(Records, NamesParseInBothSpellings) {
  EXPECT_EQ(parseRecordKind("LoadClass"), RecordKind::LoadClass);
  EXPECT_EQ(parseRecordKind("load-class"), RecordKind::LoadClass);
  EXPECT_EQ(parseRecordKind("ROOT JNI GLOBAL"), RecordKind::RootJniGlobal);
  EXPECT_EQ(parseRecordKind("nothing"), std::nullopt);
}

TEST(Records, FactsAreThoseOfTheTable) {
  EXPECT_EQ(headSize<LoadClass>(4), 16u);
  EXPECT_EQ(headSize<LoadClass>(8), 24u);
  EXPECT_EQ(FactsOf<ClassDump>.lists(), 3u);
  EXPECT_EQ(MaxLists, 3u);
  EXPECT_TRUE(FactsOf<EndThread>.isFixedSize());
  EXPECT_FALSE(FactsOf<Utf8>.isFixedSize());
  EXPECT_TRUE(FactsOf<StaticField>.has(FieldType::Value));
}

TEST(Records, EntriesThatCannotBeReadAreRefused) {
  constexpr bool IsTop = true;
  RecordFacts Text = RecordFacts().payload(PayloadKind::Text);
  EXPECT_TRUE(Text.isSound(IsTop));
  EXPECT_FALSE(Text.isSound(!IsTop)); // The end of the payload is not known.
  EXPECT_FALSE(Text.field(FieldType::Count).isSound(IsTop));
  RecordFacts Ids = RecordFacts().payload(PayloadKind::ObjectIds);
  EXPECT_FALSE(Ids.isSound(IsTop));
  EXPECT_TRUE(Ids.field(FieldType::Count).isSound(IsTop));
  RecordFacts Elements =
      RecordFacts().field(FieldType::Count).payload(PayloadKind::Elements);
  EXPECT_FALSE(Elements.isSound(IsTop));
  EXPECT_TRUE(Elements.field(FieldType::Type).isSound(IsTop));
  RecordFacts Values =
      RecordFacts().field(FieldType::Count).payload(PayloadKind::FieldValues);
  EXPECT_FALSE(Values.isSound(IsTop));
  EXPECT_TRUE(Values.field(FieldType::ClassId).isSound(IsTop));
  // Fields that follow a value have no fixed offset.
  RecordFacts Value = RecordFacts().field(FieldType::Value);
  EXPECT_FALSE(Value.isSound(IsTop));
  EXPECT_TRUE(Value.isSoundElement());
  EXPECT_FALSE(Value.field(FieldType::U4).isSoundElement());
}

TEST(Records, PayloadsHaveTheSizeThatTheirFieldsTell) {
  InstanceDump Instance;
  Instance.Length = 5;
  EXPECT_EQ(payloadSize(Instance, 8), 5u);
  ObjectArrayDump Objects;
  Objects.Length = UINT32_MAX;
  EXPECT_EQ(payloadSize(Objects, 8), uint64_t(UINT32_MAX) * 8);
  PrimitiveArrayDump Numbers;
  Numbers.Length = 3;
  Numbers.ElementType = BasicType::Long;
  EXPECT_EQ(payloadSize(Numbers, 4), 24u);
  EXPECT_EQ(payloadIn(Numbers), &Numbers.Elements);
  EXPECT_EQ(payloadIn(PrimitiveArrayNoData()), nullptr);
}

TEST(Records, CarriersAreSets) {
  EXPECT_TRUE(InHprof.has(Format::HprofOld));
  EXPECT_TRUE(InHprof.has(Format::HprofAndroid));
  EXPECT_FALSE(InBinary.has(Format::HprofAndroid));
  EXPECT_TRUE(kindsCarriedBy(Format::Yaml).all());
  RecordKindSet Android = kindsCarriedBy(Format::HprofAndroid);
  EXPECT_TRUE(Android[unsigned(RecordKind::HeapDumpInfo)]);
  EXPECT_FALSE(
      kindsCarriedBy(Format::Hprof)[unsigned(RecordKind::HeapDumpInfo)]);
  EXPECT_FALSE(Android[unsigned(RecordKind::Opaque)]);
}

TEST(BasicType, WidthsFollowTheIdSize) {
  EXPECT_EQ(widthOf(BasicType::Object, 4), 4u);
  EXPECT_EQ(widthOf(BasicType::Long, 4), 8u);
  EXPECT_EQ(widthOf(BasicType(3), 8), 0u);
  EXPECT_EQ(parseBasicType("char"), BasicType::Char);
}
