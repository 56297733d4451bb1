//===- StoreArguments.cpp - Store options of tools ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/Analysis/Graph/KindNames.h"
#include "hprof/Format/Base/ClassPattern.h"
#include "hprof/GraphTool/OpenHeap.h"
#include "hprof/Layout/LayoutEvidence.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

static Expected<ReferenceKinds> parseKinds(StringRef Text) {
  ReferenceKinds Kinds;
  if (Text == "none")
    return Kinds;
  SmallVector<StringRef> Parts;
  Text.split(Parts, ',', -1, /*KeepEmpty=*/false);
  for (StringRef Part : Parts) {
    std::optional<ReferenceKind> Known = kindCalled(Part);
    if (!Known)
      return usageError("no kind of reference is called '" + Part +
                        "', expected soft, weak, final, phantom or none");
    Kinds.insert(*Known);
  }
  return Kinds;
}

Error hprof::checkIndexOption(ToolContext &C) {
  StringRef Index = C.named("--index=");
  if (Index.empty() || Index == "none")
    return Error::success();
  if (C.inputs().size() > 1)
    return usageError("--index=" + Index + " applies to a single input");
  if (is_contained(C.inputs(), "-"))
    return usageError("--index does not apply to standard input");
  return Error::success();
}

Error hprof::checkGraphOptions(ToolContext &C) {
  StringRef Layout = C.named("--layout=", "auto");
  if (!is_contained(layoutNames(), Layout))
    return usageError("no layout is called '" + Layout + "', expected one of " +
                      join(layoutNames(), ", "));
  if (Error E = checkIndexOption(C))
    return E;
  return parseKinds(C.named("--ignore-references=")).takeError();
}

/// Null without --app.
static Expected<std::shared_ptr<const ClassPattern>>
parseProgram(ToolContext &C) {
  std::shared_ptr<const ClassPattern> None;
  if (!C.hasNamed("--app="))
    return None;
  Expected<ClassPattern> P = ClassPattern::create(C.named("--app="));
  if (!P)
    return P.takeError();
  return std::make_shared<const ClassPattern>(std::move(*P));
}

Expected<StoreOptions> hprof::storeOptions(ToolContext &C) {
  StoreOptions O;
  O.Threads = C.threads();
  O.MaxMemory = C.maxMemory();
  O.TempDir = C.tempDir();
  Expected<ReferenceKinds> Ignored =
      parseKinds(C.named("--ignore-references="));
  if (!Ignored)
    return Ignored.takeError();
  if (C.hasNamed("--ignore-references="))
    O.Ignored = *Ignored;
  Expected<std::shared_ptr<const ClassPattern>> Program = parseProgram(C);
  if (!Program)
    return Program.takeError();
  O.Program = std::move(*Program);
  O.KeepUnreachable = C.hasNamed("--keep-unreachable");
  O.Layout = C.named("--layout=", "auto").str();
  (void)C.named("--dump=", "1").getAsInteger(10, O.Dump);
  StringRef Index = C.named("--index=");
  if (Index == "none")
    O.From = IndexUse::None;
  else if (!Index.empty())
    O.From = IndexUse::Given;
  O.Index = Index.str();
  O.TrustsIndex = C.hasNamed("--trust-index");
  if (C.named("--with=") == "none") {
    O.TakesJavacore = false;
    // An index contains the threads of the javacore.
    if (O.From == IndexUse::Beside)
      O.From = IndexUse::None;
  }
  return O;
}

namespace {

/// Shows the phases of computations on the progress line.
class PhaseLine {
public:
  PhaseLine(Progress &Line, StringRef Name) : Line(Line), Name(Name) {}
  void show(const StoreProgress &Now);
  void end();

private:
  Progress &Line;
  std::string Name;
  std::mutex Mutex;
  const char *Phase = nullptr;
};

} // namespace

void PhaseLine::show(const StoreProgress &Now) {
  // Phases with a single step are short.
  if (Now.All < 2)
    return;
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    if (Phase != Now.Phase)
      Line.phase((Twine(Now.Phase) + " in " + Name).str(), Now.All,
                 Now.IsInBytes ? Progress::Unit::Bytes : Progress::Unit::Items);
    Phase = Now.Phase;
  }
  Line.reachedAtLeast(Now.Done);
}

void PhaseLine::end() {
  Line.finish();
  Phase = nullptr;
}

StoreEvents hprof::storeEvents(ToolContext &C, StringRef Path) {
  std::string Name = inputName(Path);
  StoreEvents Events;
  Events.OnNote = [&C](const Twine &Text) { C.report().note(Text); };
  Events.OnVerbose = [&C](const Twine &Text) { C.report().verbose(Text); };
  Events.OnWarning = [&C](const Twine &Text) { C.report().warning(Text); };
  Events.OnUnreachable = [&C](const Twine &Text) {
    StringRef Tool = C.knows("--keep-unreachable") ? "" : "hprof-dominators ";
    C.report().note(Text + "; " + Tool + "--keep-unreachable includes them");
  };
  Events.OnDamage = C.report().damageHandler(Name);
  Events.OnLoss = [&C](Error E) { C.report().error(std::move(E)); };
  Events.OnCopy = heapFileOptions(C, HeapAccess::Random).OnCopy;
  if (!C.progress().enabled())
    return Events;
  auto Line = std::make_shared<PhaseLine>(C.progress(), Name);
  Events.OnProgress = [Line](const StoreProgress &Now) { Line->show(Now); };
  Events.OnProgressEnd = [Line] { Line->end(); };
  return Events;
}
