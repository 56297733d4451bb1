//===- ReportWriterTest.cpp - Tests of documents with answers -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Report/ReportWriter.h"
#include "Answer/Fruits.h"
#include "hprof/Tool/Reporter.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {
struct ReportWriterTest : testing::Test {
  /// The document with \p A as its part \p Is.
  json::Value document(ReportPart Is, const Answer &A) {
    JsonDocument Document;
    Document.part(Is, Words, A);
    Document.note("a note");
    std::string Text;
    raw_string_ostream OS(Text);
    Document.write(OS, Report);
    Size = Text.size();
    return cantFail(json::parse(Text));
  }
  static const json::Object &part(const json::Value &Document) {
    return *Document.getAsObject()->getArray("parts")->front().getAsObject();
  }
  static const json::Object &file(const json::Value &Document, size_t I) {
    return *(*part(Document).getObject("answer")->getArray("files"))[I]
                .getAsObject();
  }

  std::vector<std::string> Words = {"a b.hprof"};
  Reporter Report{"test", nulls()};
  FruitAnswer A;
  size_t Size = 0;
};

TEST_F(ReportWriterTest, APartHasItsAnswerAndCommand) {
  const json::Value Document = document(ReportPart::Suspects, A);
  const json::Object &Part = part(Document);
  EXPECT_EQ(Part.getString("name"), "suspects");
  EXPECT_EQ(Part.getString("command"),
            "hprof-dominators --suspects 'a b.hprof'");
  EXPECT_EQ(Part.getBoolean("cut"), false);
  const json::Object *Answer = Part.getObject("answer");
  ASSERT_TRUE(Answer);
  EXPECT_EQ(Answer->getArray("files")->size(), 2U);
  EXPECT_EQ(file(Document, 0).getString("fruit"), "fig|");
  EXPECT_EQ(file(Document, 0).getArray("months")->size(), 2U);
  EXPECT_EQ(Answer->getString("name"), "all"); // A field of the answer.
  const json::Object &Whole = *Document.getAsObject();
  EXPECT_EQ(Whole.getObject("tool")->getString("name"), "hprof-report");
  EXPECT_EQ(Whole.getArray("notes")->front().getAsString(), "a note");
  EXPECT_EQ(Whole.getBoolean("damaged"), false);
}

TEST_F(ReportWriterTest, CommandsHaveTheOptionsThatTheirToolsKnow) {
  Words = {"--layout=x", "--dump=2", "--keep-unreachable", "a file"};
  EXPECT_EQ(part(document(ReportPart::Waste, A)).getString("command"),
            "hprof-lint --layout=x --dump=2 --keep-unreachable 'a file'");
  EXPECT_EQ(part(document(ReportPart::Summary, A)).getString("command"),
            "hprof-dump --summary --dump=2 'a file'");
  EXPECT_EQ(part(document(ReportPart::Threads, A)).getString("command"),
            "hprof-threads --retained 'a file'");
}

TEST_F(ReportWriterTest, ListsEndWhereAPartIsLarge) {
  const uint64_t Most = reportPart(ReportPart::Summary).MostBytes;
  // Each row has a list of numbers, most of which must be cut.
  A.All[0].Count = A.All[1].Count = Most;
  const json::Value Document = document(ReportPart::Summary, A);
  EXPECT_EQ(part(Document).getBoolean("cut"), true);
  EXPECT_LE(Size, Most + 4096);
  EXPECT_GE(Size, Most);
  EXPECT_LT(file(Document, 0).getArray("kilos")->size(), Most);
  EXPECT_EQ(file(Document, 1).getArray("kilos")->size(), 0U);
  EXPECT_EQ(file(Document, 1).getString("fruit"), "a,b\x01");
}

