//===- Opts.td - Options of hprof-paths -----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/GraphTool/Graph.td"

def question_group : OptionGroup<"question">, HelpText<"QUESTION OPTIONS">;
let Group = question_group in {
  defm object : Value<"object", "<id>", "Ask about the object with this id">;
  defm of_class : Value<"class", "<class>",
                     "Ask about all objects of the class, by name, pattern (* "
                     "and ?, or /regex/) or id">;
  defm count : Value<"count", "<n>",
                     "Show the <n> shortest paths, from different roots, to "
                     "each object (default 3 to an object, 1 to those of a "
                     "class; 0 = all)">;
  def incoming : Flag<["--"], "incoming">,
    HelpText<"Show what refers to the objects instead of paths">;
  def outgoing : Flag<["--"], "outgoing">,
    HelpText<"Show what the objects refer to instead of paths">;
  defm depth : Value<"depth", "<n>",
                     "With --incoming and --outgoing: go on for <n> steps "
                     "(default 1)">;
  defm by : Value<"by", "<what>",
                  "With --incoming and --outgoing: a row for each object "
                  "(default with --object) or class (default with --class)">,
    Values<"object,class">;
  defm exclude : Value<"exclude", "<field>",
                       "Do not follow this field (class.name) or elements of "
                       "this array class (class[]); * and ? in the class">;
  def retained : Flag<["--"], "retained">,
    HelpText<"Show how many bytes the objects keep alive">;
}

def output_group : OptionGroup<"output">, HelpText<"OUTPUT OPTIONS">;
let Group = output_group in {
  defm "" : TopOption<"Print <n> rows of each level (0 = all; default 20 as "
                      "text, else all)">;
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
