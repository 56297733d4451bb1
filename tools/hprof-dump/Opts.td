//===- Opts.td - Options of hprof-dump ------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/GraphTool/Graph.td"

def sections : OptionGroup<"sections">, HelpText<"WHAT TO PRINT">;

let Group = sections in {
  def summary : Flag<["--"], "summary">,
    HelpText<"Print a summary of the dump and its contents (the default)">;
  defm object : Value<"object", "<id>",
                      "Print the object or class with this id, with its "
                      "fields">;
  def retained : Flag<["--"], "retained">,
    HelpText<"With --object, also print the retained size and the immediate "
             "dominator; builds the graph of all objects">;
  defm instances_of : Value<"instances-of", "<class>",
                            "Print the instances of this class, by name, "
                            "pattern (* and ?, or /regex/) or id">;
  def include_subclasses : Flag<["--"], "include-subclasses">,
    HelpText<"With --instances-of, also print the instances of subclasses">;
  def java_threads : Flag<["--"], "threads">,
    HelpText<"Print threads with their stack traces and local variables; more "
             "than 100 threads are grouped by stack">;
  def no_locals : Flag<["--"], "no-locals">,
    HelpText<"With --threads, omit the objects that frames and threads keep "
             "alive">;
  def ungrouped : Flag<["--"], "ungrouped">,
    HelpText<"With --threads, print each thread separately, however many there "
             "are">;
  def classes : Flag<["--"], "classes">,
    HelpText<"Print classes with fields, static fields, loader and superclass">;
  def roots : Flag<["--"], "roots">,
    HelpText<"Print GC roots with the classes of their objects">;
  def properties : Flag<["--"], "properties">,
    HelpText<"Print the names of system properties and environment variables">;
  def show_values : Flag<["--"], "show-values">,
    HelpText<"With --properties, also print values, which may be secrets">;
  def strings : Flag<["--"], "strings">,
    HelpText<"Print string records: names of classes, fields and so on, not "
             "String objects">;
  def methods : Flag<["--"], "methods">,
    HelpText<"Print the methods of a profile with self and total values (total "
             "includes callees)">;
  def records : Flag<["--"], "records">,
    HelpText<"Print all records in file order with their offsets">;
  def records_eq : CommaJoined<["--"], "records=">, MetaVarName<"<kind>,...">,
    HelpText<"Print records of these kinds, such as LOAD-CLASS or "
             "ROOT-JNI-GLOBAL">;
  def verify : Flag<["--"], "verify">,
    HelpText<"Print only structural faults; exit status 4 if there are any">;
  defm dump_number : Value<"dump", "<nth>",
                           "Print only the <nth> heap dump of a file with "
                           "several dumps (default: each; for --object and "
                           "--instances-of, the first)">;
}

defm "" : TopOption<"Print the first <n> elements of an array, instances of "
                    "a class, threads or stacks, methods, or offsets of a "
                    "finding (0 = all)">;
defm "" : AnswerOptions;
defm "" : StrictOption;
defm "" : ProgressOption;
defm "" : TempDirOption;
defm "" : TrustIndexOption;

// The flag --threads prints threads, so the option for their number has no
// separate form.
let Group = reading_group in {
  def threads : Joined<["--"], "threads=">, MetaVarName<"<n>">,
    HelpText<"Use <n> threads (default 0: one per core)">;
  def j : JoinedOrSeparate<["-"], "j">, MetaVarName<"<n>">, Alias<threads>,
    HelpText<"Alias for --threads=">;
}
