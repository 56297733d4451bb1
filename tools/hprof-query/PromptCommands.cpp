//===- PromptCommands.cpp - Commands of the prompt ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PromptCommands.h"
#include "QueryRunner.h"
#include "hprof/Query/QuerySession.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
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
  outs() << "A query ends with \";\". Tab completes names, ^C ends a query, ^D "
            "the tool.\n\n";
  for (const Command &Each : allCommands())
    outs() << formatv("  {0,-21} {1}\n",
                      (Each.Word + " " + Each.Argument).str(), Each.Help);
  outs() << "\nEach class is a table: SELECT * FROM \"java.util.HashMap\" "
            "LIMIT 5.\nhprof-query(1) lists tables and functions.\n";
  return Error::success();
}

static Error mode(QueryRunner &Runner, StringRef Argument) {
  static constexpr StringLiteral Formats[] = {"text", "csv", "json", "jsonl",
                                              "markdown"};
  const bool IsLine = Argument == "line";
  if (!IsLine && !is_contained(Formats, Argument))
    return createStringError("expected text, line, " +
                             join(drop_begin(Formats), ", ") + "; found '" +
                             Argument + "'");
  Runner.IsExpanded = IsLine;
  Runner.Format = IsLine ? "text" : Argument.str();
  return Error::success();
}

static Error output(QueryRunner &Runner, StringRef Argument) {
  return Runner.setOutput(Argument == "stdout" ? "" : Argument);
}

static Error quit(QueryRunner &, StringRef) { return Error::success(); }

static Error read(QueryRunner &Runner, StringRef Argument) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Sql =
      MemoryBuffer::getFile(Argument, /*IsText=*/true);
  if (!Sql)
    return createFileError(Argument, Sql.getError());
  return Runner.run((*Sql)->getBuffer());
}

static Error schema(QueryRunner &Runner, StringRef Argument) {
  StringRef Name = Argument, In = Runner.inputs().front().first;
  for (const auto &Input : Runner.inputs())
    if (Name.consume_front(Input.first + "."))
      In = Input.first;
  if (Name.size() > 1 && Name.front() == '"' && Name.back() == '"')
    Name = Name.drop_front().drop_back();
  // pragma_table_info() returns no rows, and no error, for an unknown table.
  std::string Probe = "SELECT 1 FROM ";
  if (Runner.inputs().size() > 1)
    Probe += In.str() + ".";
  Probe += "\"" + Name.str() + "\" LIMIT 0";
  StringRef Sql = Probe;
  if (Error E = Runner.session().run(Sql).takeError())
    return E;
  return Runner.run("SELECT name, type FROM pragma_table_info(" + quoted(Name) +
                    ", " + quoted(In) + ")");
}

static Error tables(QueryRunner &Runner, StringRef Argument) {
  return Runner.run("SELECT schema, name, type FROM pragma_table_list WHERE "
                    "schema <> 'temp' AND name NOT LIKE 'sqlite%' AND name "
                    "LIKE " +
                    quoted(Argument.empty() ? "%" : Argument) +
                    " ORDER BY schema, name");
}

static ArrayRef<Command> allCommands() {
  static constexpr Command All[] = {
#define HPROF_PROMPT_COMMAND(NAME, WORD, ARGUMENT, HELP)                       \
  {WORD, ARGUMENT, HELP, NAME},
#include "PromptCommands.def"
  };
  return All;
}

bool hprof::isQuit(StringRef Line) {
  return Line == ".quit" || Line == ".exit" || Line == ".q";
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
