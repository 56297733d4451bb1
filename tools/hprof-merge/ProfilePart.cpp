//===- ProfilePart.cpp - Merges profiles ----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProfilePart.h"
#include "DumpPart.h"
#include "hprof/Convert/OpenInput.h"
#include "hprof/Format/Counted.h"
#include "hprof/Tool/ToolContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

Expected<ProfileMergeRequest::Input> hprof::parseWeighted(StringRef Value) {
  const auto [Weight, Path] = Value.split(',');
  ProfileMergeRequest::Input In;
  In.Path = Path.str();
  if (Weight.getAsInteger(10, In.Weight) || In.Weight == 0 || Path.empty())
    return createStringError(inconvertibleErrorCode(),
                             "expected a weight from 1 on, a comma and a file, "
                             "found '" +
                                 Value + "'");
  return In;
}

Expected<std::vector<ProfileMergeRequest::Input>>
hprof::readList(StringRef Path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text =
      MemoryBuffer::getFileOrSTDIN(Path, /*IsText=*/true);
  if (!Text)
    return createFileError(Path, errorCodeToError(Text.getError()));
  std::vector<ProfileMergeRequest::Input> Inputs;
  SmallVector<StringRef> Lines;
  (*Text)->getBuffer().split(Lines, '\n');
  for (StringRef Line : Lines) {
    Line = Line.trim();
    if (Line.empty() || Line.starts_with("#"))
      continue;
    const StringRef Weight = Line.take_while(isDigit);
    if (Weight.empty() || !Line.drop_front(Weight.size()).starts_with(",")) {
      Inputs.push_back({Line.str(), 1});
      continue;
    }
    Expected<ProfileMergeRequest::Input> In = parseWeighted(Line);
    if (!In)
      return createFileError(Path, In.takeError());
    Inputs.push_back(std::move(*In));
  }
  return Inputs;
}

bool hprof::areProfiles(ArrayRef<std::string> Paths) {
  if (Paths.empty() || Paths.front() == "-")
    return false;
  Expected<std::unique_ptr<Source>> In = openInput(Paths.front());
  if (!In) {
    consumeError(In.takeError());
    return false;
  }
  Expected<Contents> Has = contentsOf(**In);
  if (!Has) {
    consumeError(Has.takeError());
    return false;
  }
  return *Has == Contents::Profiles;
}

/// Reads one input into \p Merger. \return false if it was left out.
static Expected<bool> addInput(ToolContext &C, const ProfileMergeRequest &Asked,
                               const ProfileMergeRequest::Input &In,
                               ProfileMerger &Merger, MergeReport &Report) {
  auto refuse = [&](Error E) -> Expected<bool> {
    if (Asked.Failures == FailureMode::Any || C.strict())
      return E;
    C.report().warning(toString(std::move(E)) + "; it is left out");
    if (Asked.Failures == FailureMode::Warn)
      C.report().markDamaged();
    return false;
  };
  SourceOptions Opening;
  Opening.Threads = C.threads();
  Expected<std::unique_ptr<Source>> Opened = openInput(In.Path, Opening);
  if (!Opened)
    return refuse(Opened.takeError());
  Source &From = **Opened;
  MergeReport::Input Told;
  Told.Name = From.name();
  Expected<Format> Kind = identifyFormat(From);
  if (!Kind)
    return refuse(createFileError(From.name(), Kind.takeError()));
  Told.From = *Kind;
  if (Error E = Merger.add(From, In.Weight,
                           C.report().damageHandler(From.name()), Told.Losses))
    return refuse(std::move(E));
  Report.Inputs.push_back(std::move(Told));
  return true;
}

Error hprof::mergeProfileInputs(ToolContext &C,
                                const ProfileMergeRequest &Asked) {
  ProfileMerger Merger;
  MergeReport Report;
  for (const ProfileMergeRequest::Input &In : Asked.Inputs) {
    if (In.Path != "-")
      C.protect(In.Path);
    Expected<bool> IsAdded = addInput(C, Asked, In, Merger, Report);
    if (!IsAdded)
      return IsAdded.takeError();
  }
  // Nothing can be made of nothing, whatever the mode.
  if (Report.Inputs.empty())
    return createStringError(
        inconvertibleErrorCode(),
        "none of " + counted(Asked.Inputs.size(), "input") + " could be read");
  const bool IsText =
      formatInfo(Asked.To).IsText && Asked.Packing.Kind == Compression::None;
  Expected<OutputFile *> File = C.openOutput(
      IsText ? OutputFile::Content::Text : OutputFile::Content::Binary);
  if (!File)
    return File.takeError();
  std::unique_ptr<Sink> Out = Sink::toFile((*File)->fd(), Asked.Packing);
  if (Error E = Merger.write(*Out, Asked.To, Report.Joined))
    return E;
  if (Error E = Out->finish())
    return createFileError(
        (*File)->path() == "-" ? "<stdout>" : (*File)->path(), std::move(E));
  return tellMergeLosses(C, Asked.Telling, Report);
}
