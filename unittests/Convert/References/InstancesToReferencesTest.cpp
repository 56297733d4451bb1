//===- InstancesToReferencesTest.cpp - Tests of the lowering to references ===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convert/References/InstancesToReferences.h"
#include "Convert/PassTesting.h"
#include "Format/Hprof/HprofBytes.h"
#include "hprof/Format/HprofText/TextWriter.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {
constexpr Way Ways[] = {{}, {1, 0}, {7, 0}, {7, 12}, {4096, 1}};

/// The heap in \p Bytes as text, and the losses.
std::string lower(ArrayRef<uint8_t> Bytes, LossAccount &Account,
                  const Way &W = {}) {
  std::unique_ptr<Stage> S = makeInstancesToReferences();
  TestStream Stream([&](RecordVisitor &V) { read(Bytes, W, V); });
  cantFail(Stream.lookBy(*S));
  SmallVector<char, 0> Out;
  std::unique_ptr<Sink> To = Sink::toMemory(Out);
  TextWriter Writer(*To, S->names());
  std::unique_ptr<RecordVisitor> Pass = S->makePass(Writer, Account);
  read(Bytes, W, *Pass);
  cantFail(To->finish());
  StringRef Text(Out.data(), Out.size());
  return Text.drop_front(Text.find("HEAP DUMP BEGIN")).str();
}

HprofBytes named() {
  HprofBytes B;
  B.utf8(1, "A").utf8(2, "B").utf8(3, "first").utf8(4, "second");
  B.utf8(5, "third").utf8(6, "number").utf8(7, "C");
  B.loadClass(1, 0x10, 1).loadClass(2, 0x18, 2);
  return B;
}

} // namespace

TEST(InstancesToReferences, FieldsOfSuperclassesComeFirst) {
  HprofBytes B = named();
  B.record(0x0c, [&] {
    B.classDump(0x10, 0,
                {{3, BasicType::Object},
                 {6, BasicType::Short},
                 {4, BasicType::Object}});
    B.classDump(0x18, 0x10, {{5, BasicType::Object}, {6, BasicType::Byte}});
    B.instance(0x100, 0x18, 8 + 1 + 8 + 2 + 8);
    B.id(0x103).number(1, 1).id(0x101).number(2, 2).id(0x102);
    B.instance(0x108, 0x18, 27).id(0).number(1, 1);
    B.id(0).number(2, 2).id(0xffffffffffffffff);
    B.objectArray(0x110, 0x18, {0, 0x100});
    B.longArray(0x120, 2).longArray(0x130, 0);
  });
  const char *Wanted =
      R"(HEAP DUMP BEGIN (7 objects, 184 bytes) Thu Jan  1 00:00:01 1970
CLS 10 (name=A, trace=1)
	static first	10
CLS 18 (name=B, trace=1)
	super		10
	static third	18
OBJ 100 (sz=32, trace=1, class=B@18)
	first		101
	second		102
	third		103
OBJ 108 (sz=32, trace=1, class=B@18)
	second		ffffffffffffffff
ARR 110 (sz=24, trace=1, nelems=2, elem type=B@18)
	[1]		100
ARR 120 (sz=16, trace=1, nelems=2, elem type=long[])
ARR 130 (sz=0, trace=1, nelems=0, elem type=long[])
HEAP DUMP END
)";
  for (const Way &W : Ways) {
    LossAccount Account;
    EXPECT_EQ(lower(B.bytes(), Account, W), Wanted) << W.Window;
    EXPECT_EQ(Account.of(Loss::PrimitiveFieldValues), 2u);
    EXPECT_EQ(Account.of(Loss::PrimitiveElements), 1u);
    EXPECT_EQ(Account.of(Loss::FieldDeclarations), 2u);
    EXPECT_EQ(Account.of(Loss::UnexplainedInstances), 0u);
  }
}

