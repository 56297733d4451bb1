//===- Argument.td - Arguments --------------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An argument has a name, the member of the request for its value, and a
// sentence. Some kinds take a placeholder for the value as well. llvm-tblgen
// generates the table for setArguments() (Argument.h).
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANSWER_ARGUMENT_TD
#define HPROF_ANSWER_ARGUMENT_TD

include "llvm/TableGen/SearchableTable.td"

class Argument<string kind, string name, string member, string sentence,
               string metavar = "<" # name # ">"> {
  string Kind = kind; // An ArgumentKind.
  string Name = name;
  string Member = member;
  string Sentence = sentence;
  string Choices = "";
  string Metavar = metavar;
  bit IsRequired = false;
  bit IsRepeated = false;
}
// One of several words, in the order of the member's enumeration.
class Choice<string name, string member, string choices, string sentence>
    : Argument<"Choice", name, member, sentence, "<what>"> {
  let Choices = choices;
}
class Switch<string name, string member, string sentence>
    : Argument<"Switch", name, member, sentence, "">;
class Number<string name, string member, string sentence>
    : Argument<"Number", name, member, sentence, "<n>">;
// A signed number.
class Offset<string name, string member, string sentence>
    : Argument<"Offset", name, member, sentence, "<n>">;
// Bytes, with a suffix: "64k".
class Size<string name, string member, string sentence>
    : Argument<"Size", name, member, sentence, "<size>">;
// Maximum number of rows; 0 for all. Tools have the option --top for this.
class Most<string name, string member, string sentence>
    : Argument<"Most", name, member, sentence>;
// A class name or a pattern.
class Pattern<string name, string member, string sentence,
              string metavar = "<pattern>">
    : Argument<"Pattern", name, member, sentence, metavar>;
// The id of an object.
class Object<string name, string member, string sentence>
    : Argument<"Object", name, member, sentence, "<id>">;
// A path. Queries may be untrusted, so a question with a file argument is not a
// query table.
class File<string name, string member, string sentence,
           string metavar = "<file>">
    : Argument<"File", name, member, sentence, metavar>;
class Text<string name, string member, string sentence>
    : Argument<"Text", name, member, sentence>;

class Required<Argument of>
    : Argument<of.Kind, of.Name, of.Member, of.Sentence, of.Metavar> {
  let Choices = of.Choices;
  let IsRequired = true;
}
// The member is a list.
class Repeated<Argument of>
    : Argument<of.Kind, of.Name, of.Member, of.Sentence, of.Metavar> {
  let IsRepeated = true;
}

class ArgumentOf<string of, string request, int number, Argument is> {
  string Of = of;
  bits<8> Number = number; // Tables are sorted by their first fields.
  string Name = is.Name;
  string Kind = "ArgumentKind::" # is.Kind;
  string Choices = is.Choices;
  string Metavar = !if(!empty(is.Choices), is.Metavar, is.Choices);
  bit IsRequired = is.IsRequired;
  bit IsRepeated = is.IsRepeated;
  string Sentence = is.Sentence;
  string Set = "[](void *R, const ArgumentValue &V) { return V.to" # is.Kind #
               "(static_cast<" # request # " *>(R)->" # is.Member # "); }";
}

multiclass ArgumentsOf<string of, string request, list<Argument> arguments> {
  foreach I = !range(!size(arguments)) in
    def _argument_#I : ArgumentOf<of, request, I, arguments[I]>;
}

def Arguments : GenericTable {
  let FilterClass = "ArgumentOf";
  let CppTypeName = "Argument";
  let Fields = ["Of", "Number", "Name", "Kind", "Choices", "Metavar",
                "IsRequired", "IsRepeated", "Sentence", "Set"];
  string TypeOf_Kind = "code";
  string TypeOf_Set = "code";
}

#endif // HPROF_ANSWER_ARGUMENT_TD
