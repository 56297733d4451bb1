//===- Opts.td - Options of thread-print ----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/Tool/Common.td"

defm "" : OutputOptions;
defm "" : StrictOption;
defm "" : RawOption;

def counts : Flag<["--"], "counts">,
  HelpText<"Print only how many there are of each">;
