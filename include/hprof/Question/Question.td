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
// An argument has a name, the member of the request for its value, and a
// sentence, which is also the help of the option. A tool for a question has the
// arguments as options:
//
//   defm "" : OptionsOf<histogram>;
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_QUESTION_QUESTION_TD
#define HPROF_QUESTION_QUESTION_TD

include "hprof/Tool/Common.td"
include "llvm/TableGen/SearchableTable.td"

class Argument<string kind, string name, string member, string sentence> {
  string Kind = kind; // An ArgumentKind.
  string Name = name;
  string Member = member;
  string Sentence = sentence;
  string Choices = "";
  string Metavar = "<" # name # ">";
  bit IsRequired = false;
}
// One of several words, in the order of the member's enumeration.
class Choice<string name, string member, string choices, string sentence>
    : Argument<"Choice", name, member, sentence> {
  let Choices = choices;
  let Metavar = "<what>";
}
class Switch<string name, string member, string sentence>
    : Argument<"Switch", name, member, sentence>;
class Number<string name, string member, string sentence>
    : Argument<"Number", name, member, sentence> {
  let Metavar = "<n>";
}
// Maximum number of rows; 0 for all. Tools have the option --top for this.
class Most<string name, string member, string sentence>
    : Argument<"Most", name, member, sentence>;
defvar GroupWords = "class|name|loader|package"; // As in GroupBy.
defvar AllRows =
    Most<"top", "Top", "Maximum number of rows; 0, the default, for all">;
// A class name or a pattern.
class Pattern<string name, string member, string sentence>
    : Argument<"Pattern", name, member, sentence> {
  let Metavar = "<pattern>";
}
// The id of an object.
class Object<string name, string member, string sentence>
    : Argument<"Object", name, member, sentence> {
  let Metavar = "<id>";
}
// A path. Queries may be untrusted, so a question with a file argument is not a
// query table.
class File<string name, string member, string sentence>
    : Argument<"File", name, member, sentence> {
  let Metavar = "<file>";
}
class Required<Argument of>
    : Argument<of.Kind, of.Name, of.Member, of.Sentence> {
  let Choices = of.Choices;
  let Metavar = of.Metavar;
  let IsRequired = true;
}

class AskedQuestion<list<Argument> arguments> {
  list<Argument> Arguments = arguments;
}

class ArgumentOf<string question, string request, int number, Argument of> {
  string Question = question;
  bits<8> Number = number; // Tables are sorted by their first fields.
  string Name = of.Name;
  string Kind = "ArgumentKind::" # of.Kind;
  string Choices = of.Choices;
  bit IsRequired = of.IsRequired;
  string Sentence = of.Sentence;
  string Set = "[](void *R, const ArgumentValue &V) { return V.to" # of.Kind #
               "(static_cast<" # request # " *>(R)->" # of.Member # "); }";
}

multiclass Question<string request, list<Argument> arguments> {
  def "" : AskedQuestion<arguments>;
  foreach I = !range(!size(arguments)) in
    def _argument_#I : ArgumentOf<NAME, request, I, arguments[I]>;
}

def Arguments : GenericTable {
  let FilterClass = "ArgumentOf";
  let CppTypeName = "Argument";
  let Fields = ["Question", "Number", "Name", "Kind", "Choices", "IsRequired",
                "Sentence", "Set"];
  string TypeOf_Kind = "code";
  string TypeOf_Set = "code";
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
