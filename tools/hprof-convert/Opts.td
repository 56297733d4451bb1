//===- Opts.td - Options of hprof-convert ---------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/GraphTool/Index.td"

def conversion_group : OptionGroup<"conversion">,
  HelpText<"CONVERSION OPTIONS">;
let Group = conversion_group in {
  defm to : Value<"to", "<format>",
                  "Write <format> (default: what the name of the output "
                  "says)">,
    Values<"hprof,hprof-1.0.1,hprof-1.0.2,hprof-android,hprof-text,ibm-classic,"
           "phd,yaml,thread-json,jstack,collapsed,pprof,speedscope,otlp,firefox,"
           "heapsnapshot,dot,graphml">;
  defm id_size : Value<"id-size", "<bytes>",
                       "Make ids 4 or 8 bytes wide (default: as they are)">,
    Values<"4,8">;
  def renumber : Flag<["--"], "renumber">,
    HelpText<"Give all objects new ids, 8 and larger">;
  defm relocate : Value<"relocate", "<base>",
                        "Add <base> to the ids of all objects; <kind>:<base> "
                        "for strings, frames, class-serials, trace-serials or "
                        "thread-serials; may be repeated">;
  defm from : Value<"from", "<format>",
                    "Read <format> (default: what the content says)">,
    Values<"hprof,hprof-text,ibm-classic,phd,heapsnapshot,perfetto,javacore,"
           "thread-json,jstack,yaml">;
  def list_formats : Flag<["--"], "list-formats">,
    HelpText<"List the formats and what each of them can say">;
  def print_conversions : Flag<["--"], "print-conversions">,
    Flags<[HelpHidden]>,
    HelpText<"Print the page of the documentation about conversions">;
  def explain : Flag<["--"], "explain">,
    HelpText<"Print all that the target format cannot say">;
  def explain_eq : Joined<["--"], "explain=">, MetaVarName<"<format>">,
    Values<"text,json">, HelpText<"The same as text or json">;
  defm with : Value<"with", "<threads>",
                    "Add threads to a heap dump: from <threads>, a javacore "
                    "for IBM's, any thread dump for HPROF; none for none "
                    "(default: the javacore next to IBM's, none for HPROF)">;
  def force_threads : Flag<["--"], "force-threads">,
    HelpText<"Add threads of another process than the heap dump's, too">;
  defm dump_number : Value<"dump", "<nth>",
                           "Take the <nth> heap dump of a file with several "
                           "(default all; where the output holds one, the "
                           "first)">;
  defm drop_heap : Value<"drop-heap", "<heap>",
                         "Leave out the objects of Android's <heap>, such as "
                         "zygote or image; may be repeated">;
  defm layout : Value<"layout", "<name>",
                      "Compute sizes for this layout of objects instead of the "
                      "one found in the dump; a wrong name lists them">;
  defm classic : Value<"classic", "<form>",
                       "Write a classic heapdump in <form>: openj9, spec, "
                       "jdmpview or PrintHeapdump (default: that of the "
                       "input, else openj9)">,
    Values<"openj9,spec,jdmpview,PrintHeapdump">;
}

def export_group : OptionGroup<"export">,
  HelpText<"OPTIONS FOR FORMATS OF VIEWERS">;
let Group = export_group in {
  defm section : Value<"section", "<name>",
                       "Write this section of a profile (default: the first "
                       "that there is)">,
    Values<"samples,times,sites,monitors,calls">;
  defm measure : Value<"measure", "<name>",
                       "Write this measure of stacks, or show it first; a "
                       "wrong name lists them">;
  defm object : Value<"object", "<id>",
                      "Write what this object dominates; may be repeated">;
  defm max_objects : Value<"max-objects", "<n>",
                           "Write at most <n> objects (default: what viewers "
                           "can show)">;
  defm "" : IndexOption;
  def keep_unreachable : Flag<["--"], "keep-unreachable">,
    HelpText<"Keep objects that no root reaches, as if they were held">;
  defm ignore_references : Value<"ignore-references", "<kinds>",
                                 "Do not follow the referents of these: soft, "
                                 "weak, final, phantom, separated by commas; "
                                 "none to follow all">;
}

def output_group : OptionGroup<"output">, HelpText<"OUTPUT OPTIONS">;
let Group = output_group in {
  defm "" : OutputOptions;
  defm compress : Value<"compress", "<kind>",
                        "Compress the output: none, gzip or zstd (default: "
                        "what its name says)">,
    Values<"none,gzip,zstd">;
}

def reading_group : OptionGroup<"reading">, HelpText<"READING OPTIONS">;
let Group = reading_group in {
  defm max_zeros : Value<"max-zeros", "<size>",
                         "Make up no more than <size> of zeros for elements of "
                         "arrays that the input lacks (default: 1G and "
                         "1024 times the input)">;
  def strict : Flag<["--"], "strict">,
    HelpText<"Make damage in the input and all that the target format cannot "
             "say errors and leave no output">;
  defm "" : MaxMemoryOption;
  defm "" : TempDirOption;
  defm "" : ThreadsOption;
  defm "" : ProgressOption;
}
