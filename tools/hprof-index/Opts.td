//===- Opts.td - Options of hprof-index -----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/GraphTool/Graph.td"

def output_group : OptionGroup<"output">, HelpText<"OUTPUT OPTIONS">;
let Group = output_group in {
  defm output : Value<"output", "<file>",
                      "Write to <file> (default: next to the input)">;
  def o : JoinedOrSeparate<["-"], "o">, MetaVarName<"<file>">,
    Alias<output>, HelpText<"Alias for --output">;
  defm to : Value<"to", "<kind>",
                  "Write an index of this kind: hidx (default), for these tools, "
                  "or mat, for Eclipse Memory Analyzer">,
    Values<"hidx,mat">;
  def force : Flag<["--"], "force">,
    HelpText<"Replace the output, whatever it is">;
  def verify : Flag<["--"], "verify">,
    HelpText<"Write nothing: check that the index fits and every byte of it">;
}

def reading_group : OptionGroup<"reading">, HelpText<"READING OPTIONS">;
let Group = reading_group in {
  defm "" : GraphReadingOptions;
  defm "" : TrustIndexOption;
}
