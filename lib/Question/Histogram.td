//===- Histogram.td - Objects by class ------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/Question/Question.td"

defm histogram : Question<"HistogramRequest", [
  Choice<"by", "By", GroupWords,
         "Group by class, name (merges same-named classes of different "
         "loaders, and the lambdas of a class), loader or package (default "
         "class; name in text and Markdown)">,
  Choice<"sort", "Sort", "name|instances|shallow|largest|elements|retained",
         "Sort by shallow (the default), instances, largest, elements, name "
         "or, with retained sizes, retained">,
  Switch<"retained", "Retained",
         "Add the retained size of the objects in each row; builds the graph "
         "of all objects">,
  Switch<"unreachable", "Unreachable",
         "Count only unreachable objects; builds the graph of all objects">,
  Pattern<"filter", "Filter",
          "Show only rows whose name matches; * and ? are wildcards, /.../ is "
          "a regular expression">,
  AllRows,
]>;

defm changes : Question<"ChangeRequest", [
  Required<File<"after", "After", "Heap dump to compare with">>,
  Choice<"by", "By", GroupWords,
         "Group by class, name, loader or package (default name)">,
  AllRows,
]>;
