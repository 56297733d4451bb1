//===- SnapshotReaderTest.cpp - Tests of reading heap snapshots -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Snapshot/SnapshotReader.h"
#include "Format/RecordLog.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {

struct Outcome {
  std::string Records, Damage, Error;
};

Outcome readText(StringRef Text, size_t Window = 0,
                 SnapshotReaderOptions Options = {}) {
  Outcome R;
  RecordLog Log;
  Options.OnDamage = [&](const Damage &D) {
    R.Damage += std::to_string(D.Offset) + " " + errcName(D.Code) + ": " +
                D.What + "\n";
  };
  auto In = Source::fromMemory(arrayRefFromStringRef(Text), "test", Window);
  R.Error = toString(readSnapshot(*In, Log, Options));
  R.Records = Log.Text;
  return R;
}

/// A snapshot with the given arrays. Each node consists of type, name, id, size
/// and number of edges.
std::string snapshot(StringRef Nodes, StringRef Edges, StringRef Strings,
                     StringRef Counts = "") {
  return (Twine(R"({"snapshot":{"meta":{)") +
          R"("node_fields":["type","name","id","self_size","edge_count"],)" +
          R"("node_types":[["hidden","array","string","object","code",)" +
          R"("closure","synthetic"],"string","number"],)" +
          R"("edge_fields":["type","name_or_index","to_node"],)" +
          R"("edge_types":[["context","element","property","internal",)" +
          R"("hidden","shortcut","weak"],"string_or_number","node"]})" +
          Counts + R"(},"nodes":[)" + Nodes + R"(],"edges":[)" + Edges +
          R"(],"trace_tree":[],"strings":[)" + Strings + "]}\n")
      .str();
}

/// The records of a faultless snapshot that follow java.lang.Object, without
/// strings.
std::string records(StringRef Text, const SnapshotReaderOptions &Options = {}) {
  const Outcome Mapped = readText(Text, 0, Options);
  EXPECT_EQ(Mapped.Error, "");
  EXPECT_EQ(Mapped.Damage, "");
  for (size_t Window : {1, 5, 100}) {
    const Outcome Piped = readText(Text, Window, Options);
    EXPECT_EQ(Piped.Records, Mapped.Records);
    EXPECT_EQ(Piped.Damage, "");
  }
  std::string Rest;
  SmallVector<StringRef, 32> Lines;
  StringRef(Mapped.Records).split(Lines, '\n');
  for (StringRef L : Lines)
    if (!L.empty() && !L.starts_with("Utf8") && !L.starts_with("FileHeader") &&
        !L.ends_with("Name=1 []"))
      Rest += ("\n" + L).str();
  return Rest;
}

TEST(SnapshotReader, NodesWithoutSizeAreRoots) {
  // The root refers to a group, which refers to an object.
  EXPECT_EQ(
      records(snapshot("6,0,1,0,1, 6,1,3,0,1, 3,2,5,24,0", "1,0,5, 1,0,10",
                       R"x("","(Global handles)","A")x")),
      "\nReferenceClass Class=100000000000010 Name=10002 "
      "Super=100000000000000 InstanceSize=18 []"
      "\nReferenceObject Object=5 Class=100000000000010 []"
      "\nRootJniGlobal Object=5");
  // An object to which the root also refers directly is a root only once.
  EXPECT_EQ(records(snapshot("6,0,1,0,3, 6,1,3,0,1, 3,2,5,24,0, 3,2,7,24,0",
                             "1,0,5, 5,2,10, 5,2,15, 1,0,10",
                             R"x("","(Strong roots)","A")x")),
            "\nReferenceClass Class=100000000000010 Name=10002 "
            "Super=100000000000000 InstanceSize=18 []"
            "\nReferenceObject Object=5 Class=100000000000010 []"
            "\nReferenceObject Object=7 Class=100000000000010 []"
            "\nRootUnknown Object=5"
            "\nRootUnknown Object=7");
}

