//===- Opts.td - Options of hprof-opt -------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/ConvertTool/Convert.td"

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
  defm "" : ExplainOptions;
  defm "" : ToOption<BinaryNames, " (default: the input's version, or 1.0.2 if "
                                  "the input is not HPROF binary)">;
}

defm "" : ConversionOptions<"the input">;
