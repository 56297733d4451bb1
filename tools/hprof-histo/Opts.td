//===- Opts.td - Options of hprof-histo -----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Question/Histogram.td"
include "hprof/GraphTool/Graph.td"

def histogram_group : OptionGroup<"histogram">, HelpText<"HISTOGRAM OPTIONS">;
let Group = histogram_group in {
  defm "" : OptionsOf<histogram>;
  def columns : Flag<["--"], "columns">,
    HelpText<"Show each of several files in its own columns instead of adding "
             "them up; sort by the change from the first to the last">;
  defm dump_number : Value<"dump", "<nth>",
                           "Count only the <nth> heap dump of a file with "
                           "several dumps (default: all; with --retained or "
                           "--unreachable, the first)">;
  defm "" : LayoutOption;
  defm "" : IndexOption;
}

defm "" : TopOption<"Print the first <n> rows (0 = all; default 30 for text "
                    "and Markdown, otherwise all)">;
defm "" : AnswerOptions;
defm "" : ReadingOptions;
