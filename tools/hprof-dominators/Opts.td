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
  def suspects : Flag<["--"], "suspects">,
    HelpText<"Print leak suspects: the places where memory accumulates, and "
             "their holders">;
  def suspects_eq : Joined<["--"], "suspects=">, MetaVarName<"<share>">,
    HelpText<"Print leak suspects that retain at least <share>: a percentage "
             "such as 5%, or bytes (default 10%)">;
  defm app : Value<"app", "<class>",
                   "With --suspects, also treat classes that match <class>, "
                   "a name or pattern, as application classes, for example "
                   "those of a well-known library">;
  defm "" : JfrOption<"With --suspects, show">;
  defm by : Value<"by", "<what>",
                  "Print retained sizes by class, name (merges same-named "
                  "classes of different loaders, and the lambdas of a "
                  "class), package or loader">,
    Values<"class,name,package,loader">;
  defm of_class : Value<"class", "<class>",
                        "Print the instances of this class, by name, pattern "
                        "(* and ?, or /regex/) or id; largest retained size "
                        "first">;
  defm fields : Value<"fields", "<field>,...",
                      "With --class, add columns with these fields of the "
                      "objects, or of objects that they refer to: a,b.c">;
  def tree : Flag<["--"], "tree">,
    HelpText<"Print the dominator tree: below each object, the objects that "
             "it immediately dominates">;
  defm object : Value<"object", "<id>",
                      "Print the dominators of the object with this id, and "
                      "the tree below the object">;
  def group : Flag<["--"], "group">,
    HelpText<"Print the tree with objects of one class merged if their paths "
             "lead through the same classes">;
  defm depth : Value<"depth", "<n>",
                     "Print <n> levels of the tree (0 = all; default 64)">;
  defm min : Value<"min", "<share>",
                   "Omit tree nodes and rows of --drops that retain less than "
                   "<share>: a percentage such as 0.5%, or bytes (default "
                   "1%, or 0.1% for --collapsed)">;
  def drops : Flag<["--"], "drops">,
    HelpText<"Print accumulation points: objects that retain much more than "
             "their largest child">;
  def collapsed : Flag<["--"], "collapsed">,
    HelpText<"Print the tree of --group in the format of flame-graph tools">;
}

defm "" : TopOption<"Print the first <n> rows, suspects, or children of each "
                    "tree node (0 = all; default 20 rows for text and "
                    "Markdown, otherwise all)">;
defm "" : AnswerOptions;
defm "" : GraphReadingOptions;
defm "" : IndexOption;