TEST(SnapshotReader, SyntheticNodesWithSizeAreObjectsAndRoots) {
  EXPECT_EQ(records(snapshot("6,0,1,0,1, 6,1,3,8,0", "1,0,5", R"("","Env")")),
            "\nReferenceClass Class=100000000000010 Name=10001 "
            "Super=100000000000000 InstanceSize=8 []"
            "\nReferenceObject Object=3 Class=100000000000010 []"
            "\nRootUnknown Object=3");
}

TEST(SnapshotReader, EqualNodesShareAClass) {
  // Objects with other edge names, or of another size, belong to another class
  // of that name.
  EXPECT_EQ(records(snapshot("3,1,1,16,1, 3,1,3,16,1, 3,1,5,16,1, 3,1,7,24,1",
                             "2,2,0, 2,2,5, 2,3,0, 2,2,15",
                             R"("","A","next","last")")),
            "\nReferenceClass Class=100000000000010 Name=10001 "
            "Super=100000000000000 InstanceSize=10 []"
            "\nReferenceObject Object=1 Class=100000000000010 "
            "[{ Name=10002 Object=1 }]"
            "\nReferenceObject Object=3 Class=100000000000010 "
            "[{ Name=10002 Object=3 }]"
            "\nReferenceClass Class=100000000000020 Name=10001 "
            "Super=100000000000000 InstanceSize=10 []"
            "\nReferenceObject Object=5 Class=100000000000020 "
            "[{ Name=10003 Object=1 }]"
            "\nReferenceClass Class=100000000000030 Name=10001 "
            "Super=100000000000000 InstanceSize=18 []"
            "\nReferenceObject Object=7 Class=100000000000030 "
            "[{ Name=10002 Object=7 }]");
}

TEST(SnapshotReader, TooManyShapesOfAConstructorShareClasses) {
  SnapshotReaderOptions Few;
  Few.MaxShapes = 3;
  // All objects have __proto__ and a key of their own, except that the last but
  // one has two keys of its own, and the last one has the shape of the first.
  const std::string Text =
      snapshot("3,1,1,16,2, 3,1,3,16,2, 3,1,5,16,2, 3,1,7,16,2, 3,1,9,16,2, "
               "3,1,11,16,3, 3,1,13,16,2",
               "2,2,0, 2,3,0, 2,2,0, 2,4,0, 2,2,0, 2,5,0, 2,2,0, 2,6,0, "
               "2,2,0, 2,7,0, 2,2,0, 2,8,0, 2,9,0, 2,2,0, 2,3,0",
               R"("","O","__proto__","a","b","c","d","e","f","g")");
  const std::string Records = records(Text, Few);
  EXPECT_EQ(StringRef(Records).count("ReferenceClass"), 5u);
  EXPECT_TRUE(StringRef(Records).ends_with(
      "\nReferenceClass Class=100000000000040 Name=10001 "
      "Super=100000000000000 InstanceSize=10 []"
      "\nReferenceObject Object=7 Class=100000000000040 "
      "[{ Name=10002 Object=1 }{ Object=1 }]"
      "\nReferenceObject Object=9 Class=100000000000040 "
      "[{ Name=10002 Object=1 }{ Object=1 }]"
      "\nReferenceClass Class=100000000000050 Name=10001 "
      "Super=100000000000000 InstanceSize=10 []"
      "\nReferenceObject Object=B Class=100000000000050 "
      "[{ Name=10002 Object=1 }{ Object=1 }{ Object=1 }]"
      "\nReferenceObject Object=D Class=100000000000010 "
      "[{ Name=10002 Object=1 }{ Name=10003 Object=1 }]"))
      << Records;
  // Only names that are still used are sent, and the others are counted.
  uint64_t Dropped = 0;
  Few.OnDroppedNames = [&](uint64_t Count) { Dropped = Count; };
  const std::string All = readText(Text, 0, Few).Records;
  EXPECT_TRUE(StringRef(All).contains("Utf8 Id=10005 "));
  EXPECT_FALSE(StringRef(All).contains("Utf8 Id=10006 "));
  EXPECT_EQ(Dropped, 4u);
  // Names that all shapes have in common may be in any order; each order is a
  // separate shape.
  Few.MaxShapes = 1;
  EXPECT_TRUE(StringRef(records(snapshot("3,1,1,16,2, 3,1,3,16,2, 3,1,5,16,2",
                                         "2,2,0, 2,3,0, 2,3,0, 2,2,0, 2,2,0, "
                                         "2,4,0",
                                         R"("","O","a","b","c")"),
                                Few))
                  .ends_with("[{ Object=1 }{ Object=1 }]"));
}

