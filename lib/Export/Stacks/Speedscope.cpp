//===- Speedscope.cpp - Profiles for speedscope ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The file format of speedscope, in its variant "sampled": a list of frames,
/// and a profile for each measure. The members are those of
/// https://www.speedscope.app/file-format-schema.json.
///
//===----------------------------------------------------------------------===//

#include "Export/Stacks/StackWriters.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/Version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

static StringRef unitOf(StringRef Unit) {
  return Unit == "count" ? "none" : Unit;
}

static void writeProfile(json::OStream &J, const WeightedStacks &S,
                         unsigned Measure) {
  std::vector<size_t> Shown;
  for (size_t I = 0; I != S.samples().size(); ++I)
    if (S.value(I, Measure))
      Shown.push_back(I);
  const StackMeasure &M = S.measures()[Measure];
  J.object([&] {
    J.attribute("type", "sampled");
    J.attribute("name", S.title() + ": " + M.Name.str());
    J.attribute("unit", unitOf(M.Unit));
    J.attribute("startValue", 0);
    J.attribute("endValue", S.total(Measure));
    J.attributeArray("samples", [&] {
      std::vector<uint32_t> Stack;
      for (size_t I : Shown)
        J.array([&] {
          for (uint32_t F : S.frames(S.samples()[I].At, Stack))
            J.value(F);
        });
    });
    J.attributeArray("weights", [&] {
      for (size_t I : Shown)
        J.value(S.value(I, Measure));
    });
  });
}

static void writeFrame(json::OStream &J, const WeightedStacks::Frame &F) {
  J.object([&] {
    J.attribute("name", F.Name);
    if (!F.File.empty())
      J.attribute("file", F.File);
    if (F.Line)
      J.attribute("line", F.Line);
  });
}

Error hprof::writeSpeedscope(const WeightedStacks &Given, unsigned Measure,
                             raw_ostream &OS) {
  const WeightedStacks S = Given.withThreads();
  Expected<std::vector<unsigned>> Shown =
      measuresUpTo(MostInJavaScript, S, Measure);
  if (!Shown)
    return Shown.takeError();
  const std::unique_ptr<raw_ostream> Safe = safeJson(OS);
  json::OStream J(*Safe);
  J.object([&] {
    J.attribute("$schema",
                "https://www.speedscope.app/file-format-schema.json");
    J.attribute("exporter", std::string("hprof-convert ") + toolchainVersion());
    J.attribute("name", S.title());
    J.attribute("activeProfileIndex",
                llvm::find(*Shown, Measure) - Shown->begin());
    J.attributeObject("shared", [&] {
      J.attributeArray("frames", [&] {
        for (const WeightedStacks::Frame &F : S.frames())
          writeFrame(J, F);
      });
    });
    J.attributeArray("profiles", [&] {
      for (unsigned I : *Shown)
        writeProfile(J, S, I);
    });
  });
  J.flush();
  *Safe << '\n';
  Safe->flush();
  return Error::success();
}
