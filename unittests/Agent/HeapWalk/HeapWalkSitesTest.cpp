//===- HeapWalkSitesTest.cpp - Tags of a walk and of sites ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agent/HeapWalk/HeapWalkSites.h"
#include "Agent/HeapWalk/HeapWalkTags.h"
#include "Agent/Sites/FakeWeakRefs.h"
#include "gtest/gtest.h"
#include <map>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

namespace {
/// An environment that can tag objects.
struct FakeTags : jvmtiEnv {
  std::map<jobject, jlong> Tags;
  jvmtiError SetTagError = JVMTI_ERROR_NONE;
  jvmtiInterface_1_ Table = {};

  FakeTags() {
    functions = &Table;
    Table.GetTag = [](jvmtiEnv *E, jobject O, jlong *Tag) {
      *Tag = static_cast<FakeTags *>(E)->Tags[O];
      return JVMTI_ERROR_NONE;
    };
    Table.SetTag = [](jvmtiEnv *E, jobject O, jlong Tag) {
      auto &This = *static_cast<FakeTags *>(E);
      if (!This.SetTagError)
        This.Tags[O] = Tag;
      return This.SetTagError;
    };
    Table.GetErrorName = [](jvmtiEnv *, jvmtiError, char **) {
      return JVMTI_ERROR_INTERNAL;
    };
  }
};

class HeapWalkSitesTest : public testing::Test {
protected:
  ~HeapWalkSitesTest() override { Alive.clear(Jni); }
  jobject allocate(uintptr_t N, uint32_t Site) {
    const jobject O = FakeWeakRefs::object(N);
    EXPECT_TRUE(Alive.add(Jni, O, Site, 24));
    return O;
  }
  uint64_t give(jobject O, uint64_t Number) {
    Expected<uint64_t> N = Tags.give(Ti, O, Number);
    if (N)
      return *N;
    consumeError(N.takeError());
    return 0;
  }

  TableMemory Budget{UINT64_C(8) << 20};
  FakeTags Ti;
  FakeWeakRefs Jni;
  SiteTable Known{Budget};
  LiveObjects Alive{Budget};
  HeapWalkSites Sites{Known, Alive};
  WalkTags Tags{/*HaveSites=*/true};
};
} // namespace

TEST(WalkTags, NumbersOfClassesFollowFromTheirTags) {
  const WalkTags Own;
  for (jlong Tag : {1, 2, 1000}) {
    const uint64_t N = Own.numberOf(Tag);
    EXPECT_TRUE(WalkNumbers::isClass(N));
    EXPECT_EQ(WalkNumbers::idOf(N, 5), Numbers::classId(uint64_t(Tag) - 1));
  }
  EXPECT_EQ(Own.numberOf(0), 0u);
  // There are more classes than available numbers.
  EXPECT_EQ(Own.numberOf(NumberedClasses::EndOfTags - 1), 0u);
}

TEST(WalkTags, ReachFarWithoutSites) {
  const WalkTags Own;
  jlong Tag = 0;
  const uint64_t Last = (UINT64_C(1) << 40) - 1;
  EXPECT_EQ(Own.maxNumber(), Last);
  Own.give(Tag, Last);
  EXPECT_LT(Tag, 0);
  EXPECT_EQ(Own.numberOf(Tag), Last);
  EXPECT_EQ(Own.siteOf(Tag), 0u);
}

TEST(WalkTags, HaveNumberAndSite) {
  const WalkTags Tags(/*HaveSites=*/true);
  for (uint32_t Site : {0U, 5U, 123456U, SiteTable::EndOfSites - 1}) {
    jlong Tag = LiveObjects::tagOf(Site);
    EXPECT_GT(Tag, 0);
    EXPECT_EQ(Tags.numberOf(Tag), 0u);
    Tags.give(Tag, 0xfffffff0);
    EXPECT_LT(Tag, 0);
    EXPECT_EQ(Tags.numberOf(Tag), 0xfffffff0u);
    EXPECT_EQ(Tags.siteOf(Tag), Site + 1);
  }
  jlong Tag = 0;
  Tags.give(Tag, WalkNumbers::FirstObject);
  EXPECT_EQ(Tags.numberOf(Tag), WalkNumbers::FirstObject);
  EXPECT_EQ(Tags.siteOf(Tag), 0u);
}

TEST_F(HeapWalkSitesTest, LiveObjectsHaveTheTagsOfTheirSites) {
  const jobject Old = allocate(1, 3), Dead = allocate(2, 4),
                Other = allocate(3, 5), None = FakeWeakRefs::object(4);
  Jni.collect(Dead);
  ASSERT_EQ(toString(Sites.tagAll(Ti, Jni)), "");
  EXPECT_EQ(Ti.Tags.size(), 2u);
  EXPECT_EQ(Ti.Tags[Old], LiveObjects::tagOf(3));
  EXPECT_EQ(give(Old, 0x20000000), 0x20000000u);
  EXPECT_EQ(give(Other, 0x20000003), 0x20000003u);
  EXPECT_EQ(give(None, 0x20020003), 0x20020003u);
  // An object that has a number keeps it.
  EXPECT_EQ(give(Old, 0x30000000), 0x20000000u);
  EXPECT_EQ(Tags.siteOf(Ti.Tags[Old]), 4u);
  EXPECT_EQ(Tags.siteOf(Ti.Tags[Other]), 6u);
  EXPECT_EQ(Tags.siteOf(Ti.Tags[None]), 0u);
  Ti.Tags[FakeWeakRefs::object(5)] = 7;
  EXPECT_EQ(give(FakeWeakRefs::object(5), 0x30000000), Tags.numberOf(7));
}

TEST_F(HeapWalkSitesTest, ObjectsAreTaggedUntilTheWalkEnds) {
  ASSERT_EQ(toString(Sites.tagAll(Ti, Jni)), "");
  const jobject During = allocate(1, 3);
  EXPECT_EQ(Ti.Tags[During], LiveObjects::tagOf(3));
  Sites.endTags();
  const jobject After = allocate(2, 3);
  EXPECT_EQ(Ti.Tags.count(After), 0u);
}

TEST_F(HeapWalkSitesTest, ATagThatCannotBeSetIsAnError) {
  allocate(1, 3);
  Ti.SetTagError = JVMTI_ERROR_OUT_OF_MEMORY;
  EXPECT_NE(toString(Sites.tagAll(Ti, Jni)), "");
  EXPECT_EQ(give(FakeWeakRefs::object(1), 0x20000000), 0u);
}
