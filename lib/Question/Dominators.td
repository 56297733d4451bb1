//===- Dominators.td - Questions about dominators -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/Question/Question.td"

defm dominator_objects : Question<"DominatorRequest", [AllRows]>;
defm dominator_groups : Question<"DominatorRequest", [
  Choice<"by", "By", GroupWords,
         "Group by class, name, loader or package (default class)">,
  AllRows,
]>;
defm dominator_drops : Question<"DominatorRequest", [AllRows]>;
defm dominator_tree : Question<"DominatorRequest", [
  Object<"id", "Objects",
         "Object at the top (default: all objects that no other object "
         "dominates)">,
  Number<"depth", "Depth",
         "Levels of the tree (default 64); objects that retain less than 1% of "
         "the reachable bytes are omitted">,
  AllRows,
]>;
defm leak_suspects : Question<"DominatorRequest", [AllRows]>;
