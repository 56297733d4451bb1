//===- DumpProducer.cpp - The program that wrote a dump -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Summary/DumpProducer.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Records/MadeUpFields.h"
#include "hprof/Layout/ClassModel.h"
#include "hprof/Layout/JavaRelease.h"

using namespace hprof;
using namespace llvm;

const char *DumpProducer::name(Kind K) {
  switch (K) {
  case Kind::Unknown:
    return "unknown";
  case Kind::HotSpot:
    return "HotSpot";
  case Kind::HotSpotAgent:
    return "HPROF agent";
  case Kind::Agent:
    return "libhprof";
  case Kind::ServiceabilityAgent:
    return "HotSpot's serviceability agent";
  case Kind::AndroidRuntime:
    return "Android Runtime";
  case Kind::NativeImage:
    return "GraalVM Native Image";
  case Kind::MemoryAnalyzer:
    return "Eclipse Memory Analyzer";
  case Kind::Converter:
    return "hprof-convert";
  }
  return "";
}

namespace {
/// Classes that identify writers.
struct ClassSigns {
  bool InternalNames = false;    ///< java/lang/Object
  bool DottedNames = false;      ///< java.lang.Object
  bool DescriptorArrays = false; ///< [I along with dotted names
  bool SourceArrays = false;     ///< int[]
  bool AndroidStatics = false;   ///< $classOverhead, $staticOverhead
  bool MethodClasses = false;    ///< <method>, <stack frame>
  bool ResolvedReferences = false;
  bool MadeUpFields = false; ///< ref0, filler
  std::vector<ClassModel> Models;
};
} // namespace

static ClassModel modelOf(const DumpContext &Context, const ClassInfo &C,
                          StringRef Name) {
  ClassModel M;
  M.Id = C.Id;
  M.Super = C.Super;
  M.Name = Name;
  M.DeclaredSize = C.InstanceSize;
  for (const InstanceField &F : C.Fields)
    M.Fields.push_back({Context.string(F.Name).value_or(""), F.Type});
  for (const StaticField &F : C.Statics)
    M.Statics.push_back({Context.string(F.Name).value_or(""), F.Value.Type});
  return M;
}

static ClassSigns readClasses(const DumpContext &Context) {
  ClassSigns S;
  for (const ClassInfo &C : Context.classes()) {
    StringRef Name = Context.string(C.NameId).value_or("");
    S.InternalNames |= Name == "java/lang/Object";
    S.DottedNames |= Name == "java.lang.Object";
    S.DescriptorArrays |= Name.starts_with("[");
    S.SourceArrays |= Name == "int[]" || Name == "byte[]";
    S.MethodClasses |= Name == "<method>" || Name == "<stack frame>" ||
                       Name == "<native memory>";
    if (Name.starts_with("java/lang/"))
      for (const InstanceField &F : C.Fields)
        S.MadeUpFields |= isMadeUpField(Context.string(F.Name).value_or(""));
    for (const StaticField &F : C.Statics) {
      StringRef Field = Context.string(F.Name).value_or("");
      S.AndroidStatics |=
          Field == "$classOverhead" || Field == "$staticOverhead";
      S.ResolvedReferences |= Field == "<resolved_references>";
    }
    if (isClassNamed(Name.take_front(10), "java/lang/"))
      S.Models.push_back(modelOf(Context, C, Name));
  }
  return S;
}

/// Narrows the release down by properties of HotSpot's own dumper.
static void hotspotReleases(DumpProducer &W, const ProducerEvidence &E,
                            const ClassSigns &S, StringRef Version) {
  auto AtLeast = [&](unsigned Release, const char *Sign) {
    if (W.AtLeast && W.AtLeast >= Release)
      return;
    W.AtLeast = Release;
    W.Signs.push_back(Sign);
  };
  auto AtMost = [&](unsigned Release, const char *Sign) {
    if (W.AtMost && W.AtMost <= Release)
      return;
    W.AtMost = Release;
    W.Signs.push_back(Sign);
  };
  if (Version == "1.0" || Version == "1.0.1")
    AtMost(10, "version 1.0.1");
  if (S.ResolvedReferences)
    AtLeast(8, "static <resolved_references>"); // also 8u152 and later

  if (E.RootsBeforeObjects)
    AtLeast(18, "roots before objects");
  else if (E.HasMonitorRoots)
    AtMost(16, "ROOT MONITOR USED");
}

DumpProducer hprof::deriveDumpProducer(const ProducerEvidence &E,
                                       const DumpContext &Context) {
  using Kind = DumpProducer::Kind;
  using Confidence = DumpProducer::Confidence;
  DumpProducer W;
  ClassSigns S = readClasses(Context);
  auto Is = [&](Kind K, Confidence C, const char *Sign) {
    W.Program = K;
    W.Sure = C;
    W.Signs.push_back(Sign);
  };
  const FileHeader &H = Context.header();
  if (H.isAndroid())
    Is(Kind::AndroidRuntime, Confidence::Certain, "version 1.0.3");
  else if (S.AndroidStatics)
    Is(Kind::AndroidRuntime, Confidence::Certain,
       "Android's pseudo-statics; converted by hprof-conv");
  else if (S.MethodClasses)
    Is(Kind::MemoryAnalyzer, Confidence::Likely, "class <method>");
  else if (S.MadeUpFields)
    Is(Kind::Converter, Confidence::Likely,
       "synthetic fields ref0 or filler, from a format without fields");
  else if (E.BeginsWithSettings && H.vmIdSize() == 8)
    Is(Kind::Agent, Confidence::Certain,
       "CONTROL SETTINGS is the first record, with 8-byte ids");
  else if (E.BeginsWithSettings)
    Is(Kind::HotSpotAgent, Confidence::Certain,
       "CONTROL SETTINGS is the first record");
  else if (E.BeginsWithTrace && !E.HasAllSymbols)
    Is(Kind::ServiceabilityAgent, Confidence::Likely,
       "STACK TRACE is the first record, and only used names are present");
  else if (S.DottedNames && S.DescriptorArrays)
    Is(Kind::NativeImage, Confidence::Likely, "names as in Class.getName()");
  else if (S.InternalNames)
    Is(Kind::HotSpot, Confidence::Likely, "names as in class files");
  if (W.Program == Kind::Unknown || W.Program == Kind::AndroidRuntime ||
      W.Program == Kind::Converter)
    return W;
  JavaRelease Release = deriveJavaRelease(ClassIndex(S.Models), Context);
  if (Release.isKnown()) {
    W.AtLeast = Release.AtLeast;
    W.AtMost = Release.AtMost == ~0U ? 0 : Release.AtMost;
    W.Signs.push_back(Release.Sign);
  }
  if (W.Program == Kind::HotSpot)
    hotspotReleases(W, E, S, H.Version);
  else if (W.Program == Kind::HotSpotAgent && (!W.AtMost || W.AtMost > 8))
    W.AtMost = 8;
  // If the evidence is contradictory, discard it.
  if (W.AtMost && W.AtMost < W.AtLeast)
    W.AtMost = W.AtLeast = 0;
  return W;
}
