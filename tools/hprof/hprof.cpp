//===- hprof.cpp - All tools in one program -------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file Runs the tool with the program's name, hprof-histo, or the tool named
/// by its first argument, "hprof histo". OneProgram.cmake generates Parts.inc.
///
//===----------------------------------------------------------------------===//

#include "hprof/Tool/ExitStatus.h"
#include "hprof/Tool/Version.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <vector>

using namespace hprof;
using namespace llvm;

extern "C" {
#define HPROF_PART(MAIN, VERB, TITLE) int MAIN(int Argc, char **Argv);
#include <Parts.inc>
#undef HPROF_PART
}

namespace {
struct Part {
  int (*Main)(int Argc, char **Argv);
  StringLiteral Verb, Title;
};
} // namespace

static constexpr Part Parts[] = {
#define HPROF_PART(MAIN, VERB, TITLE) {MAIN, VERB, TITLE},
#include <Parts.inc>
#undef HPROF_PART
};

static const Part *partCalled(StringRef Verb) {
  for (const Part &P : Parts)
    if (P.Verb == Verb)
      return &P;
  return nullptr;
}

static void printHelp(raw_ostream &OS) {
  OS << "OVERVIEW: Tools for heap dumps and profiles of Java virtual "
        "machines\n\n"
        "USAGE: hprof <tool> [argument...], or hprof-<tool> [argument...]\n"
        "       hprof <file>..., for a brief report\n\n"
        "TOOLS:\n";
  for (const Part &P : Parts)
    (OS << "  " << P.Verb).indent(unsigned(14 - P.Verb.size()))
        << P.Title << '\n';
  OS << "\nOPTIONS:\n"
        "  help <tool>   Print the options of hprof-<tool>\n"
        "  --list        Print the names of the tools\n"
        "  --help        Print this help\n"
        "  --version     Print the version\n";
}

/// Completes tool names here, and options with the tool's own bash completion,
/// in the file next to this one.
static void printBashCompletion(raw_ostream &OS) {
  OS << "# bash completion for hprof\n_hprof() {\n  local verbs='";
  for (const Part &P : Parts)
    OS << P.Verb << ' ';
  OS << R"(help --list --help --version'
  local verb=${COMP_WORDS[1]}
  COMPREPLY=()
  if [[ $COMP_CWORD == 1 || ( $COMP_CWORD == 2 && $verb == help ) ]]; then
    COMPREPLY=($(compgen -W "$verbs" -- "${COMP_WORDS[COMP_CWORD]}"))
    return
  fi
  [[ $verb != help && " ${verbs%% --*} " == *" $verb "* ]] || return 0
  local function=_hprof_$verb
  declare -F "$function" >/dev/null ||
    . "${BASH_SOURCE[0]%/*}/hprof-$verb" || return 0
  COMP_WORDS=("hprof-$verb" "${COMP_WORDS[@]:2}")
  ((COMP_CWORD -= 1))
  "$function"
}
complete -o default -F _hprof hprof
)";
}

static int refuse(StringRef Word) {
  StringRef Near;
  unsigned Least = 3;
  for (const Part &P : Parts)
    if (const unsigned D = P.Verb.edit_distance(Word, true, Least); D < Least) {
      Near = P.Verb;
      Least = D;
    }
  errs() << "hprof: error: no tool is called '";
  errs().write_escaped(Word) << '\'';
  if (!Near.empty())
    errs() << "; did you mean " << Near << "?";
  errs() << " (hprof --list prints all)\n";
  return int(ExitStatus::Usage);
}

/// Writes the output, and returns the status.
static int finish() {
  outs().flush();
  const std::error_code EC = outs().error();
  if (!EC)
    return 0;
  // Otherwise, LLVM would abort when the process exits.
  outs().clear_error();
  errs() << "hprof: error: '<stdout>': " << EC.message() << '\n';
  return int(ExitStatus::Error);
}

static int runHelp(int Argc, char **Argv) {
  if (Argc < 3) {
    printHelp(outs());
    return finish();
  }
  const Part *Of = partCalled(Argv[2]);
  if (!Of)
    return refuse(Argv[2]);
  char Help[] = "--help";
  char *Words[] = {Argv[0], Help, nullptr};
  return Of->Main(2, Words);
}

/// Prints the most important results for the files on the command line.
static int runOnFiles(int Argc, char **Argv) {
  const Part *Report = partCalled("report");
  if (!Report)
    return partCalled("dump")->Main(Argc, Argv);
  char Format[] = "--format=text";
  std::vector<char *> Words(Argv, Argv + Argc);
  Words.insert(Words.begin() + 1, Format);
  Words.push_back(nullptr);
  return Report->Main(Argc + 1, Words.data());
}

int main(int Argc, char **Argv) {
  StringRef Name = Argc ? sys::path::filename(Argv[0]) : "";
  if (Name.consume_front("hprof-"))
    if (const Part *By = partCalled(Name))
      return By->Main(Argc, Argv);
  if (Argc < 2) {
    printHelp(errs());
    return int(ExitStatus::Usage);
  }
  const StringRef First = Argv[1];
  if (First == "help")
    return runHelp(Argc, Argv);
  if (First == "--help" || First == "--help-hidden" || First == "-h") {
    printHelp(outs());
    return finish();
  }
  if (First == "--version") {
    outs() << "hprof (hprof toolchain) " << toolchainVersion() << '\n';
    return finish();
  }
  if (First == "--list") {
    for (const Part &P : Parts)
      outs() << P.Verb << '\n';
    return finish();
  }
  if (First == "--print-completion=bash") {
    printBashCompletion(outs());
    return finish();
  }
  const Part *Of = partCalled(First);
  if (!Of && sys::fs::exists(First))
    return runOnFiles(Argc, Argv);
  return Of ? Of->Main(Argc - 1, Argv + 1) : refuse(First);
}
