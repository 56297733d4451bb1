//===- Route.cpp - Which stages lie between two formats -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Route.h"
#include "hprof/Convert/ReferencesToHprof.h"

using namespace hprof;

/// Formats that know objects by their references only.
static bool isIbm(char Carrier) { return Carrier == 'C' || Carrier == 'P'; }

Route hprof::findRoute(const FileHeader &Source, const FormatInfo &To,
                       const ConvertOptions &Options) {
  Route R;
  // YAML says everything. What reads it again finds the names by itself, but
  // instances of binary dumps may come before their classes.
  if (To.Carrier == 'Y') {
    R.NeedsNames = Source.Carrier == 'B';
    return R;
  }
  R.UsesNames = To.Carrier == 'T' || isIbm(To.Carrier);
  if (To.Carrier == Source.Carrier)
    return R;
  R.NeedsNames = R.UsesNames;
  if (Source.Carrier != 'B' && To.Carrier == 'B')
    R.Stages.push_back(makeReferencesToHprof());
  R.NeedsFilter = R.OwnFraming = true;
  return R;
}
