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
  def dry_run : Flag<["--"], "dry-run">,
    HelpText<"Print what would change, and write nothing">;
  def gate : Flag<["--"], "gate">,
    HelpText<"Exit with status 4 if scan-secrets has found any, or was cut short">;
  def print_after_all : Flag<["--"], "print-after-all">,
    HelpText<"Print what the dump has before the first and after each pass">;
  def explain : Flag<["--"], "explain">,
    HelpText<"Print what was dropped, changed and made up">;
  def explain_eq : Joined<["--"], "explain=">, MetaVarName<"<format>">,
    Values<"text,json">, HelpText<"The same as text or json">;
  defm to : Value<"to", "<format>",
                  "Write <format> (default: the input's, or for formats other "
                  "than HPROF binary 1.0.2)">,
    Values<"hprof,hprof-1.0.1,hprof-1.0.2,hprof-android">;
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
                         "arrays that the input lacks (default: 1G and "
                         "1024 times the input)">;
  def strict : Flag<["--"], "strict">,
    HelpText<"Make damage in the input an error and leave no output">;
  defm "" : TempDirOption;
  defm "" : ThreadsOption;
  defm "" : ProgressOption;
}
