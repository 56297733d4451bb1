//===- ObjectGraphTest.cpp - Tests of comparing graphs --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObjectGraph.h"
#include "PassTesting.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

static ObjectGraph graphOf(StringRef Body, StringRef Header = "idSize: 8\n",
                           size_t Window = 0) {
  std::string Yaml = ("--- !hprof\n" + Header + "---\n" + Body).str();
  if (Header.contains("format:")) {
    std::unique_ptr<Source> In =
        Source::fromMemory(arrayRefFromStringRef(Yaml), "yaml");
    return cantFail(readObjectGraph(*In));
  }
  SmallVector<char, 0> Bytes = hprofOf(Yaml);
  std::unique_ptr<Source> In = Source::fromMemory(
      arrayRefFromStringRef(toStringRef(Bytes)), "hprof", Window);
  return cantFail(readObjectGraph(*In));
}

static constexpr StringLiteral Names =
    "- strings: [java/lang/Object, Node, next, count, \"[LNode;\", self]\n"
    "- loadClass: {classSerial: 1, class: 0x10, name: java/lang/Object}\n"
    "- loadClass: {classSerial: 2, class: 0x18, name: Node}\n"
    "- loadClass: {classSerial: 3, class: 0x20, name: \"[LNode;\"}\n"
    "- heapDumpSegment:\n";
static constexpr StringLiteral Classes =
    "- classDump: {class: 0x10}\n"
    "- classDump: {class: 0x18, super: 0x10, loader: 0x90, statics: {self: "
    "object 0x40, count: int 5}, fields: {next: object, count: int}}\n"
    "- classDump: {class: 0x20, super: 0x10}\n";
static constexpr StringLiteral Objects =
    "- instance: {object: 0x40, class: 0x18, fields: {next: 0x48, count: 7}}\n"
    "- instance: {object: 0x48, class: 0x18, fields: {next: null, count: 8}}\n"
    "- instance: {object: 0x50, class: 0x10}\n"
    "- objectArray: {object: 0x58, class: 0x20, elements: [0x40, null, 0x48, "
    "0x40]}\n"
    "- primitiveArray: {object: 0x60, elementType: byte, text: abc}\n";
static constexpr StringLiteral Roots =
    "- rootStickyClass: {object: 0x10}\n"
    "- rootJavaFrame: {object: 0x58, threadSerial: 1, frame: 2}\n";

static std::string whole() { return (Names + Classes + Objects + Roots).str(); }

/// The whole dump with \p From replaced by \p To.
static std::string changed(StringRef From, StringRef To) {
  std::string All = whole();
  size_t At = All.find(From.str());
  EXPECT_NE(At, std::string::npos) << From.str();
  return All.replace(At, From.size(), To.str());
}

static std::string difference(StringRef Other, GraphIgnore Ignore = {}) {
  return firstDifference(graphOf(whole()), graphOf(Other), Ignore)
      .value_or("none");
}

TEST(ObjectGraph, KnowsWhatADumpHolds) {
  ObjectGraph G = graphOf(whole());
  ASSERT_EQ(G.Nodes.size(), 8u);
  EXPECT_EQ(G.Nodes[1].ClassName, "Node");
  EXPECT_EQ(G.Nodes[1].References, (std::vector<uint64_t>{0x40, 0x90}));
  EXPECT_EQ(G.Nodes[3].References, (std::vector<uint64_t>{0x48}));
  EXPECT_EQ(G.Nodes[6].ClassName, "Node[]");
  EXPECT_EQ(G.Nodes[6].References, (std::vector<uint64_t>{0x40, 0x40, 0x48}));
  EXPECT_EQ(G.Nodes[6].Length, 4u);
  EXPECT_EQ(G.Nodes[7].ClassName, "byte[]");
  EXPECT_EQ(G.Nodes[7].Length, 3u);
  EXPECT_EQ(G.numReferences(), 6u);
  EXPECT_EQ(G.Roots.size(), 2u);
}

TEST(ObjectGraph, IsTheSameAsItself) {
  EXPECT_EQ(difference(whole()), "none");
  // Neither order nor primitive values matter.
  EXPECT_EQ(difference((Names + Roots + Classes + Objects).str()), "none");
  EXPECT_EQ(difference(changed("count: 7", "count: 9")), "none");
  EXPECT_EQ(difference(changed("[0x40, null, 0x48, 0x40]",
                               "[0x48, 0x40, 0x40, null]")),
            "none");
}

