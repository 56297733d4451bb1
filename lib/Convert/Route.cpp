//===- Route.cpp - Which stages lie between two formats -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Route.h"
#include "PassStage.h"
#include "Stages/ChangeIds.h"
#include "Stages/DropHeaps.h"
#include "Stages/HeapToIbm.h"
#include "Stages/InstancesToReferences.h"
#include "Stages/LowerAndroid.h"
#include "Stages/ReferencesToHprof.h"
#include "Stages/ResolveClasses.h"
#include "Stages/SetVersion.h"
#include "Stages/TakeDump.h"
#include "hprof/Convert/Stages/JoinThreads.h"
#include "hprof/Format/IBM/ClassicForm.h"

using namespace hprof;

/// Ids move while they are wide: before they become narrower, else after they
/// have become wider.
static bool movesLate(const ConvertOptions &Options) {
  return Options.IdSize == 8;
}

/// Leads to HPROF binary's records, under the ids that are wanted.
static void toBinary(Route &R, const FileHeader &Source, const FormatInfo &To,
                     const ConvertOptions &Options) {
  R.MayChangeIds = true;
  if (Source.isAndroid() && To.Kind != Format::HprofAndroid) {
    R.Stages.push_back(
        makeLoweringStage<LowerAndroid>(Lowering::AndroidToHprof, To.Kind));
    R.NeedsFilter = R.OwnFraming = true;
  }
  if (Source.Carrier == Format::Javacore) {
    // What a javacore tells is the same in HPROF, but for the header.
    R.Stages.push_back(makePassStage<SetVersion>(std::string("1.0.2")));
    R.NeedsFilter = R.OwnFraming = true;
  } else if (!InHprof.has(Source.Carrier)) {
    R.Stages.push_back(makeReferencesToHprof(To.Kind));
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
  // IBM's formats hold one heap dump.
  const bool HoldsOne = InIbm.has(To.Kind) && !InIbm.has(Source.Carrier) &&
                        Source.Carrier != Format::Javacore;
  if (Options.Dump || HoldsOne)
    R.Stages.push_back(makeTakeDump(std::max(Options.Dump, 1U)));
  if (!Options.DropHeaps.empty())
    R.Stages.push_back(makePassStage<DropHeaps>(Options.DropHeaps));
  if (Options.Threads && InIbm.has(Source.Carrier) && !InIbm.has(To.Kind))
    R.Stages.push_back(
        makeJoinThreads(*Options.Threads, To.Kind == Format::HprofText ||
                                              To.Kind == Format::Yaml));
  // After those that look for ids or names of the input's.
  if (Options.Relocate && !movesLate(Options))
    R.Stages.push_back(makeRelocate(*Options.Relocate));
  // YAML says everything. What reads it again finds the names by itself, but
  // instances of binary dumps may come before their classes.
  if (To.Kind == Format::Yaml) {
    R.NeedsNames = Source.Carrier == Format::Hprof;
    return R;
  }
  if (InHprof.has(To.Kind)) {
    toBinary(R, Source, To, Options);
    // A version that is asked for is written anew even where it is the same,
    // but for Android's, whose framing is part of what it says.
    if (To.Version &&
        !(Source.isAndroid() && To.Kind == Format::HprofAndroid)) {
      R.Stages.push_back(makePassStage<SetVersion>(std::string(To.Version)));
      R.NeedsFilter = R.OwnFraming = true;
    }
    return R;
  }
  R.UsesNames = To.Kind == Format::HprofText || InIbm.has(To.Kind);
  if (To.Kind == Source.Carrier) {
    // References to classes come first there, before the classes do.
    R.NeedsNames = Options.Classic == ClassicForm::Spec;
    // Another form may say less.
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
  if (Source.Carrier == Format::Javacore)
    return R; // It has no heap.
  const bool IsMadeUp = !InHprof.has(Source.Carrier);
  if (To.Kind == Format::HprofText)
    R.Stages.push_back(makeInstancesToReferences(Options.Layout, IsMadeUp));
  else
    R.Stages.push_back(makeHeapToIbm(
        To.Kind, Options.Layout, IsMadeUp,
        Options.Classic && classicStyle(*Options.Classic).TellsLengths));
  return R;
}
