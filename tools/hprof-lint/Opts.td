//===- Opts.td - Options of hprof-lint ------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/GraphTool/Graph.td"

def lint_group : OptionGroup<"lint">, HelpText<"CHECK OPTIONS">;
let Group = lint_group in {
  def list_checks : Flag<["--"], "list">, HelpText<"List the checks">;
  def only_eq : CommaJoined<["--"], "only=">, MetaVarName<"<check>,...">,
    HelpText<"Make only these checks">;
  def skip_eq : CommaJoined<["--"], "skip=">, MetaVarName<"<check>,...">,
    HelpText<"Do not make these checks">;
  defm limit : Value<"limit", "<check>=<number>",
                     "Change a limit of a check; --list prints them">;
  defm min : Value<"min", "<size>",
                   "Show no finding and no row below <size> bytes (default a "
                   "thousandth of the heap as text, else 0)">;
  defm fail_above : Value<"fail-above", "<size>",
                          "Exit with status 4 when more than <size> bytes are "
                          "wasted for certain">;
  def hints : Flag<["--"], "hints">,
    HelpText<"Add hints to what is wasted, also for --fail-above">;
  defm collection : Value<"collection", "<id>",
                          "Only say how full this collection is">;
}

def output_group : OptionGroup<"output">, HelpText<"OUTPUT OPTIONS">;
let Group = output_group in {
  defm "" : TopOption<"Print the first <n> rows of each check (0 = all; default "
                      "5 as text and Markdown, else 20)">;
  defm "" : FormatOption<"text,json,csv,jsonl,markdown">;
  defm "" : OutputOptions;
  defm "" : RawOption;
  defm "" : TableOptions;
}

def reading_group : OptionGroup<"reading">, HelpText<"READING OPTIONS">;
let Group = reading_group in {
  defm "" : GraphReadingOptions;
  defm "" : IndexOption;
}
