//===- Graph.td - Options of tools on graphs ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/Tool/Common.td"

multiclass LayoutOption<string detected = "one"> {
  defm layout : Value<"layout", "<name>",
                      "Compute sizes for this object layout instead of the "
                      "detected "#detected#"; --layout=help lists the names">;
}

multiclass IgnoreReferencesOption {
  defm ignore_references : Value<"ignore-references", "<kinds>",
                                 "Do not follow references of these kinds: "
                                 "soft, weak, final, phantom, separated by "
                                 "commas; 'none' to follow all references">;
}

multiclass JfrOption<string show> {
  defm jfr : Value<"jfr", "<file>",
                   show#" where sampled objects were allocated, according to "
                   "this flight recording of the same JVM">;
}

def graph_group : OptionGroup<"graph">, HelpText<"GRAPH OPTIONS">;

let Group = graph_group in
multiclass GraphOptions {
  defm "" : LayoutOption;
  defm dump_number : Value<"dump", "<nth>",
                    "Use the <nth> heap dump if the file has several "
                    "(default 1)">;
  def keep_unreachable : Flag<["--"], "keep-unreachable">,
    HelpText<"Treat unreachable objects as live">;
  defm "" : IgnoreReferencesOption;
}

let Group = reading_group in {

multiclass TrustIndexOption {
  def trust_index : Flag<["--"], "trust-index">,
    HelpText<"Use an index that another user owns or can write to; it must not "
             "change while the tool runs">;
}

multiclass IndexOption {
  defm "" : TrustIndexOption;
  defm index : Value<"index", "<file>",
                     "Use this index, created by hprof-index; 'none' for no "
                     "index (default: the input's name plus .hidx, if that "
                     "index matches)">;
}

} // let Group

// For a tool that builds the graph of one heap.
multiclass GraphReadingOptions {
  defm "" : GraphOptions;
  defm "" : ReadingOptions;
  defm "" : MaxMemoryOption;
}
