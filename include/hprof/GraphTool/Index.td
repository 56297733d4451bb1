//===- Index.td - The option that names an index --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/Tool/Common.td"

multiclass TrustIndexOption {
  def trust_index : Flag<["--"], "trust-index">,
    HelpText<"Use an index that other users own or may write; they must not "
             "change it meanwhile">;
}

multiclass IndexOption {
  defm "" : TrustIndexOption;
  defm index : Value<"index", "<file>",
                     "Use this index made by hprof-index (default: the input's "
                     "name with .hidx, when that fits), or none">;
}
