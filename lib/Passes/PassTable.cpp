//===- PassTable.cpp - All passes -----------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Passes/Names/NameMap.h"
#include "Passes/Names/Rename.h"
#include "Passes/Objects/DropObjects.h"
#include "Passes/Objects/FindRoots.h"
#include "Passes/Objects/NullLost.h"
#include "Passes/Objects/SortRecords.h"
#include "Passes/Objects/StripArrays.h"
#include "Passes/Redaction/BreakIdentity.h"
#include "Passes/Redaction/BreakOrder.h"
#include "Passes/Redaction/EntryOrder.h"
#include "Passes/Redaction/HideNames.h"
#include "Passes/Redaction/Redact.h"
#include "Passes/Redaction/RedactBytes.h"
#include "Passes/Redaction/RedactPolicy.h"
#include "Passes/Redaction/SharedObjects.h"
#include "Passes/Secrets/ScanSecrets.h"
#include "hprof/Convert/Dumps/CompleteDump.h"
#include "hprof/Convert/Dumps/TakeDump.h"
#include "hprof/Convert/Ids/ChangeIds.h"
#include "hprof/Convert/Ids/Relocate.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Kit/IdSet.h"
#include "hprof/Format/Stream/SmallFile.h"
#include "hprof/Passes/Pass.h"
#include "hprof/Passes/Secrets/SecretReport.h"
#include "llvm/ADT/StringSwitch.h"

using namespace hprof;
using namespace llvm;

using Kind = PassParameter::Kind;

static void add(PassPlan &Plan, std::unique_ptr<Stage> S, bool KeepsFrames) {
  Plan.Stages.push_back(std::move(S));
  Plan.KeepsFrames &= KeepsFrames;
}

//===----------------------------------------------------------------------===//
// filter
//===----------------------------------------------------------------------===//

static constexpr PassParameter FilterParameters[] = {
    {"drop", Kind::Text, "<class>",
     "drop objects of <class>: a name, a pattern such as 'app.*', or a "
     "/regular expression/; can be repeated"},
    {"keep", Kind::Text, "<class>",
     "drop objects of all other classes; can be repeated and combined with "
     "drop"},
    {"reachable", Kind::Flag, "", "drop unreachable objects"},
    {"loader", Kind::Text, "<class>",
     "keep only objects whose class was defined by a loader of <class>, the "
     "loader with the id <class>, or 'bootstrap'; can be repeated"},
};

