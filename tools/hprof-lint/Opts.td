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
  def list_checks : Flag<["--"], "list">,
    HelpText<"List the checks and their limits">;
  def only_eq : CommaJoined<["--"], "only=">, MetaVarName<"<check>,...">,
    HelpText<"Run only these checks">;
  def skip_eq : CommaJoined<["--"], "skip=">, MetaVarName<"<check>,...">,
    HelpText<"Do not run these checks">;
  defm limit : Value<"limit", "<check>=<number>",
                     "Change the limit of a check; --list prints the limits">;
  defm min : Value<"min", "<size>",
                   "Hide checks and rows with fewer than <size> bytes "
                   "(default 0.1% of the heap for text and Markdown, "
                   "otherwise 0)">;
  def hints : Flag<["--"], "hints">,
    HelpText<"Count the bytes reported by hints as wasted, including for "
             "--fail-above">;
  defm fail_above : Value<"fail-above", "<size>",
                          "Exit with status 4 if more than <size> bytes are "
                          "definitely wasted">;
  defm collection : Value<"collection", "<id>",
                          "Print only the number of elements and slots of this "
                          "collection">;
}

defm "" : TopOption<"Print the first <n> rows of each check (0 = all; "
                    "default 5 for text and Markdown, otherwise 20)">;
defm "" : AnswerOptions;
defm "" : GraphReadingOptions;
defm "" : IndexOption;
