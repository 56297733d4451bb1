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
                  "Write <format>, hprof-text and yaml for profiles only "
                  "(default: hprof, in the version of the inputs; for "
                  "profiles, what the name of the output says, or "
                  "hprof-text)">,
    Values<"hprof,hprof-1.0.1,hprof-1.0.2,hprof-android,hprof-text,yaml">;
  defm id_size : Value<"id-size", "<bytes>",
                       "Make ids 4 or 8 bytes wide (default: 8 for several "
                       "dumps, as they are for one)">,
    Values<"4,8">;
  def one_heap : Flag<["--"], "one-heap">,
    HelpText<"Join all dumps to one heap; their objects must have the same "
             "layout">;
  defm names_from : Value<"names-from", "<file>",
                          "Take names of classes and fields that an input "
                          "lost from <file>, another heap dump of the same "
                          "program">;
  def force_threads : Flag<["--"], "force-threads">,
    HelpText<"Add a thread dump to a heap dump of another process, too">;
  def explain : Flag<["--"], "explain">,
    HelpText<"Print how the output differs from each input">;
  def explain_eq : Joined<["--"], "explain=">, MetaVarName<"<format>">,
    Values<"text,json">, HelpText<"The same as text or json">;
}

def profile_group : OptionGroup<"profile">, HelpText<"PROFILE OPTIONS">;
let Group = profile_group in {
  def profiles : Flag<["--"], "profiles">,
    HelpText<"Add profiles, and leave heap dumps out (default: if the first "
             "file has profiles and no heap dump)">;
  defm weighted_input : Value<"weighted-input", "<weight>,<file>",
                              "Add the counts of <file> <weight> times; may be "
                              "repeated">;
  defm input_files : Value<"input-files", "<file>",
                           "Read the names of inputs from <file>, one in a "
                           "line, with a weight and a comma before them if "
                           "need be; lines that begin with # do not count">;
  def f : Separate<["-"], "f">, Alias<input_files>,
    HelpText<"Alias for --input-files">;
  defm failure_mode : Value<"failure-mode", "<mode>",
                            "Fail when any input cannot be read (any, the "
                            "default), only when none can (all), or leave "
                            "inputs out with status 3 (warn)">,
    Values<"any,all,warn">;
}

def output_group : OptionGroup<"output">, HelpText<"OUTPUT OPTIONS">;
let Group = output_group in {
  defm "" : OutputOptions;
  defm compress : Value<"compress", "<kind>",
                        "Compress the output: none, gzip or zstd (default: "
                        "what its name says)">,
    Values<"none,gzip,zstd">;
}

def reading_group : OptionGroup<"reading">, HelpText<"READING OPTIONS">;
let Group = reading_group in {
  defm max_zeros : Value<"max-zeros", "<size>",
                         "Make up no more than <size> of zeros for elements of "
                         "arrays that an input lacks (default: 1G and "
                         "1024 times the input)">;
  def strict : Flag<["--"], "strict">,
    HelpText<"Make damage in an input, and all that has to be dropped or made "
             "up, errors and leave no output">;
  defm "" : TempDirOption;
  defm "" : ThreadsOption;
  defm "" : ProgressOption;
}
