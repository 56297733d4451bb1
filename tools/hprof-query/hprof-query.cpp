//===- hprof-query.cpp - Questions in SQL ---------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "Prompt.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/Query/QueryAnswer.h"
#include "hprof/Tool/AnswerOutput.h"
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

/// The queries of the options, or of standard input.
static Expected<std::string> readSql(ToolContext &C) {
  if (C.has(OPT_execute))
    return join(C.getAll(OPT_execute), ";\n");
  const StringRef Path = C.get(OPT_file, "-");
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text =
      MemoryBuffer::getFileOrSTDIN(Path, /*IsText=*/true);
  if (!Text)
    return createFileError(Path, Text.getError());
  return (*Text)->getBuffer().str();
}

/// Bytes of a text in a table for people; --wide shows all.
static constexpr size_t MostText = 240;

static Error runAll(ToolContext &C, QuerySession &Session,
                    const InputNames &From, StringRef Sql) {
  for (bool IsFirst = true;; IsFirst = false) {
    Expected<std::unique_ptr<QueryResult>> Result = Session.run(Sql);
    if (!Result)
      return Result.takeError();
    if (!*Result)
      return IsFirst ? createStringError("the query is empty")
                     : Error::success();
    if (!IsFirst && C.isForPeople())
      C.out() << '\n';
    QueryAnswer Answer(std::move(*Result), From, C.has(OPT_expanded),
                       C.has(OPT_wide) ? SIZE_MAX : MostText);
    printAnswer(C, Answer);
    if (Error E = Answer.takeError())
      return E;
  }
}

static std::optional<std::chrono::milliseconds> timeout(ToolContext &C) {
  const uint64_t Seconds = C.number(OPT_timeout, 0);
  if (!Seconds)
    return std::nullopt;
  // A longer time is no limit; it must not overflow.
  return std::chrono::seconds(std::min<uint64_t>(Seconds, 1 << 30));
}

/// Shows which share of the objects a long query has looked at.
static void showProgress(ToolContext &C, QuerySession &Session) {
  if (!C.progress().enabled())
    return;
  Session.OnProgress = [&C, IsShown = false](uint64_t Done,
                                             uint64_t All) mutable {
    if (Done == All)
      C.progress().finish();
    else if (!std::exchange(IsShown, true))
      C.progress().phase("looking at objects", All, Progress::Unit::Items);
    if (Done != All)
      C.progress().reachedAtLeast(Done);
    else
      IsShown = false;
  };
}

static Error run(ToolContext &C) {
  if (Error E = checkGraphOptions(C))
    return E;
  if (C.inputs().empty())
    return usageError("expected a file to ask about");
  if (Error E = checkInputNames(C))
    return E;
  if (C.has(OPT_execute) && C.has(OPT_file))
    return usageError("--query and --file cannot be combined");
  if (!C.has(OPT_execute) && C.get(OPT_file, "-") == "-" &&
      is_contained(C.inputs(), "-"))
    return usageError("standard input is a dump: use --query or --file");
  const bool IsPrompt = !C.has(OPT_execute) && !C.has(OPT_file) && isatty(0);
  Expected<std::string> Sql = IsPrompt ? std::string() : readSql(C);
  if (!Sql)
    return Sql.takeError();
  // What SQLite sorts and groups may not fit into memory.
  setenv("SQLITE_TMPDIR", C.tempDir().c_str(), /*overwrite=*/1);
  Expected<std::unique_ptr<QuerySession>> Session = QuerySession::open();
  if (!Session)
    return Session.takeError();
  InputNames Opened;
  if (Error E = openInputs(C, **Session, Opened))
    return E;
  if (std::optional<std::chrono::milliseconds> Most = timeout(C))
    (*Session)->setTimeout(*Most);
  showProgress(C, **Session);
  (*Session)->OnNote = [&](const std::string &Text) { C.report().note(Text); };
  if (!IsPrompt)
    return runAll(C, **Session, Opened, *Sql);
  return runPrompt(C, **Session, [&](StringRef Text) {
    return runAll(C, **Session, Opened, Text);
  });
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"hprof-query", "[options] [file...]",
                   "Answers questions in SQL about heap dumps",
                   InputRule::AnyNumber, /*TextOutput=*/true,
                   /*Rules=*/{}, /*PrintsValues=*/true},
                  toolOptions(), run);
}
