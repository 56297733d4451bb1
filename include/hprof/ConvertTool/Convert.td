//===- Convert.td - Options of tools that convert dumps -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/Format/Base/Formats.td"
include "hprof/Tool/Common.td"

multiclass ToOption<string formats, string help> {
  defm to : Value<"to", "<format>", "Write <format>"#help>, Values<formats>;
}

multiclass IdSizeOption<string default> {
  defm id_size : Value<"id-size", "<bytes>",
                       "Make ids 4 or 8 bytes wide (default"#default#")">,
    Values<"4,8">;
}

multiclass ExplainOptions {
  def explain : Flag<["--"], "explain">,
    HelpText<"Print counts of what was dropped, changed and synthesized">;
  def explain_eq : Joined<["--"], "explain=">, MetaVarName<"<format>">,
    Values<"text,json">, HelpText<"Print these counts as text or json">;
}

defvar LossesAreErrors = " and everything dropped, changed or synthesized";

// Options for the output and the reading of \p input: "the input" or "an input".
// \p losses are effects that --strict treats as errors, besides damage.
multiclass ConversionOptions<string input, string losses = ""> {
  defm "" : OutputOptions;
  defm "" : ReadingOptions<"damage in "#input#losses>;
  let Group = output_group in
  defm compress : Value<"compress", "<kind>",
                        "Compress the output: none, gzip or zstd (default: "
                        "from the output's name)">,
    Values<"none,gzip,zstd">;
  let Group = reading_group in
  defm max_zeros : Value<"max-zeros", "<size>",
                         "Synthesize at most <size> bytes of zeros for array "
                         "elements that are missing from "#input#" (default "
                         "1G plus 1024 times the input size)">;
}