TEST(SnapshotReader, ShapesOfAllConstructorsAreLimited) {
  SnapshotReaderOptions Few;
  Few.MaxShapes = 2;
  std::string Nodes, Edges, Strings = "\"\"";
  // 20 constructors with the maximum number of shapes, and 20 with 3 shapes.
  for (unsigned C = 0, Id = 1, Text = 1; C != 40; ++C) {
    const unsigned Name = Text++;
    Strings += ",\"C" + std::to_string(C) + "\"";
    for (unsigned Shape = 0; Shape != (C < 20 ? 2 : 3); ++Shape, Id += 2) {
      const StringRef Comma = Nodes.empty() ? "" : ",";
      Nodes += (Comma + "3," + Twine(Name) + "," + Twine(Id) + ",8,1").str();
      Edges += (Comma + "2," + Twine(Text++) + ",0").str();
      Strings += ",\"k\"";
    }
  }
  const std::string Records = records(snapshot(Nodes, Edges, Strings), Few);
  // 32 shapes exceed the limit, so the other constructors have one shape each
  // and a merged one.
  EXPECT_EQ(StringRef(Records).count("ReferenceClass"), 16u * 2 + 24 * 2);
}

TEST(SnapshotReader, IndicesAreNoNamesAndWeakEdgesAreRecordsOfTheirOwn) {
  EXPECT_EQ(
      records(snapshot("1,0,1,64,3", "1,7,0, 6,1,0, 4,9,0", R"("","key")")),
      "\nWeakReference Object=1 Name=10001 To=1"
      "\nReferenceClass Class=100000000000010 Name=4 "
      "Super=100000000000000 InstanceSize=40 []"
      "\nReferenceObject Object=1 Class=100000000000010 "
      "[{ Object=1 }{ Object=1 }]");
}

TEST(SnapshotReader, ManyEdgesAreThoseOfFurtherObjects) {
  SnapshotReaderOptions Few;
  Few.MaxFields = 2;
  EXPECT_EQ(
      records(snapshot("1,0,1,32,3", "1,0,0, 2,1,0, 1,2,0", R"("","name")"),
              Few),
      "\nReferenceClass Class=100000000000010 Name=2 "
      "Super=100000000000000 []"
      "\nReferenceObject Object=20000100000000 Class=100000000000010 "
      "[{ Object=1 }{ Name=10001 Object=1 }]"
      "\nReferenceClass Class=100000000000020 Name=2 "
      "Super=100000000000000 []"
      "\nReferenceObject Object=20000100000001 Class=100000000000020 "
      "[{ Object=1 }]"
      "\nReferenceClass Class=100000000000030 Name=4 "
      "Super=100000000000000 InstanceSize=20 []"
      "\nReferenceObject Object=1 Class=100000000000030 "
      "[{ Object=20000100000000 }{ Object=20000100000001 }]");
}

TEST(SnapshotReader, TypesHaveTheNamesOfDevTools) {
  const Outcome R = readText(snapshot("", "", ""));
  EXPECT_EQ(R.Damage, "");
  for (StringRef Name :
       {"(system)", "(array)", "(string)", "(compiled code)", "(closure)"})
    EXPECT_TRUE(
        StringRef(R.Records).contains(":" + toHex(Name, /*LowerCase=*/true)))
        << Name.str();
}

TEST(SnapshotReader, SendsOnlyStringsThatAreUsed) {
  const Outcome R =
      readText(snapshot("3,1,1,8,0, 2,2,3,8,0", "", R"("","A","text","x")"));
  EXPECT_TRUE(StringRef(R.Records).contains("Utf8 Id=10001 1:41"));
  EXPECT_FALSE(StringRef(R.Records).contains("Id=10002"));
  EXPECT_FALSE(StringRef(R.Records).contains("Id=10003"));
  // Brackets in the name would turn the objects into arrays.
  EXPECT_TRUE(StringRef(readText(snapshot("3,0,1,8,0", "", R"("A[]")")).Records)
                  .contains("Utf8 Id=10000 7:" + toHex("A array", true)));
  // No class has the name "".
  EXPECT_TRUE(StringRef(readText(snapshot("3,0,1,8,0", "", R"("")")).Records)
                  .contains("Utf8 Id=10000 9:" + toHex("(no name)", true)));
}

