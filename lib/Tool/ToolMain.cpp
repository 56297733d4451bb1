//===- ToolMain.cpp - Main function of every tool -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Tool/ToolMain.h"
#include "Completion.h"
#include "Help.h"
#include "Signals.h"
#include "Table.h"
#include "hprof/Tool/ToolOptions.h"
#include "hprof/Tool/Version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;
using namespace hprof;

/// Opens placeholders for closed standard streams. Otherwise, a file that is
/// opened later would get one of their numbers, and messages could be written
/// to an output file. Reading or printing still fails; messages are lost.
static void occupyClosedStreams() {
  constexpr int Modes[] = {O_WRONLY, O_RDONLY, O_WRONLY};
  for (int Fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(Fd, F_GETFD) < 0 && errno == EBADF &&
        ::open("/dev/null", Modes[Fd]) != Fd)
      ::_exit(int(ExitStatus::Error));
}

static ColorMode colorMode(StringRef When) {
  return StringSwitch<ColorMode>(When)
      .Case("always", ColorMode::Enable)
      .Case("never", ColorMode::Disable)
      .Default(ColorMode::Auto);
}

/// The color mode: according to --color if it is given, to NO_COLOR
/// (https://no-color.org) if that is set, or else to the terminal.
static ColorMode colorMode(const ToolOptions &Options,
                           const opt::InputArgList &Args) {
  StringRef When = Args.getLastArgValue(Options.find("--color="));
  if (!When.empty() && When != "auto")
    return colorMode(When);
  const char *NoColor = std::getenv("NO_COLOR");
  if ((NoColor && *NoColor) || !isatty(STDERR_FILENO))
    return ColorMode::Disable;
  return ColorMode::Enable;
}

/// Whether and how to show progress on standard error.
static bool wantsProgress(const ToolOptions &Options,
                          const opt::InputArgList &Args, const Reporter &R) {
  unsigned Id = Options.find("--progress=");
  if (!Id || R.quiet())
    return false;
  StringRef When = Args.getLastArgValue(Id, "auto");
  return When == "always" || (When == "auto" && isatty(STDERR_FILENO));
}

/// Handles --help, --version and --print-completion; returns false if none was
/// given.
static bool answer(const ToolInfo &Info, const ToolOptions &Options,
                   const opt::InputArgList &Args, raw_ostream &OS) {
  bool Hidden = Args.hasArg(Options.find("--help-hidden"));
  if (Hidden || Args.hasArg(Options.find("--help"))) {
    SmallString<128> Usage(Info.Name);
    Usage += ' ';
    Usage += Info.Usage;
    printHelp(OS, Usage, Info.Overview, Options, Info.HelpOrder, Hidden);
    return true;
  }
  if (Args.hasArg(Options.find("--version"))) {
    OS << Info.Name << " (hprof toolchain) " << toolchainVersion() << '\n';
    return true;
  }
  StringRef Shell = Args.getLastArgValue(Options.find("--print-completion="));
  if (!Shell.empty()) {
    printCompletion(OS, Shell, Info.Name, Options);
    return true;
  }
  return false;
}

static Error runBody(ToolContext &Context,
                     function_ref<Error(ToolContext &)> Body) {
  if (Error E = Context.takeInputs())
    return E;
  if (Context.info().TextOutput)
    if (Error E = Context.openOutput(OutputFile::Content::Text).takeError())
      return E;
  return Body(Context);
}

/// A tool with an output file prints to outs(), which would abort the process
/// on exit if printing failed.
static Error checkOuts() {
  outs().flush();
  const std::error_code EC = outs().error();
  outs().clear_error();
  return EC ? createFileError("<stdout>", EC) : Error::success();
}

/// Terminates the process after a while: if a crash interrupts malloc(), the
/// functions that print the trace wait for its lock forever. Must be added
/// after the handler of EnablePrettyStackTrace(), which cancels alarms.
static void limitCrash(void *) {
  constexpr unsigned Seconds = 10;
  std::signal(SIGALRM, SIG_DFL);
  alarm(Seconds);
}

int hprof::toolMain(int Argc, char **Argv, const ToolInfo &Info,
                    ArrayRef<opt::OptTable::Info> Rows,
                    function_ref<Error(ToolContext &)> Body) {
  occupyClosedStreams();
  Signals Taken(Info.Name);
  setBugReportMsg("This is a bug in the tool: please report it with the "
                  "command line and the trace below.\n");
  EnablePrettyStackTrace();
  sys::AddSignalHandler(limitCrash, nullptr);
  InitLLVM Init(Argc, Argv, /*InstallPipeSignalExitHandler=*/false);
  Taken.take();

  ToolOptions Options(Rows);
  BumpPtrAllocator Allocator;
  StringSaver Saver(Allocator);
  std::vector<std::string> Problems;
  opt::InputArgList Args = Options.parse(
      ArrayRef(const_cast<const char **>(Argv) + 1, Argc ? Argc - 1 : 0), Saver,
      [&](const Twine &Problem) { Problems.push_back(Problem.str()); });

  Reporter::Options Say;
  Say.Quiet = Args.hasArg(Options.find("--quiet"));
  Say.Verbose = Args.hasArg(Options.find("--verbose"));
  unsigned Strict = Options.find("--strict");
  Say.Strict = Strict && Args.hasArg(Strict);
  Say.Color = colorMode(Options, Args);
  Reporter Report(Info.Name, errs(), Say);
  for (const std::string &Problem : Problems)
    Report.error(usageError(Problem));
  if (!Problems.empty())
    return static_cast<int>(Report.status());

  auto IsGiven = [&](const char *Name) {
    unsigned Id = Options.find(Name);
    return Id && Args.hasArg(Id);
  };
  TextStyle Style;
  // Numbers in JSON sentences do not depend on the options.
  unsigned Format = Options.find("--format=");
  const StringRef Chosen =
      Format ? Args.getLastArgValue(Format, "text") : "text";
  const unsigned Output = Options.find("--output");
  Style.IsGrouped = Chosen == "text" && !Info.PrintsValues &&
                    isatty(STDOUT_FILENO) &&
                    (!Output || Args.getLastArgValue(Output, "-") == "-");
  if (const unsigned Human = Options.find("--human")) {
    const opt::Arg *Last = Args.getLastArg(Human, Options.find("--bytes"));
    Style.IsHuman = Last ? Last->getOption().matches(Human) &&
                               is_contained({"text", "markdown", "md"}, Chosen)
                         : Style.IsGrouped;
  }
  Style.IsWide = IsGiven("--wide");
  TextStyle::setCurrent(Style);
  Progress Line(errs(), wantsProgress(Options, Args, Report),
                /*InPlace=*/isatty(STDERR_FILENO));
  Report.setProgress(&Line);
  ToolContext Context(Info, Options, Args, Report, Line);
  auto Stdout =
      cantFail(OutputFile::create("-", OutputFile::Content::Text, false));
  if (answer(Info, Options, Args, Stdout->os())) {
    Report.error(Stdout->keep());
  } else {
    Error E = checkRules(Options, Args, Info.Rules);
    Report.error(E ? std::move(E) : runBody(Context, Body));
    Line.finish();
    Report.finish();
    Report.error(checkOuts());
    if (!Report.failed())
      Report.error(Context.keepOutputs());
  }
  Report.setProgress(nullptr);
  return static_cast<int>(Report.status());
}
