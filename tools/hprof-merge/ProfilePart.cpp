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
#include "hprof/ConvertTool/ConvertRun.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Stream/SmallFile.h"
#include "hprof/Tool/ToolContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

Expected<ProfileMergeRequest::Input> hprof::parseWeighted(StringRef Value) {
  const auto [Weight, Path] = Value.split(',');
  ProfileMergeRequest::Input In;
  In.Path = Path.str();
  if (Weight.getAsInteger(10, In.Weight) || In.Weight == 0 || Path.empty())
    return createStringError(
        inconvertibleErrorCode(),
        "expected a weight of at least 1, a comma and a file, "
        "found '" +
            Value + "'");
  return In;
}

Expected<std::vector<ProfileMergeRequest::Input>>
hprof::readList(StringRef Path) {
  Expected<std::string> Text = readSmallFile(Path, {16, "a list of inputs"});
  if (!Text)
    return Text.takeError();
  std::vector<ProfileMergeRequest::Input> Inputs;
  SmallVector<StringRef> Lines;
  StringRef(*Text).split(Lines, '\n');
  for (size_t I = 0; I != Lines.size(); ++I) {
    const StringRef Line = Lines[I].trim();
    if (Line.empty() || Line.starts_with("#"))
      continue;
    const StringRef Weight = Line.take_while(isDigit);
    if (Weight.empty() || !Line.drop_front(Weight.size()).starts_with(",")) {
      Inputs.push_back({Line.str(), 1});
      continue;
    }
    Expected<ProfileMergeRequest::Input> In = parseWeighted(Line);
    if (!In)
      return createFileError(Path, I + 1, In.takeError());
    Inputs.push_back(std::move(*In));
  }
  return Inputs;
}

/// Reads one input into \p Merger, or omits it. \p Opened is null if it is not
/// yet open.
static Error addInput(ToolContext &C, const ProfileMergeRequest &Asked,
                      const ProfileMergeRequest::Input &In,
                      std::unique_ptr<Source> Opened, ProfileMerger &Merger,
                      MergeReport &Report) {
  auto Refuse = [&](Error E) -> Error {
    if (Asked.Failures == FailureMode::Any || C.strict())
      return E;
    C.report().warning(toString(std::move(E)) + "; skipped");
    if (Asked.Failures == FailureMode::Warn)
      C.report().markDamaged();
    return Error::success();
  };
  SourceOptions Opening;
  Opening.Threads = C.threads();
  if (!Opened)
    if (Error E = openInput(In.Path, Opening).moveInto(Opened))
      return Refuse(std::move(E));
  Source &From = *Opened;
  MergeReport::Input Told;
  Told.Name = From.name();
  Expected<Format> Kind = identifyFormat(From);
  if (!Kind)
    return Refuse(createFileError(From.name(), Kind.takeError()));
  Told.From = *Kind;
  if (Error E = Merger.add(From, In.Weight,
                           C.report().damageHandler(From.name()), Told.Losses))
    return Refuse(std::move(E));
  Report.Inputs.push_back(std::move(Told));
  return Error::success();
}

/// Reports losses of the sum, and differences of the inputs.
static Error tellJoined(ToolContext &C, const DumpMergeRequest &Telling,
                        const LossAccount &Joined) {
  for (const std::string &Note : Joined.notes())
    C.report().note(Note);
  std::vector<LossAccount::Entry> Entries = Joined.entries();
  // Notes on classes in HPROF binary do not apply to a profile.
  erase_if(Entries, [](const LossAccount::Entry &E) {
    return E.Name == "MadeUpIds" || E.Name == "FillerFields";
  });
  if (Entries.empty())
    return Error::success();
  const std::string Text =
      "the output differs from the sum: " + lossSentence(Entries, 2);
  if (C.strict())
    return createStringError(inconvertibleErrorCode(), Text);
  if (!Telling.Explain)
    C.report().note(Text + " (--explain lists all)");
  return Error::success();
}

Error hprof::mergeProfileInputs(ToolContext &C,
                                const ProfileMergeRequest &Asked,
                                KnownInput First) {
  ProfileMerger Merger;
  MergeReport Report;
  for (const ProfileMergeRequest::Input &In : Asked.Inputs) {
    if (In.Path != "-")
      C.protect(In.Path);
    std::unique_ptr<Source> Opened;
    if (First.From && In.Path == First.Path)
      Opened = std::move(First.From);
    if (Error E = addInput(C, Asked, In, std::move(Opened), Merger, Report))
      return E;
  }
  // A merge of no inputs fails in any mode.
  if (Report.Inputs.empty())
    return createStringError(
        inconvertibleErrorCode(),
        "none of " + counted(Asked.Inputs.size(), "input") + " could be read");
  Expected<ConvertOutput> Out =
      ConvertOutput::open(C, formatInfo(Asked.To).IsText);
  if (!Out)
    return Out.takeError();
  if (Error E = Merger.write(*Out->Out, Asked.To, Report.Joined))
    return E;
  if (Error E = Out->finish())
    return E;
  if (Error E = tellMergeLosses(C, Asked.Telling, Report))
    return E;
  return tellJoined(C, Asked.Telling, Report.Joined);
}