TEST(ObjectGraph, FindsReferencesInPayloadsThatComeInChunks) {
  std::string Many =
      changed("[0x40, null, 0x48, 0x40]", "[0x40 x 200000, null, 0x48]");
  ObjectGraph Whole = graphOf(Many);
  ObjectGraph Chunked = graphOf(Many, "idSize: 8\n", 4099);
  EXPECT_EQ(Whole.Nodes[6].References.size(), 200001u);
  EXPECT_EQ(firstDifference(Whole, Chunked).value_or("none"), "none");
}

TEST(ObjectGraph, FindsObjectsOfOneSide) {
  StringRef Line = "- instance: {object: 0x50, class: 0x10}\n";
  EXPECT_EQ(difference(changed(Line, "")),
            "instance 0x50 (java.lang.Object): only in the first");
  EXPECT_EQ(difference(changed(Line, (Line + Line).str())),
            "instance 0x50 (java.lang.Object): only in the second");
  EXPECT_EQ(difference(changed("object: 0x60", "object: 0x68")),
            "primitive array 0x60 (byte[]): only in the first");
}

TEST(ObjectGraph, FindsClassesOfOneSide) {
  std::string Line = "- classDump: {class: 0x20, super: 0x10}\n";
  EXPECT_EQ(difference(changed(Line, "")),
            "class 0x20 (Node[]): only in the first");
  std::string More = changed(Line, Line + "- classDump: {class: 0x30}\n");
  GraphIgnore Unused;
  Unused.UnusedClasses = true;
  EXPECT_EQ(difference(More),
            "class 0x30 (unknown-class@0x30): only in the second");
  EXPECT_EQ(difference(More, Unused), "none");
  // The other class has objects, so it is not ignored.
  EXPECT_EQ(difference(changed(Line, ""), Unused),
            "class 0x20 (Node[]): only in the first");
}

TEST(ObjectGraph, FindsOtherKindsAndNames) {
  EXPECT_EQ(difference(changed("- instance: {object: 0x50, class: 0x10}",
                               "- primitiveArray: {object: 0x50, elementType: "
                               "int, elements: [1]}")),
            "instance 0x50 (java.lang.Object): also primitive array");
  EXPECT_EQ(difference(
                changed("class: 0x18, name: Node", "class: 0x18, name: count")),
            "class 0x18 (Node): also called count");
  EXPECT_EQ(difference(changed("{object: 0x50, class: 0x10}",
                               "{object: 0x50, class: 0x20}")),
            "instance 0x50 (java.lang.Object): also called Node[]");
  GraphIgnore Names;
  Names.Names = true;
  EXPECT_EQ(
      difference(changed("class: 0x18, name: Node", "class: 0x18, name: count"),
                 Names),
      "none");
}

TEST(ObjectGraph, FindsOtherReferences) {
  EXPECT_EQ(difference(changed("next: 0x48", "next: 0x50")),
            "instance 0x40 (Node): references: only the first has 0x48; only "
            "the second has 0x50");
  EXPECT_EQ(difference(changed("next: null", "next: 0x40")),
            "instance 0x48 (Node): references: only the first has nothing; "
            "only the second has 0x40");
  // Repetitions count.
  EXPECT_EQ(difference(changed("[0x40, null, 0x48, 0x40]",
                               "[0x40, null, 0x48, null]")),
            "object array 0x58 (Node[]): references: only the first has 0x40; "
            "only the second has nothing");
}

TEST(ObjectGraph, FindsWhatClassesReferTo) {
  for (auto [From, To] : {std::pair("self: object 0x40", "self: object 0x48"),
                          std::pair("loader: 0x90", "loader: 0x98"),
                          std::pair("loader: 0x90", "signers: 0x91"),
                          std::pair("loader: 0x90", "domain: 0x91")}) {
    std::string Found = difference(changed(From, To));
    EXPECT_EQ(StringRef(Found).take_front(29), "class 0x18 (Node): references")
        << To;
    GraphIgnore References;
    References.ClassReferences = true;
    EXPECT_EQ(difference(changed(From, To), References), "none");
  }
  // It does not matter which part of a class holds a reference.
  EXPECT_EQ(difference(changed("loader: 0x90", "domain: 0x90")), "none");
  std::string Other = changed("super: 0x10, loader", "super: 0x20, loader");
  EXPECT_EQ(difference(Other), "class 0x18 (Node): superclass 0x10 and 0x20");
  GraphIgnore Supers;
  Supers.Supers = true;
  EXPECT_EQ(difference(Other, Supers), "none");
}

