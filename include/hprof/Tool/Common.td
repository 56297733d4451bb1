//===- Common.td - Options that several tools share -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tool's Opts.td begins with
//
//   include "hprof/Tool/Common.td"
//   defm "" : OutputOptions;
//   defm "" : TopOption<"Print the first <n> classes (default 30, 0 = all)">;
//
// and has the standard options plus the groups that it lists, nothing else:
// options that a tool does not support are unknown arguments there.
//
// The checks of toolMain before the tool runs are also defined here: an option
// with Values takes no other value, and the name of the value determines its
// syntax: <n> a number, <size> a number of bytes with an optional K, M, G or T,
// <share> the same or a percentage,
// <id> an object id (0x...), <class> and <pattern> what ClassPattern.h takes,
// <a,b> a list (CommaJoined).
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_TOOL_COMMON_TD
#define HPROF_TOOL_COMMON_TD

include "llvm/Option/OptParser.td"

// --name=VALUE and --name VALUE.
multiclass Value<string name, string metavar, string help> {
  def "" : Joined<["--"], name#"=">, MetaVarName<metavar>, HelpText<help>;
  def _separate : Separate<["--"], name>, Alias<!cast<Option>(NAME)>;
}

def standard_group : OptionGroup<"standard">, HelpText<"STANDARD OPTIONS">;

let Group = standard_group in {
  def help : Flag<["--"], "help">, HelpText<"Print this help">;
  def h : Flag<["-"], "h">, Alias<help>;
  def help_hidden : Flag<["--"], "help-hidden">, Flags<[HelpHidden]>,
    HelpText<"Print this help with the options for developers">;
  def version : Flag<["--"], "version">, HelpText<"Print the version">;
  def quiet : Flag<["--"], "quiet">,
    HelpText<"Print errors only, no warnings, notes or progress">;
  def q : Flag<["-"], "q">, Alias<quiet>, HelpText<"Alias for --quiet">;
  def verbose : Flag<["--"], "verbose">,
    HelpText<"Say more about what is being done and every damage found">;
  def v : Flag<["-"], "v">, Alias<verbose>, HelpText<"Alias for --verbose">;
  defm color : Value<"color", "<when>",
                     "Colour messages: auto, always or never">,
    Values<"auto,always,never">;
  defm print_completion : Value<"print-completion", "<shell>",
                                "Print completion code for bash, zsh or fish">,
    Values<"bash,zsh,fish">, Flags<[HelpHidden]>;
}

// -o FILE and --force. With this the context's out() and openOutput() use the
// file of -o; without it they write to standard output.
multiclass OutputOptions {
  defm output : Value<"output", "<file>",
                      "Write to <file> (default: standard output)">;
  def o : JoinedOrSeparate<["-"], "o">, MetaVarName<"<file>">,
    Alias<!cast<Option>(NAME#"output")>, HelpText<"Alias for --output">;
  def force : Flag<["--"], "force">, HelpText<"Let --output replace a file">;
}

multiclass StrictOption {
  def strict : Flag<["--"], "strict">,
    HelpText<"Make damage in an input an error and leave no output file">;
}

multiclass ProgressOption {
  defm progress : Value<"progress", "<when>",
                        "Show progress: auto, always or never">,
    Values<"auto,always,never">;
}

multiclass TopOption<string help> {
  defm top : Value<"top", "<n>", help>;
  def n : JoinedOrSeparate<["-"], "n">, MetaVarName<"<n>">,
    Alias<!cast<Option>(NAME#"top")>, HelpText<"Alias for --top">;
}

// For tools that print tables for people; toolMain passes them to TextStyle.
multiclass TableOptions {
  def human : Flag<["--"], "human">,
    HelpText<"In text, print bytes in KiB, MiB, GiB and TiB">;
  def wide : Flag<["--"], "wide">,
    HelpText<"Let lines be wider than the terminal">;
}

multiclass ThreadsOption {
  defm threads : Value<"threads", "<n>",
                       "Use <n> threads (default 0: one for each core)">;
  def j : JoinedOrSeparate<["-"], "j">, MetaVarName<"<n>">,
    Alias<!cast<Option>(NAME#"threads")>, HelpText<"Alias for --threads">;
}

multiclass MaxMemoryOption {
  defm max_memory : Value<"max-memory", "<size>",
                          "Use at most <size> bytes of memory, such as 2G, and "
                          "files for the rest (default 3/4 of what is free)">;
}

multiclass TempDirOption {
  defm temp_dir : Value<"temp-dir", "<dir>",
                        "Put temporary files into <dir>">;
}

multiclass RawOption {
  def raw : Flag<["--"], "raw">,
    HelpText<"Print names and strings as they are, not escaped">;
}

// --format with the formats of the tool, the first being the default.
multiclass FormatOption<string values> {
  defm format : Value<"format", "<format>",
                      "Output format: "#!subst(",", ", ", values)>,
    Values<values>;
}

#endif // HPROF_TOOL_COMMON_TD
