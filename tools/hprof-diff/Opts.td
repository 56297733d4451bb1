//===- Opts.td - Options of hprof-diff ------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/GraphTool/Graph.td"

def comparison_group : OptionGroup<"comparison">, HelpText<"COMPARISON OPTIONS">;
let Group = comparison_group in {
  defm by : Value<"by", "<what>",
                  "Compare by name (the default; merges same-named classes "
                  "of different loaders, and the lambdas of a class), class, "
                  "loader, package or (leak) suspect; for profiles, by method "
                  "(the default) or trace">,
    Values<"name,class,loader,package,suspect,method,trace">;
  defm sort : Value<"sort", "<measure>",
                    "Sort by the change in retained size (the default if all "
                    "inputs have it), shallow size or instances, or by name; "
                    "suspects by own size (own, the default) or retained "
                    "size (retained)">,
    Values<"retained,shallow,instances,own,name">;
  defm filter : Value<"filter", "<pattern>",
                      "Show only rows whose name matches; * and ? are "
                      "wildcards, /.../ is a regular expression">;
  defm retained : Value<"retained", "<when>",
                        "Compare retained sizes and leak suspects, which "
                        "builds the graph of each heap: auto (the default: for "
                        "small files or with an index), always or never">,
    Values<"auto,always,never">;
  defm dump_number : Value<"dump", "<nth>",
                           "Use the <nth> heap dump of files with several "
                           "dumps (default 1)">;
  def profiles : Flag<["--"], "profiles">,
    HelpText<"Compare profiles, even if the inputs also contain a heap dump">;
  defm section : Value<"section", "<name>",
                       "Compare only this section of profiles: sites, samples, "
                       "times, monitors or calls">,
    Values<"sites,samples,times,monitors,calls">;
  defm "" : LayoutOption<"ones">;
  defm "" : IndexOption;
}

def gate_group : OptionGroup<"gate">, HelpText<"GATE OPTIONS">;
let Group = gate_group in {
  defm budget : Value<"budget", "<file>",
                      "Check the changes against the limits in the YAML file "
                      "<file>; exit status 4 if any is exceeded">;
  defm baseline : Value<"baseline", "<file>",
                        "Use <file>, a heap dump or a summary of one, as the "
                        "first input; without --budget, the total size of all "
                        "objects may grow by 10%">;
  def allow_damaged : Flag<["--"], "allow-damaged">,
    HelpText<"Let a damaged input pass the gate">;
  defm junit : Value<"junit", "<file>",
                     "Also write the results of the checks to <file> as JUnit "
                     "XML">;
  defm sarif : Value<"sarif", "<file>",
                     "Also write the results of the checks to <file> as SARIF "
                     "2.1.0">;
}

defm "" : TopOption<"Print the first <n> rows (0 = all; default 20 for text "
                    "and Markdown, otherwise all)">;
defm "" : AnswerOptions<",junit,sarif">;
defm "" : ReadingOptions;
defm "" : MaxMemoryOption;
