//===- Opts.td - Options of hprof-dominators ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/GraphTool/Graph.td"

def view_group : OptionGroup<"view">, HelpText<"WHAT TO PRINT">;
let Group = view_group in {
  defm by : Value<"by", "<what>",
                  "What the objects of each class, name (of classes: lambdas "
                  "and the like are one), package or loader keep alive "
                  "together">,
    Values<"class,name,package,loader">;
  defm of_class : Value<"class", "<class>",
                        "The objects of this class, by name, pattern (* "
                        "and ?, or /regex/) or id: those that retain most "
                        "first">;
  defm fields : Value<"fields", "<field>,...",
                      "With --class, columns with these fields of the objects, "
                      "and those of what they refer to: a,b.c">;
  def tree : Flag<["--"], "tree">,
    HelpText<"The dominator tree: below each object what it alone keeps alive">;
  defm object : Value<"object", "<id>",
                      "The part of the tree below the object with this id">;
  def group : Flag<["--"], "group">,
    HelpText<"In the tree, join objects of one class below the same ones">;
  defm depth : Value<"depth", "<n>",
                     "Print <n> levels of the tree (0 = all; default 64)">;
  defm min : Value<"min", "<share>",
                   "Leave out what retains less than this: a percentage such "
                   "as 0.5%, or bytes (default 1%)">;
  def suspects : Flag<["--"], "suspects">,
    HelpText<"Leak suspects: where memory accumulates, and what holds it">;
  def suspects_eq : Joined<["--"], "suspects=">, MetaVarName<"<share>">,
    HelpText<"Leak suspects that retain at least this (default 10%)">;
  defm app : Value<"app", "<class>",
                   "With --suspects, the classes of the program, by name or "
                   "pattern (default: those of no well-known library)">;
  def drops : Flag<["--"], "drops">,
    HelpText<"Objects that keep much alive while none of their children does">;
  def collapsed : Flag<["--"], "collapsed">,
    HelpText<"The tree by classes in the format of flame-graph tools">;
}

def output_group : OptionGroup<"output">, HelpText<"OUTPUT OPTIONS">;
let Group = output_group in {
  defm "" : TopOption<"Print the first <n> rows (0 = all; default 20 as text and "
                      "Markdown, "
                      "else all) or suspects; in trees below each object">;
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
