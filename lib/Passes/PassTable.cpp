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

using namespace hprof;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

static Error addFilter(DropOptions By, PassPlan &Plan) {
  if (!By.hasPatterns() && !By.Unreachable)
    return createStringError("filter needs drop=<class>, keep=<class>, "
                             "loader=<class> or reachable");
  By.TempDir = Plan.TempDir;
  By.Threads = Plan.Threads;
  auto Dropped = std::make_shared<IdSet>();
  Plan.add(
      makeDropObjects(std::make_shared<DropOptions>(std::move(By)), Dropped),
      /*KeepsFrames=*/false);
  RelocateOptions Null;
  Null.NullObjects = Dropped.get();
  Plan.Kept.push_back(std::move(Dropped));
  Plan.add(makeRelocate(Null), /*KeepsFrames=*/true);
  return Error::success();
}

namespace {
struct StripRequest : StripOptions {
  std::optional<uint64_t> Min;
  std::vector<std::string> TypeNames;
};
} // namespace

static Error addStripArrays(StripRequest Asked, PassPlan &Plan) {
  Asked.MinBytes = Asked.Min.value_or(0);
  for (const std::string &Name : Asked.TypeNames) {
    std::optional<BasicType> T = parsePrimitiveType(Name);
    if (!T)
      return createStringError("strip-arrays: unknown primitive type '" + Name +
                               "', expected " + primitiveTypeNames());
    Asked.Types.push_back(*T);
  }
  Plan.add(makeStripArrays(Asked), !Asked.LeavesOut);
  return Error::success();
}

namespace {
struct TakeRequest {
  unsigned Number;
};
struct NoArguments {};
} // namespace

static Error addTakeDump(TakeRequest Asked, PassPlan &Plan) {
  Plan.add(makeTakeDump(Asked.Number), /*KeepsFrames=*/false);
  return Error::success();
}

