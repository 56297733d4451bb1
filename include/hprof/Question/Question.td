//===- Question.td - Questions and their arguments ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A question is declared in a file of lib/Question; the source that answers it
// is next to it (see Question.h):
//
//   defm histogram : Question<"HistogramRequest", [
//     Choice<"by", "By", "class|name", "What a row counts (default class)">,
//     Switch<"retained", "Retained", "Add retained sizes">,
//   ]>;
//
// Arguments are declared as in Argument.td. A tool for a question has them as
// options, with their sentences as help:
//
//   defm "" : OptionsOf<histogram>;
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_QUESTION_QUESTION_TD
#define HPROF_QUESTION_QUESTION_TD

include "hprof/Answer/Argument.td"
include "hprof/Tool/Common.td"

defvar GroupWords = "class|name|loader|package"; // As in GroupBy.
defvar AllRows =
    Most<"top", "Top", "Maximum number of rows; 0, the default, for all">;

class AskedQuestion<list<Argument> arguments> {
  list<Argument> Arguments = arguments;
}

multiclass Question<string request, list<Argument> arguments> {
  def "" : AskedQuestion<arguments>;
  defm "" : ArgumentsOf<NAME, request, arguments>;
}

multiclass OptionsOf<AskedQuestion of> {
  foreach A = of.Arguments in {
    defvar Id = !subst("-", "_", A.Name);
    if !eq(A.Kind, "Switch") then
      def ""#Id : Flag<["--"], A.Name>, HelpText<A.Sentence>;
    else if !eq(A.Kind, "Choice") then
      defm ""#Id : Value<A.Name, A.Metavar, A.Sentence>,
        Values<!subst("|", ",", A.Choices)>;
    else if !ne(A.Kind, "Most") then
      defm ""#Id : Value<A.Name, A.Metavar, A.Sentence>;
  }
}

#endif // HPROF_QUESTION_QUESTION_TD
