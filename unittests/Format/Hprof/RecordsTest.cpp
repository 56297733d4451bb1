//===- RecordsTest.cpp - Tests of the record table ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Hprof/Records.h"
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

TEST(BasicType, WidthsFollowTheIdSize) {
  EXPECT_EQ(widthOf(BasicType::Object, 4), 4u);
  EXPECT_EQ(widthOf(BasicType::Long, 4), 8u);
  EXPECT_EQ(widthOf(BasicType(3), 8), 0u);
  EXPECT_EQ(parseBasicType("char"), BasicType::Char);
}
