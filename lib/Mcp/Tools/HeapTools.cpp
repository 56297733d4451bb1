//===- HeapTools.cpp - MCP tools for heap dumps ---------------------------===//
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

/// SQL tables and functions, for the description of query.
static std::string describeQueries() {
  std::string Text =
      "Runs one SELECT statement (SQLite) on a heap dump; only the requested "
      "rows are returned. Ids are numbers, 0x7f00 or '0x7f00' in SQL. Each "
      "class is a table with a column for each field: SELECT _id, count FROM "
      "\"com.acme.Cache\" ORDER BY _retained DESC; references are ids. Tables "
      "with an argument are called like functions: SELECT * FROM path(0x7f00). "
      "retained is the retained size of an object; do not add retained sizes "
      "up, but use retained_size(id). Tables and their columns:";
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
  Text += "\nResults of the other tools are tables, too; SELECT * shows their "
          "columns. Parameters, as in FROM histogram WHERE by = 'package' AND "
          "top = 5:" +
          Answers;
  Text += "\nTables that take the id of an object: fields, entries, path, "
          "retained_set, reachable. Functions on objects:";
  for (const std::string &Function : queryFunctions())
    Text += " " + Function;
  return Text;
}

static std::vector<HeapToolRow> makeRows() {
  using T = ColumnType;
  static const TableInfo AnyRow{"row", "A value for each column.", {}};
  std::vector<HeapToolRow> Rows;
  Rows.push_back({"summary",
                  "Overview of heap dumps",
                  "Without file: the available heap dumps. With file: its "
                  "size, basic facts, and the classes with the largest "
                  "retained size. Call this first.",
                  {},
                  {listOf("dumps", dumpFileTable(), true,
                          "Without file: the available heap dumps."),
                   recordOf("dump", table("dump"), true,
                            "With file: size and basic facts."),
                   listOf("classes", table("dominators"), true,
                          "With file: classes, largest retained size first.")},
                  /*NeedsFile=*/false,
                  /*HasList=*/true,
                  runSummary});
  Rows.push_back(
      {"suspects",
       "Leak suspects",
       "Places where memory accumulates: objects or groups of objects with a "
       "large retained size, and the field that holds them.",
       {},
       {listOf("suspects", table("suspects"), false,
               "Leak suspects, most likely first.")},
       true,
       true,
       runSuspects});
  Rows.push_back(
      {"histogram",
       "Objects by class",
       "Number and size of the objects of each class.",
       {argument("class", T::Text, true,
                 "Only classes with this name; * matches any characters: "
                 "com.acme.*"),
        argument("sort", T::Word, true,
                 "Sort key, largest first (default shallow). With 'retained', "
                 "the rows are in the list named 'retained'.",
                 "shallow|objects|largest|retained")},
       {listOf("classes", table("classes"), true, "Without sort=retained."),
        listOf("retained", table("dominators"), true, "With sort=retained.")},
       true,
       true,
       runHistogram});
  Rows.push_back(
      {"object",
       "One object",
       "An object or class: its class and size, its string representation, and "
       "a list of its fields, entries, referrers or dominated objects.",
       {argument("id", T::Id, false, "Id of the object, such as \"0x7f00\"."),
        argument("part", T::Word, true,
                 "List to return: fields (default; for an array its elements, "
                 "for a class its static fields), entries of a JDK collection, "
                 "referrers, or dominated: the objects that it immediately "
                 "dominates, largest first.",
                 "fields|entries|referrers|dominated")},
       {recordOf("object", table("objects"), false,
                 "Class and size of the object."),
        argument("text", T::Text, true,
                 "String representation: the contents of a string, the value "
                 "of a number, or the name of a class, thread or loader."),
        listOf("fields", table("fields"), true, "Fields or elements."),
        listOf("entries", table("entries"), true, "Entries of the collection."),
        listOf("referrers", table("refs"), true, "Referrers."),
        listOf("dominated", table("objects"), true, "Dominated objects.")},
       true,
       true,
       runObject});
  Rows.push_back({"path",
                  "Why an object is alive",
                  "A shortest path of references from a GC root to an object, "
                  "which keeps the object from being freed.",
                  {argument("id", T::Id, false, "Id of the object.")},
                  {listOf("path", table("path"), false,
                          "From the GC root to the object; empty if the object "
                          "is unreachable.")},
                  true,
                  true,
                  runPath});
  Rows.push_back(
      {"query",
       "SQL query",
       describeQueries(),
       {argument("sql", T::Text, false, "One SELECT statement.")},
       {argument("columns", T::Texts, false, "Names of the columns."),
        listOf("rows", &AnyRow, false, "The rows, as objects.")},
       true,
       true,
       runQuery});
  Rows.push_back(
      {"threads",
       "Threads and their stacks",
       "All threads, largest retained size first; with id, the stack of one "
       "thread or the objects that its frames refer to.",
       {argument("id", T::Id, true, "Id of a thread object."),
        argument("part", T::Word, true,
                 "With id: frames (default), or locals for the objects that "
                 "frames refer to.",
                 "frames|locals")},
       {listOf("threads", table("threads"), true, "Without id."),
        recordOf("thread", table("threads"), true, "With id."),
        listOf("frames", table("frames"), true,
               "Stack frames, innermost first."),
        listOf("locals", table("locals"), true,
               "Objects that the frames refer to.")},
       true,
       true,
       runThreads});
  Rows.push_back(
      {"diff",
       "Differences between two dumps",
       "Number and size of the objects of each class in two dumps of one "
       "program, largest growth first.",
       {argument("other", T::Text, false,
                 "Path of the later dump; file is the earlier one.")},
       {argument("other", T::Text, false, "Resolved path of the later file."),
        listOf("classes", changedClassTable(), false,
               "Classes, largest growth first.")},
       true,
       true,
       runDiff});
  return Rows;
}

ArrayRef<HeapToolRow> hprof::heapToolRows() {
  static const std::vector<HeapToolRow> Rows = makeRows();
  return Rows;
}
