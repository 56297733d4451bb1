//===- DominatorArguments.cpp - Option values -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DominatorArguments.h"
#include "hprof/Analysis/Leaks/LeakSuspects.h"
#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/Format/Base/ByteSize.h"
#include "hprof/Format/Base/ClassPattern.h"
#include "hprof/Tool/Reporter.h"
#include "hprof/Tool/ToolContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

/// Number of bytes, at least one unless the share is 0.
static uint64_t bytesOf(const Share &S, uint64_t Whole) {
  return S.Bytes ? *S.Bytes : S.isNone() ? 0 : shareOf(Whole, S.Percent);
}

Error hprof::parseLeast(DominatorRequest &Into, StringRef Option,
                        StringRef Text) {
  Expected<Share> Least = parseShare(Text);
  if (!Least)
    return Least.takeError();
  const bool IsOfSuspects = Into.What == DominatorRequest::View::Suspects;
  if (IsOfSuspects && Least->isNone())
    return usageError("'" + Option + Text + "': expected more than 0");
  // So few bytes are almost certainly a mistake.
  uint64_t Bare = 0;
  if (IsOfSuspects && !Text.getAsInteger(10, Bare) && Bare <= 100)
    return usageError("'" + Option + Text +
                      "': expected more than 100 bytes; did you mean " +
                      Twine(Bare) + "%?");
  Into.AskedLeast = Text.str();
  Into.Least = [S = *Least](uint64_t Reachable) {
    return bytesOf(S, Reachable);
  };
  return Error::success();
}

Error hprof::parseObjects(DominatorRequest &Into, ArrayRef<std::string> Ids) {
  for (const std::string &Id : Ids) {
    uint64_t Number = 0;
    if (StringRef(Id).getAsInteger(0, Number))
      return usageError("'--object=" + Id + "': expected an id such as 0x7f00");
    Into.Objects.push_back(Number);
  }
  return Error::success();
}

Error hprof::parseFields(DominatorRequest &Into, StringRef Text) {
  for (StringRef Field : split(Text, ',')) {
    Field = Field.trim();
    if (Field.empty() || Field.starts_with(".") || Field.ends_with(".") ||
        Field.contains(".."))
      return usageError("'--fields=" + Text +
                        "': expected names such as a,b.c");
    if (!is_contained(Into.Fields, Field))
      Into.Fields.push_back(Field.str());
  }
  return Error::success();
}

void hprof::parseWords(ToolContext &C, DominatorRequest &Into) {
  Into.ForPeople = C.isForPeople();
  Into.IsVerbose = C.report().isVerbose();
  Into.AsksForKept = C.hasNamed("--keep-unreachable");
  (void)C.named("--dump=", "1").getAsInteger(10, Into.Dump);
  if (C.hasNamed("--ignore-references="))
    Into.AskedToIgnore = C.named("--ignore-references=").str();
  for (StringRef Option : {"--layout=", "--dump=", "--index="})
    if (StringRef Value = C.named(Option); !Value.empty())
      Into.Reading.push_back((Option + Value).str());
}

Error hprof::checkProgram(const HeapStore &Store, StringRef Pattern) {
  Expected<ClassPattern> Program = ClassPattern::create(Pattern);
  if (!Program)
    return Program.takeError();
  ClassSuggestion Near(*Program);
  for (const GraphClass &Class : Store.graph().classes()) {
    if (Program->matches(Class.Name))
      return Error::success();
    Near.offer(Class.Name);
  }
  return createFileError(
      Store.name(), createStringError("--app: no class matches '" +
                                      Program->text() + "'" + Near.text()));
}