static Error addRepair(NoArguments, PassPlan &Plan) {
  auto Known = std::make_shared<KnownObjects>();
  Plan.add(makeCompleteDump(), /*KeepsFrames=*/false);
  Plan.add(makeFindRoots(Known), /*KeepsFrames=*/false);
  Plan.add(makeNullLost(Known, /*NewFrames=*/true), /*KeepsFrames=*/false);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Ids and order
//===----------------------------------------------------------------------===//

namespace {
struct IdSizeRequest {
  bool IsWide;
};
struct SegmentRequest {
  std::optional<bool> IsCurrent; ///< Version 1.0.2 rather than 1.0.1.
  std::optional<uint64_t> Max;
};
} // namespace

static Error addIdSize(IdSizeRequest Asked, PassPlan &Plan) {
  Plan.add(makeChangeIds({Asked.IsWide ? 8u : 4u}), /*KeepsFrames=*/false);
  return Error::success();
}

static Error addRenumber(NoArguments, PassPlan &Plan) {
  Plan.add(makeChangeIds({0, /*Renumber=*/true}), /*KeepsFrames=*/false);
  return Error::success();
}

static Error addRelocate(RelocateOptions By, PassPlan &Plan) {
  Plan.add(makeRelocate(By), /*KeepsFrames=*/true);
  return Error::success();
}

static Error addSegment(SegmentRequest Asked, PassPlan &Plan) {
  constexpr uint64_t Usual = 1 << 20, Header = 9;
  const uint64_t Max = Asked.Max.value_or(Usual);
  if (Max < 64 || Max > 64 << 20)
    return createStringError(
        "segment: expected a size from 64 bytes to 64 MiB");
  if (Asked.IsCurrent)
    Plan.To = *Asked.IsCurrent ? Format::HprofCurrent : Format::HprofOld;
  if (Plan.To == Format::HprofOld && Asked.Max)
    return createStringError(
        "segment: version 1.0.1 does not support segments");
  Plan.SegmentSize = Max - Header;
  Plan.KeepsFrames = false;
  return Error::success();
}

static Error addSort(NoArguments, PassPlan &Plan) {
  auto New = std::make_shared<CanonicalNumbers>();
  Plan.add(makeSortRecords(Plan.TempDir, New), /*KeepsFrames=*/false);
  RelocateOptions To;
  To.ClassesComeFirst = true;
  To.StringsTo = &New->Strings;
  To.FramesTo = &New->Frames;
  To.ClassSerialsTo = &New->ClassSerials;
  To.TraceSerialsTo = &New->TraceSerials;
  To.ThreadSerialsTo = &New->ThreadSerials;
  Plan.Kept.push_back(std::move(New));
  Plan.add(makeRelocate(To), /*KeepsFrames=*/true);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Contents
//===----------------------------------------------------------------------===//

namespace {
struct RenameRequest {
  std::string Mapping;
  bool ToShort = false;
};
struct ScanRequest : SecretOptions {
  std::vector<std::string> Rules;
};
} // namespace

// Functions of the table take requests by value. NOLINTNEXTLINE(*-value-param)
static Error addRename(RenameRequest Asked, PassPlan &Plan) {
  // Large programs have mappings of more than 100 MiB.
  Expected<std::string> Text =
      Plan.readInput(Asked.Mapping, {256, "a mapping"});
  if (!Text)
    return Text.takeError();
  Expected<NameMap> Names = NameMap::parse(*Text, Asked.ToShort);
  if (!Names)
    return createFileError(Asked.Mapping, Names.takeError());
  RenameOptions Options;
  Options.Choose = [Map = std::make_shared<const NameMap>(std::move(*Names))](
                       const DumpContext &, ArrayRef<StackFrame>) {
    return Expected<const NameMap *>(Map.get());
  };
  Plan.add(makeRename(Options), /*KeepsFrames=*/false);
  return Error::success();
}

static Error addScanSecrets(ScanRequest Asked, PassPlan &Plan) {
  SecretRuleFiles Rules;
  SecretMatcher Matcher = cantFail(SecretMatcher::create(Rules.withBuiltin()));
  for (const std::string &Path : Asked.Rules) {
    Expected<std::string> Text = Plan.readInput(Path, {16, "rules"});
    if (!Text)
      return Text.takeError();
    if (Error E = Rules.add(*Text))
      return createFileError(Path, std::move(E));
    // The error names the file that contains the invalid expression.
    Expected<SecretMatcher> With = SecretMatcher::create(Rules.withBuiltin());
    if (!With)
      return createFileError(Path, With.takeError());
    Matcher = std::move(*With);
  }
  Asked.Matcher = std::make_shared<const SecretMatcher>(std::move(Matcher));
  Asked.TempDir = Plan.TempDir;
  Asked.Threads = Plan.Threads;
  auto Report = std::make_shared<SecretReport>();
  Plan.Secrets.push_back(Report);
  Plan.add(makeScanSecrets(std::move(Asked), std::move(Report)),
           /*KeepsFrames=*/true);
  return Error::success();
}

namespace {
struct RedactRequest {
  std::string Policy, Key, Map; ///< Paths; empty if not given.
  bool HidesNames = false, IsStrict = false;
  RedactOptions Redact;
  HideOptions Hide;
};
} // namespace

static Expected<std::string> readKey(StringRef Path, PassPlan &Plan) {
  Expected<std::string> Key = Plan.readInput(Path, {1, "a key"});
  if (Key && Key->size() < RedactBytes::MinKey)
    return createFileError(
        Path, createStringError("expected a key of at least " +
                                Twine(RedactBytes::MinKey) + " bytes, found " +
                                Twine(Key->size())));
  return Key;
}

/// Hides what identity and order reveal, or counts revealing references.
static void addStrict(const RedactRequest &Asked, PassPlan &Plan) {
  const bool OnlyChecks = Asked.Redact.OnlyChecks;
  if (!Asked.IsStrict && !OnlyChecks && !Plan.Explains)
    return;
  auto Shared = std::make_shared<SharedObjects>();
  Plan.add(
      makeBreakIdentity({Shared, /*OnlyCounts=*/!Asked.IsStrict, OnlyChecks}),
      /*KeepsFrames=*/true);
  if (Asked.IsStrict)
    Plan.add(
        makeBreakOrder({Shared, std::make_shared<EntryOrder>(Asked.Redact.Key),
                        OnlyChecks}),
        /*KeepsFrames=*/true);
}

static Error addRedaction(RedactRequest Asked, PassPlan &Plan) {
  const bool HasKey = !Asked.Key.empty(), HidesNames = Asked.HidesNames;
  RedactOptions &Options = Asked.Redact;
  std::string Yaml;
  if (!Asked.Policy.empty()) {
    Expected<std::string> Text = Plan.readInput(Asked.Policy, {16, "a policy"});
    if (!Text)
      return Text.takeError();
    Yaml = std::move(*Text);
  }
  Expected<RedactPolicy> Policy = parseRedactPolicy(Yaml);
  if (!Policy)
    return createFileError(Asked.Policy, Policy.takeError());
  if (HasKey) {
    Expected<std::string> Key = readKey(Asked.Key, Plan);
    if (!Key)
      return Key.takeError();
    Options.Key = std::move(*Key);
  }
  if (!Asked.Hide.Keep.empty() && !HidesNames)
    return createStringError("keep-names needs names");
  if (Policy->usesTokens() && !HasKey)
    return createStringError(
        "the policy uses tokens, which require key=<file>");
  if (HasKey && !Policy->usesTokens() && !HidesNames && !Asked.IsStrict)
    return createStringError(
        "key=<file> requires tokens in the policy, names or strict");
  Options.Policy = std::make_shared<const RedactPolicy>(std::move(*Policy));
  Options.Known = std::make_shared<KnownObjects>();
  Plan.add(makeRedact(Options), /*KeepsFrames=*/true);
  if (!Options.OnlyChecks)
    Plan.add(makeNullLost(Options.Known), /*KeepsFrames=*/true);
  // Nulled references must not affect the new order.
  addStrict(Asked, Plan);
  if (!HidesNames)
    return Error::success();
  Asked.Hide.Key = Options.Key;
  if (!Options.OnlyChecks) {
    Asked.Hide.Map = std::make_shared<std::string>();
    Plan.Files.push_back({Asked.Map, [Map = Asked.Hide.Map] { return *Map; }});
  }
  Plan.add(makeHideNames(std::move(Asked.Hide)), /*KeepsFrames=*/false);
  return Error::success();
}

static Error addRedact(RedactRequest Asked, PassPlan &Plan) {
  Asked.HidesNames = !Asked.Map.empty();
  return addRedaction(std::move(Asked), Plan);
}

static Error addCheckRedacted(RedactRequest Asked, PassPlan &Plan) {
  Asked.Redact.OnlyChecks = true;
  return addRedaction(std::move(Asked), Plan);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static Error addNothing(NoArguments, PassPlan &) { return Error::success(); }

static Error addVerify(NoArguments, PassPlan &Plan) {
  Plan.Verifies = true;
  return Error::success();
}

template <class Request, Error (*Add)(Request Asked, PassPlan &Plan)>
static Expected<AddPass> parsePass(ArrayRef<Argument> Known,
                                   const GivenArguments &Given) {
  auto Asked = std::make_shared<Request>();
  if (Error E = setArguments(Known, Given, Asked.get()))
    return E;
  return [Asked](PassPlan &Plan) { return Add(std::move(*Asked), Plan); };
}

#define GET_Arguments_IMPL
#define GET_Passes_IMPL
#include "Passes.inc"

ArrayRef<Argument> PassInfo::arguments() const {
  return argumentsOf(Name, Arguments);
}

ArrayRef<PassInfo> hprof::allPasses() { return Passes; }
