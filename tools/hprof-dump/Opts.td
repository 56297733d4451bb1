//===- Opts.td - Options of hprof-dump ------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/Tool/Common.td"
defm "" : OutputOptions;
defm "" : StrictOption;
defm "" : ProgressOption;
defm "" : ThreadsOption;
defm "" : RawOption;
defm "" : FormatOption<"text,json">;
defm "" : TopOption<"Print the first <n> elements of an array and, with "
                    "--instances-of, the first <n> objects (0 = all)">;

def sections : OptionGroup<"sections">, HelpText<"WHAT TO PRINT">;

let Group = sections in {
  def summary : Flag<["--"], "summary">,
    HelpText<"What the dump is and what is in it (the default)">;
  def verify : Flag<["--"], "verify">,
    HelpText<"Structural faults, instead of other parts; exit status 4 when "
             "there are any">;
  def records : Flag<["--"], "records">,
    HelpText<"All records in file order with their offsets">;
  def records_eq : CommaJoined<["--"], "records=">, MetaVarName<"<kind>,...">,
    HelpText<"Records of these kinds, such as LOAD-CLASS or ROOT-JNI-GLOBAL">;
}
