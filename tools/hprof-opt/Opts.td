//===- Opts.td - Options of hprof-opt -------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/Tool/Common.td"

def passes_group : OptionGroup<"passes">, HelpText<"PASS OPTIONS">;
let Group = passes_group in {
  defm passes : Value<"passes", "<passes>",
                      "Apply <passes>, such as "
                      "strip-arrays(min=64k),segment(version=1.0.1), in this "
                      "order">;
  def list_passes : Flag<["--"], "list-passes">,
    HelpText<"List the passes with their parameters">;
  def list_all : Flag<["--"], "list">, Alias<list_passes>, Flags<[HelpHidden]>;
  def dry_run : Flag<["--"], "dry-run">,
    HelpText<"Print what would change, and write nothing">;
  def gate : Flag<["--"], "gate">,
    HelpText<"Exit with status 4 if scan-secrets finds secrets or reaches a "
             "limit">;
  def print_after_all : Flag<["--"], "print-after-all">,
    HelpText<"Print the number of records of each kind before the first pass "
             "and after each pass">;
  def explain : Flag<["--"], "explain">,
    HelpText<"Print counts of what was dropped, changed and synthesized">;
  def explain_eq : Joined<["--"], "explain=">, MetaVarName<"<format>">,
    Values<"text,json">, HelpText<"Print these counts as text or json">;
  defm to : Value<"to", "<format>",
                  "Write <format> (default: the input's version, or 1.0.2 if "
                  "the input is not HPROF binary)">,
    Values<"hprof,hprof-1.0.1,hprof-1.0.2,hprof-android">;
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
                         "elements that are missing from the input (default "
                         "1G plus 1024 times the input size)">;
  def strict : Flag<["--"], "strict">,
    HelpText<"Treat damage in the input as an error, and then write no output "
             "file">;
  defm "" : TempDirOption;
  defm "" : ThreadsOption;
  defm "" : ProgressOption;
}