TEST(ObjectGraph, FindsOtherLengths) {
  std::string Longer = changed("text: abc", "text: abcd");
  EXPECT_EQ(difference(Longer),
            "primitive array 0x60 (byte[]): length 3 and 4");
  GraphIgnore Lengths;
  Lengths.Lengths = true;
  EXPECT_EQ(difference(Longer, Lengths), "none");
  EXPECT_EQ(
      difference(changed("[0x40, null, 0x48, 0x40]", "[0x40, 0x48, 0x40]")),
      "object array 0x58 (Node[]): length 4 and 3");
}

TEST(ObjectGraph, FindsOtherRoots) {
  EXPECT_EQ(difference(changed("rootStickyClass", "rootMonitorUsed")),
            "ROOT MONITOR USED 0x10: only in the second");
  std::string Fewer = changed("- rootStickyClass: {object: 0x10}\n", "");
  EXPECT_EQ(difference(Fewer), "ROOT STICKY CLASS 0x10: only in the first");
  GraphIgnore Roots;
  Roots.Roots = true;
  EXPECT_EQ(difference(Fewer, Roots), "none");
  // Repeated roots do not count, and frames are not compared.
  EXPECT_EQ(difference(changed("- rootJavaFrame: {object: 0x58, threadSerial: "
                               "1, frame: 2}\n",
                               "- rootJavaFrame: {object: 0x58}\n"
                               "- rootJavaFrame: {object: 0x58, frame: 3}\n")),
            "none");
}

TEST(ObjectGraph, ReferenceRecordsAreTheSameGraph) {
  constexpr StringLiteral Body =
      "- strings: [java.lang.Object, Node, \"Node[]\", \"[LNode;\"]\n"
      "- referenceClass: {class: 0x10, name: java.lang.Object}\n"
      "- referenceClass: {class: 0x18, name: Node, super: 0x10, references: "
      "[{object: 0x90}, {object: 0x40}]}\n"
      "- referenceClass: {class: 0x20, name: \"[LNode;\", super: 0x10}\n"
      "- objectSize: {object: 0x40, size: 24}\n"
      "- referenceObject: {object: 0x40, class: 0x18, references: [{object: "
      "0x48}]}\n"
      "- referenceObject: {object: 0x48, className: Node}\n"
      "- referenceObject: {object: 0x50, class: 0x10}\n"
      "- referenceArray: {object: 0x58, elementClass: 0x18, arrayLength: 4, "
      "elements: [0x40, 0x40, 0x48]}\n"
      "- primitiveArrayNoData: {object: 0x60, length: 3, elementType: byte}\n";
  constexpr StringLiteral Phd = "format: phd\nversion: \"\"\nidSize: 8\n";
  ObjectGraph Binary = graphOf(whole());
  EXPECT_EQ(firstDifference(Binary, graphOf(Body, Phd)).value_or("none"),
            "none");
  // An array of unknown length, whose class is given by name.
  std::string Other = Body.str();
  StringRef Array = "elementClass: 0x18, arrayLength: 4";
  Other.replace(Other.find(Array.str()), Array.size(),
                "className: \"[LNode;\", arrayLength: 4294967295");
  EXPECT_EQ(firstDifference(Binary, graphOf(Other, Phd)).value_or("none"),
            "none");
  std::string Larger = Body.str();
  Larger.replace(Larger.find("size: 24"), 8, "size: 32");
  EXPECT_EQ(firstDifference(graphOf(Body, Phd), graphOf(Larger, Phd))
                .value_or("none"),
            "instance 0x40 (Node): size 24 and 32");
  GraphIgnore Sizes;
  Sizes.Sizes = true;
  EXPECT_EQ(firstDifference(graphOf(Body, Phd), graphOf(Larger, Phd), Sizes)
                .value_or("none"),
            "none");
}

TEST(ObjectGraph, WithoutALayoutNothingIsClaimed) {
  std::string Unknown =
      (Names + "- instance: {object: 0x40, class: 0x77, bytes: [1, 2]}\n")
          .str();
  ObjectGraph G = graphOf(Unknown);
  ASSERT_EQ(G.Nodes.size(), 1u);
  EXPECT_TRUE(G.Nodes[0].IsUnexplained);
  // A class without own or inherited fields has a known layout.
  EXPECT_FALSE(graphOf(whole()).Nodes[5].IsUnexplained);
}