/// The messages about a snapshot with faults.
std::string damage(StringRef Text) {
  const Outcome Whole = readText(Text);
  EXPECT_EQ(Whole.Error, "");
  for (size_t Window : {1, 5})
    EXPECT_EQ(readText(Text, Window).Damage, Whole.Damage);
  return StringRef(Whole.Damage).split(' ').second.str();
}

TEST(SnapshotReader, ChecksCountsAgainstWhatThereIs) {
  EXPECT_EQ(damage(snapshot("3,0,1,8,0", "", R"("A")", R"(,"node_count":2)")),
            "bad-length: the snapshot declares 2 nodes, but contains 1\n");
  EXPECT_EQ(
      damage(snapshot("3,0,1,8,1", "1,0,0", R"("A")", R"(,"edge_count":5)")),
      "bad-length: the snapshot declares 5 edges, but contains 1\n");
  EXPECT_EQ(damage(snapshot("3,0,1,8,2", "1,0,0", R"("A")")),
            "bad-text: offset 0x17a: expected 1 more edge of node 1, "
            "found ','\n");
  EXPECT_EQ(
      damage(snapshot("3,0,1,8,0", "1,0,0", R"("A")")),
      "bad-text: offset 0x174: expected the end of the edges, found '1'\n");
  EXPECT_EQ(
      damage(snapshot("3,7,1,8,0", "", R"("A")")),
      "bad-value: string 7 is used as a name, expected a string below 1\n");
}

TEST(SnapshotReader, ReportsNumbersThatReferToNothing) {
  EXPECT_EQ(damage(snapshot("9,0,1,8,0", "", R"("A")")),
            "bad-value: a node of type 9, expected a type below 7\n");
  EXPECT_EQ(damage(snapshot("3,0,1,8,1", "8,0,0", R"("A")")),
            "bad-value: an edge of type 8, expected a type below 7\n");
  EXPECT_EQ(damage(snapshot("3,0,1,8,1", "1,0,1", R"("A")")),
            "bad-value: an edge to 1, where no node begins\n");
  EXPECT_EQ(damage(snapshot("3,0,1,8,1", "1,0,5", R"("A")")),
            "bad-value: an edge to 5, where no node begins\n");
  EXPECT_EQ(damage(snapshot("3,0,0,8,0", "", R"("A")")),
            "bad-value: a node with the invalid id 0, which is replaced\n");
  EXPECT_EQ(damage(snapshot("3,0,1,5000000000,0", "", R"("A")")),
            "bad-value: a node of 5000000000 bytes, reduced to 4294967295\n");
}

TEST(SnapshotReader, IdsOfOtherNodesAreReplaced) {
  const std::string Text =
      snapshot("3,0,5,8,1, 3,0,7,8,1, 3,0,5,8,1, 3,0,5,8,1",
               "1,0,10, 1,0,15, 1,0,0, 1,0,5", R"("A")");
  EXPECT_EQ(damage(Text),
            "bad-value: nodes 0 and 2 have the same id 5; the id of node 2 is "
            "replaced\n" +
                std::to_string(Text.size()) +
                " bad-value: 1 more node has a duplicate id\n");
  const std::string Records = readText(Text).Records;
  for (StringRef Object :
       {"Object=5 Class=100000000000010 [{ Object=20000000000002 }]",
        "Object=7 Class=100000000000010 [{ Object=20000000000003 }]",
        "Object=20000000000002 Class=100000000000010 [{ Object=5 }]",
        "Object=20000000000003 Class=100000000000010 [{ Object=7 }]"})
    EXPECT_TRUE(StringRef(Records).contains(Object)) << Records;
}

