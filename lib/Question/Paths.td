//===- Paths.td - What keeps an object alive ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/Question/Question.td"

defm paths : Question<"ObjectPaths", [
  Required<Object<"id", "Objects", "The object">>,
  Number<"count", "How.Count", "Paths to each object (default 1)">,
  Most<"top", "How.Top", "Rows of each level; 0 for all, the default">,
]>;
