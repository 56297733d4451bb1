//===- DumpPart.cpp - Merges heap dumps -----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DumpPart.h"
#include "hprof/Convert/Answers/ConvertAnswers.h"
#include "hprof/Convert/Merge/FileSet.h"
#include "hprof/Convert/OpenInput.h"
#include "hprof/ConvertTool/ConvertRun.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/IBM/DumpName.h"
#include "hprof/Tool/ToolContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <unistd.h>

using namespace hprof;
using namespace llvm;

/// Returns a name for the records of a file: the name of the file, with a
/// number if several files have the same name.
static std::string uniqueName(StringRef Path, StringSet<> &Taken) {
  const std::string Base =
      Path == "-" ? "stdin" : sys::path::filename(Path).str();
  std::string Name = Base;
  for (unsigned N = 2; !Taken.insert(Name).second; ++N)
    Name = Base + " (" + utostr(N) + ")";
  return Name;
}

static std::string joinedNames(ArrayRef<std::string> Paths) {
  std::string Text;
  for (const std::string &Path : Paths)
    Text += (Text.empty() ? "'" : ", '") + Path + "'";
  return Text;
}

/// Notes which files were combined, and which were ignored.
static Error tellSets(ToolContext &C, const FileSets &Found) {
  for (const FileSet &S : Found.Sets) {
    for (const std::string &File : S.Files)
      if (File != "-")
        C.protect(File);
    switch (S.Of) {
    case FileSet::Kind::Single:
      break;
    case FileSet::Kind::Parts:
      C.report().note("'" + S.Name + "' has parts that the VM did not merge: " +
                      joinedNames(ArrayRef(S.Files).drop_front()));
      break;
    case FileSet::Kind::Pieces:
      C.report().note("'" + S.Name + "' is in " +
                      counted(S.Files.size(), "piece") + ": " +
                      joinedNames(S.Files));
      break;
    }
  }
  if (!Found.Ignored.empty())
    C.report().verbose("not dumps: " + joinedNames(Found.Ignored));
  for (const std::string &Path : Found.Orphans)
    C.report().damage(Path,
                      {format_errc::not_a_dump, 0,
                       "a part of a dump whose base file is missing; skipped"});
  if (Found.Sets.empty())
    return createStringError(inconvertibleErrorCode(),
                             "no dump found in " + joinedNames(C.inputs()));
  return Error::success();
}

/// Returns a function that opens \p Path, using \p First the first time if that
/// is a pipe.
static OpenFile opener(std::string Path, const SourceOptions &Opening,
                       std::unique_ptr<Source> First = nullptr) {
  if (First && First->isRewindable())
    First.reset();
  auto Taken = std::make_shared<std::unique_ptr<Source>>(std::move(First));
  return [Path = std::move(Path), Opening,
          Taken](Access As) -> Expected<std::unique_ptr<Source>> {
    if (*Taken)
      return std::move(*Taken);
    SourceOptions Options = Opening;
    // Pages of a mapped file count as memory if it is read completely.
    Options.Map = As == Access::Headers;
    return openInput(Path, Options);
  };
}

/// \p First is the first file of the set, if already open.
static MergeInput makeInput(ToolContext &C, const FileSet &S,
                            StringSet<> &Taken,
                            std::unique_ptr<Source> First = nullptr) {
  SourceOptions Opening;
  Opening.Threads = C.threads();
  MergeInput In;
  In.Path = S.Name == "-" ? "<stdin>" : S.Name;
  In.Name = uniqueName(S.Name, Taken);
  In.OnDamage = [&C](StringRef File, const Damage &D) {
    C.report().damage(File, D);
  };
  if (S.Of == FileSet::Kind::Pieces) {
    Opening.Name = S.Name;
    In.Open = [Files = S.Files, Opening](Access) {
      return Source::openPieces(Files, Opening);
    };
    return In;
  }
  In.Open = opener(S.Files.front(), Opening, std::move(First));
  for (const std::string &Part : ArrayRef(S.Files).drop_front())
    In.Parts.push_back(opener(Part, Opening));
  if (std::optional<IbmDumpName> Name = parseIbmDumpName(S.Name))
    In.Millis = Name->Seconds * 1000;
  return In;
}

