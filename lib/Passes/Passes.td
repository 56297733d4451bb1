//===- Passes.td - All passes ---------------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass has a request, a function that takes it by value and adds stages and
// settings to a plan, a sentence without its final period, and the growth of its
// memory use. The last bit is set for passes that only report.
//
//===----------------------------------------------------------------------===//

include "hprof/Answer/Argument.td"

class PassOf<string name, string request, string function, string sentence,
             string memory, bit judges> {
  string Name = name;
  string Sentence = sentence;
  string Memory = memory;
  bit Judges = judges;
  string Parse = "parsePass<" # request # ", " # function # ">";
}

def Passes : GenericTable {
  let FilterClass = "PassOf";
  let CppTypeName = "PassInfo";
  let Fields = ["Name", "Sentence", "Memory", "Judges", "Parse"];
  string TypeOf_Parse = "code";
}

multiclass Pass<string request, string function, string sentence, string memory,
                list<Argument> arguments = [], bit judges = false> {
  defvar Name = !subst("_", "-", NAME);
  def "" : PassOf<Name, request, function, sentence, memory, judges>;
  defm "" : ArgumentsOf<Name, request, arguments>;
}

class Classes<string name, string member, string sentence>
    : Repeated<Pattern<name, member, sentence, "<class>">>;

defm filter : Pass<"DropOptions", "addFilter",
    "Drops objects by class, loader or reachability; references to them become "
    "null",
    "grows with the number of dropped objects; with reachable, as for "
    "hprof-index", [
  Classes<"drop", "Drop",
          "drop objects of <class>: a name, a pattern such as 'app.*', or a "
          "/regular expression/; can be repeated">,
  Classes<"keep", "Keep",
          "drop objects of all other classes; can be repeated and combined "
          "with drop">,
  Switch<"reachable", "Unreachable", "drop unreachable objects">,
  Classes<"loader", "Loaders",
          "keep only objects whose class was defined by a loader of <class>, "
          "the loader with the id <class>, or 'bootstrap'; can be repeated">,
]>;

defm strip_arrays : Pass<"StripRequest", "addStripArrays",
    "Replaces the elements of primitive arrays with zeros", "fixed", [
  Size<"min", "Min",
       "keep arrays with fewer bytes of elements (default: keep none)">,
  Repeated<Text<"type", "TypeNames",
                "strip only arrays of <type>, such as byte; can be repeated">>,
  Switch<"nodata", "LeavesOut",
         "omit the elements, as Android's format allows">,
]>;

defm take_dump : Pass<"TakeRequest", "addTakeDump",
    "Keeps one of several heap dumps in a file", "fixed", [
  Required<Number<"number", "Number", "number of the heap dump, from 1">>,
]>;

defm id_size : Pass<"IdSizeRequest", "addIdSize",
    "Makes ids 4 or 8 bytes wide", "grows with the number of names", [
  Required<Choice<"bytes", "IsWide", "4|8", "new width">>,
]>;

defm renumber : Pass<"NoArguments", "addRenumber",
    "Gives objects the ids 8, 16, 24 and so on",
    "grows with the number of objects">;

defm relocate : Pass<"RelocateOptions", "addRelocate",
    "Adds a number to ids or serials of one kind",
    "grows with the number of classes", [
  Offset<"objects", "Objects",
         "add <n> to the ids of objects, including classes">,
  Offset<"strings", "Strings", "add <n> to the ids of strings">,
  Offset<"frames", "Frames", "add <n> to the ids of stack frames">,
  Offset<"class-serials", "ClassSerials",
         "add <n> to the serial numbers of classes">,
  Offset<"trace-serials", "TraceSerials",
         "add <n> to the serial numbers of stack traces">,
  Offset<"thread-serials", "ThreadSerials",
         "add <n> to the serial numbers of threads">,
]>;

defm segment : Pass<"SegmentRequest", "addSegment",
    "Divides the heap into new segments", "fixed", [
  Choice<"version", "IsCurrent", "1.0.1|1.0.2",
         "write this version; in 1.0.1, the whole heap is one record">,
  Size<"max", "Max",
       "maximum segment size, up to 64m (default 1m); a larger array gets its "
       "own segment">,
]>;

defm sort : Pass<"NoArguments", "addSort",
    "Puts the records into an order that does not depend on the writer, so "
    "that dumps can be compared",
    "grows by 16 bytes for each object">;

defvar RedactMemory =
    "grows with the number of names; with rules in a policy, also of objects; "
    "with strict, also of collection entries";
defvar Policy =
    File<"policy", "Policy",
         "contents to keep, and how to replace others (default: keep none, "
         "replace with zeros)">;
defvar Key =
    File<"key", "Key",
         "key for tokens, names and strict, at least 16 bytes; keep it secret">;
defvar KeepNames = Classes<"keep-names", "Hide.Keep",
                           "classes whose names are kept; can be repeated">;
defvar KeepUnknown = Switch<"keep-unknown", "Redact.KeepsUnknown",
                            "keep bytes that belong to no record">;

defm redact : Pass<"RedactRequest", "addRedact",
    "Replaces the program's data: array contents, primitive fields, thread "
    "names, strings of unknown use",
    RedactMemory, [
  Policy, Key,
  File<"names", "Map",
       "hide the names of classes (except the platform's), their fields and "
       "methods, and write the file <map>, from which rename restores them",
       "<map>">,
  KeepNames, KeepUnknown,
  Switch<"strict", "IsStrict",
         "hide what identity and order reveal: references to constants go to "
         "one object per class, and collections and object arrays are "
         "reordered">,
]>;

defm check_redacted : Pass<"RedactRequest", "addCheckRedacted",
    "Fails unless redact with the same parameters would change nothing",
    RedactMemory, [
  Policy, Key,
  Switch<"names", "HidesNames", "names must also be hidden">,
  KeepNames, KeepUnknown,
  Switch<"strict", "IsStrict",
         "identity and order must not reveal anything either">,
], true>;

defm rename : Pass<"RenameRequest", "addRename",
    "Renames classes, fields and methods as a mapping file specifies",
    "grows with the number of names, classes and stacks", [
  Required<File<"mapping", "Mapping", "mapping file from ProGuard or R8">>,
  Choice<"to", "ToShort", "source|short", "names to write (default source)">,
]>;

defm scan_secrets : Pass<"ScanRequest", "addScanSecrets",
    "Lists likely secrets in the dump, with their holders",
    "grows with the number of names and secrets; with paths, also with the "
    "graph", [
  Repeated<File<"rules", "Rules",
                "file with additional rules in the TOML format of gitleaks; "
                "can be repeated">>,
  Switch<"paths", "Paths",
         "print a shortest path from a GC root to the first secret in each "
         "place">,
], true>;

defm identity : Pass<"NoArguments", "addNothing", "Changes nothing", "fixed">;

defm repair : Pass<"NoArguments", "addRepair",
    "Turns a dump whose end is missing into a valid one; missing names, "
    "classes, traces and roots are synthesized",
    "grows with the number of objects">;

defm verify : Pass<"NoArguments", "addVerify",
    "Checks the output as hprof-dump --verify does, and keeps it only if there "
    "are no faults",
    "grows with the number of objects">;
