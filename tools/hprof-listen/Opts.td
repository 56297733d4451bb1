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
                       "Wait up to <n> seconds for an agent (default: no "
                       "limit)">;
}

// Named as in Commands.def.
def command_group : OptionGroup<"command">,
  HelpText<"COMMANDS, sent in the given order as soon as an agent has connected">;
let Group = command_group in {
  def gc : Flag<["--"], "gc">, HelpText<"Collect garbage">;
  def dump_heap : Flag<["--"], "dump">, HelpText<"Write a heap dump">;
  def sites : Flag<["--"], "sites">, HelpText<"Write the allocation sites">;
  def sites_eq : Joined<["--"], "sites=">, MetaVarName<"<how>">,
    HelpText<"Write the allocation sites; <how> is a comma-separated list of "
             "live or alloc, incremental, gc, cutoff=<x>">;
  def summary : Flag<["--"], "summary">,
    HelpText<"Write the number of objects and bytes">;
  def traces : Flag<["--"], "traces">,
    HelpText<"Write the stack traces not yet written">;
  def cpu : Flag<["--"], "cpu">,
    HelpText<"Write the CPU samples not yet written">;
  def cpu_eq : Joined<["--"], "cpu=">, MetaVarName<"<how>">,
    HelpText<"Write the CPU samples not yet written; <how> is cutoff=<x>">;
  defm control : Value<"control", "<what>",
                       "Change what is recorded: traces-on, traces-off, "
                       "sampling-on, sampling-off, clear-samples, clear-sites "
                       "or depth=<n>">;
  def threads : Flag<["--"], "threads">,
    HelpText<"Write a thread dump while the Java program runs">;
  def detach : Flag<["--"], "detach">,
    HelpText<"End the recording; the Java program keeps running">;
  def exit : Flag<["--"], "exit">,
    HelpText<"Make the Java program exit with status 0">;
}
