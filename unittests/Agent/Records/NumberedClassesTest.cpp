//===- NumberedClassesTest.cpp - Tests of the classes of an output --------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent/Records/NumberedClasses.h"
#include "Agent/LiveOutput.h"
#include "Agent/Vm/JvmMemory.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

namespace {
class NumberedClassesTest : public LiveOutput {
protected:
  std::vector<NumberedClasses::Entry> refresh() {
    LocalFrame Refs(Jni);
    Expected<std::vector<NumberedClasses::Loaded>> Found =
        Classes.refresh(Refs);
    std::vector<NumberedClasses::Entry> Result;
    if (!Found) {
      ADD_FAILURE() << toString(Found.takeError());
      return Result;
    }
    for (const NumberedClasses::Loaded &L : *Found)
      Result.push_back(L.Known);
    return Result;
  }

  NumberedClasses Classes{Ti, Out};
};
} // namespace

TEST(ClassNameOf, Signatures) {
  const std::pair<const char *, const char *> Cases[] = {
      {"Ljava/lang/String;", "java.lang.String"},
      {"LMain;", "Main"},
      {"[I", "int[]"},
      {"[[Ljava/lang/String;", "java.lang.String[][]"},
      {"Lpkg/Main$$Lambda.0x00007f01;", "pkg.Main$$Lambda+0x00007f01"},
      {"[Lpkg/Name.0x1;", "pkg.Name+0x1[]"},
      {"", ""},
      {"L;", ""},
  };
  for (auto [Signature, Name] : Cases)
    EXPECT_EQ(classNameOf(Signature), Name) << Signature;
}

TEST_F(NumberedClassesTest, EachClassIsNamedOnce) {
  const auto First = refresh();
  ASSERT_EQ(First.size(), 3u);
  EXPECT_EQ(First[0].Id, 0x20000000u);
  EXPECT_EQ(First[2].Serial, 100003u);
  Vm.addClass("[Lpkg/Name;");
  const auto Second = refresh();
  ASSERT_EQ(Second.size(), 4u);
  EXPECT_EQ(Second[1].Serial, First[1].Serial);
  EXPECT_EQ(Second[3].Id, 0x20000600u);
  const std::string R = records();
  EXPECT_EQ(countOf(R, "loadClass"), 4u);
  EXPECT_EQ(countOf(R, "name: 'pkg.Name[]'") + countOf(R, "name: pkg.Name[]") +
                countOf(R, "name: \"pkg.Name[]\""),
            1u)
      << R;
}

TEST_F(NumberedClassesTest, IdsFollowFromTags) {
  // A recording encounters a class before the output has written it.
  jclass Class = static_cast<jclass>(Vm.local(&Vm.addClass("LLast;")));
  EXPECT_EQ(cantFail(Classes.tagOf(Class)), 1);
  LocalFrame Refs(Jni);
  std::vector<NumberedClasses::Loaded> All = cantFail(Classes.refresh(Refs));
  ASSERT_EQ(All.size(), 4u);
  for (const NumberedClasses::Loaded &L : All)
    EXPECT_EQ(L.Known.Id, Numbers::classId(uint64_t(L.Tag) - 1));
  EXPECT_EQ(All.back().Known.Id, 0x20000000u);
  Out.with(
      [](RecordStream &S) { EXPECT_EQ(S.Next.Classes.Next, 0x20000800u); });
}

TEST_F(NumberedClassesTest, UnloadedAndLoadedAgain) {
  FakeJvm::Object &Old = Vm.addClass("LPlugin;");
  refresh();
  Vm.unloadClass(Old);
  refresh();
  refresh();
  Vm.addClass("LPlugin;");
  const auto Now = refresh();
  EXPECT_EQ(Now.back().Serial, 100005u);
  const std::string R = records();
  EXPECT_EQ(countOf(R, "name: Plugin}"), 2u) << R;
  EXPECT_EQ(countOf(R, "unloadClass: {classSerial: 100004}"), 1u);
  EXPECT_EQ(countOf(R, "unloadClass"), 1u);
}

TEST_F(NumberedClassesTest, TheNextCallCatchesUpWithAFailedOne) {
  Vm.addClass("LA;");
  for (const char *Name : {"GetTag", "SetTag", "GetClassSignature"}) {
    Vm.failTi(2, JVMTI_ERROR_OUT_OF_MEMORY, Name);
    LocalFrame Refs(Jni);
    EXPECT_NE(toString(Classes.refresh(Refs).takeError()), "");
  }
  EXPECT_EQ(refresh().size(), 4u);
  const std::string R = records();
  EXPECT_EQ(countOf(R, "loadClass"), 4u);
  EXPECT_EQ(countOf(R, "unloadClass"), 0u);
}

TEST_F(NumberedClassesTest, TagsOfOtherThingsAreReplaced) {
  jclass Class = static_cast<jclass>(Vm.local(&Vm.addClass("LA;")));
  Ti.SetTag(Class, NumberedClasses::EndOfTags);
  EXPECT_EQ(refresh().back().Serial, 100004u);
  EXPECT_EQ(refresh().back().Serial, 100004u);
}
