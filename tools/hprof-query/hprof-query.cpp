//===- hprof-query.cpp - Questions in SQL ---------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "Prompt.h"
#include "QueryRunner.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/Query/QuerySession.h"
#include "hprof/Tool/ToolMain.h"
#include "hprof/Tool/ToolOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

/// The queries of the options and positional arguments, or of standard input.
static Expected<std::string> readSql(ToolContext &C,
                                     std::vector<std::string> Queries) {
  if (!Queries.empty())
    return join(Queries, ";\n");
  const StringRef Path = C.get(OPT_file, "-");
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text =
      MemoryBuffer::getFileOrSTDIN(Path, /*IsText=*/true);
  if (!Text)
    return createFileError(Path, Text.getError());
  return (*Text)->getBuffer().str();
}

static std::optional<std::chrono::milliseconds> timeout(ToolContext &C) {
  const uint64_t Seconds = C.number(OPT_timeout, 0);
  if (!Seconds)
    return std::nullopt;
  // A longer time is effectively no limit, but must not overflow.
  return std::chrono::seconds(std::min<uint64_t>(Seconds, 1 << 30));
}

/// Shows the share of objects that a long query has visited.
static void showProgress(ToolContext &C, QuerySession &Session) {
  if (!C.progress().enabled())
    return;
  Session.OnProgress = [&C, IsShown = false](uint64_t Done,
                                             uint64_t All) mutable {
    if (Done == All)
      C.progress().finish();
    else if (!std::exchange(IsShown, true))
      C.progress().phase("scanning objects", All, Progress::Unit::Items);
    if (Done != All)
      C.progress().reachedAtLeast(Done);
    else
      IsShown = false;
  };
}

static Error run(ToolContext &C) {
  if (Error E = checkGraphOptions(C))
    return E;
  std::vector<std::string> Queries = C.getAll(OPT_execute), Files;
  for (const std::string &Argument : C.inputs())
    (isQuery(Argument) ? Queries : Files).push_back(Argument);
  if (Files.empty())
    return usageError("expected a file to query");
  if (C.getAll(OPT_file).size() > 1)
    return usageError("--file can be given only once");
  if (C.has(OPT_file) && !Queries.empty())
    return usageError("--file cannot be combined with other queries");
  if (Queries.empty() && C.get(OPT_file, "-") == "-" &&
      is_contained(Files, "-"))
    return usageError("standard input is the dump; specify the query as an "
                      "argument, or use --file");
  const bool IsPrompt = Queries.empty() && !C.has(OPT_file) && isatty(0);
  // A mistake at the prompt does not make the tool fail, but the output file
  // would be incomplete.
  if (IsPrompt && C.get(OPT_output, "-") != "-")
    return usageError("at the prompt, .output writes results to a file");
  Expected<std::string> Sql = IsPrompt ? std::string() : readSql(C, Queries);
  if (!Sql)
    return Sql.takeError();
  // Data that SQLite sorts and groups may not fit into memory.
  setenv("SQLITE_TMPDIR", C.tempDir().c_str(), /*overwrite=*/1);
  Expected<std::unique_ptr<QuerySession>> Session = QuerySession::open();
  if (!Session)
    return Session.takeError();
  InputNames Opened;
  if (Error E = openInputs(C, Files, **Session, Opened))
    return E;
  if (std::optional<std::chrono::milliseconds> Most = timeout(C))
    (*Session)->setTimeout(*Most);
  showProgress(C, **Session);
  (*Session)->OnNote = [&](const std::string &Text) { C.report().note(Text); };
  QueryRunner Runner(C, **Session, std::move(Opened));
  if (IsPrompt)
    return runPrompt(Runner);
  return Runner.run(*Sql, Queries.empty() ? C.get(OPT_file, "-") : "");
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"hprof-query", "[options] file... [sql...]",
                   "Queries heap dumps and flight recordings with SQL",
                   InputRule::AnyNumber,
                   /*TextOutput=*/true,
                   /*Rules=*/{}, /*PrintsValues=*/true},
                  toolOptions(), run);
}
