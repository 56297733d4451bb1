//===- Opts.td - Options of hprof-merge -----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/Tool/Common.td"

def merging_group : OptionGroup<"merging">, HelpText<"MERGING OPTIONS">;
let Group = merging_group in {
  defm to : Value<"to", "<format>",
                  "Write <format>; hprof-text and yaml for profiles only "
                  "(default: hprof in the version of the inputs; for "
                  "profiles, chosen by the output file's extension, "
                  "otherwise hprof-text)">,
    Values<"hprof,hprof-1.0.1,hprof-1.0.2,hprof-android,hprof-text,yaml">;
  defm id_size : Value<"id-size", "<bytes>",
                       "Make ids 4 or 8 bytes wide (default 8 for several "
                       "dumps, unchanged for one)">,
    Values<"4,8">;
  def one_heap : Flag<["--"], "one-heap">,
    HelpText<"Merge all dumps into one heap; their object layouts must be the "
             "same">;
  defm names_from : Value<"names-from", "<file>",
                          "Restore missing class and field names from <file>, "
                          "another heap dump of the same program">;
  def force_threads : Flag<["--"], "force-threads">,
    HelpText<"Add a thread dump even if it is from another process">;
  def explain : Flag<["--"], "explain">,
    HelpText<"Print counts of what was dropped, changed and synthesized">;
  def explain_eq : Joined<["--"], "explain=">, MetaVarName<"<format>">,
    Values<"text,json">, HelpText<"Print these counts as text or json">;
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

def output_group : OptionGroup<"output">, HelpText<"OUTPUT OPTIONS">;
let Group = output_group in {
  defm "" : OutputOptions;
  defm compress : Value<"compress", "<kind>",
                        "Compress the output: none, gzip or zstd (default: "
                        "from the output's name)">,
    Values<"none,gzip,zstd">;
}

def reading_group : OptionGroup<"reading">, HelpText<"READING OPTIONS">;
let Group = reading_group in {
  defm max_zeros : Value<"max-zeros", "<size>",
                         "Synthesize at most <size> bytes of zeros for array "
                         "elements that are missing from an input (default 1G "
                         "plus 1024 times the input size)">;
  def strict : Flag<["--"], "strict">,
    HelpText<"Treat damage in an input and everything dropped, changed or "
             "synthesized as an error, and then write no output file">;
  defm "" : TempDirOption;
  defm "" : ThreadsOption;
  defm "" : ProgressOption;
}
