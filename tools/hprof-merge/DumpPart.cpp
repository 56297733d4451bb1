//===- DumpPart.cpp - Merges heap dumps -----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DumpPart.h"
#include "hprof/Convert/Merge/FileSet.h"
#include "hprof/Convert/OpenInput.h"
#include "hprof/ConvertTool/LossTable.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/IBM/DumpName.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/Table.h"
#include "hprof/Tool/ToolContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace hprof;
using namespace llvm;

/// Names that say which file a record is of: the file's, with a number if
/// several have the same.
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

/// Says which files were taken together, and which were not taken.
static Error tellSets(ToolContext &C, const FileSets &Found) {
  for (const FileSet &S : Found.Sets) {
    for (const std::string &File : S.Files)
      if (File != "-")
        C.protect(File);
    switch (S.Of) {
    case FileSet::Kind::Single:
      break;
    case FileSet::Kind::Parts:
      C.report().note("'" + S.Name +
                      "' has parts that its VM did not append: " +
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
    C.report().verbose("no dumps: " + joinedNames(Found.Ignored));
  for (const std::string &Path : Found.Orphans)
    C.report().damage(Path, {format_errc::not_a_dump, 0,
                             "a part of a dump whose base is not there; it is "
                             "left out"});
  if (Found.Sets.empty())
    return createStringError(inconvertibleErrorCode(),
                             "no dump is in " + joinedNames(C.inputs()));
  return Error::success();
}

static OpenFile opener(std::string Path, const SourceOptions &Opening) {
  return [Path = std::move(Path), Opening](Access As) {
    SourceOptions Options = Opening;
    // Pages of a mapped file that is read as a whole count as memory.
    Options.Map = As == Access::Headers;
    return openInput(Path, Options);
  };
}

static MergeInput makeInput(ToolContext &C, const FileSet &S,
                            StringSet<> &Taken) {
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
  In.Open = opener(S.Files.front(), Opening);
  for (const std::string &Part : ArrayRef(S.Files).drop_front())
    In.Parts.push_back(opener(Part, Opening));
  if (std::optional<IbmDumpName> Name = parseIbmDumpName(S.Name))
    In.Millis = Name->Seconds * 1000;
  return In;
}

static void explainAsText(raw_ostream &OS, const MergeReport &Report) {
  auto Explain = [&](StringRef Title, const LossAccount &Losses) {
    OS << Title << ":\n";
    printLosses(OS, Losses, "nothing was lost", /*Indent=*/2);
  };
  for (const MergeReport::Input &I : Report.Inputs)
    Explain(I.Name + ", " + formatInfo(I.From).Text, I.Losses);
  if (!Report.Joined.entries().empty())
    Explain("all together", Report.Joined);
}

static void explainAsJson(raw_ostream &OS, const MergeReport &Report,
                          const Reporter &R) {
  JsonReport Json(OS, "hprof-merge");
  auto Losses = [&](const LossAccount &Account) {
    lossesJson(*Json, "losses", Account);
  };
  for (const MergeReport::Input &I : Report.Inputs) {
    Json->objectBegin();
    Json->attribute("file", toUtf8(I.Name));
    Json->attribute("from", formatInfo(I.From).Name);
    Json->attribute("headers", I.Files);
    Losses(I.Losses);
    Json->objectEnd();
  }
  Json.endFiles();
  Json->attributeObject("joined", [&] { Losses(Report.Joined); });
  Json.finish(R);
}

/// Reports losses as the command line requests.
Error hprof::tellMergeLosses(ToolContext &C, const DumpMergeRequest &Asked,
                             const MergeReport &Report) {
  if (Asked.Explain) {
    raw_ostream &OS = Asked.ToStdout ? outs() : errs();
    if (Asked.AsJson)
      explainAsJson(OS, Report, C.report());
    else
      explainAsText(OS, Report);
    OS.flush();
  }
  for (const MergeReport::Input &I : Report.Inputs) {
    std::vector<LossAccount::Entry> Entries = I.Losses.entries();
    // What every merge does is not worth a note.
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

/// A folder may have the result of an earlier merge.
static void leaveOutOutput(ToolContext &C, std::vector<FileSet> &Sets) {
  const std::string Output = C.named("--output=", "-").str();
  erase_if(Sets, [&](const FileSet &S) {
    const bool IsOutput = S.Of == FileSet::Kind::Single &&
                          !is_contained(C.inputs(), S.Name) &&
                          sys::fs::equivalent(S.Name, Output);
    if (IsOutput)
      C.report().note("'" + S.Name + "' will be replaced and is not merged");
    return IsOutput;
  });
}

/// The bytes that will be read, as far as known.
static uint64_t sizeOf(ArrayRef<FileSet> Sets) {
  uint64_t Sum = 0, Size;
  for (const FileSet &S : Sets)
    for (const std::string &File : S.Files)
      if (!sys::fs::file_size(File, Size))
        Sum += Size;
  return Sum;
}

Error hprof::mergeDumpInputs(ToolContext &C, const DumpMergeRequest &Asked) {
  Expected<FileSets> Found = groupFiles(C.inputs());
  if (!Found)
    return Found.takeError();
  leaveOutOutput(C, Found->Sets);
  if (Error E = tellSets(C, *Found))
    return E;
  StringSet<> Taken;
  std::vector<MergeInput> Inputs;
  for (const FileSet &S : Found->Sets) {
    Inputs.push_back(makeInput(C, S, Taken));
    if (!S.Missing.empty())
      C.report().damage(
          S.Name, {format_errc::truncated, 0,
                   "the piece '" + S.Missing +
                       "' is missing; left out: " + joinedNames(S.Beyond)});
  }

  Expected<OutputFile *> File = C.openOutput(OutputFile::Content::Binary);
  if (!File)
    return File.takeError();
  std::unique_ptr<Sink> Out = Sink::toFile((*File)->fd(), Asked.Packing);
  MergeOptions Options = Asked.Options;
  if (!Asked.NamesFrom.empty()) {
    C.protect(Asked.NamesFrom);
    Options.NamesFrom = makeInput(
        C, {FileSet::Kind::Single, Asked.NamesFrom, {Asked.NamesFrom}, "", {}},
        Taken);
  }
  ReadPosition Position;
  Options.Position = &Position;
  // Not if the output goes to the same terminal.
  std::optional<Progress::Task> Working;
  if ((*File)->path() != "-" || !isatty(STDOUT_FILENO))
    Working.emplace(C.progress(), "merging " + counted(Inputs.size(), "dump"),
                    sizeOf(Found->Sets), [&] { return Position.bytes(); });
  MergeReport Report;
  if (Error E = mergeDumps(Inputs, *Out, Options, Report))
    return E;
  Working.reset();
  if (Options.NamesFrom && !Report.AskedForNames)
    C.report().note("'" + Asked.NamesFrom +
                    "' lends no names: no input is truncated or has parts");
  for (const MergeReport::Input &I : Report.Inputs) {
    for (const std::string &Note : I.Losses.notes())
      C.report().note("'" + I.Name + "': " + Note);
    for (const std::string &Remark : I.Losses.remarks())
      C.report().warning("'" + I.Name + "': " + Remark);
  }
  if (Error E = Out->finish())
    return createFileError(
        (*File)->path() == "-" ? "<stdout>" : (*File)->path(), std::move(E));
  return tellMergeLosses(C, Asked, Report);
}
