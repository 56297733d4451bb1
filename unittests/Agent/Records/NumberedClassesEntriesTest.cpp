//===- NumberedClassesEntriesTest.cpp - Entries of an output's classes ----===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agent/Records/NumberedClasses.h"
#include "gtest/gtest.h"
#include <atomic>
#include <cstring>
#include <fcntl.h>
#include <set>
#include <thread>

using namespace hprof::agent;

namespace {
/// A VM with ten classes, represented by numbers starting at 1. They share a
/// name, so only their hashes differ.
class TenClasses {
public:
  TenClasses() {
    Table.GetClassSignature = [](jvmtiEnv *, jclass, char **S, char **) {
      *S = ::strdup("LSame;");
      return JVMTI_ERROR_NONE;
    };
    Table.GetObjectHashCode = [](jvmtiEnv *, jobject C, jint *Hash) {
      *Hash = jint(indexOf(C));
      return JVMTI_ERROR_NONE;
    };
    Table.GetTag = [](jvmtiEnv *, jobject C, jlong *T) {
      std::this_thread::yield();
      *T = Tags[indexOf(C)].load();
      return JVMTI_ERROR_NONE;
    };
    Table.SetTag = [](jvmtiEnv *, jobject C, jlong T) {
      std::this_thread::yield();
      // No class may be given a second tag.
      const jlong Old = Tags[indexOf(C)].exchange(T);
      if (Old && Old != T)
        ++Changes;
      return JVMTI_ERROR_NONE;
    };
    Table.Deallocate = [](jvmtiEnv *, unsigned char *P) {
      std::free(P);
      return JVMTI_ERROR_NONE;
    };
    Ti.functions = &Table;
    Changes = 0;
    for (std::atomic<jlong> &T : Tags)
      T = 0;
  }

  static jclass at(uintptr_t I) { return reinterpret_cast<jclass>(I); }

  jvmtiEnv Ti;
  static std::atomic<unsigned> Changes;

private:
  static size_t indexOf(jobject C) { return reinterpret_cast<uintptr_t>(C); }

  static std::atomic<jlong> Tags[11];
  jvmtiInterface_1_ Table = {};
};
std::atomic<unsigned> TenClasses::Changes;
std::atomic<jlong> TenClasses::Tags[11];
} // namespace

TEST(NumberedClasses, ThreadsAgreeOnTags) {
  for (unsigned Round = 0; Round != 50; ++Round) {
    TenClasses Vm;
    Recorder Out("output", ::open("/dev/null", O_WRONLY), /*IsBinary=*/true);
    NumberedClasses Classes(Vm.Ti, Out);
    jlong Tags[4][11] = {};
    std::vector<std::thread> Threads;
    for (auto &Mine : Tags)
      Threads.emplace_back([&] {
        for (uintptr_t I = 1; I <= 10; ++I)
          if (llvm::Expected<jlong> T = Classes.tagOf(TenClasses::at(I)))
            Mine[I] = *T;
          else
            llvm::consumeError(T.takeError());
      });
    for (std::thread &T : Threads)
      T.join();
    EXPECT_EQ(TenClasses::Changes, 0u);
    std::set<uint32_t> Serials;
    for (uintptr_t I = 1; I <= 10; ++I) {
      EXPECT_TRUE(NumberedClasses::isClass(Tags[0][I]));
      for (auto &Mine : Tags)
        EXPECT_EQ(Mine[I], Tags[0][I]);
      Serials.insert(Classes.entry(Tags[0][I]).Serial);
    }
    EXPECT_EQ(Serials.size(), 10u);
    EXPECT_EQ(Serials.count(0), 0u);
  }
}

TEST(NumberedClasses, KnowsNothingOfOtherTags) {
  TenClasses Vm;
  Recorder Out("output", ::open("/dev/null", O_WRONLY), /*IsBinary=*/true);
  NumberedClasses Classes(Vm.Ti, Out);
  for (jlong Tag : {jlong(0), jlong(-1), jlong(1), NumberedClasses::EndOfTags})
    EXPECT_EQ(Classes.entry(Tag).Serial, 0u);
}
