//===- Opts.td - Options of hprof-index -----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/GraphTool/Graph.td"

def index_group : OptionGroup<"index">, HelpText<"INDEX OPTIONS">;
let Group = index_group in {
  defm to : Value<"to", "<kind>",
                  "Write an index of this kind: hidx (default), for these "
                  "tools, or mat, for Eclipse Memory Analyzer">,
    Values<"hidx,mat">;
  defm output : Value<"output", "<file>",
                      "Write to <file> (default: next to the input)">;
  def o : JoinedOrSeparate<["-"], "o">, MetaVarName<"<file>">,
    Alias<output>, HelpText<"Alias for --output">;
  def force : Flag<["--"], "force">,
    HelpText<"Replace an existing output file of any kind">;
  def verify : Flag<["--"], "verify">,
    HelpText<"Write nothing; check that the index matches the dump and is "
             "intact">;
}

defm "" : GraphReadingOptions;
defm "" : TrustIndexOption;
