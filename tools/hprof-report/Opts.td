//===- Opts.td - Options of hprof-report ----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/GraphTool/Graph.td"

def content_group : OptionGroup<"content">, HelpText<"CONTENT OPTIONS">;
let Group = content_group in {
  def show_values : Flag<["--"], "show-values">,
    HelpText<"Show strings that look like passwords, keys or tokens">;
  defm "" : JfrOption<"Show for each suspect">;
  defm budget : Value<"budget", "<file>",
                      "Check the growth between several heap dumps against the "
                      "limits in <file>; exit status 4 if any is exceeded">;
  defm baseline : Value<"baseline", "<file>",
                        "Compare with <file>, a heap dump or a summary of "
                        "one, as the first input; without --budget, the total "
                        "size of all objects may grow by 10%">;
}

defm "" : FormatOption<"html,md,markdown,text">;
defm "" : OutputOptions;
defm "" : TableOptions;
defm "" : GraphReadingOptions;
defm "" : IndexOption;
