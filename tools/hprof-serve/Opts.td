//===- Opts.td - Options of hprof-serve -----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/GraphTool/Graph.td"

def server_group : OptionGroup<"server">, HelpText<"SERVER OPTIONS">;
let Group = server_group in {
  defm port : Value<"port", "<port>", "Listen on this port (default: any free one)">;
  defm address : Value<"address", "<ip>",
                       "Listen on the address <ip> (default 127.0.0.1); others "
                       "on the network can read the requests and their token">;
  def open : Flag<["--"], "open">, HelpText<"Open the page in a browser">;
  defm idle_timeout : Value<"idle-timeout", "<n>",
                            "End after <n> seconds without a request">;
  defm timeout : Value<"timeout", "<n>",
                       "Cancel a query that takes more than <n> seconds "
                       "(default 60)">;
  def show_values : Flag<["--"], "show-values">,
    HelpText<"Do not hide values that may be secrets">;
}

defm "" : GraphReadingOptions;
defm "" : IndexOption;
