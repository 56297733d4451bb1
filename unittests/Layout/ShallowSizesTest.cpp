//===- ShallowSizesTest.cpp - Bytes of instances and class objects --------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Layout/ShallowSizes.h"
#include "hprof/Format/Context/DumpContext.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace hprof;

namespace {

/// Classes given as (name, super, fields, statics); ids start at 1. A field is
/// given as a descriptor, followed by a name if the name matters.
class Model {
public:
  Model() { add("java/lang/Object", "", {}); }

  Model &add(llvm::StringRef Name, llvm::StringRef Super,
             llvm::ArrayRef<llvm::StringRef> Fields,
             llvm::ArrayRef<llvm::StringRef> Statics = {}) {
    ClassModel C;
    C.Id = Classes.size() + 1;
    C.Name = Name;
    for (const ClassModel &Other : Classes)
      if (Other.Name == Super)
        C.Super = Other.Id;
    for (llvm::StringRef F : Fields)
      C.Fields.push_back(field(F));
    for (llvm::StringRef F : Statics)
      C.Statics.push_back(field(F));
    Classes.push_back(C);
    return *this;
  }

  uint64_t size(llvm::StringRef Name, llvm::StringRef Layout,
                unsigned Release) const {
    ClassIndex Index(Classes);
    return sizes(Index, Layout, Release)
        .instance(Index.findName(Name).value_or(0));
  }
  uint64_t mirror(llvm::StringRef Name, llvm::StringRef Layout,
                  unsigned Release) const {
    ClassIndex Index(Classes);
    return sizes(Index, Layout, Release)
        .mirror(Index.findName(Name).value_or(0));
  }

  std::vector<ClassModel> Classes;

private:
  static ShallowSizes sizes(const ClassIndex &Index, llvm::StringRef Layout,
                            unsigned Release) {
    JavaRelease R;
    R.AtLeast = Release;
    ObjectLayout L = Layout == "mat"
                         ? matLayout(*findObjectLayout("compressed"))
                         : *findObjectLayout(Layout);
    return {Index, L, R};
  }
  static FieldModel field(llvm::StringRef Text) {
    FieldModel F;
    for (unsigned T = 0; T != 12; ++T)
      if (basicTypeDescriptor(BasicType(T)) == Text[0])
        F.Type = BasicType(T);
    F.Name = Text.drop_front();
    return F;
  }
};

} // namespace

TEST(ShallowSizesTest, SmallClasses) {
  Model M;
  M.add("Int", "java/lang/Object", {"I"});
  M.add("Long", "java/lang/Object", {"J"});
  M.add("Pair", "java/lang/Object", {"L", "L"});
  struct {
    const char *Layout;
    uint64_t Object, Int, Long, Pair;
  } Cases[] = {
      {"32bit", 8, 16, 16, 16},
      {"compressed", 16, 16, 24, 24},
      {"uncompressed", 16, 16, 24, 32},
      {"uncompressed-klass", 16, 24, 24, 32},
      {"compressed-oops-only", 16, 24, 24, 24},
      {"compact", 8, 16, 16, 16},
      {"compact-uncompressed", 8, 16, 16, 24},
      {"compressed-16", 16, 16, 32, 32},
  };
  for (auto &C : Cases) {
    EXPECT_EQ(M.size("java/lang/Object", C.Layout, 17), C.Object) << C.Layout;
    EXPECT_EQ(M.size("Int", C.Layout, 17), C.Int) << C.Layout;
    EXPECT_EQ(M.size("Long", C.Layout, 17), C.Long) << C.Layout;
    EXPECT_EQ(M.size("Pair", C.Layout, 17), C.Pair) << C.Layout;
  }
}

// Up to JDK 14, the fields of a subclass start after those of its superclass,
// rounded up to the size of a reference; later, they fill the gaps of the
// superclass.
TEST(ShallowSizesTest, GapsOfSuperclasses) {
  Model M;
  M.add("A", "java/lang/Object", {"Z"}); // 12: boolean
  M.add("B", "A", {"Z"});
  M.add("C", "B", {"S"});
  M.add("D", "C", {"J"});
  M.add("E", "D", {"I"});
  EXPECT_EQ(M.size("B", "compressed", 14), 24u);
  EXPECT_EQ(M.size("B", "compressed", 15), 16u);
  EXPECT_EQ(M.size("C", "compressed", 15), 16u);
  EXPECT_EQ(M.size("D", "compressed", 15), 24u);
  EXPECT_EQ(M.size("E", "compressed", 15), 32u);
  EXPECT_EQ(M.size("E", "compressed", 14), 40u);
}

