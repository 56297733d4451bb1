//===- SampleFile.cpp - The value of --jfr --------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/GraphTool/SampleFile.h"
#include "hprof/Analysis/Store/Answers/DominatorAnswers.h"
#include "hprof/Convert/Formats.h"
#include "hprof/Format/Jfr/JfrObjects.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

static Expected<JfrObjects> readObjects(ToolContext &C, Source &In) {
  Expected<Format> From = identifyFormat(In);
  if (!From)
    return From.takeError();
  if (*From != Format::Jfr)
    return createStringError("expected a flight recording, found " +
                             Twine(formatInfo(*From).Text));
  return readJfrObjects(In, C.report().damageHandler(In.name()));
}

Error hprof::addSamples(ToolContext &C, DominatorRequest &To) {
  if (!C.hasNamed("--jfr="))
    return Error::success();
  if (C.named("--jfr=").empty())
    return usageError("invalid value '' for '--jfr': expected a file");
  Expected<std::unique_ptr<Source>> In = Source::open(C.named("--jfr="));
  if (!In)
    return In.takeError();
  To.SamplesFile = (*In)->name();
  Expected<JfrObjects> All = readObjects(C, **In);
  if (!All)
    return createFileError(To.SamplesFile, All.takeError());
  if (all_of(All->All, [](const JfrObject &O) { return !O.Stack; }))
    C.report().note("'" + To.SamplesFile +
                    "' has no stack traces of allocations: "
                    "-XX:StartFlightRecording=memory-leaks=stack-traces "
                    "records them");
  To.Samples = std::make_shared<const JfrObjects>(std::move(*All));
  return Error::success();
}
