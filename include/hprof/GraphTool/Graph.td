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
                      "Compute sizes for this object layout instead of the "
                      "detected one; --layout=help lists the names">;
  defm dump_number : Value<"dump", "<nth>",
                    "Use the <nth> heap dump if the file has several "
                    "(default 1)">;
  def keep_unreachable : Flag<["--"], "keep-unreachable">,
    HelpText<"Treat unreachable objects as live">;
  defm ignore_references : Value<"ignore-references", "<kinds>",
                                 "Do not follow references of these kinds: "
                                 "soft, weak, final, phantom, separated by "
                                 "commas; 'none' to follow all references">;
}

multiclass GraphReadingOptions {
  defm "" : ThreadsOption;
  defm "" : StrictOption;
  defm "" : ProgressOption;
  defm "" : MaxMemoryOption;
  defm "" : TempDirOption;
}
