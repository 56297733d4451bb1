//===- hprof-dump.cpp - Prints the contents of a dump ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DumpSession.h"
#include "VerifyPart.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/ADT/STLExtras.h"

#include "hprof/Tool/OptTable.inc"

using namespace llvm;
using namespace hprof;

static constexpr OptionRule Rules[] = {
    {OPT_verify,
     OptionRule::Excludes,
     {OPT_summary, OPT_object, OPT_instances_of, OPT_java_threads, OPT_classes,
      OPT_roots, OPT_strings, OPT_properties, OPT_records, OPT_records_eq,
      OPT_methods}},
    {OPT_retained, OptionRule::GoesWith, {OPT_object}},
    {OPT_dump_number,
     OptionRule::Excludes,
     {OPT_strings, OPT_records, OPT_records_eq, OPT_methods, OPT_verify}},
    {OPT_include_subclasses, OptionRule::GoesWith, {OPT_instances_of}},
    {OPT_no_locals, OptionRule::GoesWith, {OPT_java_threads}},
    {OPT_ungrouped, OptionRule::GoesWith, {OPT_java_threads}},
    {OPT_show_values, OptionRule::GoesWith, {OPT_properties}},
    {OPT_top,
     OptionRule::GoesWith,
     {OPT_object, OPT_instances_of, OPT_java_threads, OPT_records,
      OPT_records_eq, OPT_methods, OPT_verify}},
};

/// Options in the order in which --help lists them.
static constexpr unsigned HelpOrder[] = {
    OPT_summary,
    OPT_object,
    OPT_retained,
    OPT_instances_of,
    OPT_include_subclasses,
    OPT_java_threads,
    OPT_no_locals,
    OPT_ungrouped,
    OPT_classes,
    OPT_roots,
    OPT_properties,
    OPT_show_values,
    OPT_strings,
    OPT_methods,
    OPT_records,
    OPT_records_eq,
    OPT_verify,
    OPT_dump_number,
};

/// Returns the request that the options make.
static Expected<DumpRequest> parseRequest(ToolContext &C) {
  DumpRequest Q;
  Q.Json = C.format() == "json";
  Q.Records = C.has(OPT_records) || C.has(OPT_records_eq);
  for (const std::string &Name : C.getAll(OPT_records_eq)) {
    std::optional<RecordKind> Kind = parseRecordKind(Name);
    if (!Kind)
      return usageError("--records: unknown kind '" + Name +
                        "', expected one of " + recordKindNames());
    Q.Kinds.set(unsigned(*Kind));
  }
  if (Q.Kinds.none())
    Q.Kinds.set();
  Q.Strings = C.has(OPT_strings);
  Q.Methods = C.has(OPT_methods);
  Q.Classes = C.has(OPT_classes);
  Q.Roots = C.has(OPT_roots);
  Q.Threads = C.has(OPT_java_threads);
  Q.OfThreads.Stacks = true;
  Q.OfThreads.Locals = !C.has(OPT_no_locals);
  Q.OfThreads.Ungrouped = C.has(OPT_ungrouped);
  Q.OfThreads.Top = C.top(UINT64_MAX);
  (void)C.get(OPT_dump_number).getAsInteger(10, Q.Dump);
  for (const std::string &Id : C.getAll(OPT_object))
    (void)StringRef(Id).getAsInteger(0, Q.Objects.emplace_back());
  Q.Retained = C.has(OPT_retained);
  Q.InstancesOf = C.getAll(OPT_instances_of);
  Q.WithSubclasses = C.has(OPT_include_subclasses);
  Q.Properties = C.has(OPT_properties);
  Q.ShowValues = C.has(OPT_show_values);
  Q.Summary = C.has(OPT_summary) || !(Q.asksFile() || Q.needsContext());
  return Q;
}

static Error run(ToolContext &C) {
  if (C.has(OPT_verify))
    return verifyInputs(C);
  if (C.format() != "text" && C.format() != "json")
    return usageError("--format=" + C.format() + " requires --verify");
  Expected<DumpRequest> Request = parseRequest(C);
  if (!Request)
    return Request.takeError();
  return dumpInputs(C, *Request);
}

int main(int Argc, char **Argv) {
  return toolMain(
      Argc, Argv,
      {"hprof-dump", "[options] [file...]",
       "Prints the contents of heap dumps and profiles: a summary, or "
       "selected parts",
       InputRule::OrStdin, /*TextOutput=*/true, Rules,
       /*PrintsValues=*/false, HelpOrder},
      toolOptions(), run);
}
