//===- Opts.td - Options of hprof-dump ------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/GraphTool/Index.td"

def output_group : OptionGroup<"output">, HelpText<"OUTPUT OPTIONS">;
let Group = output_group in {
  defm "" : FormatOption<"text,json,csv,jsonl,markdown">;
  defm "" : TopOption<"Print the first <n> elements of an array, objects of a "
                      "class, methods or stacks (0 = all)">;
  defm "" : OutputOptions;
  defm "" : RawOption;
  defm "" : TableOptions;
}

def reading_group : OptionGroup<"reading">, HelpText<"READING OPTIONS">;
let Group = reading_group in {
  defm "" : StrictOption;
  defm "" : ProgressOption;
  defm "" : TempDirOption;
  defm "" : TrustIndexOption;
  // The flag --threads prints threads, so their number has no separate form.
  def threads : Joined<["--"], "threads=">, MetaVarName<"<n>">,
    HelpText<"Use <n> threads (default 0: one for each core)">;
  def j : JoinedOrSeparate<["-"], "j">, MetaVarName<"<n>">, Alias<threads>,
    HelpText<"Alias for --threads=">;
}

def sections : OptionGroup<"sections">, HelpText<"WHAT TO PRINT">;

let Group = sections in {
  def summary : Flag<["--"], "summary">,
    HelpText<"What the dump is and what is in it (the default)">;
  def verify : Flag<["--"], "verify">,
    HelpText<"Structural faults, instead of other parts; exit status 4 when "
             "there are any">;
  defm object : Value<"object", "<id>",
                      "The object or class with this id, fields decoded">;
  def methods : Flag<["--"], "methods">,
    HelpText<"The methods of a profile: the value of each itself, and "
             "including its callees">;
  def retained : Flag<["--"], "retained">,
    HelpText<"With --object, also what it keeps alive and what dominates it; "
             "builds the graph of all objects">;
  defm dump_number : Value<"dump", "<nth>",
                           "The <nth> heap dump of a file with several "
                           "(default: each, and for objects the first)">;
  defm instances_of : Value<"instances-of", "<class>",
                            "The objects of this class, by name, pattern (* "
                            "and ?, or /regex/) or id">;
  def include_subclasses : Flag<["--"], "include-subclasses">,
    HelpText<"With --instances-of, those of its subclasses too">;
  def java_threads : Flag<["--"], "threads">,
    HelpText<"Threads with their stack traces and locals; of more than 100, "
             "those with the same stack as one">;
  def no_locals : Flag<["--"], "no-locals">,
    HelpText<"With --threads, leave the locals out">;
  def ungrouped : Flag<["--"], "ungrouped">,
    HelpText<"With --threads, each thread by itself, however many there are">;
  def classes : Flag<["--"], "classes">,
    HelpText<"Classes with fields, statics, loader and superclass">;
  def roots : Flag<["--"], "roots">,
    HelpText<"Garbage collection roots with the classes of their objects">;
  def strings : Flag<["--"], "strings">,
    HelpText<"The string records: names, not objects">;
  def properties : Flag<["--"], "properties">,
    HelpText<"System properties and environment variables, by name">;
  def show_values : Flag<["--"], "show-values">,
    HelpText<"With --properties, the values too: they may be secrets">;
  def records : Flag<["--"], "records">,
    HelpText<"All records in file order with their offsets">;
  def records_eq : CommaJoined<["--"], "records=">, MetaVarName<"<kind>,...">,
    HelpText<"Records of these kinds, such as LOAD-CLASS or ROOT-JNI-GLOBAL">;
}
