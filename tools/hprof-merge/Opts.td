//===- Opts.td - Options of hprof-merge -----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/ConvertTool/Convert.td"

def merging_group : OptionGroup<"merging">, HelpText<"MERGING OPTIONS">;
let Group = merging_group in {
  defm "" : ToOption<ProfileNames, "; hprof-text and yaml for profiles only "
                                   "(default: hprof in the version of the "
                                   "inputs; for profiles, chosen by the output "
                                   "file's extension, otherwise hprof-text)">;
  defm "" : IdSizeOption<" 8 for several dumps, unchanged for one">;
  def one_heap : Flag<["--"], "one-heap">,
    HelpText<"Merge all dumps into one heap; their object layouts must be the "
             "same">;
  defm names_from : Value<"names-from", "<file>",
                          "Restore missing class and field names from <file>, "
                          "another heap dump of the same program">;
  def force_threads : Flag<["--"], "force-threads">,
    HelpText<"Add a thread dump even if it is from another process">;
  defm "" : ExplainOptions;
}

def profile_group : OptionGroup<"profile">, HelpText<"PROFILE OPTIONS">;
let Group = profile_group in {
  def profiles : Flag<["--"], "profiles">,
    HelpText<"Add up profiles and ignore heap dumps (the default if the first "
             "file contains profiles but no heap dump)">;
  defm weighted_input : Value<"weighted-input", "<weight>,<file>",
                              "Multiply the counts of <file> by <weight>; can "
                              "be repeated">;
  defm input_files : Value<"input-files", "<file>",
                           "Read the names of inputs from <file>, one per "
                           "line, with an optional weight and comma before "
                           "the name; lines that begin with # are ignored">;
  def f : Separate<["-"], "f">, Alias<input_files>,
    HelpText<"Alias for --input-files">;
  defm failure_mode : Value<"failure-mode", "<mode>",
                            "Fail if any input cannot be read (any, the "
                            "default), fail only if none can (all), or skip "
                            "unreadable inputs and exit with status 3 (warn)">,
    Values<"any,all,warn">;
}

defm "" : ConversionOptions<"an input", LossesAreErrors>;
