//===- PlanPasses.cpp - Requirements of passes ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Stream/Source.h"
#include "hprof/Passes/CountRecords.h"
#include "hprof/Passes/Pass.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

Error hprof::planPasses(ArrayRef<PassCall> Calls, PassPlan &Plan,
                        std::deque<RecordCounts> *Counts) {
  auto Count = [&] {
    if (Counts)
      Plan.Stages.push_back(makeCountRecords(Counts->emplace_back()));
  };
  Count();
  for (const PassCall &Call : Calls) {
    const std::string Where = "column " + std::to_string(Call.column()) + ": ";
    if (Plan.Verifies)
      return createStringError(Where + "nothing can follow 'verify', which "
                                       "checks the output");
    if (Error E = Call.pass().Add(Call, Plan)) {
      // The error is in a file, not in the string of passes.
      if (E.isA<FileError>())
        return E;
      return createStringError(Where + toString(std::move(E)));
    }
    Count();
  }
  return Error::success();
}

static bool isAndroid(Source &In) {
  constexpr StringLiteral Magic = "JAVA PROFILE 1.0.3";
  return toStringRef(In.peek(Magic.size())).starts_with(Magic);
}

Format PassPlan::target(Source &In, Format From) const {
  if (To != Format::Hprof)
    return To;
  if (isAndroid(In))
    return Format::HprofAndroid;
  return InHprof.has(From) || From == Format::Yaml ? Format::Hprof
                                                   : Format::HprofCurrent;
}
