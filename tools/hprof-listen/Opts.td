//===- Opts.td - Options of hprof-listen ----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/Tool/Common.td"

def listen_group : OptionGroup<"listen">, HelpText<"LISTEN OPTIONS">;
let Group = listen_group in {
  defm "" : OutputOptions;
  defm "" : StrictOption;
  defm timeout : Value<"timeout", "<n>",
                       "Wait up to <n> seconds for an agent (default: as long "
                       "as it takes)">;
}

// Named as in Commands.def.
def command_group : OptionGroup<"command">,
  HelpText<"COMMANDS, sent in their order when an agent has connected">;
let Group = command_group in {
  def gc : Flag<["--"], "gc">, HelpText<"Collect garbage">;
  def dump_heap : Flag<["--"], "dump">, HelpText<"Write a heap dump">;
  def sites : Flag<["--"], "sites">, HelpText<"Write the allocation sites">;
  def sites_eq : Joined<["--"], "sites=">, MetaVarName<"<how>">,
    HelpText<"The same; live or alloc, incremental, gc, cutoff=<x>, separated "
             "by commas">;
  def summary : Flag<["--"], "summary">,
    HelpText<"Write the number of objects and bytes">;
  def traces : Flag<["--"], "traces">,
    HelpText<"Write the stack traces known so far">;
  def cpu : Flag<["--"], "cpu">,
    HelpText<"Write the CPU samples since the last time">;
  def cpu_eq : Joined<["--"], "cpu=">, MetaVarName<"<how>">,
    HelpText<"The same; cutoff=<x>">;
  defm control : Value<"control", "<what>",
                       "Change what is recorded: traces-on, traces-off, "
                       "sampling-on, sampling-off, clear-samples, clear-sites "
                       "or depth=<n>">;
  def threads : Flag<["--"], "threads">,
    HelpText<"Write a thread dump while the program runs">;
  def detach : Flag<["--"], "detach">,
    HelpText<"End the recording; the program goes on">;
  def exit : Flag<["--"], "exit">,
    HelpText<"End the program, with status 0">;
}
