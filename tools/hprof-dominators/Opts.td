//===- Opts.td - Options of hprof-dominators ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/GraphTool/Graph.td"

def output_group : OptionGroup<"output">, HelpText<"OUTPUT OPTIONS">;
let Group = output_group in {
  defm "" : TopOption<"Print the first <n> rows (0 = all; default 20 as text, "
                      "else all)">;
  defm "" : OutputOptions;
  defm "" : RawOption;
}

def reading_group : OptionGroup<"reading">, HelpText<"READING OPTIONS">;
let Group = reading_group in {
  defm "" : GraphReadingOptions;
  defm "" : IndexOption;
}
