//===- Opts.td - Options of hprof-query -----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/GraphTool/Graph.td"

def query_group : OptionGroup<"query">, HelpText<"QUERY OPTIONS">;
let Group = query_group in {
  defm execute : Value<"query", "<sql>",
                       "Run this query (default: queries from standard input; "
                       "on a terminal, a prompt)">;
  def e : JoinedOrSeparate<["-"], "e">, MetaVarName<"<sql>">,
    Alias<execute>, HelpText<"Alias for --query">;
  defm file : Value<"file", "<file>", "Run the queries in <file>">;
  def f : JoinedOrSeparate<["-"], "f">, MetaVarName<"<file>">,
    Alias<file>, HelpText<"Alias for --file">;
  defm timeout : Value<"timeout", "<n>",
                       "Cancel a query that takes more than <n> seconds "
                       "(default 0: no limit)">;
  defm "" : IndexOption;
}

defm "" : AnswerOptions;
defm "" : GraphReadingOptions;

let Group = output_group in
def expanded : Flag<["--"], "expanded">,
  HelpText<"In text output, print a line for each value instead of a table">;
