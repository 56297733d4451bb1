//===- Prompt.cpp - Questions on a terminal -------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prompt.h"
#include "PromptCommands.h"
#include "QueryRunner.h"
#include "hprof/Query/QuerySession.h"
#include "hprof/Tool/Escape.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/LineEditor/LineEditor.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/raw_ostream.h"
#include <clocale>
#include <csignal>

using namespace hprof;
using namespace llvm;

static QuerySession *Asked = nullptr;
static volatile std::sig_atomic_t WasInterrupted = 0;

static void interrupt(int) {
  WasInterrupted = 1;
  if (Asked)
    Asked->interrupt();
}

namespace {
/// Makes SIGINT cancel a query instead of terminating the tool.
class InterruptQueries {
public:
  explicit InterruptQueries(QuerySession &Session) {
    Asked = &Session;
    struct sigaction Ours = {};
    Ours.sa_handler = interrupt;
    sigaction(SIGINT, &Ours, &Before);
  }
  ~InterruptQueries() {
    sigaction(SIGINT, &Before, nullptr);
    Asked = nullptr;
  }

private:
  struct sigaction Before = {};
};
} // namespace

static std::vector<LineEditor::Completion>
completions(QuerySession &Session, StringRef Line, size_t At) {
  const bool IsBeforeQuote = Line.substr(At).starts_with("\"");
  Line = Line.take_front(At);
  // Between double quotes, names may contain dots and other punctuation.
  const bool IsQuoted = Line.count('"') % 2;
  const size_t Begin = IsQuoted ? Line.rfind('"') + 1
                                : Line.find_last_of(" \t\n(),.=<>+-*/") + 1;
  const StringRef Word = Line.drop_front(Begin);
  const StringRef End = IsQuoted && !IsBeforeQuote ? "\"" : "";
  std::vector<LineEditor::Completion> All;
  for (const std::string &Name : Session.complete(Word))
    // Names that would move the cursor, or need other quotes, must be typed by
    // hand.
    if (escapeControl(Name) == Name && !StringRef(Name).contains('"'))
      All.push_back({Name.substr(Word.size()) + End.str(), Name});
  return All;
}

/// Reports \p Failed and, for a mistake in \p Sql, marks its place.
static void tellMistake(ToolContext &C, StringRef Sql, Error Failed) {
  std::optional<size_t> At;
  Failed = handleErrors(std::move(Failed),
                        [&](std::unique_ptr<QueryError> E) -> Error {
                          At = E->At;
                          return Error(std::move(E));
                        });
  C.report().mistake(std::move(Failed));
  if (!At || *At >= Sql.size())
    return;
  const size_t Begin = Sql.rfind('\n', *At) + 1;
  const StringRef Line =
      Sql.drop_front(Begin).take_until([](char Each) { return Each == '\n'; });
  const int Width = sys::unicode::columnWidthUTF8(Line.take_front(*At - Begin));
  if (Width < 0 || escapeControl(Line) != Line)
    return;
  (errs() << "  " << Line << '\n').indent(unsigned(Width) + 2) << "^\n";
}

Error hprof::runPrompt(QueryRunner &Runner) {
  ToolContext &C = Runner.context();
  QuerySession &Session = Runner.session();
  InterruptQueries Guard(Session);
  // libedit drops bytes that are not characters of the locale.
  const char *Locale = std::setlocale(LC_CTYPE, "");
  if (!Locale || !StringRef(Locale).contains_insensitive("utf"))
    std::setlocale(LC_CTYPE, "C.UTF-8");
  LineEditor Editor(C.info().Name,
                    LineEditor::getDefaultHistoryPath(C.info().Name));
  Editor.setListCompleter([&](StringRef Line, size_t At) {
    return completions(Session, Line, At);
  });
  std::string Sql;
  while (true) {
    Editor.setPrompt(Sql.empty() ? "hprof> " : "  ...> ");
    std::optional<std::string> Line = Editor.readLine();
    if (!Line && std::exchange(WasInterrupted, 0)) {
      Sql.clear();
      errs() << '\n';
      continue;
    }
    const StringRef Text = Line ? StringRef(*Line).trim() : StringRef();
    if (!Line)
      return Runner.setOutput("");
    if (Sql.empty() && Text.empty())
      continue;
    const bool IsCommand =
        Sql.empty() && (Text.starts_with(".") || Text == "help");
    Sql += *Line + "\n";
    if (!IsCommand && !QuerySession::isComplete(Sql))
      continue;
    Error Failed =
        IsCommand ? runPromptCommand(Runner, Text == "help" ? ".help" : Text)
                  : Runner.run(Sql);
    C.out().flush();
    if (Failed)
      tellMistake(C, IsCommand ? "" : Sql, std::move(Failed));
    if (Runner.IsDone)
      return Runner.setOutput("");
    WasInterrupted = 0;
    Sql.clear();
  }
}
