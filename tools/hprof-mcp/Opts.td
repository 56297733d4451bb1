//===- Opts.td - Options of hprof-mcp -------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/GraphTool/Graph.td"

def server_group : OptionGroup<"server">, HelpText<"SERVER OPTIONS">;
let Group = server_group in {
  def show_values : Flag<["--"], "show-values">,
    HelpText<"Do not hide values that may be secrets">;
  defm timeout : Value<"timeout", "<n>",
                       "Cancel a query that takes more than <n> seconds "
                       "(default 60)">;
  defm max_heaps : Value<"max-heaps", "<n>",
                         "Keep at most <n> heaps open (default 2)">;
}

defm "" : GraphOptions;
defm "" : ThreadsOption;
defm "" : MaxMemoryOption;
defm "" : TempDirOption;
defm "" : TrustIndexOption;
