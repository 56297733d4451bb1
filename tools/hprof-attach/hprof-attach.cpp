//===- hprof-attach.cpp - Loads the agent into a running JVM --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Attach/Attach.h"
#include "hprof/Attach/AttachAnswers.h"
#include "hprof/Attach/VMCommand.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Tool/AnswerOutput.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

static constexpr OptionRule Rules[] = {
    {OPT_list_jvms,
     OptionRule::Excludes,
     {OPT_check, OPT_jcmd, OPT_library, OPT_timeout, OPT_load_timeout}},
    {OPT_jcmd, OptionRule::Excludes, {OPT_check, OPT_library}},
    {OPT_timeout, OptionRule::Excludes, {OPT_check}},
    {OPT_load_timeout, OptionRule::Excludes, {OPT_check}},
};

static constexpr StringLiteral AgentName = "libhprof.so";

/// Finds the agent installed with this program, or built next to it.
static Expected<std::string> defaultLibrary() {
  std::string Program = sys::fs::getMainExecutable(nullptr, nullptr);
  std::string Tried;
  for (const char *Folder : {HPROF_LIBDIR, "../lib"}) {
    SmallString<256> Path = sys::path::parent_path(Program);
    sys::path::append(Path, Folder, AgentName);
    sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
    if (sys::fs::exists(Path))
      return std::string(Path);
    if (Tried != Path)
      Tried += (Tried.empty() ? "" : "', '") + std::string(Path);
  }
  return createStringError("no agent library at '" + Tried +
                           "'; specify it with --library");
}

static Error list(ToolContext &C) {
  if (!C.inputs().empty())
    return usageError("unexpected argument '" + C.inputs().front() +
                      "'; --list takes none");
  Expected<JvmList> All = runningJvms();
  if (!All)
    return All.takeError();
  for (const RunningJvm &One : All->Jvms)
    if (!One.Obstacle.empty())
      C.report().verbose(One.Obstacle);
  if (All->Hidden)
    C.report().verbose(
        counted(All->Hidden, "process", "processes") +
        " cannot be examined (owned by other users or groups, or "
        "protected by the system)");
  printAnswer(C, JvmAnswer(std::move(*All)));
  return Error::success();
}

/// Checks options for our agent. Those that begin with the library are for
/// java; the agent would reject them on the VM's standard error.
static Error checkOptions(ToolContext &C) {
  const StringRef Given = C.inputs()[1];
  const StringRef First =
      Given.take_until([](char Each) { return Each == ','; });
  auto [Path, Options] = First.split('=');
  if (C.has(OPT_library) || !Path.ends_with(".so"))
    return Error::success();
  return usageError("'" + Given +
                    "' belongs after 'java -agentpath:'; specify only "
                    "options, such as '" +
                    (Options.empty() ? "heap=dump" : Given.split('=').second) +
                    "', and --library for another library");
}

static Error setTime(ToolContext &C, unsigned Option, StringRef Name,
                     std::chrono::milliseconds &Time) {
  if (!C.has(Option))
    return Error::success();
  constexpr uint64_t MostSeconds = 86400;
  const uint64_t Seconds = C.number(Option, 0);
  if (!Seconds || Seconds > MostSeconds)
    return usageError("invalid value '" + Twine(Seconds) + "' for '" + Name +
                      "': expected 1 to " + Twine(MostSeconds));
  Time = std::chrono::seconds(Seconds);
  return Error::success();
}

/// Sets what is common to all requests.
static Error setTarget(ToolContext &C, VMRequest &R) {
  const std::string &Pid = C.inputs().front();
  // The kernel's limit is 2^22.
  if (StringRef(Pid).getAsInteger(10, R.Pid) || !R.Pid || R.Pid > INT32_MAX)
    return usageError("invalid pid '" + Pid + "'");
  const std::tuple<unsigned, const char *, std::chrono::milliseconds &>
      Times[] = {{OPT_timeout, "--timeout", R.Timeout},
                 {OPT_load_timeout, "--load-timeout", R.LoadTimeout}};
  for (auto [Option, Name, Time] : Times)
    if (Error E = setTime(C, Option, Name, Time))
      return E;
  R.OnDetail = [&C](const Twine &What) { C.report().verbose(What); };
  return Error::success();
}

