//===- Opts.td - Options of hprof-attach ----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//


include "hprof/Tool/Common.td"

def attach_group : OptionGroup<"attach">, HelpText<"ATTACH OPTIONS">;
let Group = attach_group in {
  defm library : Value<"library", "<file>",
                       "Load <file> (default: libhprof.so of this "
                       "installation)">;
  defm timeout : Value<"timeout", "<n>",
                       "Wait up to <n> seconds for the VM to listen and to "
                       "reply (default 10)">;
  defm load_timeout : Value<"load-timeout", "<n>",
                            "Wait up to <n> seconds for the agent to start, "
                            "or for a command to end (default 3600)">;
}

def instead_group : OptionGroup<"instead">, HelpText<"INSTEAD OF LOADING A LIBRARY">;
let Group = instead_group in {
  defm jcmd : Value<"jcmd", "<command>",
                    "Run this command of jcmd, such as Thread.print, in the "
                    "VM, and print its output; can be given several times">;
  def check : Flag<["--"], "check">,
    HelpText<"Report whether attaching would work; send nothing to the VM">;
  def list_jvms : Flag<["--"], "list">,
    HelpText<"List the JVMs that you can attach to">;
}
