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
                  "Write <format> (default: from the output's name)">,
    Values<"hprof,hprof-1.0.1,hprof-1.0.2,hprof-android,hprof-text,ibm-classic,"
           "phd,yaml,thread-json,jstack,collapsed,pprof,speedscope,otlp,firefox,"
           "heapsnapshot,dot,graphml">;
  defm id_size : Value<"id-size", "<bytes>",
                       "Make ids 4 or 8 bytes wide (default: unchanged)">,
    Values<"4,8">;
  def renumber : Flag<["--"], "renumber">,
    HelpText<"Renumber all objects: 8, 16, 24 and so on">;
  defm relocate : Value<"relocate", "<base>",
                        "Add <base> to the ids of all objects; <kind>:<base> "
                        "for strings, frames, class-serials, trace-serials or "
                        "thread-serials; can be repeated">;
  defm from : Value<"from", "<format>",
                    "Read <format> (default: detected from the content)">,
    Values<"hprof,hprof-text,ibm-classic,phd,heapsnapshot,perfetto,javacore,"
           "thread-json,jstack,yaml">;
  def list_formats : Flag<["--"], "list-formats">,
    HelpText<"List the formats and the records that each supports">;
  def list_all : Flag<["--"], "list">, Alias<list_formats>, Flags<[HelpHidden]>;
  def print_conversions : Flag<["--"], "print-conversions">,
    Flags<[HelpHidden]>,
    HelpText<"Print the documentation page about conversions">;
  def explain : Flag<["--"], "explain">,
    HelpText<"Print counts of what was dropped, changed and synthesized">;
  def explain_eq : Joined<["--"], "explain=">, MetaVarName<"<format>">,
    Values<"text,json">, HelpText<"Print these counts as text or json">;
  defm with : Value<"with", "<threads>",
                    "Add threads from <threads> to a heap dump: a javacore "
                    "for IBM dumps, any thread dump for HPROF, or none "
                    "(default: the javacore next to an IBM dump, none for "
                    "HPROF)">;
  def force_threads : Flag<["--"], "force-threads">,
    HelpText<"Add threads even if they are from another process">;
  defm dump_number : Value<"dump", "<nth>",
                           "Convert only the <nth> heap dump of a file with "
                           "several dumps (default: all, or the first if the "
                           "output can contain only one)">;
  defm drop_heap : Value<"drop-heap", "<heap>",
                         "Omit the objects in Android's <heap>, such as "
                         "zygote or image; can be repeated">;
  defm layout : Value<"layout", "<name>",
                      "Compute sizes for this object layout instead of the "
                      "detected one; --layout=help lists the names">;
  defm classic : Value<"classic", "<form>",
                       "Write this variant of classic heapdumps: openj9, "
                       "spec, jdmpview or PrintHeapdump (default: that of "
                       "the input, otherwise openj9)">,
    Values<"openj9,spec,jdmpview,PrintHeapdump">;
}

def export_group : OptionGroup<"export">,
  HelpText<"OPTIONS FOR VIEWER FORMATS">;
let Group = export_group in {
  defm section : Value<"section", "<name>",
                       "Write this section of a profile (default: the first "
                       "in the input)">,
    Values<"samples,times,sites,monitors,calls">;
  defm measure : Value<"measure", "<name>",
                       "Measure of the stacks to write; formats with several "
                       "measures show it first; --measure=help lists the "
                       "names">;
  defm object : Value<"object", "<id>",
                      "Write only this object and the objects that it "
                      "dominates; can be repeated">;
  defm max_objects : Value<"max-objects", "<n>",
                           "Write at most <n> objects (default: depends on the "
                           "format)">;
  defm "" : IndexOption;
  def keep_unreachable : Flag<["--"], "keep-unreachable">,
    HelpText<"Treat unreachable objects as reachable">;
  defm ignore_references : Value<"ignore-references", "<kinds>",
                                 "Do not follow references of these kinds: "
                                 "soft, weak, final, phantom, separated by "
                                 "commas; 'none' to follow all references">;
}

def output_group : OptionGroup<"output">, HelpText<"OUTPUT OPTIONS">;
let Group = output_group in {
  defm "" : OutputOptions;
  defm compress : Value<"compress", "<kind>",
                        "Compress the output: none, gzip or zstd (default: "
                        "from the output's name)">,
    Values<"none,gzip,zstd">;
}

def reading_group : OptionGroup<"reading">, HelpText<"READING OPTIONS">;
let Group = reading_group in {
  defm max_zeros : Value<"max-zeros", "<size>",
                         "Synthesize at most <size> bytes of zeros for array "
                         "elements that are missing from the input (default "
                         "1G plus 1024 times the input size)">;
  def strict : Flag<["--"], "strict">,
    HelpText<"Treat damage in the input and everything dropped, changed or "
             "synthesized as an error, and then write no output file">;
  defm "" : MaxMemoryOption;
  defm "" : TempDirOption;
  defm "" : ThreadsOption;
  defm "" : ProgressOption;
}