/// Reports losses as the command line requests.
Error hprof::tellMergeLosses(ToolContext &C, const DumpMergeRequest &Asked,
                             const MergeReport &Report) {
  if (Asked.Explain)
    explain(C, MergeAnswer(Report), Asked.ToStdout);
  for (const MergeReport::Input &I : Report.Inputs) {
    std::vector<LossAccount::Entry> Entries = I.Losses.entries();
    // Effects that occur in every merge are not worth a note.
    erase_if(Entries, [](const LossAccount::Entry &E) {
      return E.Name == "MergedThreads" || E.Name == "ThreadGroups" ||
             E.Name == "HeapNames";
    });
    if (Entries.empty())
      continue;
    const std::string Text =
        "the output differs from '" + I.Name + "': " + lossSentence(Entries, 2);
    if (C.strict())
      return createStringError(inconvertibleErrorCode(), Text);
    if (!Asked.Explain)
      C.report().note(Text + " (--explain lists all)");
  }
  return Error::success();
}

/// Ignores the result of an earlier merge in a folder.
static void leaveOutOutput(ToolContext &C, std::vector<FileSet> &Sets) {
  const std::string Output = C.named("--output=", "-").str();
  erase_if(Sets, [&](const FileSet &S) {
    const bool IsOutput = S.Of == FileSet::Kind::Single &&
                          !is_contained(C.inputs(), S.Name) &&
                          sys::fs::equivalent(S.Name, Output);
    if (IsOutput)
      C.report().note("'" + S.Name + "' will be overwritten and is not merged");
    return IsOutput;
  });
}

/// Number of bytes to read, as far as known.
static uint64_t sizeOf(ArrayRef<FileSet> Sets) {
  uint64_t Sum = 0, Size;
  for (const FileSet &S : Sets)
    for (const std::string &File : S.Files)
      if (!sys::fs::file_size(File, Size))
        Sum += Size;
  return Sum;
}

Error hprof::mergeDumpInputs(ToolContext &C, const DumpMergeRequest &Asked,
                             KnownInput First) {
  Expected<FileSets> Found = groupFiles(C.inputs());
  if (!Found)
    return Found.takeError();
  leaveOutOutput(C, Found->Sets);
  if (Error E = tellSets(C, *Found))
    return E;
  StringSet<> Taken;
  std::vector<MergeInput> Inputs;
  for (const FileSet &S : Found->Sets) {
    const bool IsFirst = First.From && S.Files.front() == First.Path;
    Inputs.push_back(
        makeInput(C, S, Taken, IsFirst ? std::move(First.From) : nullptr));
    if (!S.Missing.empty())
      C.report().damage(
          S.Name, {format_errc::truncated, 0,
                   "piece '" + S.Missing +
                       "' is missing; skipped: " + joinedNames(S.Beyond)});
  }

  Expected<ConvertOutput> Out = ConvertOutput::open(C, /*IsText=*/false);
  if (!Out)
    return Out.takeError();
  MergeOptions Options = Asked.Options;
  if (!Asked.NamesFrom.empty()) {
    Options.NamesFrom = makeInput(
        C, {FileSet::Kind::Single, Asked.NamesFrom, {Asked.NamesFrom}, "", {}},
        Taken);
  }
  ReadPosition Position;
  Options.Position = &Position;
  // No progress is shown if the output goes to the same terminal.
  std::optional<Progress::Task> Working;
  if (!Out->isStdout() || !isatty(STDOUT_FILENO))
    Working.emplace(C.progress(), "merging " + counted(Inputs.size(), "dump"),
                    sizeOf(Found->Sets), [&] { return Position.bytes(); });
  MergeReport Report;
  if (Error E = mergeDumps(Inputs, *Out->Out, Options, Report))
    return E;
  Working.reset();
  if (Options.NamesFrom && !Report.AskedForNames)
    C.report().note(
        "'" + Asked.NamesFrom +
        "' is not used for names: no input is truncated or has parts");
  for (const MergeReport::Input &I : Report.Inputs)
    if (Error E = tellFindings(C, I.Name, I.Losses))
      return E;
  if (Error E = Out->finish())
    return E;
  return tellMergeLosses(C, Asked, Report);
}