// A long after a 12-byte header leaves a gap of 4 bytes, which is filled with
// an int, or with shorts and bytes, or, if there are none of these, with a
// reference.
TEST(ShallowSizesTest, GapBeforeLongs) {
  Model M;
  M.add("A", "java/lang/Object", {"J", "I", "L"});
  M.add("B", "java/lang/Object", {"J", "S", "B", "Z"});
  M.add("C", "java/lang/Object", {"J", "L"});
  // Each of these fits because it uses the gap: 12 + 4 + 8 and so on.
  for (unsigned Release : {8, 14, 15, 17, 25}) {
    EXPECT_EQ(M.size("A", "compressed", Release), 32u) << Release;
    EXPECT_EQ(M.size("B", "compressed", Release), 24u) << Release;
    EXPECT_EQ(M.size("C", "compressed", Release), 24u) << Release;
  }
}

// The smaller of two gaps is filled, so that the larger gap stays free for an
// int.
TEST(ShallowSizesTest, SmallestGapFirst) {
  Model M;
  M.add("A", "java/lang/Object", {"J"}); // gap 12..16
  M.add("B", "A", {"S", "B"});           // fills 12..15
  M.add("C", "B", {"J", "B"}); // the byte is placed at 15, the long at 24
  EXPECT_EQ(M.size("B", "compressed", 17), 24u);
  EXPECT_EQ(M.size("C", "compressed", 17), 32u);
}

TEST(ShallowSizesTest, ReferencesOfStringStandFirstUpTo14) {
  Model M;
  M.add("java/lang/String", "java/lang/Object", {"I", "I", "I", "L"});
  M.add("java.lang.Double", "java/lang/Object", {"L", "J"});
  M.add("Other", "java/lang/Object", {"L", "J"});
  EXPECT_EQ(M.size("java/lang/String", "compressed", 6), 32u);
  EXPECT_EQ(M.size("java/lang/String", "32bit", 6), 24u);
  EXPECT_EQ(M.size("Other", "32bit", 8), 24u);
}

TEST(ShallowSizesTest, ReferencesFirstWithoutFillingGaps) {
  Model M;
  M.add("Random", "java/lang/Object", {"L", "D", "Z"});
  M.add("Entry", "Random", {"J", "I"});
  M.add("Plain", "java/lang/Object", {"L", "I", "Z"});
  // Ends at 12; double at 16, boolean at 24; ends at 28; long at 32, int at 40.
  EXPECT_EQ(M.size("Random", "32bit-5", 5), 32u);
  EXPECT_EQ(M.size("Random", "32bit", 6), 24u);
  EXPECT_EQ(M.size("Entry", "32bit-5", 5), 48u);
  EXPECT_EQ(M.size("Entry", "32bit", 6), 40u);
  EXPECT_EQ(M.size("Plain", "32bit-5", 5), 24u);
}

TEST(ShallowSizesTest, InjectedFields) {
  Model M;
  M.add("java/lang/invoke/ResolvedMethodName", "java/lang/Object", {});
  M.add("java/lang/Module", "java/lang/Object", {"L", "L", "L", "L"});
  // vmholder and vmtarget are injected.
  EXPECT_EQ(M.size("java/lang/invoke/ResolvedMethodName", "compressed", 17),
            24u);
  EXPECT_EQ(M.size("java/lang/Module", "compressed", 17), 40u);
  EXPECT_EQ(M.size("java/lang/Module", "compressed", 8), 32u);
  // A Java field of the same name replaces the injected field, which is not
  // counted twice.
  Model N;
  N.add("java.lang.invoke.ResolvedMethodName", "java/lang/Object",
        {"Lvmholder", "L", "L"});
  EXPECT_EQ(N.size("java/lang/invoke/ResolvedMethodName", "compressed", 25),
            32u);
}

TEST(ShallowSizesTest, InjectedUnlessJavaHasAnotherField) {
  // The fields that the VM injects for call sites moved from the context object
  // into the CallSite.
  Model Old, New;
  Old.add("java/lang/invoke/CallSite", "java/lang/Object",
          {"Ltarget", "Lcontext"});
  New.add("java/lang/invoke/CallSite", "java/lang/Object", {"Ltarget"});
  EXPECT_EQ(Old.size("java/lang/invoke/CallSite", "compressed", 17), 24u);
  EXPECT_EQ(New.size("java/lang/invoke/CallSite", "compressed", 21), 32u);
}

TEST(ShallowSizesTest, ContendedClass) {
  Model M;
  M.add("java/util/concurrent/atomic/Striped64$Cell", "java/lang/Object",
        {"Jvalue"});
  // 12 + 128, long at 144, followed by 128.
  EXPECT_EQ(
      M.size("java/util/concurrent/atomic/Striped64$Cell", "compressed", 17),
      280u);
  EXPECT_EQ(
      M.size("java/util/concurrent/atomic/Striped64$Cell", "compressed", 8),
      280u);
  EXPECT_EQ(
      M.size("java/util/concurrent/atomic/Striped64$Cell", "compressed", 7),
      24u);
}