static Expected<AttachRequest> request(ToolContext &C) {
  const std::vector<std::string> &Inputs = C.inputs();
  // Other agents may accept a number.
  uint64_t Number;
  if (Inputs.size() > 1 && !StringRef(Inputs[1]).getAsInteger(10, Number) &&
      !C.has(OPT_library))
    return usageError("unexpected argument '" + Inputs[1] +
                      "'; expected one pid and the agent's options");
  if (Inputs.size() > 2)
    return usageError("unexpected argument '" + Inputs[2] +
                      "'; put all agent options into one argument");
  AttachRequest R;
  if (Error E = setTarget(C, R))
    return E;
  if (Inputs.size() == 2) {
    if (Error E = checkOptions(C))
      return E;
    R.Options = Inputs[1];
  }
  if (C.has(OPT_library)) {
    if (C.get(OPT_library).empty())
      return usageError("invalid value '' for '--library': expected a file");
    R.Library = C.get(OPT_library).str();
  } else {
    if (R.Options.empty() && !C.has(OPT_check))
      return usageError("no agent-options; specify what to record, such as "
                        "dump=heap,format=b,doe=n,file=/tmp/heap.hprof");
    Expected<std::string> Library = defaultLibrary();
    if (!Library)
      return Library.takeError();
    R.Library = std::move(*Library);
  }
  R.IsForLoaded =
      R.Options == "stop" && sys::path::filename(R.Library) == AgentName;
  return R;
}

/// Runs the commands of --jcmd in their order.
static Error runCommands(ToolContext &C) {
  if (C.inputs().size() > 1)
    return usageError("unexpected argument '" + C.inputs()[1] +
                      "'; --jcmd takes a pid only");
  VMRequest R;
  if (Error E = setTarget(C, R))
    return E;
  const std::vector<std::string> Commands = C.getAll(OPT_jcmd);
  for (StringRef Command : Commands)
    if (Command.trim().empty())
      return usageError("invalid value '" + Command +
                        "' for '--jcmd': expected a command");
  for (const std::string &Command : Commands) {
    Expected<std::string> Output = runVMCommand(R, Command);
    if (!Output)
      return Output.takeError();
    // Replies can be large.
    for (StringRef Rest = *Output; !Rest.empty();) {
      StringRef Line;
      std::tie(Line, Rest) = Rest.split('\n');
      C.out() << escapeField(Line) << '\n';
    }
    C.out().flush();
    if (outs().has_error()) // toolMain() reports it.
      break;
  }
  return Error::success();
}

static Error check(ToolContext &C, const AttachRequest &R) {
  Expected<AttachPlan> Plan = checkAttach(R);
  if (!Plan)
    return Plan.takeError();
  for (const Prose &Line : planLines(R.Pid, *Plan))
    C.out() << proseText(Line, C.escapeMode()) << '\n';
  return Error::success();
}

static Error attach(ToolContext &C, const AttachRequest &R) {
  Expected<AttachOutcome> Outcome = attachAgent(R);
  if (!Outcome)
    return Outcome.takeError();
  if (Outcome->ReturnCode)
    return createStringError("process " + Twine(R.Pid) + ": the agent '" +
                             Outcome->Library + "' failed: return code " +
                             Twine(Outcome->ReturnCode) +
                             "; the reason is on the VM's standard error");
  C.out() << "process " << R.Pid << ": loaded '" << escape(Outcome->Library)
          << "', return code 0\n";
  return Error::success();
}

static Error run(ToolContext &C) {
  if (C.has(OPT_list_jvms))
    return list(C);
  if (C.inputs().empty())
    return usageError(
        "no process; specify a pid (--list prints the pids of JVMs)");
  if (C.has(OPT_jcmd))
    return runCommands(C);
  Expected<AttachRequest> R = request(C);
  if (!R)
    return R.takeError();
  return C.has(OPT_check) ? check(C, *R) : attach(C, *R);
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"hprof-attach", "[options] pid [agent-options]",
                   "Loads the agent libhprof.so into a running JVM, or runs "
                   "commands in it",
                   InputRule::Texts, /*TextOutput=*/true, Rules},
                  toolOptions(), run);
}
