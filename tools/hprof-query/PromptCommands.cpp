//===- PromptCommands.cpp - Commands of the prompt ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PromptCommands.h"
#include "QueryRunner.h"
#include "hprof/Format/Stream/SmallFile.h"
#include "hprof/Query/QuerySession.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

namespace {
struct Command {
  StringLiteral Word, Argument, Help;
  Error (*Run)(QueryRunner &Runner, StringRef Argument);
};
} // namespace

static ArrayRef<Command> allCommands();

/// \p Text as an SQL string.
static std::string quoted(StringRef Text) {
  std::string Quoted = "'";
  for (char C : Text)
    Quoted += C == '\'' ? "''" : std::string(1, C);
  return Quoted + "'";
}

/// \p Text without quotes around it.
static StringRef unquoted(StringRef Text) {
  for (StringRef Quote : {"\"", "'"})
    if (Text.size() > 1 && Text.starts_with(Quote) && Text.ends_with(Quote))
      return Text.drop_front().drop_back();
  return Text;
}

static Error setSwitch(bool &Value, StringRef Argument) {
  if (Argument != "on" && Argument != "off" && !Argument.empty())
    return createStringError("expected on or off, found '" + Argument + "'");
  Value = Argument.empty() ? !Value : Argument == "on";
  return Error::success();
}

static Error expanded(QueryRunner &Runner, StringRef Argument) {
  return setSwitch(Runner.IsExpanded, Argument);
}

static Error timer(QueryRunner &Runner, StringRef Argument) {
  return setSwitch(Runner.HasTimer, Argument);
}

static Error help(QueryRunner &, StringRef) {
  outs() << "A query ends with \";\". Tab completes names, ^C cancels a query, "
            "^D quits.\n\n";
  for (const Command &Each : allCommands())
    outs() << formatv("  {0,-21} {1}\n",
                      (Each.Word + " " + Each.Argument).str(), Each.Help);
  outs() << "\nEach class is a table: SELECT * FROM \"java.util.HashMap\" "
            "LIMIT 5.\nhprof-query(1) lists tables and functions.\n";
  return Error::success();
}

static constexpr StringLiteral Formats =
    "text, line, csv, json, jsonl or markdown";

static Error mode(QueryRunner &Runner, StringRef Argument) {
  const bool IsLine = Argument == "line";
  if (!is_contained({"text", "line", "csv", "json", "jsonl", "markdown"},
                    Argument))
    return createStringError("expected " + Formats + "; found '" + Argument +
                             "'");
  Runner.IsExpanded = IsLine;
  Runner.Format = IsLine ? "text" : Argument.str();
  return Error::success();
}

static Error output(QueryRunner &Runner, StringRef Argument) {
  return Runner.setOutput(Argument == "stdout" ? "" : unquoted(Argument));
}

static Error quit(QueryRunner &Runner, StringRef) {
  Runner.IsDone = true;
  return Error::success();
}

static Error read(QueryRunner &Runner, StringRef Argument) {
  Expected<std::string> Sql =
      readSmallFile(unquoted(Argument), {16, "queries"});
  if (!Sql)
    return Sql.takeError();
  return Runner.run(*Sql, unquoted(Argument));
}

/// Lists the columns of the table \p Name in \p Schema. Returns false if there
/// is no such table.
static Expected<bool> listColumns(QueryRunner &Runner, StringRef Schema,
                                  StringRef Name) {
  // Creates the table of a class.
  if (Error E = Runner.session().find(Schema, Name).takeError())
    return E;
  const std::string Columns = "SELECT name, type FROM pragma_table_info(" +
                              quoted(Name) + ", " + quoted(Schema) + ")";
  StringRef Sql = Columns;
  Expected<std::unique_ptr<QueryResult>> Result = Runner.session().run(Sql);
  if (!Result)
    return Result.takeError();
  if (!(*Result)->next())
    return false;
  if (Error E = Runner.run(Columns))
    return E;
  return true;
}

static Error schema(QueryRunner &Runner, StringRef Argument) {
  // Names of classes contain dots, too.
  std::vector<std::pair<StringRef, StringRef>> Candidates;
  for (const auto &Input : Runner.inputs())
    if (StringRef Name = Argument; Name.consume_front(Input.first + "."))
      Candidates.push_back({Input.first, unquoted(Name)});
  for (const auto &Input : Runner.inputs())
    Candidates.push_back({Input.first, unquoted(Argument)});
  for (auto [Schema, Name] : Candidates) {
    Expected<bool> IsTable = listColumns(Runner, Schema, Name);
    if (!IsTable || *IsTable)
      return IsTable.takeError();
  }
  return createStringError("no such table: " + Argument +
                           "; .tables lists the tables");
}

static Error tables(QueryRunner &Runner, StringRef Argument) {
  const StringRef Pattern = unquoted(Argument);
  const std::string Matches = "name LIKE " + quoted(Pattern);
  std::string Sql = "SELECT schema, name FROM pragma_table_list WHERE "
                    "schema <> 'temp' AND name NOT LIKE 'sqlite%'";
  if (!Pattern.empty())
    Sql += " AND " + Matches;
  // There may be thousands of classes.
  for (const auto &[Schema, File] : Runner.inputs()) {
    Expected<QueryTable *> Classes = Runner.session().find(Schema, "classes");
    if (!Classes)
      return Classes.takeError();
    if (*Classes && !Pattern.empty())
      Sql += (" UNION SELECT '" + Twine(Schema) + "', name FROM " + Schema +
              ".classes WHERE " + Matches)
                 .str();
  }
  return Runner.run(Sql + " ORDER BY schema, name");
}

static ArrayRef<Command> allCommands() {
  static constexpr Command All[] = {
      {".exit", "", "same as .quit", quit},
      {".expanded", "[on|off]", "print a line for each value", expanded},
      {".help", "", "list these commands", help},
      {".mode", "<format>", Formats, mode},
      {".output", "[<file>]",
       "write results to <file>, or back to the terminal", output},
      {".quit", "", "quit the tool", quit},
      {".read", "<file>", "run the queries in <file>", read},
      {".schema", "<table>", "list the columns of a table or class", schema},
      {".tables", "[<pattern>]",
       "list the tables, or the tables and classes LIKE <pattern>", tables},
      {".timer", "[on|off]", "print the time of each query", timer},
  };
  return All;
}

Error hprof::runPromptCommand(QueryRunner &Runner, StringRef Line) {
  auto [Word, Argument] = Line.split(' ');
  Argument = Argument.trim();
  const Command *Known =
      find_if(allCommands(),
              [Word = Word](const Command &Each) { return Each.Word == Word; });
  if (Known == allCommands().end())
    return createStringError("unknown command '" + Word +
                             "'; .help lists the commands");
  if (Known->Argument.empty() != Argument.empty() &&
      !Known->Argument.starts_with("["))
    return createStringError(
        "usage: " + Known->Word +
        (Known->Argument.empty() ? "" : " " + Known->Argument));
  return Known->Run(Runner, Argument);
}
