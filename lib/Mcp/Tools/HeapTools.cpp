//===- HeapTools.cpp - Tools that ask heap dumps --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mcp/Tools/HeapTool.h"
#include "Mcp/Tools/ToolAnswers.h"
#include "hprof/Query/QueryTables.h"
#include "hprof/Query/TableRead.h"
#include "hprof/Question/Question.h"
#include "hprof/Tool/Json.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

static const TableInfo *table(StringRef Name) {
  static const std::vector<const TableInfo *> All = queryTables();
  for (const TableInfo *T : All)
    if (T->Name == Name)
      return T;
  llvm_unreachable("no such table");
}

static Column listOf(StringRef Name, const TableInfo *Of, bool IsOptional,
                     StringRef Sentence) {
  Column C;
  C.Name = Name;
  C.Type = ColumnType::List;
  C.Places = ForJson;
  C.IsOptional = IsOptional;
  C.Sentence = Sentence;
  C.Of = Of;
  return C;
}

static Column recordOf(StringRef Name, const TableInfo *Of, bool IsOptional,
                       StringRef Sentence) {
  Column C = listOf(Name, Of, IsOptional, Sentence);
  C.Type = ColumnType::Record;
  return C;
}

static Column argument(StringRef Name, ColumnType Type, bool IsOptional,
                       StringRef Sentence, StringRef Choices = "") {
  Column C;
  C.Name = Name;
  C.Type = Type;
  C.Places = ForJson;
  C.IsOptional = IsOptional;
  C.Sentence = Sentence;
  C.Choices = Choices;
  return C;
}

/// What can be asked in SQL, for the description of query.
static std::string describeQueries() {
  std::string Text =
      "Answers one SELECT of SQLite's SQL about a heap dump, of which only the "
      "rows that are asked for are shown. Ids are numbers, 0x7f00 or '0x7f00' "
      "in SQL. The objects of a class are a table with a column for "
      "each field: SELECT _id, count FROM \"com.acme.Cache\" ORDER BY "
      "_retained DESC; references are ids. Tables with an argument stand in "
      "FROM: SELECT * FROM path(0x7f00). retained is what would be freed with "
      "an object; do not add it up, but use retained_size(id). Tables and "
      "their columns:";
  std::string Answers;
  for (const KnownTable &T : knownTables()) {
    const bool IsAnswer = findQuestion(T.Is->Name);
    std::string Names;
    auto Add = [&](StringRef Name) {
      Names += (Names.empty() ? "" : ", ") + Name.str();
    };
    if (IsAnswer)
      for (const TableParameter &P : T.Parameters)
        Add(P.Name);
    else
      for (const Column &C : T.Is->Columns)
        Add(C.Name);
    (IsAnswer ? Answers : Text) += "\n" + T.Is->Name.str() + "(" + Names + ")";
  }
  Text +=
      "\nAnswers of the tools are tables, too; SELECT * shows their columns, "
      "and these are their parameters, as in FROM histogram WHERE by = "
      "'package' AND top = 5:" +
      Answers;
  Text += "\nTables about one object take its id: fields, entries, path, "
          "retained_set, reachable. Functions on objects:";
  for (const std::string &Function : queryFunctions())
    Text += " " + Function;
  return Text;
}

