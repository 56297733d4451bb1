//===- Opts.td - Options of hprof-diff ------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/GraphTool/Index.td"

def comparison_group : OptionGroup<"comparison">, HelpText<"COMPARISON OPTIONS">;
let Group = comparison_group in {
  defm by : Value<"by", "<what>",
                  "Compare names (the default: classes of all loaders, and "
                  "lambdas and the like as one), classes, loaders, packages or "
                  "leak suspects; of profiles, methods (the default) or "
                  "traces">,
    Values<"name,class,loader,package,suspect,method,trace">;
  defm sort : Value<"sort", "<measure>",
                    "Sort by the change of retained (the default if it is "
                    "known), shallow or instances, of suspects by own, or by "
                    "name">,
    Values<"retained,shallow,instances,own,name">;
  defm retained : Value<"retained", "<when>",
                        "Compare retained sizes and leak suspects, for which "
                        "the graphs of all objects are built one after the "
                        "other: auto (of small files, the default), always or "
                        "never">,
    Values<"auto,always,never">;
  defm dump_number : Value<"dump", "<nth>",
                           "Take the <nth> heap dump of files with several "
                           "(default 1)">;
  defm filter : Value<"filter", "<pattern>",
                      "Show only rows whose name matches: * and ? stand for "
                      "characters, /.../ is a regular expression">;
  def profiles : Flag<["--"], "profiles">,
    HelpText<"Compare profiles, although the inputs have a heap dump, too">;
  defm section : Value<"section", "<name>",
                       "Compare only this section of profiles: sites, samples, "
                       "times, monitors or calls">,
    Values<"sites,samples,times,monitors,calls">;
  defm layout : Value<"layout", "<name>",
                      "Take this layout of objects instead of those found in "
                      "the dumps; a wrong name lists them">;
  defm "" : IndexOption;
}

def gate_group : OptionGroup<"gate">, HelpText<"GATE OPTIONS">;
let Group = gate_group in {
  defm budget : Value<"budget", "<file>",
                      "Check the change against the limits in <file>, in YAML; "
                      "exit status 4 if one is exceeded">;
  defm baseline : Value<"baseline", "<file>",
                        "Compare with <file>, a dump or a summary, as the "
                        "first input; without --budget all objects together "
                        "may grow by 10%">;
  def allow_damaged : Flag<["--"], "allow-damaged">,
    HelpText<"Let a damaged input pass the gate">;
  defm junit : Value<"junit", "<file>",
                     "Write the checks to <file>, too, as JUnit XML">;
  defm sarif : Value<"sarif", "<file>",
                     "Write the checks to <file>, too, as SARIF 2.1.0">;
}

def output_group : OptionGroup<"output">, HelpText<"OUTPUT OPTIONS">;
let Group = output_group in {
  defm "" : TopOption<"Print the first <n> rows (0 = all; default 20 as text, "
                      "else all)">;
  defm "" : FormatOption<"text,json,csv,jsonl,markdown,junit,sarif">;
  defm "" : OutputOptions;
  defm "" : RawOption;
  defm "" : TableOptions;
}

def reading_group : OptionGroup<"reading">, HelpText<"READING OPTIONS">;
let Group = reading_group in {
  defm "" : ThreadsOption;
  defm "" : StrictOption;
  defm "" : MaxMemoryOption;
  defm "" : TempDirOption;
  defm "" : ProgressOption;
}
