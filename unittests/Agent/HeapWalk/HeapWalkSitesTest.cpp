//===- HeapWalkSitesTest.cpp - Tags of a walk and of sites ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agent/HeapWalk/HeapWalkSites.h"
#include "Agent/HeapWalk/HeapWalkTags.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

namespace {
/// A heap of objects that are numbers from 1, in an environment that can tag
/// them.
struct FakeHeap {
  struct Object {
    jlong Tag = 0, Size = 24;
    bool IsDead = false;
  };
  std::vector<Object> Objects;
  jvmtiError IterateError = JVMTI_ERROR_NONE, SetTagError = JVMTI_ERROR_NONE;
  jvmtiInterface_1_ Table = {};
  jvmtiEnv Ti;

  FakeHeap() {
    Current = this;
    Ti.functions = &Table;
    Table.GetTag = [](jvmtiEnv *, jobject O, jlong *Tag) {
      *Tag = Current->at(O).Tag;
      return JVMTI_ERROR_NONE;
    };
    Table.SetTag = [](jvmtiEnv *, jobject O, jlong Tag) {
      if (!Current->SetTagError)
        Current->at(O).Tag = Tag;
      return Current->SetTagError;
    };
    Table.GetErrorName = [](jvmtiEnv *, jvmtiError, char **) {
      return JVMTI_ERROR_INTERNAL;
    };
    Table.IterateThroughHeap = [](jvmtiEnv *, jint Filter, jclass,
                                  const jvmtiHeapCallbacks *Calls,
                                  const void *User) {
      EXPECT_EQ(Filter, JVMTI_HEAP_FILTER_UNTAGGED);
      if (Current->IterateError)
        return Current->IterateError;
      for (Object &O : Current->Objects)
        if (O.Tag && !O.IsDead)
          Calls->heap_iteration_callback(1, O.Size, &O.Tag, -1,
                                         const_cast<void *>(User));
      return JVMTI_ERROR_NONE;
    };
  }
  jobject add(jlong Tag, jlong Size = 24) {
    Objects.push_back({Tag, Size});
    return reinterpret_cast<jobject>(Objects.size());
  }
  Object &at(jobject O) { return Objects[reinterpret_cast<size_t>(O) - 1]; }

  static FakeHeap *Current;
};
FakeHeap *FakeHeap::Current;

class HeapWalkSitesTest : public testing::Test {
protected:
  /// An object of the site, which is counted as allocated.
  jobject allocate(uint32_t Trace, uint64_t Size) {
    const uint32_t N = *Known.get({Trace, 1});
    EXPECT_TRUE(Known.allocated(N, {1, Size}));
    return Heap.add(ObjectTag(N, Size).get(), jlong(Size));
  }
  std::string live(uint32_t Site) const {
    const Amount Live = Known.counts(Site).Live;
    return std::to_string(Live.Objects) + " objects, " +
           std::to_string(Live.Bytes) + " bytes";
  }
  uint64_t give(jobject O, uint64_t Number) {
    Expected<uint64_t> N = Tags.give(Heap.Ti, O, Number);
    if (N)
      return *N;
    consumeError(N.takeError());
    return 0;
  }
  std::string restore() { return toString(Sites.restore(Heap.Ti)); }

