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
// and has only the standard options and those that it lists: options that a
// tool does not support are unknown arguments there.
//
// The checks of toolMain before the tool runs are also defined here: an option
// with Values accepts no other value, and the name of the value determines its
// syntax: <n> a number, <size> a number of bytes with an optional K, M, G or T,
// <share> the same or a percentage, <id> an object id (0x...), <class> and
// <pattern> the syntax of ClassPattern.h, <a,b> a list (CommaJoined).
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
    HelpText<"Print this help, including options for developers">;
  def version : Flag<["--"], "version">, HelpText<"Print the version">;
  def quiet : Flag<["--"], "quiet">,
    HelpText<"Print only errors: no warnings, notes or progress">;
  def q : Flag<["-"], "q">, Alias<quiet>, HelpText<"Alias for --quiet">;
  def verbose : Flag<["--"], "verbose">,
    HelpText<"Print more details, and report all damage in an input">;
  def v : Flag<["-"], "v">, Alias<verbose>, HelpText<"Alias for --verbose">;
  defm color : Value<"color", "<when>",
                     "Color messages: auto (default), always or never">,
    Values<"auto,always,never">;
  defm print_completion : Value<"print-completion", "<shell>",
                                "Print a completion script for bash, zsh or "
                                "fish">,
    Values<"bash,zsh,fish">, Flags<[HelpHidden]>;
}

// An enclosing let replaces the groups of the following options.
def output_group : OptionGroup<"output">, HelpText<"OUTPUT OPTIONS">;

let Group = output_group in {

// -o FILE and --force. The context's out() and openOutput() then use the file
// of -o; without it, they write to standard output.
multiclass OutputOptions {
  defm output : Value<"output", "<file>",
                      "Write to <file> (default: standard output)">;
  def o : JoinedOrSeparate<["-"], "o">, MetaVarName<"<file>">,
    Alias<!cast<Option>(NAME#"output")>, HelpText<"Alias for --output">;
  def force : Flag<["--"], "force">,
    HelpText<"Let --output replace an existing file">;
}

multiclass TopOption<string help> {
  defm top : Value<"top", "<n>", help>;
  def n : JoinedOrSeparate<["-"], "n">, MetaVarName<"<n>">,
    Alias<!cast<Option>(NAME#"top")>, HelpText<"Alias for --top">;
}

// For tools that print tables as text; toolMain passes them to TextStyle.
multiclass TableOptions {
  def human : Flag<["--"], "human">,
    HelpText<"In text and Markdown, print sizes in KiB, MiB, GiB and TiB">;
  def bytes : Flag<["--"], "bytes">,
    HelpText<"Print sizes in bytes on a terminal, too">;
  def wide : Flag<["--"], "wide">,
    HelpText<"Allow lines wider than the terminal">;
}

multiclass RawOption {
  def raw : Flag<["--"], "raw">,
    HelpText<"Print names and strings unescaped">;
}

// --format with the formats of the tool, the first being the default.
multiclass FormatOption<string values> {
  defm format : Value<"format", "<format>",
                      "Output format: "#!subst(",", ", ", values)>,
    Values<values>;
}

} // let Group

// For tools that print an Answer, with further formats such as ",sarif".
multiclass AnswerOptions<string formats = ""> {
  defm "" : FormatOption<"text,json,csv,jsonl,markdown"#formats>;
  defm "" : OutputOptions;
  defm "" : RawOption;
  defm "" : TableOptions;
}

def reading_group : OptionGroup<"reading">, HelpText<"READING OPTIONS">;

let Group = reading_group in {

multiclass StrictOption<string damage = "damage in an input"> {
  def strict : Flag<["--"], "strict">,
    HelpText<"Treat "#damage#" as an error, and then write no output file">;
}

multiclass ProgressOption {
  defm progress : Value<"progress", "<when>",
                        "Show progress: auto (default), always or never">,
    Values<"auto,always,never">;
}

multiclass ThreadsOption {
  defm threads : Value<"threads", "<n>",
                       "Use <n> threads (default 0: one per core)">;
  def j : JoinedOrSeparate<["-"], "j">, MetaVarName<"<n>">,
    Alias<!cast<Option>(NAME#"threads")>, HelpText<"Alias for --threads">;
}

multiclass MaxMemoryOption {
  defm max_memory : Value<"max-memory", "<size>",
                          "Use at most <size> bytes of memory, such as 2G, and "
                          "temporary files for the rest (default 3/4 of the "
                          "free memory)">;
}

multiclass TempDirOption {
  defm temp_dir : Value<"temp-dir", "<dir>",
                        "Put temporary files into <dir>">;
}

} // let Group

multiclass ReadingOptions<string damage = "damage in an input"> {
  defm "" : StrictOption<damage>;
  defm "" : ProgressOption;
  defm "" : TempDirOption;
  defm "" : ThreadsOption;
}

#endif // HPROF_TOOL_COMMON_TD