static std::vector<HeapToolRow> makeRows() {
  using T = ColumnType;
  static const TableInfo AnyRow{"row", "A value for each column.", {}};
  std::vector<HeapToolRow> Rows;
  Rows.push_back(
      {"summary",
       "Heap dumps and their size",
       "Without file: which heap dumps there are. With it: sizes and facts of "
       "one, and the classes whose objects retain most. Ask this first.",
       {},
       {listOf("dumps", dumpFileTable(), true, "Without file: all there are."),
        recordOf("dump", table("dump"), true, "With file: facts."),
        listOf("classes", table("dominators"), true,
               "With file: classes, those that retain most first.")},
       /*NeedsFile=*/false,
       /*HasList=*/true,
       runSummary});
  Rows.push_back(
      {"suspects",
       "Leak suspects",
       "Where memory accumulates: objects, or groups of them, that hold much "
       "more than what leads to them, with the field that owns them.",
       {},
       {listOf("suspects", table("suspects"), false, "The likeliest first.")},
       true,
       true,
       runSuspects});
  Rows.push_back(
      {"histogram",
       "Objects by class",
       "Counts and bytes of the objects of each class.",
       {argument("class", T::Text, true,
                 "Only classes with this name; * stands for any characters: "
                 "com.acme.*"),
        argument("sort", T::Word, true,
                 "Largest first by this (default shallow). With retained, the "
                 "rows are in the list retained.",
                 "shallow|objects|largest|retained")},
       {listOf("classes", table("classes"), true, "Without sort=retained."),
        listOf("retained", table("dominators"), true, "With sort=retained.")},
       true,
       true,
       runHistogram});
  Rows.push_back(
      {"object",
       "One object",
       "An object or class: what it is, what it says, and a list of its "
       "fields, entries, referrers or of what it alone holds.",
       {argument("id", T::Id, false, "Id of the object, such as \"0x7f00\"."),
        argument("part", T::Word, true,
                 "The list: fields (default; of an array, its elements; of a "
                 "class, the static ones), entries of a collection of the JDK, "
                 "referrers, or dominated: the objects that are held only "
                 "through it, largest first.",
                 "fields|entries|referrers|dominated")},
       {recordOf("object", table("objects"), false, "What it is."),
        argument("text", T::Text, true,
                 "What it says: the text of a string, the value of a number, "
                 "the name of a class, thread or loader."),
        listOf("fields", table("fields"), true, "Its fields or elements."),
        listOf("entries", table("entries"), true, "Its entries."),
        listOf("referrers", table("refs"), true, "What refers to it."),
        listOf("dominated", table("objects"), true, "What it alone holds.")},
       true,
       true,
       runObject});
  Rows.push_back({"path",
                  "Why an object is alive",
                  "A shortest path of references from a root to an object: "
                  "what keeps it from being freed.",
                  {argument("id", T::Id, false, "Id of the object.")},
                  {listOf("path", table("path"), false,
                          "From the root to the object; empty if no root "
                          "reaches it.")},
                  true,
                  true,
                  runPath});
  Rows.push_back(
      {"query",
       "A question in SQL",
       describeQueries(),
       {argument("sql", T::Text, false, "One SELECT.")},
       {argument("columns", T::Texts, false, "Names of the columns."),
        listOf("rows", &AnyRow, false, "The rows, as objects.")},
       true,
       true,
       runQuery});
  Rows.push_back(
      {"threads",
       "Threads and their stacks",
       "The threads, those that retain most first; with id, the stack of one "
       "or what its frames refer to.",
       {argument("id", T::Id, true, "Id of a thread object."),
        argument("part", T::Word, true,
                 "With id: frames (default) or locals, the objects that frames "
                 "refer to.",
                 "frames|locals")},
       {listOf("threads", table("threads"), true, "Without id."),
        recordOf("thread", table("threads"), true, "With id."),
        listOf("frames", table("frames"), true, "Its stack, innermost first."),
        listOf("locals", table("locals"), true, "What its frames refer to.")},
       true,
       true,
       runThreads});
  Rows.push_back(
      {"diff",
       "What changed between two dumps",
       "Objects and bytes of each class in two dumps of one program, the "
       "largest change first.",
       {argument("other", T::Text, false,
                 "Path of the later dump; file is the earlier one.")},
       {argument("other", T::Text, false, "The later file, resolved."),
        listOf("classes", changedClassTable(), false,
               "The largest growth first.")},
       true,
       true,
       runDiff});
  return Rows;
}

ArrayRef<HeapToolRow> hprof::heapToolRows() {
  static const std::vector<HeapToolRow> Rows = makeRows();
  return Rows;
}
