//===- Graph.td - Options of tools on graphs ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/GraphTool/Index.td"

def graph_group : OptionGroup<"graph">, HelpText<"GRAPH OPTIONS">;
let Group = graph_group in {
  defm layout : Value<"layout", "<name>",
                      "Take this layout of objects instead of the one found in "
                      "the dump; a wrong name lists them">;
  defm dump_number : Value<"dump", "<nth>",
                    "Take the <nth> heap dump of a file with several (default "
                    "1)">;
  def keep_unreachable : Flag<["--"], "keep-unreachable">,
    HelpText<"Keep objects that no root reaches, as if they were held">;
  defm ignore_references : Value<"ignore-references", "<kinds>",
                                 "Do not follow the referents of these: soft, "
                                 "weak, final, phantom, separated by commas; none "
                                 "to follow all">;
}

multiclass GraphReadingOptions {
  defm "" : ThreadsOption;
  defm "" : StrictOption;
  defm "" : ProgressOption;
  defm "" : MaxMemoryOption;
  defm "" : TempDirOption;
}
