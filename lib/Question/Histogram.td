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
         "Count by class, name (classes of all loaders together, lambdas and "
         "the like as one), loader or package (default class; name in text "
         "and Markdown)">,
  Choice<"sort", "Sort", "name|instances|shallow|largest|elements|retained",
         "Sort by shallow (the default), instances, largest, elements, name "
         "or, with retained sizes, retained">,
  Switch<"retained", "Retained",
         "Add what the objects of each row keep alive together; builds the "
         "graph of all objects">,
  Switch<"unreachable", "Unreachable",
         "Count only objects that no root reaches; builds the graph of all "
         "objects">,
  Pattern<"filter", "Filter",
          "Show only rows whose name matches: * and ? stand for characters, "
          "/.../ is a regular expression">,
  AllRows,
]>;

defm changes : Question<"ChangeRequest", [
  Required<File<"after", "After", "The heap dump to compare with">>,
  Choice<"by", "By", GroupWords, "What a row counts (default name)">,
  AllRows,
]>;
