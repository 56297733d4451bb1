//===- ObjectFacts.cpp - Facts about a dump from objects ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Heap/ObjectView.h"
#include "hprof/Analysis/Summary/DumpSummary.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Java/JavaFields.h"

using namespace hprof;
using namespace llvm;

/// Returns the id of the String java.runtime.version, a constant in the JDK.
static uint64_t runtimeVersion(const DumpContext &Context) {
  for (StringRef Class : {"java.lang.VersionProps", "sun.misc.Version"})
    if (uint64_t Id = staticReference(Context, Class, "java_runtime_version"))
      return Id;
  return 0;
}

static std::string textOf(const ObjectFinder &Finder, uint64_t Id) {
  const std::optional<JavaString> Text = javaString(Finder, Id);
  return Text && Text->IsWhole ? Text->Text : "";
}

/// Returns the feature release in "17.0.15+6" or "1.8.0_292-b10", or 0.
static unsigned releaseOf(StringRef Version) {
  Version.consume_front("1.");
  unsigned Release = 0;
  return Version.consumeInteger(10, Release) ? 0 : Release;
}

Error hprof::addFromObjects(DumpSummary &S, ObjectFinder &Finder) {
  const DumpContext &Context = Finder.context();
  const uint64_t Version = runtimeVersion(Context);
  const uint64_t Thread = S.Failure ? S.Failure->Thread : 0;
  if ((!Version && !Thread) || !Finder.hasValues())
    return Error::success();
  // Fetch both at once, because each fetch may read the whole file.
  if (Error E = Finder.fetch({Version, Thread}))
    return E;
  uint64_t Name = 0;
  if (const FoundObject *O = Finder.get(Thread))
    Name = ObjectView(Context, *O).reference("name");
  if (Error E = fetchStrings(Finder, {Version, Name}))
    return E;
  if (S.Failure)
    S.Failure->ThreadName = textOf(Finder, Name);
  const std::string Text = textOf(Finder, Version);
  if (const unsigned Release = releaseOf(Text)) {
    S.Writer.Version = Text;
    S.Writer.AtLeast = S.Writer.AtMost = Release;
  }
  return Error::success();
}
