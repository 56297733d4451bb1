//===- Opts.td - Options of hprof-convert ---------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/Tool/Common.td"

def conversion_group : OptionGroup<"conversion">,
  HelpText<"CONVERSION OPTIONS">;
let Group = conversion_group in {
  defm to : Value<"to", "<format>",
                  "Write <format>, such as hprof, phd or yaml (default: what "
                  "the name of the output says)">,
    Values<"hprof,hprof-1.0.1,hprof-1.0.2,hprof-android,phd,yaml">;
  defm drop_heap : Value<"drop-heap", "<heap>",
                         "Leave out the objects of Android's <heap>, such as "
                         "zygote or image; may be repeated">;
}

def output_group : OptionGroup<"output">, HelpText<"OUTPUT OPTIONS">;
let Group = output_group in {
  defm "" : OutputOptions;
}

def reading_group : OptionGroup<"reading">, HelpText<"READING OPTIONS">;
let Group = reading_group in {
  defm "" : StrictOption;
  defm "" : TempDirOption;
  defm "" : ThreadsOption;
  defm "" : ProgressOption;
}
