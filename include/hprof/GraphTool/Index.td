//===- Index.td - Option that names an index ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/Tool/Common.td"

multiclass TrustIndexOption {
  def trust_index : Flag<["--"], "trust-index">,
    HelpText<"Use an index that another user owns or can write to; it must not "
             "change while the tool runs">;
}

multiclass IndexOption {
  defm "" : TrustIndexOption;
  defm index : Value<"index", "<file>",
                     "Use this index, created by hprof-index; 'none' for no "
                     "index (default: the input's name plus .hidx, if that "
                     "index matches)">;
}