TEST(ShallowSizesTest, ContendedGroup) {
  Model M;
  M.add("java/lang/Thread", "java/lang/Object",
        {"JthreadLocalRandomSeed", "IthreadLocalRandomProbe",
         "IthreadLocalRandomSecondarySeed", "I"});
  M.add("Worker", "java/lang/Thread", {"L"});
  M.add("Special", "Worker", {"B"});
  // 12 + int, 128, a group of 16, 128.
  EXPECT_EQ(M.size("java/lang/Thread", "compressed", 17), 288u);
  EXPECT_EQ(M.size("java/lang/Thread", "compressed", 8), 288u);
  // JDK 19 dropped the annotation and added fields.
  EXPECT_EQ(M.size("java/lang/Thread", "compressed", 21), 48u);
  EXPECT_EQ(M.size("Worker", "compressed", 17), 296u);
  EXPECT_EQ(M.size("Worker", "compressed", 8), 296u);
  // The padding of a superclass is repeated below a class without padding.
  EXPECT_EQ(M.size("Special", "compressed", 17), 424u);
}

TEST(ShallowSizesTest, Mirrors) {
  Model M;
  M.add("java/lang/Class", "java/lang/Object", {"L", "L", "I"}, {"L"});
  M.add("A", "java/lang/Object", {}, {"L", "J", "B", "L<resolved_references>"});
  M.add("[I", "java/lang/Object", {});
  // JDK 17 injects 2 words, 2 ints and 3 references: 12 + 12 + 16 + 8 + 12 =
  // 60.
  EXPECT_EQ(M.size("java/lang/Class", "compressed", 17), 64u);
  EXPECT_EQ(M.mirror("[I", "compressed", 17), 64u);
  EXPECT_EQ(M.mirror("java/lang/Class", "compressed", 17), 72u);
  EXPECT_EQ(M.mirror("A", "compressed", 17), 88u); // 4, 8 at 8, 1
  EXPECT_EQ(M.mirror("A", "compressed-16", 17), 96u);
  // Up to JDK 6, three references are injected and statics are elsewhere.
  EXPECT_EQ(M.mirror("A", "compressed", 6), 40u);
  // Memory Analyzer counts only the statics, including pseudo statics.
  EXPECT_EQ(M.mirror("A", "mat", 17), 24u);
  EXPECT_EQ(M.mirror("[I", "mat", 17), 0u);
}

TEST(ShallowSizesTest, DeclaredAndMemoryAnalyzerSizes) {
  Model M;
  M.add("A", "java/lang/Object", {"B"});
  M.add("B", "A", {"B", "L"});
  M.Classes[2].DeclaredSize = 21;
  ClassIndex Index(M.Classes);
  ShallowSizes S(Index, declaredLayout(*findObjectLayout("32bit")), {});
  EXPECT_EQ(S.instance(2), 24u);
  // 12, A: 13 -> 16, B: 21 -> 24.
  EXPECT_EQ(M.size("B", "mat", 17), 24u);
  EXPECT_EQ(M.size("B", "compressed", 17), 24u);
}

// Invalid superclasses in a damaged file must not cause a hang or crash.
TEST(ShallowSizesTest, BrokenHierarchies) {
  Model M;
  M.add("A", "", {"I"}).add("B", "A", {"I"}).add("C", "", {"J"});
  M.Classes[1].Super = 3;     // A and B are each other's superclass
  M.Classes[3].Super = 12345; // not in the dump
  EXPECT_EQ(M.size("C", "compressed", 17), 24u);
  uint64_t A = M.size("A", "compressed", 17), B = M.size("B", "compressed", 17);
  EXPECT_EQ(A + B, 16u + 24u);
  M.Classes[1].Super = 2; // its own superclass
  EXPECT_EQ(M.size("A", "compressed", 17), 16u);
  M.Classes[2].Id = 2; // a duplicate id
  EXPECT_GE(M.size("C", "compressed", 17), 16u);
  M.Classes[1].Fields.push_back({"x", BasicType(77)}); // no such type
  EXPECT_EQ(M.size("A", "compressed", 8), 24u);
}