static Error addFilter(const PassCall &Call, PassPlan &Plan) {
  auto By = std::make_shared<DropOptions>();
  for (auto [Name, List] :
       {std::pair("drop", &By->Drop), std::pair("keep", &By->Keep),
        std::pair("loader", &By->Loaders)})
    for (const std::string &Text : Call.getAll(Name)) {
      Expected<ClassPattern> P = ClassPattern::create(Text);
      if (!P)
        return P.takeError();
      List->push_back(std::move(*P));
    }
  By->Unreachable = Call.has("reachable");
  By->TempDir = Plan.TempDir;
  By->Threads = Plan.Threads;
  if (By->Drop.empty() && By->Keep.empty() && By->Loaders.empty() &&
      !By->Unreachable)
    return createStringError("filter needs drop=<class>, keep=<class>, "
                             "loader=<class> or reachable");
  auto Dropped = std::make_shared<IdSet>();
  add(Plan, makeDropObjects(std::move(By), Dropped), /*KeepsFrames=*/false);
  RelocateOptions Null;
  Null.NullObjects = Dropped.get();
  Plan.Kept.push_back(std::move(Dropped));
  add(Plan, makeRelocate(Null), /*KeepsFrames=*/true);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Ids
//===----------------------------------------------------------------------===//

static constexpr PassParameter IdSizeParameters[] = {
    {"bytes", Kind::Choice, "4|8", "new width"},
};

static Error addIdSize(const PassCall &Call, PassPlan &Plan) {
  if (!Call.has("bytes"))
    return createStringError("id-size needs 4 or 8");
  ChangeIdsOptions Options;
  Options.IdSize = Call.get("bytes") == "4" ? 4 : 8;
  add(Plan, makeChangeIds(Options), /*KeepsFrames=*/false);
  return Error::success();
}

static Error addRenumber(const PassCall &, PassPlan &Plan) {
  ChangeIdsOptions Options;
  Options.Renumber = true;
  add(Plan, makeChangeIds(Options), /*KeepsFrames=*/false);
  return Error::success();
}

static constexpr PassParameter RelocateParameters[] = {
    {"objects", Kind::Number, "<n>",
     "add <n> to the ids of objects, including classes"},
    {"strings", Kind::Number, "<n>", "add <n> to the ids of strings"},
    {"frames", Kind::Number, "<n>", "add <n> to the ids of stack frames"},
    {"class-serials", Kind::Number, "<n>",
     "add <n> to the serial numbers of classes"},
    {"trace-serials", Kind::Number, "<n>",
     "add <n> to the serial numbers of stack traces"},
    {"thread-serials", Kind::Number, "<n>",
     "add <n> to the serial numbers of threads"},
};

static Error addRelocate(const PassCall &Call, PassPlan &Plan) {
  RelocateOptions By;
  By.Objects = Call.number("objects");
  By.Strings = Call.number("strings");
  By.Frames = Call.number("frames");
  By.ClassSerials = Call.number("class-serials");
  By.TraceSerials = Call.number("trace-serials");
  By.ThreadSerials = Call.number("thread-serials");
  add(Plan, makeRelocate(By), /*KeepsFrames=*/true);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Framing
//===----------------------------------------------------------------------===//

static constexpr PassParameter SegmentParameters[] = {
    {"version", Kind::Choice, "1.0.1|1.0.2",
     "write this version; in 1.0.1, the whole heap is one record"},
    {"max", Kind::Size, "<size>",
     "maximum segment size, up to 64m (default 1m); a larger array gets its "
     "own segment"},
};

static Error addSegment(const PassCall &Call, PassPlan &Plan) {
  constexpr uint64_t Usual = 1 << 20, Header = 9;
  const uint64_t Max = Call.size("max", Usual);
  if (Max < 64 || Max > 64 << 20)
    return createStringError(
        "segment: expected a size from 64 bytes to 64 MiB");
  Plan.To = StringSwitch<Format>(Call.get("version"))
                .Case("1.0.1", Format::HprofOld)
                .Case("1.0.2", Format::HprofCurrent)
                .Default(Plan.To);
  if (Plan.To == Format::HprofOld && Call.has("max"))
    return createStringError(
        "segment: version 1.0.1 does not support segments");
  Plan.SegmentSize = Max - Header;
  Plan.KeepsFrames = false;
  return Error::success();
}

static constexpr PassParameter TakeDumpParameters[] = {
    {"number", Kind::Required, "<n>", "number of the heap dump, from 1"},
};

static Error addTakeDump(const PassCall &Call, PassPlan &Plan) {
  unsigned N;
  if (Call.get("number").getAsInteger(10, N) || !N)
    return createStringError("take-dump: expected a number from 1, found '" +
                             Call.get("number") + "'");
  add(Plan, makeTakeDump(N), /*KeepsFrames=*/false);
  return Error::success();
}

static Error addSort(const PassCall &, PassPlan &Plan) {
  auto New = std::make_shared<CanonicalNumbers>();
  add(Plan, makeSortRecords(Plan.TempDir, New), /*KeepsFrames=*/false);
  RelocateOptions To;
  To.ClassesComeFirst = true;
  To.StringsTo = &New->Strings;
  To.FramesTo = &New->Frames;
  To.ClassSerialsTo = &New->ClassSerials;
  To.TraceSerialsTo = &New->TraceSerials;
  To.ThreadSerialsTo = &New->ThreadSerials;
  Plan.Kept.push_back(std::move(New));
  add(Plan, makeRelocate(To), /*KeepsFrames=*/true);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// strip-arrays
//===----------------------------------------------------------------------===//

static constexpr PassParameter StripParameters[] = {
    {"min", Kind::Size, "<size>",
     "keep arrays with fewer bytes of elements (default: keep none)"},
    {"type", Kind::Text, "<type>",
     "strip only arrays of <type>, such as byte; can be repeated"},
    {"nodata", Kind::Flag, "", "omit the elements, as Android's format allows"},
};

static Error addStripArrays(const PassCall &Call, PassPlan &Plan) {
  StripOptions Options;
  Options.MinBytes = Call.size("min", 0);
  Options.LeavesOut = Call.has("nodata");
  for (const std::string &Name : Call.getAll("type")) {
    std::optional<BasicType> T = parsePrimitiveType(Name);
    if (!T)
      return createStringError("strip-arrays: unknown primitive type '" + Name +
                               "', expected " + primitiveTypeNames());
    Options.Types.push_back(*T);
  }
  add(Plan, makeStripArrays(Options), !Options.LeavesOut);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The others
//===----------------------------------------------------------------------===//

static Error addNothing(const PassCall &, PassPlan &) {
  return Error::success();
}

//===----------------------------------------------------------------------===//
// redact
//===----------------------------------------------------------------------===//

static constexpr PassParameter RedactParameters[] = {
    {"policy", Kind::Once, "<file>",
     "contents to keep, and how to replace others (default: keep none, replace "
     "with zeros)"},
    {"key", Kind::Once, "<file>",
     "key for tokens, names and strict, at least 16 bytes; keep it secret"},
    {"names", Kind::Once, "<map>",
     "hide the names of classes (except the platform's), their fields and "
     "methods, and write the file <map>, from which rename restores them"},
    {"keep-names", Kind::Text, "<class>",
     "classes whose names are kept; can be repeated"},
    {"keep-unknown", Kind::Flag, "", "keep bytes that belong to no record"},
    {"strict", Kind::Flag, "",
     "hide what identity and order reveal: references to constants go to one "
     "object per class, and collections and object arrays are reordered"},
};

static constexpr PassParameter CheckParameters[] = {
    RedactParameters[0],
    RedactParameters[1],
    {"names", Kind::Flag, "", "names must also be hidden"},
    RedactParameters[3],
    RedactParameters[4],
    {"strict", Kind::Flag, "",
     "identity and order must not reveal anything either"},
};

static Expected<std::string> fileText(PassPlan &Plan, StringRef Path,
                                      SmallFileLimit Most) {
  Plan.Inputs.push_back(Path.str());
  Expected<std::string> Text = readSmallFile(Path, Most);
  if (Text && StringRef(*Text).trim().empty())
    return createFileError(Path, createStringError("it is empty"));
  return Text;
}

/// Hides names by replacements derived from the dump.
static Error addHidden(const PassCall &Call, PassPlan &Plan, StringRef Key,
                       bool OnlyChecks) {
  struct State {
    HideOptions Options;
    std::string Text;
    NameMap Map;
  };
  auto S = std::make_shared<State>();
  S->Options.Key = Key.str();
  for (const std::string &Text : Call.getAll("keep-names")) {
    Expected<ClassPattern> P = ClassPattern::create(Text);
    if (!P)
      return P.takeError();
    S->Options.Keep.push_back(std::move(*P));
  }
  RenameOptions Options;
  Options.Hides = true;
  Options.Choose =
      [S,
       OnlyChecks](const DumpContext &Names,
                   ArrayRef<StackFrame> Frames) -> Expected<const NameMap *> {
    Expected<std::string> Text = hideNames(Names, Frames, S->Options);
    if (!Text)
      return Text.takeError();
    S->Text = std::move(*Text);
    if (OnlyChecks && !S->Text.empty())
      return createStringError("it is not redacted: it contains names that "
                               "would be hidden, the first in " +
                               StringRef(S->Text).split(" -> ").first);
    Expected<NameMap> Map = NameMap::parse(S->Text, /*ToShort=*/true);
    if (!Map)
      return Map.takeError();
    S->Map = std::move(*Map);
    return &S->Map;
  };
  add(Plan, makeRename(Options), /*KeepsFrames=*/false);
  if (!OnlyChecks)
    Plan.Files.push_back({Call.get("names").str(), [S] { return S->Text; }});
  return Error::success();
}

/// Hides what identity and order reveal, or counts revealing references.
static void addStrict(const PassCall &Call, PassPlan &Plan, StringRef Key,
                      bool OnlyChecks) {
  const bool IsStrict = Call.has("strict");
  if (!IsStrict && !OnlyChecks && !Plan.Explains)
    return;
  IdentityOptions Identity;
  Identity.Shared = std::make_shared<SharedObjects>();
  Identity.OnlyCounts = !IsStrict;
  Identity.OnlyChecks = OnlyChecks;
  add(Plan, makeBreakIdentity(Identity), /*KeepsFrames=*/true);
  if (!IsStrict)
    return;
  OrderOptions Order;
  Order.Shared = Identity.Shared;
  Order.Order = std::make_shared<EntryOrder>(Key);
  Order.OnlyChecks = OnlyChecks;
  add(Plan, makeBreakOrder(Order), /*KeepsFrames=*/true);
}

static Error addRedaction(const PassCall &Call, PassPlan &Plan,
                          bool OnlyChecks) {
  RedactOptions Options;
  std::string Yaml;
  const StringRef Path = Call.get("policy");
  if (!Path.empty()) {
    Expected<std::string> Text = fileText(Plan, Path, {16, "a policy"});
    if (!Text)
      return Text.takeError();
    Yaml = std::move(*Text);
  }
  Expected<RedactPolicy> Policy = parseRedactPolicy(Yaml);
  if (!Policy)
    return createFileError(Path, Policy.takeError());
  if (Call.has("key")) {
    Expected<std::string> Key = fileText(Plan, Call.get("key"), {1, "a key"});
    if (!Key)
      return Key.takeError();
    if (Key->size() < RedactBytes::MinKey)
      return createFileError(Call.get("key"),
                             createStringError("expected a key of at least " +
                                               Twine(RedactBytes::MinKey) +
                                               " bytes, found " +
                                               Twine(Key->size())));
    Options.Key = std::move(*Key);
  }
  if (Call.has("keep-names") && !Call.has("names"))
    return createStringError("keep-names needs names");
  if (Policy->usesTokens() != Call.has("key") &&
      !(Call.has("key") && (Call.has("names") || Call.has("strict"))))
    return createStringError(
        Call.has("key")
            ? "key=<file> requires tokens in the policy, names or strict"
            : "the policy uses tokens, which require key=<file>");
  Options.Policy = std::make_shared<const RedactPolicy>(std::move(*Policy));
  Options.KeepsUnknown = Call.has("keep-unknown");
  Options.OnlyChecks = OnlyChecks;
  const std::string Key = Options.Key;
  Options.Known = std::make_shared<KnownObjects>();
  add(Plan, makeRedact(Options), /*KeepsFrames=*/true);
  if (!OnlyChecks)
    add(Plan, makeNullLost(Options.Known), /*KeepsFrames=*/true);
  // Nulled references must not affect the new order.
  addStrict(Call, Plan, Key, OnlyChecks);
  return Call.has("names") ? addHidden(Call, Plan, Key, OnlyChecks)
                           : Error::success();
}

static Error addRedact(const PassCall &Call, PassPlan &Plan) {
  return addRedaction(Call, Plan, /*OnlyChecks=*/false);
}

static Error addCheckRedacted(const PassCall &Call, PassPlan &Plan) {
  return addRedaction(Call, Plan, /*OnlyChecks=*/true);
}

//===----------------------------------------------------------------------===//
// rename
//===----------------------------------------------------------------------===//

static constexpr PassParameter RenameParameters[] = {
    {"mapping", Kind::Once, "<file>", "mapping file from ProGuard or R8"},
    {"to", Kind::Choice, "source|short", "names to write (default source)"},
};

static Error addRename(const PassCall &Call, PassPlan &Plan) {
  const StringRef Path = Call.get("mapping");
  if (Path.empty())
    return createStringError("rename needs mapping=<file>");
  // Large programs have mappings of more than 100 MiB.
  Expected<std::string> Text = fileText(Plan, Path, {256, "a mapping"});
  if (!Text)
    return Text.takeError();
  Expected<NameMap> Names = NameMap::parse(*Text, Call.get("to") == "short");
  if (!Names)
    return createFileError(Path, Names.takeError());
  RenameOptions Options;
  Options.Choose = [Map = std::make_shared<const NameMap>(std::move(*Names))](
                       const DumpContext &, ArrayRef<StackFrame>) {
    return Expected<const NameMap *>(Map.get());
  };
  add(Plan, makeRename(Options), /*KeepsFrames=*/false);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// scan-secrets
//===----------------------------------------------------------------------===//

static constexpr PassParameter ScanParameters[] = {
    {"rules", Kind::Text, "<file>",
     "file with additional rules in the TOML format of gitleaks; can be "
     "repeated"},
    {"paths", Kind::Flag, "",
     "print a shortest path from a GC root to the first secret in each place"},
};

static Error addScan(const PassCall &Call, PassPlan &Plan) {
  SecretRuleFiles Rules;
  for (const std::string &Path : Call.getAll("rules")) {
    Expected<std::string> Text = fileText(Plan, Path, {16, "rules"});
    if (!Text)
      return Text.takeError();
    if (Error E = Rules.add(*Text))
      return createFileError(Path, std::move(E));
    // The error names the file that contains the invalid expression.
    Expected<SecretMatcher> Tried = SecretMatcher::create(Rules.withBuiltin());
    if (!Tried)
      return createFileError(Path, Tried.takeError());
  }
  Expected<SecretMatcher> Matcher = SecretMatcher::create(Rules.withBuiltin());
  if (!Matcher)
    return Matcher.takeError();
  auto Report = std::make_shared<SecretReport>();
  Plan.Secrets.push_back(Report);
  SecretOptions Options;
  Options.Matcher = std::make_shared<const SecretMatcher>(std::move(*Matcher));
  Options.Paths = Call.has("paths");
  Options.TempDir = Plan.TempDir;
  Options.Threads = Plan.Threads;
  add(Plan, makeScanSecrets(std::move(Options), std::move(Report)),
      /*KeepsFrames=*/true);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Checks and repairs
//===----------------------------------------------------------------------===//

static Error addVerify(const PassCall &, PassPlan &Plan) {
  Plan.Verifies = true;
  return Error::success();
}

static Error addRepair(const PassCall &, PassPlan &Plan) {
  auto Known = std::make_shared<KnownObjects>();
  add(Plan, makeCompleteDump(), /*KeepsFrames=*/false);
  add(Plan, makeFindRoots(Known), /*KeepsFrames=*/false);
  add(Plan, makeNullLost(Known, /*NewFrames=*/true), /*KeepsFrames=*/false);
  return Error::success();
}

static const PassInfo Passes[] = {
    {"check-redacted",
     "Fails unless redact with the same parameters would change nothing",
     CheckParameters,
     "grows with the number of names; with rules in a policy, also of "
     "objects; with strict, also of collection entries",
     addCheckRedacted,
     /*Judges=*/true},
    {"filter",
     "Drops objects by class, loader or reachability; references to them "
     "become null",
     FilterParameters,
     "grows with the number of dropped objects; with reachable, as for "
     "hprof-index",
     addFilter},
    {"id-size", "Makes ids 4 or 8 bytes wide", IdSizeParameters,
     "grows with the number of names", addIdSize},
    {"identity", "Changes nothing", {}, "fixed", addNothing},
    {"redact",
     "Replaces the program's data: array contents, primitive fields, thread "
     "names, strings of unknown use",
     RedactParameters,
     "grows with the number of names; with rules in a policy, also of "
     "objects; with strict, also of collection entries",
     addRedact},
    {"relocate", "Adds a number to ids or serials of one kind",
     RelocateParameters, "grows with the number of classes", addRelocate},
    {"rename",
     "Renames classes, fields and methods as a mapping file specifies",
     RenameParameters, "grows with the number of names, classes and stacks",
     addRename},
    {"renumber", "Gives objects the ids 8, 16, 24 and so on", {},
     "grows with the number of objects", addRenumber},
    {"repair",
     "Turns a dump whose end is missing into a valid one; missing names, "
     "classes, traces and roots are synthesized",
     {},
     "grows with the number of objects",
     addRepair},
    {"scan-secrets", "Lists likely secrets in the dump, with their holders",
     ScanParameters,
     "grows with the number of names and secrets; with paths, also with the "
     "graph",
     addScan,
     /*Judges=*/true},
    {"segment", "Divides the heap into new segments", SegmentParameters,
     "fixed", addSegment},
    {"sort",
     "Puts the records into an order that does not depend on the writer, so "
     "that dumps can be compared",
     {},
     "grows by 16 bytes for each object",
     addSort},
    {"strip-arrays", "Replaces the elements of primitive arrays with zeros",
     StripParameters, "fixed", addStripArrays},
    {"take-dump", "Keeps one of several heap dumps in a file",
     TakeDumpParameters, "fixed", addTakeDump},
    {"verify",
     "Checks the output as hprof-dump --verify does, and keeps it only if "
     "there are no faults",
     {},
     "grows with the number of objects",
     addVerify},
};

ArrayRef<PassInfo> hprof::allPasses() { return Passes; }
