//===- Opts.td - Options of hprof-paths -----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/GraphTool/Graph.td"

def path_group : OptionGroup<"path">, HelpText<"PATH OPTIONS">;
let Group = path_group in {
  defm object : Value<"object", "<id>",
                      "Show paths to the object or class with this id">;
  defm of_class : Value<"class", "<class>",
                     "Show paths to all instances of this class, by name, "
                     "pattern (* and ?, or /regex/) or id">;
  defm count : Value<"count", "<n>",
                     "Show up to <n> of the shortest paths, from different "
                     "roots, to each object (default 3 with --object, "
                     "otherwise 1; 0 = all)">;
  def incoming : Flag<["--"], "incoming">,
    HelpText<"Show incoming references of the objects instead of paths">;
  def outgoing : Flag<["--"], "outgoing">,
    HelpText<"Show outgoing references of the objects instead of paths">;
  defm depth : Value<"depth", "<n>",
                     "With --incoming or --outgoing, follow references for "
                     "<n> steps (default 1)">;
  defm by : Value<"by", "<what>",
                  "With --incoming or --outgoing, print a row for each object "
                  "(default with --object) or class (default otherwise)">,
    Values<"object,class">;
  defm exclude : Value<"exclude", "<field>",
                       "Do not follow this field (class.name) or the elements "
                       "of this array class (class[]); the class may contain * "
                       "and ?">;
  def retained : Flag<["--"], "retained">,
    HelpText<"Show the bytes that the objects in each line jointly keep "
             "alive">;
}

defm "" : TopOption<"Print the first <n> branches from each object (0 = all; "
                    "default 20 for text and Markdown, otherwise all)">;
defm "" : AnswerOptions;
defm "" : GraphReadingOptions;
defm "" : IndexOption;
