//===- Opts.td - Options of hprof-convert ---------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/ConvertTool/Convert.td"
include "hprof/GraphTool/Graph.td"

def conversion_group : OptionGroup<"conversion">,
  HelpText<"CONVERSION OPTIONS">;
let Group = conversion_group in {
  defm "" : ToOption<!strconcat(WrittenNames, ",", ViewerNames),
                     " (default: from the output's name)">;
  defm "" : IdSizeOption<": unchanged">;
  def renumber : Flag<["--"], "renumber">,
    HelpText<"Renumber all objects: 8, 16, 24 and so on">;
  defm relocate : Value<"relocate", "<base>",
                        "Add <base> to the ids of all objects; <kind>:<base> "
                        "for strings, frames, class-serials, trace-serials or "
                        "thread-serials; can be repeated">;
  defm from : Value<"from", "<format>",
                    "Read <format> (default: detected from the content)">,
    Values<ReadNames>;
  def list_formats : Flag<["--"], "list-formats">,
    HelpText<"List the formats and the records that each supports">;
  def list_all : Flag<["--"], "list">, Alias<list_formats>, Flags<[HelpHidden]>;
  def print_conversions : Flag<["--"], "print-conversions">,
    Flags<[HelpHidden]>,
    HelpText<"Print the documentation page about conversions">;
  defm "" : ExplainOptions;
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
  defm "" : LayoutOption;
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
  defm "" : IgnoreReferencesOption;
}

defm "" : ConversionOptions<"the input", LossesAreErrors>;
defm "" : MaxMemoryOption;
