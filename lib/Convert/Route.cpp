//===- Route.cpp - Chooses the stages between formats ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Route.h"
#include "Convert/Carriers/DropHeaps.h"
#include "Convert/Carriers/LowerAndroid.h"
#include "Convert/Carriers/RepeatedNames.h"
#include "Convert/Carriers/SetVersion.h"
#include "Convert/Pipeline/PassStage.h"
#include "Convert/References/HeapToIbm.h"
#include "Convert/References/InstancesToReferences.h"
#include "Convert/References/ReferencesToHprof.h"
#include "Convert/References/ResolveClasses.h"
#include "Convert/Threads/NameThreads.h"
#include "hprof/Convert/Dumps/TakeDump.h"
#include "hprof/Convert/Ids/ChangeIds.h"
#include "hprof/Convert/Threads/JoinThreads.h"
#include "hprof/Format/IBM/ClassicForm.h"

using namespace hprof;

/// Whether ids are moved late in the route. Ids are moved while they are wide:
/// before they become narrower, or after they have become wider.
static bool movesLate(const ConvertOptions &Options) {
  return Options.IdSize == 8;
}

/// Adds the stages that produce HPROF binary, with the requested ids.
static void toBinary(Route &R, const FileHeader &Source, const FormatInfo &To,
                     const ConvertOptions &Options) {
  R.MayChangeIds = true;
  if (Source.isAndroid() && To.Kind != Format::HprofAndroid) {
    R.Stages.push_back(
        makeLoweringStage<LowerAndroid>(Lowering::AndroidToHprof, To.Kind));
    R.NeedsFilter = R.OwnFraming = true;
  }
  if (InThreads.has(Source.Carrier)) {
    // A thread dump's records are the same in HPROF, except for the header.
    R.Stages.push_back(makePassStage<SetVersion>(std::string("1.0.2")));
    R.NeedsFilter = R.OwnFraming = true;
  } else if (!InHprof.has(Source.Carrier)) {
    R.Stages.push_back(makeReferencesToHprof(To.Kind));
    if (InPerfetto.has(Source.Carrier) && To.Kind != Format::HprofAndroid)
      R.Stages.push_back(
          makeLoweringStage<LowerAndroid>(Lowering::AndroidToHprof, To.Kind));
    R.NeedsFilter = R.OwnFraming = true;
  }
  if (Options.IdSize || Options.Renumber) {
    R.Stages.push_back(makeChangeIds({Options.IdSize, Options.Renumber}));
    R.NeedsFilter = R.OwnFraming = R.ChangesIds = true;
    if (Options.Relocate && movesLate(Options))
      R.Stages.push_back(makeRelocate(*Options.Relocate));
  }
}

Route hprof::findRoute(const FileHeader &Source, const FormatInfo &To,
                       const ConvertOptions &Options) {
  Route R;
  // IBM's formats can hold only one heap dump.
  const bool HoldsOne = InIbm.has(To.Kind) && !InIbm.has(Source.Carrier) &&
                        !InThreads.has(Source.Carrier);
  if (Options.Dump || HoldsOne)
    R.Stages.push_back(makeTakeDump(std::max(Options.Dump, 1U)));
  if (!Options.DropHeaps.empty())
    R.Stages.push_back(makePassStage<DropHeaps>(Options.DropHeaps));
  // Must precede stages that add names.
  if (InHprof.has(Source.Carrier) &&
      (To.Kind == Format::HprofText || InIbm.has(To.Kind)))
    R.Stages.push_back(makeRepeatedNames());
  if (Options.Threads && InIbm.has(Source.Carrier) && !InIbm.has(To.Kind))
    R.Stages.push_back(
        makeJoinThreads(*Options.Threads, To.Kind == Format::HprofText ||
                                              To.Kind == Format::Yaml));
  if (Options.Threads && InHprof.has(Source.Carrier)) {
    R.Stages.push_back(makeNameThreads(*Options.Threads, Options.AnyProcess));
    R.OwnFraming = true;
  }
  // Must follow the stages that look up ids or names of the input.
  if (Options.Relocate && !movesLate(Options))
    R.Stages.push_back(makeRelocate(*Options.Relocate));
  // YAML can represent everything. Its readers find names themselves, but in
  // binary dumps instances may precede their classes.
  if (To.Kind == Format::Yaml) {
    R.NeedsNames = Source.Carrier == Format::Hprof;
    return R;
  }
  if (InHprof.has(To.Kind)) {
    toBinary(R, Source, To, Options);
    // A requested version is always rewritten, even if it is the input's,
    // except for Android's, whose framing is significant.
    if (!To.Version.empty() &&
        !(Source.isAndroid() && To.Kind == Format::HprofAndroid)) {
      R.Stages.push_back(makePassStage<SetVersion>(To.Version.str()));
      R.NeedsFilter = R.OwnFraming = true;
    }
    return R;
  }
  R.UsesNames = To.Kind == Format::HprofText || InIbm.has(To.Kind);
  if (To.Kind == Source.Carrier) {
    // In this variant, references to classes precede the classes.
    R.NeedsNames = Options.Classic == ClassicForm::Spec;
    // Another variant may represent fewer records.
    R.NeedsFilter = Options.Classic.has_value();
    return R;
  }
  R.NeedsNames = R.UsesNames;
  R.NeedsFilter = R.OwnFraming = true;
  if (InIbm.has(Source.Carrier) && InIbm.has(To.Kind)) {
    if (To.Kind == Format::Phd)
      R.Stages.push_back(makeResolveClasses());
    return R;
  }
  toBinary(R, Source, To, Options);
  if (InThreads.has(Source.Carrier))
    return R; // A thread dump has no heap.
  const bool IsMadeUp = !InHprof.has(Source.Carrier);
  if (To.Kind == Format::HprofText)
    R.Stages.push_back(makeInstancesToReferences(Options.Layout, IsMadeUp));
  else
    R.Stages.push_back(makeHeapToIbm(
        To.Kind, Options.Layout, IsMadeUp,
        Options.Classic && classicStyle(*Options.Classic).TellsLengths));
  return R;
}