TEST(JavaReleaseTest, Signs) {
  auto Release = [](const Model &M) {
    return deriveJavaRelease(ClassIndex(M.Classes));
  };
  EXPECT_FALSE(Release(Model()).isKnown());
  Model M;
  M.add("java/lang/Class", "java/lang/Object", {"LclassLoader"});
  EXPECT_EQ(Release(M).AtLeast, 8u);
  EXPECT_EQ(Release(M).AtMost, 14u);
  EXPECT_EQ(Release(M).Sign, "java.lang.Class.classLoader");
  M.add("java.lang.Module", "java/lang/Object", {});
  EXPECT_EQ(Release(M).AtLeast, 9u);
  EXPECT_EQ(Release(M).Sign, "class java.lang.Module");
  M.add("java/lang/System", "java/lang/Object", {}, {"LinitialErrStream"});
  EXPECT_EQ(Release(M).AtLeast, 17u);
  Model N;
  N.add("java.lang.Class", "java/lang/Object", {"Zprimitive", "LclassLoader"});
  EXPECT_EQ(Release(N).AtLeast, 25u);
  EXPECT_EQ(Release(N).AtMost, ~0U);
}

TEST(JavaReleaseTest, OneSignOfAReleaseIsEnough) {
  auto Release = [](const Model &M) {
    return deriveJavaRelease(ClassIndex(M.Classes));
  };
  // An early build of JDK 8.
  Model M;
  M.add("java/lang/Class", "java/lang/Object", {"LclassValueMap"})
      .add("java/lang/Thread", "java/lang/Object",
           {"JnativeParkEventPointer", "JthreadLocalRandomSeed"});
  EXPECT_EQ(Release(M).AtLeast, 8u);
  EXPECT_EQ(Release(M).AtMost, 8u);
  EXPECT_EQ(Release(M).Sign, "java.lang.Thread.threadLocalRandomSeed");
  Model N;
  N.add("java/lang/Class", "java/lang/Object", {"LclassValueMap"})
      .add("java/lang/Thread", "java/lang/Object", {"JnativeParkEventPointer"});
  EXPECT_EQ(Release(N).AtLeast, 7u);
  EXPECT_EQ(Release(N).AtMost, 7u);
  N.add("java/util/HashMap$TreeNode", "java/lang/Object", {});
  EXPECT_EQ(Release(N).AtLeast, 8u);
  EXPECT_EQ(Release(N).Sign, "class java.util.HashMap$TreeNode");
}

TEST(JavaReleaseTest, StatedVersion) {
  auto Stated = [](std::vector<const char *> Strings,
                   const char *Class = "sun/misc/Version") {
    DumpContext Context;
    DumpContext::Builder B(Context);
    FileHeader H;
    H.IdSize = 8;
    B.visit(H);
    Utf8 Text;
    Strings.push_back(Class);
    for (const char *S : Strings) {
      ++Text.Id;
      Text.Text = llvm::arrayRefFromStringRef(S);
      B.visit(Text);
    }
    LoadClass C;
    C.Class = 0x100;
    C.Name = Text.Id;
    B.visit(C);
    return statedJavaVersion(Context);
  };
  EXPECT_EQ(Stated({"1.8.0-ea", "x", "1.8.0-ea-b84"}), "1.8.0-ea");
  EXPECT_EQ(Stated({"1.6.0_05-b13", "1.6.0_05"}), "1.6.0_05");
  EXPECT_EQ(Stated({"1.6.\x1b[31m-b13", "1.6.\x1b[31m"}), "");
  EXPECT_EQ(Stated({"1.8.0", "1.8.0-ea", "1.8.0-ea-b84"}), "1.8.0-ea");
  EXPECT_EQ(Stated({"1.8.0_292", "1.8.0_292-8u292-b10-0ubuntu1-b10"}),
            "1.8.0_292");
  EXPECT_EQ(Stated({"1.8.0", "1.8.0-b132"}, "sun.misc.Version"), "1.8.0");
  // No version pair, no class of that name, two pairs, and a text that is not a
  // version.
  EXPECT_EQ(Stated({"1.8.0"}), "");
  EXPECT_EQ(Stated({"1.8.0-b132"}), "");
  EXPECT_EQ(Stated({"1.8.0", "1.8.0-b"}), "");
  EXPECT_EQ(Stated({"1.8.0", "1.8.0-beta"}), "");
  EXPECT_EQ(Stated({"1.8.0", "1.8.0-b132"}, "java/lang/VersionProps"), "");
  EXPECT_EQ(Stated({"1.8.0", "1.8.0-b132", "1.7.0", "1.7.0-b147"}), "");
  EXPECT_EQ(Stated({"1.9.0", "1.9.0-b1", "2.8.0", "2.8.0-b1", "1."}), "");
}

TEST(ClassIndexTest, NamesInEveryNotation) {
  EXPECT_TRUE(isClassNamed("java/lang/String", "java/lang/String"));
  EXPECT_TRUE(isClassNamed("java.lang.String", "java/lang/String"));
  EXPECT_FALSE(isClassNamed("java_lang_String", "java/lang/String"));
  EXPECT_FALSE(isClassNamed("java/lang/Strin", "java/lang/String"));
}
