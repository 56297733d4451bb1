//===- Opts.td - Options of hprof-histo -----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Question/Histogram.td"
include "hprof/GraphTool/Index.td"

def histogram_group : OptionGroup<"histogram">, HelpText<"HISTOGRAM OPTIONS">;
let Group = histogram_group in {
  defm "" : OptionsOf<histogram>;
  defm dump_number : Value<"dump", "<nth>",
                           "Count only the <nth> heap dump of a file with several "
                           "(default all; with --retained or "
                           "--unreachable 1)">;
  def columns : Flag<["--"], "columns">,
    HelpText<"Give each of several files columns of its own instead of adding "
             "them up, and sort by the change from the first to the last">;
  defm layout : Value<"layout", "<name>",
                      "Take this layout of objects instead of the one found in "
                      "the dump; a wrong name lists them">;
  defm "" : IndexOption;
}

def output_group : OptionGroup<"output">, HelpText<"OUTPUT OPTIONS">;
let Group = output_group in {
  defm "" : TopOption<"Print the first <n> rows (0 = all; default 30 as text and "
                      "Markdown, else all)">;
  defm "" : FormatOption<"text,json,csv,jsonl,markdown">;
  defm "" : OutputOptions;
  defm "" : RawOption;
  defm "" : TableOptions;
}

def reading_group : OptionGroup<"reading">, HelpText<"READING OPTIONS">;
let Group = reading_group in {
  defm "" : ThreadsOption;
  defm "" : StrictOption;
  defm "" : TempDirOption;
  defm "" : ProgressOption;
}
