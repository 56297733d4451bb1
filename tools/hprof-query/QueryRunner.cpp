//===- QueryRunner.cpp - Runs queries and prints results ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "QueryRunner.h"
#include "hprof/Query/QueryAnswer.h"
#include "hprof/Query/QuerySession.h"
#include "hprof/Tool/AnswerOutput.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace hprof;
using namespace llvm;

/// Longest string in a human-readable table, in bytes; --wide shows complete
/// strings.
static constexpr size_t MostText = 240;

QueryRunner::QueryRunner(ToolContext &C, QuerySession &Session,
                         InputNames Inputs)
    : Format(C.format()), IsExpanded(C.hasNamed("--expanded")), C(C),
      Session(Session), Inputs(std::move(Inputs)) {}

QueryRunner::~QueryRunner() = default;

Error QueryRunner::setOutput(StringRef Path) {
  Error Closed = File ? File->keep() : Error::success();
  File.reset();
  if (Path.empty())
    return Closed;
  if (Error E = C.checkOutput(Path))
    return joinErrors(std::move(Closed), std::move(E));
  Expected<std::unique_ptr<OutputFile>> Opened = OutputFile::create(
      Path, OutputFile::Content::Text, C.hasNamed("--force"));
  if (Opened)
    File = std::move(*Opened);
  return joinErrors(std::move(Closed), Opened.takeError());
}

Error QueryRunner::runNext(StringRef &Sql, bool IsFirst, bool &IsEnd) {
  Expected<std::unique_ptr<QueryResult>> Result = Session.run(Sql);
  if (!Result)
    return Result.takeError();
  IsEnd = !*Result;
  if (IsEnd)
    return IsFirst ? createStringError("the query is empty") : Error::success();
  raw_ostream &OS = File ? File->os() : C.out();
  if (!IsFirst && (Format == "text" || Format == "markdown"))
    OS << '\n';
  const bool IsWide = File || C.hasNamed("--wide");
  QueryAnswer Answer(std::move(*Result), Inputs, IsExpanded,
                     IsWide ? SIZE_MAX : MostText);
  printAnswer(C, OS, Format, Answer);
  Error Failed = Answer.takeError();
  if (Failed && File) {
    C.report().note("'" + File->path() +
                    "' would be incomplete and is not written; results are "
                    "printed on the terminal again");
    File.reset();
  }
  return Failed;
}

/// Adds the place of \p Failed, an error of the query at \p Start in \p Sql:
/// for queries from the file \p Path, the line of the mistake or, if its place
/// is unknown, that of the query; otherwise the offset of the mistake.
static Error located(Error Failed, StringRef Sql, size_t Start,
                     StringRef Path) {
  std::optional<size_t> At;
  Failed = handleErrors(std::move(Failed),
                        [&](std::unique_ptr<QueryError> E) -> Error {
                          if (E->At)
                            At = Start + *E->At;
                          return Error(std::move(E));
                        });
  if (Path.empty())
    return At ? make_error<QueryError>(toString(std::move(Failed)), At)
              : std::move(Failed);
  const size_t Line = 1 + Sql.take_front(At.value_or(Start)).count('\n');
  return createStringError("'" + inputName(Path) + "', line " + Twine(Line) +
                           ": " + toString(std::move(Failed)));
}

Error QueryRunner::run(StringRef Sql, StringRef Path) {
  bool IsEnd = false;
  StringRef Rest = Sql;
  for (bool IsFirst = true; !IsEnd; IsFirst = false) {
    Rest = QuerySession::fromFirstQuery(Rest);
    const size_t Start = Sql.size() - Rest.size();
    const auto Before = std::chrono::steady_clock::now();
    if (Error Failed = runNext(Rest, IsFirst, IsEnd))
      return located(std::move(Failed), Sql, Start, Path);
    const std::chrono::duration<double> Time =
        std::chrono::steady_clock::now() - Before;
    C.out().flush();
    if (HasTimer && !IsEnd)
      errs() << format("%.3f seconds\n", Time.count());
  }
  return Error::success();
}
