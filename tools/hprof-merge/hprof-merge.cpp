//===- hprof-merge.cpp - Merges several dumps into one --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProfilePart.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

/// Returns the inputs of options for profiles, and the other inputs.
static Expected<std::vector<ProfileMergeRequest::Input>>
profileInputs(ToolContext &C) {
  std::vector<ProfileMergeRequest::Input> Inputs;
  for (const std::string &List : C.getAll(OPT_input_files)) {
    Expected<std::vector<ProfileMergeRequest::Input>> Listed = readList(List);
    if (!Listed)
      return Listed.takeError();
    append_range(Inputs, *Listed);
  }
  for (const std::string &Value : C.getAll(OPT_weighted_input)) {
    Expected<ProfileMergeRequest::Input> In = parseWeighted(Value);
    if (!In)
      return usageError("--weighted-input: " + toString(In.takeError()));
    Inputs.push_back(std::move(*In));
  }
  if (Inputs.empty() && !C.has(OPT_input_files))
    if (Error E = C.defaultToStdin())
      return E;
  for (const std::string &Path : C.inputs())
    Inputs.push_back({Path, 1});
  return Inputs;
}

static Error runProfiles(ToolContext &C, const DumpMergeRequest &Telling,
                         KnownInput First) {
  for (auto [Option, Name] : {std::pair(OPT_one_heap, "--one-heap"),
                              std::pair(OPT_id_size, "--id-size"),
                              std::pair(OPT_names_from, "--names-from"),
                              std::pair(OPT_force_threads, "--force-threads"),
                              std::pair(OPT_max_zeros, "--max-zeros")})
    if (C.has(Option))
      return usageError(Twine(Name) +
                        " applies to heap dumps, but profiles are merged");
  ProfileMergeRequest Asked;
  Asked.Telling = Telling;
  if (C.has(OPT_to))
    Asked.To = Telling.Options.To;
  else if (auto Named = formatForPath(C.get(OPT_output)))
    Asked.To = *Named;
  if (!InHprof.has(Asked.To) && Asked.To != Format::HprofText &&
      Asked.To != Format::Yaml)
    return usageError("profiles cannot be written as " +
                      Twine(formatInfo(Asked.To).Text));
  const StringRef Mode = C.get(OPT_failure_mode);
  Asked.Failures = Mode == "all"    ? FailureMode::All
                   : Mode == "warn" ? FailureMode::Warn
                                    : FailureMode::Any;
  Expected<std::vector<ProfileMergeRequest::Input>> Inputs = profileInputs(C);
  if (!Inputs)
    return Inputs.takeError();
  Asked.Inputs = std::move(*Inputs);
  if (Asked.Inputs.empty())
    return usageError("the list of inputs is empty");
  return mergeProfileInputs(C, Asked, std::move(First));
}

static bool asksForProfiles(ToolContext &C) {
  const std::optional<Format> To = parseFormat(C.get(OPT_to));
  return C.has(OPT_profiles) || C.has(OPT_weighted_input) ||
         C.has(OPT_input_files) || C.has(OPT_failure_mode) ||
         (To && !InHprof.has(*To));
}

/// Opens the first input to determine its kind. An input that cannot be opened,
/// such as a folder, is left to its reader, unless it may be a pipe.
static Expected<KnownInput> openFirst(ToolContext &C) {
  const std::string &Path = C.inputs().front();
  if (Path != "-" && (!sys::fs::exists(Path) || sys::fs::is_directory(Path)))
    return KnownInput();
  SourceOptions Opening;
  Opening.Threads = C.threads();
  // Files are read completely; one on standard input may be opened again.
  Opening.Map = Path == "-";
  Expected<KnownInput> In = KnownInput::open(Path, Opening);
  if (In || Path == "-" || !sys::fs::is_regular_file(Path))
    return In;
  consumeError(In.takeError());
  return KnownInput();
}

static Error run(ToolContext &C) {
  DumpMergeRequest Asked;
  if (C.has(OPT_to))
    Asked.Options.To = *parseFormat(C.get(OPT_to));
  if (C.has(OPT_id_size))
    Asked.Options.IdSize = C.get(OPT_id_size) == "4" ? 4 : 8;
  Asked.Options.OneHeap = C.has(OPT_one_heap);
  if (Asked.Options.OneHeap && Asked.Options.To == Format::HprofOld)
    return usageError("--one-heap requires segments, which 1.0.1 lacks");
  Asked.Options.AnyProcess = C.has(OPT_force_threads);
  Asked.Options.MaxZeros = C.size(OPT_max_zeros);
  Asked.Options.TempDir = C.tempDir();
  Asked.NamesFrom = C.get(OPT_names_from).str();
  Asked.Explain = C.has(OPT_explain) || C.has(OPT_explain_eq);
  Asked.ToStdout = C.get(OPT_output, "-") != "-";
  if (asksForProfiles(C))
    return runProfiles(C, Asked, KnownInput());
  if (Error E = C.defaultToStdin())
    return E;
  Expected<KnownInput> First = openFirst(C);
  if (!First)
    return First.takeError();
  if (First->Kind == InputKind::Profile)
    return runProfiles(C, Asked, std::move(*First));
  return mergeDumpInputs(C, Asked, std::move(*First));
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"hprof-merge", "[options] [file|folder...]",
                   "Merges heap dumps, parts of dumps, and profiles into one "
                   "file",
                   InputRule::AnyNumber, /*TextOutput=*/false},
                  toolOptions(), run);
}