TEST_F(ReportWriterTest, ListsEndSoonerWhereThereAreManyParts) {
  A.All[0].Count = reportPart(ReportPart::Stacks).MostBytes;
  JsonDocument Document;
  for (int I = 0; I != 30; ++I)
    Document.part(ReportPart::Stacks, Words, A);
  std::string Text;
  raw_string_ostream OS(Text);
  Document.write(OS, Report);
  EXPECT_GT(Text.size(), JsonDocument::MostBytes * 9 / 10);
  EXPECT_LT(Text.size(), JsonDocument::MostBytes + 30 * 1024);
  const json::Value Read = cantFail(json::parse(Text));
  const json::Array &Parts = *Read.getAsObject()->getArray("parts");
  auto Kilos = [&](size_t Part) {
    return (*Parts[Part].getAsObject()->getObject("answer")->getArray(
        "files"))[0]
        .getAsObject()
        ->getArray("kilos")
        ->size();
  };
  // The first part is the same as in a report of its own; every part has some
  // rows.
  EXPECT_EQ(Kilos(0), Kilos(1));
  EXPECT_GT(Kilos(1), Kilos(8));
  EXPECT_GT(Kilos(8), 0U);
}

TEST_F(ReportWriterTest, PartsOfAHeapDumpHaveRoom) {
  using P = ReportPart;
  uint64_t Left = JsonDocument::MostBytes;
  for (ReportPart Is :
       {P::Growth, P::Suspects, P::Summary, P::ClassTree, P::Objects,
        P::Classes, P::Loaders, P::Waste, P::Threads, P::Properties}) {
    const uint64_t Most = reportPart(Is).MostBytes;
    EXPECT_GE(Left / 3 * 2, Most) << reportPart(Is).Name.str();
    Left -= Most;
  }
}

TEST_F(ReportWriterTest, LongTextsEndBetweenCharacters) {
  A.All[0].Name = "x";
  while (A.All[0].Name.size() < 5000)
    A.All[0].Name += "\u20ac";
  const json::Value Document = document(ReportPart::Suspects, A);
  const StringRef Name = *file(Document, 0).getString("fruit");
  EXPECT_EQ(Name.size(), 1003U);
  EXPECT_TRUE(Name.ends_with("\u20ac..."));
}

TEST_F(ReportWriterTest, NoReportIsLargerThanAPageMayBe) {
  constexpr uint64_t Most = 2900000; // Leaves room for page and last rows.
  uint64_t OfHeap = 0;
#define HPROF_REPORT_PART(ID, NAME, TITLE, COMMAND, MOST, BRIEF, KNOWS)        \
  OfHeap += reportPart(ReportPart::ID).MostBytes;
#include "hprof/Report/ReportParts.def"
  const uint64_t Stacks = reportPart(ReportPart::Stacks).MostBytes;
  const uint64_t Threads = reportPart(ReportPart::ThreadDumps).MostBytes;
  const uint64_t Recording = reportPart(ReportPart::Recording).MostBytes;
  const uint64_t Same = reportPart(ReportPart::SameThreads).MostBytes;
  OfHeap -= Stacks + Threads + Recording + Same;
  for (ReportPart Is : {ReportPart::Changes, ReportPart::TraceChanges})
    OfHeap -= reportPart(Is).MostBytes;
  EXPECT_LT(OfHeap, Most);
  // Profiles have five sections.
  EXPECT_LT(Threads + 5 * Stacks, Most);
  // Those of recordings have three.
  EXPECT_LT(Recording + Same + Threads + 3 * Stacks, Most);
}

TEST_F(ReportWriterTest, MarkdownHasATitleForEachPart) {
  std::string Text;
  raw_string_ostream OS(Text);
  MarkdownReport Markdown(OS, EscapeMode::Escape);
  EXPECT_TRUE(Markdown.isForPeople());
  Markdown.part(ReportPart::Suspects, Words, A);
  Markdown.part(ReportPart::Waste, Words, A);
  Markdown.note("a <note>");
  EXPECT_EQ(StringRef(Text).count("\n## "), 1U);
  EXPECT_TRUE(StringRef(Text).starts_with(
      "## Leak suspects\n\n"
      "    hprof-dominators --suspects 'a b.hprof'\n\n"
      "basket"))
      << Text;
  EXPECT_TRUE(StringRef(Text).contains("\n\n## Waste\n\n")) << Text;
  EXPECT_TRUE(StringRef(Text).ends_with("\n\nNote: a \\<note\\>\n")) << Text;
}
} // namespace