TEST(InstancesToReferences, WhatNoClassExplainsHasNoReferences) {
  HprofBytes B = named();
  B.record(0x0c, [&] {
    B.instance(0x100, 0x77, 8).id(1);        // The class does not exist.
    B.instance(0x101, 0x18, 8).id(1);        // The superclass does not exist.
    B.instance(0x102, 0x10, 7).number(1, 7); // The instance is too short.
    B.instance(0x103, 0x10, 10)
        .id(1)
        .text(".."); // The instance is longer than its fields, so it is padded.
    B.instance(0x104, 0x10, 0);
    B.classDump(0x10, 0, {{3, BasicType::Object}});
    B.classDump(0x18, 0x55, {{5, BasicType::Object}});
  });
  for (const Way &W : Ways) {
    LossAccount Account;
    std::string Text = lower(B.bytes(), Account, W);
    EXPECT_EQ(Account.of(Loss::UnexplainedInstances), 4u);
    Text = Text.substr(Text.find("OBJ 100"));
    std::string Objects = Text.substr(0, Text.find("CLS"));
    EXPECT_EQ(Objects, "OBJ 100 (sz=16, trace=1, class=Unknown_class@77)\n"
                       "OBJ 101 (sz=16, trace=1, class=B@18)\n"
                       "OBJ 102 (sz=16, trace=1, class=A@10)\n"
                       "OBJ 103 (sz=16, trace=1, class=A@10)\n\tfirst\t\t1\n"
                       "OBJ 104 (sz=16, trace=1, class=A@10)\n");
  }
}

TEST(InstancesToReferences, ACutInstanceKeepsWhatIsThere) {
  HprofBytes B = named();
  B.record(0x0c, [&] {
    B.classDump(0x10, 0, {{3, BasicType::Object}, {4, BasicType::Object}});
    B.instance(0x100, 0x10, 16).id(0x101).id(0x102);
  });
  for (size_t Missing : {1, 8, 9}) {
    LossAccount Account;
    std::string Text =
        lower(B.bytes().drop_back(Missing), Account, {/*Window=*/3, 0});
    EXPECT_EQ(Text.substr(Text.find("OBJ")),
              std::string("OBJ 100 (sz=24, trace=1, class=A@10)\n") +
                  (Missing < 9 ? "\tfirst\t\t101\n" : "") + "HEAP DUMP END\n");
  }
}

TEST(InstancesToReferences, EachDumpIsAnnounced) {
  HprofBytes B = named();
  B.record(0x0c, [&] { B.longArray(0x100, 1); });
  B.record(0x1c, [&] { B.longArray(0x100, 1); });
  B.record(0x1c, [&] { B.longArray(0x120, 2); }).frame(0x2c, 0);
  B.record(0x1c, [&] {});
  LossAccount Account;
  std::string Text = lower(B.bytes(), Account);
  StringRef Rest = Text;
  for (StringRef Line : {"HEAP DUMP BEGIN (1 objects, 24 bytes)",
                         "HEAP DUMP BEGIN (2 objects, 56 bytes)",
                         "HEAP DUMP BEGIN (0 objects, 0 bytes)"}) {
    size_t At = Rest.find(Line);
    ASSERT_NE(At, StringRef::npos) << Line.str();
    Rest = Rest.drop_front(At + Line.size());
  }
  EXPECT_EQ(Rest.count("HEAP DUMP BEGIN"), 0u);
}

TEST(InstancesToReferences, SurvivesClassesMadeToHurt) {
  // A cycle of classes, and a class that is its own superclass.
  HprofBytes B = named();
  B.record(0x0c, [&] {
    B.classDump(0x10, 0x18, {{3, BasicType::Object}});
    B.classDump(0x18, 0x10, {{5, BasicType::Object}});
    B.classDump(0x20, 0x20, {{5, BasicType::Object}});
    B.instance(0x100, 0x10, 16).id(1).id(2);
    B.instance(0x101, 0x20, 8).id(1);
    B.instance(0x102, UINT64_MAX, 8).id(1);
  });
  LossAccount Account;
  lower(B.bytes(), Account);
  EXPECT_EQ(Account.of(Loss::UnexplainedInstances), 3u);
}