  TableMemory Budget{UINT64_C(8) << 20};
  FakeHeap Heap;
  SiteTable Known{Budget};
  HeapWalkSites Sites{Known, Budget};
  WalkTags Tags{&Sites};
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
  // More classes than there are numbers for.
  EXPECT_EQ(Own.numberOf(NumberedClasses::EndOfTags - 1), 0u);
}

TEST(WalkTags, OwnTagsReachFar) {
  const WalkTags Own;
  jlong Tag = 0;
  const uint64_t Last = (UINT64_C(1) << 40) - 1;
  EXPECT_EQ(Own.maxNumber(), Last);
  EXPECT_TRUE(Own.give(Tag, Last));
  EXPECT_LT(Tag, 0);
  EXPECT_EQ(Own.numberOf(Tag), Last);
  EXPECT_EQ(Own.siteOf(Tag), 0u);
}

TEST_F(HeapWalkSitesTest, SharedTagsHaveNumberAndSite) {
  for (uint32_t Site : {0U, 5U, 123456U}) {
    jlong Tag = ObjectTag(Site, 40).get();
    EXPECT_EQ(Tags.numberOf(Tag), 0u);
    ASSERT_TRUE(Tags.give(Tag, 0xfffffff0));
    EXPECT_LT(Tag, 0);
    EXPECT_FALSE(ObjectTag(Tag).hasSite());
    EXPECT_EQ(Tags.numberOf(Tag), 0xfffffff0u);
    EXPECT_EQ(Tags.siteOf(Tag), Site + 1);
  }
  jlong Tag = 0;
  ASSERT_TRUE(Tags.give(Tag, WalkNumbers::FirstObject));
  EXPECT_EQ(Tags.numberOf(Tag), WalkNumbers::FirstObject);
  EXPECT_EQ(Tags.siteOf(Tag), 0u);
}

TEST_F(HeapWalkSitesTest, TagsAreRestored) {
  const jobject Old = allocate(1, 24), Large = allocate(2, 1 << 20);
  const jobject Class = Heap.add(7), None = Heap.add(0);
  const std::vector<FakeHeap::Object> Before = Heap.Objects;
  ASSERT_EQ(toString(Sites.begin(Heap.Ti)), "");
  EXPECT_EQ(give(Old, 0x20000000), 0x20000000u);
  EXPECT_EQ(give(Large, 0x20000003), 0x20000003u);
  EXPECT_EQ(give(None, 0x20020003), 0x20020003u);
  // Who has a number keeps it.
  EXPECT_EQ(give(Old, 0x30000000), 0x20000000u);
  EXPECT_EQ(give(Class, 0x30000000), Tags.numberOf(7));
  // Allocated meanwhile.
  const jobject New = allocate(1, 32);
  EXPECT_EQ(restore(), "");
  for (size_t I = 0; I != Before.size(); ++I)
    EXPECT_EQ(Heap.Objects[I].Tag, Before[I].Tag) << I;
  EXPECT_EQ(Heap.at(New).Tag, ObjectTag(0, 32).get());
  EXPECT_EQ(live(0), "2 objects, 56 bytes");
  EXPECT_EQ(live(1), "1 objects, 1048576 bytes");
}

TEST_F(HeapWalkSitesTest, WhatDiesMeanwhileIsCountedOnce) {
  const jobject A = allocate(1, 24), B = allocate(1, 48), C = allocate(1, 64);
  for (unsigned Walk = 0; Walk != 2; ++Walk) {
    ASSERT_EQ(toString(Sites.begin(Heap.Ti)), "");
    give(A, 0x20000000);
    if (!Walk) {
      give(B, 0x20000003);
      Heap.at(B).IsDead = true;
    }
    // Dies before the walk meets it, as the VM reports.
    if (!Walk) {
      Heap.at(C).IsDead = true;
      Known.freed(0, {1, 64});
    }
    EXPECT_EQ(restore(), "");
    EXPECT_EQ(live(0), "1 objects, 24 bytes");
  }
}

TEST_F(HeapWalkSitesTest, RestoringIsTriedAgain) {
  const jobject A = allocate(1, 24), B = allocate(1, 48);
  const jlong Before = Heap.at(A).Tag;
  ASSERT_EQ(toString(Sites.begin(Heap.Ti)), "");
  give(A, 0x20000000);
  give(B, 0x20000003);
  Heap.at(B).IsDead = true;
  Heap.IterateError = JVMTI_ERROR_OUT_OF_MEMORY;
  EXPECT_NE(restore(), "");
  EXPECT_LT(Heap.at(A).Tag, 0);
  // No walk can begin.
  EXPECT_NE(toString(Sites.begin(Heap.Ti)), "");
  EXPECT_EQ(live(0), "2 objects, 72 bytes");
  Heap.IterateError = JVMTI_ERROR_NONE;
  EXPECT_EQ(toString(Sites.begin(Heap.Ti)), "");
  EXPECT_EQ(Heap.at(A).Tag, Before);
  EXPECT_EQ(live(0), "1 objects, 24 bytes");
}

TEST_F(HeapWalkSitesTest, ATagThatCannotBeSetIsNotTaken) {
  const jobject A = allocate(1, 24);
  ASSERT_EQ(toString(Sites.begin(Heap.Ti)), "");
  Heap.SetTagError = JVMTI_ERROR_OUT_OF_MEMORY;
  EXPECT_EQ(give(A, 0x20000000), 0u);
  EXPECT_EQ(restore(), "");
  EXPECT_EQ(live(0), "1 objects, 24 bytes");
}