TEST(SnapshotReader, NothingFollowsTheSnapshot) {
  const std::string Text = snapshot("3,0,1,8,0", "", R"("A")");
  EXPECT_EQ(damage(Text + " \n\t"), "");
  EXPECT_EQ(damage(Text + "{}"),
            "bad-text: offset 0x" + utohexstr(Text.size(), true) +
                ": expected the end of the input, found '{'\n");
  EXPECT_EQ(damage(Text + StringRef("\0", 1).str()),
            "bad-text: offset 0x" + utohexstr(Text.size(), true) +
                ": expected the end of the input, found the byte 0x0\n");
}

TEST(SnapshotReader, WhatIsBeforeACutIsRead) {
  const std::string Text = snapshot("3,0,1,8,1, 3,0,3,8,0", "1,0,5", R"("A")");
  const size_t End = Text.find("],\"trace_tree");
  const Outcome R = readText(StringRef(Text).take_front(End));
  EXPECT_EQ(R.Error, "");
  EXPECT_TRUE(StringRef(R.Damage).contains("truncated")) << R.Damage;
  EXPECT_TRUE(StringRef(R.Records).contains("ReferenceObject Object=3"));
  for (size_t Cut = Text.find("nodes"); Cut < Text.size() - 2; ++Cut)
    EXPECT_NE(readText(StringRef(Text).take_front(Cut)).Damage, "") << Cut;
}

/// The ids of names that \p Records mention but no string record defines.
std::string missingNames(StringRef Records) {
  std::string Missing;
  for (auto [Before, Rest] = Records.split("Name="); !Rest.empty();
       std::tie(Before, Rest) = Rest.split("Name=")) {
    const StringRef Id = Rest.take_until([](char C) { return !isHexDigit(C); });
    if (!Records.contains(("Utf8 Id=" + Id + " ").str()))
      Missing += (" " + Id).str();
  }
  return Missing;
}

TEST(SnapshotReader, CutNamesAreMadeUp) {
  const std::string Text =
      snapshot("3,1,1,8,2, 3,2,3,8,1", "2,3,5, 6,4,5, 2,1,0",
               R"("","A","B","next","weak")");
  EXPECT_EQ(missingNames(readText(Text).Records), "");
  for (size_t Cut = Text.find("nodes"); Cut < Text.size() - 2; ++Cut)
    EXPECT_EQ(missingNames(readText(StringRef(Text).take_front(Cut)).Records),
              "")
        << Cut;
  const std::string Cut =
      readText(StringRef(Text).take_front(Text.find("\"B\""))).Records;
  EXPECT_TRUE(StringRef(Cut).contains("Utf8 Id=10001 1:41")) << Cut;
  // Check that a placeholder says whether it names a class or a field.
  for (StringRef Name : {"unknown-class@2", "unknown-field@3"})
    EXPECT_TRUE(StringRef(Cut).contains(":" + toHex(Name, true))) << Cut;
  // A snapshot that is otherwise complete may have too few strings, too.
  const std::string Few = readText(snapshot("3,7,1,8,0", "", "")).Records;
  EXPECT_EQ(missingNames(Few), "") << Few;
}

TEST(SnapshotReader, NoStringHasTheLargestNumbers) {
  for (StringRef Name : {"4294967294", "4294967295", "4294967296"})
    EXPECT_TRUE(
        StringRef(damage(snapshot(("3," + Name + ",1,8,0").str(), "", "")))
            .contains("expected a name and an edge count below 4294967294"))
        << Name.str();
}

TEST(SnapshotReader, RefusesWhatItCannotRead) {
  EXPECT_EQ(readText("[]").Error,
            "offset 0x0: expected a heap snapshot, which begins with "
            "{\"snapshot\":{\"meta\":");
  EXPECT_EQ(
      StringRef(readText(R"({"snapshot":{"meta":{}},"nodes":[]})").Error)
          .split(": ")
          .second,
      "a heap snapshot that cannot be read: its node_fields lack type, name, "
      "id, self_size or edge_count");
  EXPECT_TRUE(looksLikeSnapshot(R"( { "snapshot" : { "meta":{)"));
  EXPECT_FALSE(looksLikeSnapshot(R"({"threadDump":{)"));
}

} // namespace
