//===- PlanPasses.cpp - Requirements of passes ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Stream/SmallFile.h"
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
    const std::string Where = "column " + std::to_string(Call.Column) + ": ";
    if (Plan.Verifies)
      return createStringError(Where + "nothing can follow 'verify', which "
                                       "checks the output");
    if (Error E = Call.Add(Plan)) {
      // The error is in a file, not in the string of passes.
      if (E.isA<FileError>())
        return E;
      return createStringError(Where + toString(std::move(E)));
    }
    Count();
  }
  return Error::success();
}

void PassPlan::add(std::unique_ptr<Stage> S, bool KeepsFrames) {
  Stages.push_back(std::move(S));
  this->KeepsFrames &= KeepsFrames;
}

Expected<std::string> PassPlan::readInput(StringRef Path, SmallFileLimit Most) {
  Inputs.push_back(Path.str());
  Expected<std::string> Text = readSmallFile(Path, Most);
  if (Text && StringRef(*Text).trim().empty())
    return createFileError(Path, createStringError("it is empty"));
  return Text;
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
