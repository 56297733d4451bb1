//===- Lint.cpp - Waste and smells in a heap ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Lint/Lint.h"
#include "Checks.h"
#include "LintWalk.h"
#include "hprof/Analysis/Columns/MemoryBudget.h"
#include "hprof/Analysis/Contents/ContentsLeft.h"
#include "hprof/Analysis/Heap/HeapWalk.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Records/ExactSizes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <atomic>

using namespace hprof;
using namespace llvm;

ArrayRef<LintInfo> hprof::lints() {
  static constexpr LintInfo Infos[] = {
#define HPROF_LINT(ID, NAME, MEASURE, NEEDS, LIMIT, LIMIT_TEXT, CERTAINTY,     \
                   TEXT)                                                       \
  {LintId::ID, NAME,       LintMeasure::MEASURE,     LintNeeds::NEEDS,         \
   LIMIT,      LIMIT_TEXT, LintCertainty::CERTAINTY, TEXT},
#include "hprof/Analysis/Lint/Lints.def"
  };
  return Infos;
}

const LintInfo *hprof::findLint(StringRef Name) {
  const auto *It =
      find_if(lints(), [&](const LintInfo &L) { return Name == L.Name; });
  return It == lints().end() ? nullptr : It;
}

const char *hprof::measureName(LintMeasure M) {
  switch (M) {
  case LintMeasure::Wasted:
    return "wasted";
  case LintMeasure::Held:
    return "held";
  case LintMeasure::Native:
    return "native";
  }
  llvm_unreachable("unhandled measure");
}

const char *hprof::certaintyName(LintCertainty C) {
  switch (C) {
  case LintCertainty::Exact:
    return "exact";
  case LintCertainty::Hint:
    return "hint";
  }
  llvm_unreachable("unhandled certainty");
}

std::array<uint64_t, NumLints> LintOptions::defaultLimits() {
  std::array<uint64_t, NumLints> Limits{};
  for (const LintInfo &L : lints())
    Limits[unsigned(L.Id)] = L.Limit;
  return Limits;
}

uint64_t LintReport::bytes(LintMeasure M) const {
  uint64_t Sum = 0;
  for (const LintFinding &F : Findings)
    if (F.Info->Measure == M)
      Sum += F.Bytes;
  return Sum;
}

uint64_t LintReport::wasted(LintCertainty C) const {
  uint64_t Sum = 0;
  for (const LintFinding &F : Findings)
    if (F.Info->Measure == LintMeasure::Wasted && F.Info->Certainty == C)
      Sum += F.Bytes;
  return Sum;
}

std::string LintReport::preparedText() const {
  const std::vector<std::string> Facts = Prepared.facts();
  return join(Facts, ", ");
}

/// Whether the findings of a check with \p Needs would be artifacts of \p P.
static bool isArtefact(LintNeeds Needs, const PreparedContents &P) {
  auto Has = [&](LintNeeds N) { return uint8_t(Needs) & uint8_t(N); };
  return (Has(LintNeeds::Arrays) && P.hidesArrays()) ||
         (Has(LintNeeds::Fields) && P.HidesFields) ||
         (Has(LintNeeds::Sizes) && P.HidesSizes);
}

static std::unique_ptr<LintCheck> makeCheck(LintId Id, const LintPasses &P) {
  switch (Id) {
#define HPROF_LINT(ID, ...)                                                    \
  case LintId::ID:                                                             \
    return make##ID(P);
#include "hprof/Analysis/Lint/Lints.def"
  }
  llvm_unreachable("unhandled check");
}

namespace {

class LintRun {
public:
  LintRun(LintState &S)
      : S(S), Reader(S), Owners(std::make_unique<ArrayOwners>(S, Reader)) {}
  Expected<LintReport> run();

private:
  struct Made {
    std::unique_ptr<LintCheck> Check;
    LintFinding Finding;
  };
  void makeChecks();
  void notePrepared();
  void makeHooks();
  Error walk(bool IsFirst);
  void readInstances();
  void addPartialStrings();
  void mask(LintFinding &F) const;

  LintState &S;
  CollectionPlans Reader;
  std::unique_ptr<ArrayOwners> Owners;
  std::vector<Made> Checks;
  std::unique_ptr<ArrayContents> Arrays;
  std::vector<LintHook> Hooks;
  HeapSegments *Segments = nullptr; ///< The segments of the dump.
  std::atomic<uint64_t> Done{0};
  LintReport Report;
};

} // namespace

void LintRun::makeChecks() {
  LintPasses Passes{S, Reader, *Owners};
  std::vector<ContentClient *> Clients;
  // V8 and Android graphs contain no values, whether or not they were
  // converted. In other graphs, every String has one of these fields (on
  // Android the second one), unless the dump has no fields at all.
  bool HasValues = S.findClass(ExactSizesClass) == NoClass;
  ClassNumber String = S.findClass("java.lang.String");
  bool HasFields =
      HasValues && (String == NoClass || S.field(String, "value") ||
                    S.field(String, "count"));
  bool HasElements = HasValues && S.Contents.file().hasValues();
  unsigned Left = 0;
  if (HasElements)
    S.Prepared = contentsLeft(S.Contents);
  Report.Prepared = S.Prepared;
  for (const LintInfo &L : lints()) {
    if (!S.Options.Checks.test(unsigned(L.Id)))
      continue;
    if (isArtefact(L.Needs, S.Prepared)) {
      Report.Withheld.push_back(&L);
      continue;
    }
    std::unique_ptr<LintCheck> Check = makeCheck(L.Id, Passes);
    if ((Check->needsValues() && !HasFields) ||
        (Check->contentClient() && !HasElements)) {
      ++Left;
      continue;
    }
    if (ContentClient *C = Check->contentClient())
      Clients.push_back(C);
    Checks.emplace_back().Check = std::move(Check);
    Checks.back().Finding.Info = &L;
  }
  if (Left)
    Report.Notes.push_back(
        "the dump lacks the values of fields and elements: " +
        counted(Left, "check was", "checks were") + " skipped");
  notePrepared();
  if (!Clients.empty())
    Arrays = std::make_unique<ArrayContents>(S, std::move(Clients));
}

/// Adds notes on why checks are missing and what other checks omit.
void LintRun::notePrepared() {
  if (!S.Prepared.any())
    return;
  auto Note =
      "contents were truncated or hidden (" + Report.preparedText() + ")";
  if (!Report.Withheld.empty()) {
    Note += "; skipped checks: ";
    for (const LintInfo *L : Report.Withheld)
      Note += (L == Report.Withheld.front() ? "" : ", ") + std::string(L->Name);
  }
  Report.Notes.push_back(std::move(Note));
  if (S.Prepared.Arrays != PreparedContents::Fill::None &&
      !S.Prepared.hidesArrays())
    Report.Notes.push_back("truncated arrays are not compared");
}

void LintRun::makeHooks() {
  for (ClassNumber C = 0; C != S.G.classes().size(); ++C) {
    const GraphClass &Class = S.G.classes()[C];
    if (Class.isArray() || !Class.Id || !Class.IsDumped)
      continue;
    LintHook H;
    H.Class = C;
    if (!S.Options.InGraph && Owners->wants(C))
      H.Checks.push_back(Owners.get());
    for (Made &M : Checks) {
      if (!M.Check->wants(C))
        continue;
      if (M.Check->wantsUnreachable())
        H.OfAll = M.Check.get();
      else
        H.Checks.push_back(M.Check.get());
    }
    if (H.OfAll || !H.Checks.empty())
      Hooks.push_back(std::move(H));
  }
}

/// Adds the contents of Strings that use a part of an array.
void LintRun::addPartialStrings() {
  for (const PartialString &P : Owners->partialStrings()) {
    std::optional<FoundObject> O = S.Contents.object(P.Array);
    if (O && (uint64_t(P.Begin) + P.Length) * 2 <= O->Bytes.size() &&
        O->ElementType == BasicType::Char)
      Arrays->addPartial(
          P.String, O->Bytes.slice(2 * size_t(P.Begin), 2 * size_t(P.Length)));
  }
}

/// Replaces a walk. Several threads would not pay off.
void LintRun::readInstances() {
  std::vector<const LintHook *> HookOf(S.G.classes().size());
  for (const LintHook &H : Hooks)
    HookOf[H.Class] = &H;
  for (Node N = 0; N != S.G.size(); ++N) {
    const uint64_t Type = S.G.types().get(N); // Larger for class objects.
    if (Type >= HookOf.size() || !HookOf[Type] || !S.T.isReachable(N) ||
        S.G.isFlattened(N))
      continue;
    const LintInstance I = S.read(N);
    if (I.Class != NoClass)
      for (LintCheck *C : HookOf[Type]->Checks)
        C->instance(0, I);
  }
}

Error LintRun::walk(bool IsFirst) {
  if (S.Options.InGraph) {
    readInstances();
    return Error::success();
  }
  Expected<NumberSet> Seen =
      NumberSet::make(S.G.counts().Duplicates ? S.G.size() : 0, S.G.memory());
  if (!Seen)
    return Seen.takeError();
  unsigned Parts =
      Segments->split(S.G.counts().Duplicates ? 1 : S.Options.Threads);
  std::vector<LintWalk> Walks;
  Walks.reserve(Parts);
  Done = 0;
  for (unsigned I = 0; I != Parts; ++I) {
    Walks.emplace_back(I, S, IsFirst ? ArrayRef(Hooks) : ArrayRef<LintHook>(),
                       Arrays.get(),
                       S.G.counts().Duplicates ? &*Seen : nullptr);
    if (S.Options.OnProgress)
      Walks.back().OnBytes = [this](uint64_t N) {
        S.Options.OnProgress("checking objects", Done += N, Segments->bytes());
      };
  }
  walkSegments(*Segments, Walks, DamageHandler());
  return Error::success();
}

/// Hides secrets in strings, before rows are truncated for display.
void LintRun::mask(LintFinding &F) const {
  for (LintRow &R : F.Rows) {
    R.TextBytes = R.IsText ? R.What.size() : 0;
    R.What = S.Contents.masked(std::move(R.What));
    R.Detail = S.Contents.masked(std::move(R.Detail));
  }
  for (std::string &Note : F.Notes)
    Note = S.Contents.masked(std::move(Note));
}

Expected<LintReport> LintRun::run() {
  HeapFile &File = S.Contents.file();
  if (!S.Options.InGraph) {
    Expected<HeapSegments *> Found = File.dump(S.Options.Dump);
    if (!Found)
      return createFileError(File.name(), Found.takeError());
    Segments = *Found;
  }
  unsigned Threads = std::max(S.Options.Threads, 1U);

  makeChecks();
  Owners->start(Threads);
  for (Made &M : Checks)
    M.Check->start(Threads);
  makeHooks();
  if (Arrays)
    Arrays->start(Threads);
  LintFinding None;
  for (unsigned I = 0, N = Arrays ? Arrays->walks() : 1; I != N; ++I) {
    if (Error E = walk(I == 0))
      return E;
    if (I == 0) {
      if (Error E = Owners->finish(None))
        return E;
      for (Made &M : Checks)
        if (Error E = M.Check->claim())
          return E;
    }
    if (Arrays) {
      addPartialStrings();
      Arrays->finishWalk();
    }
  }
  Report.Objects = S.T.reachable();
  Report.Bytes = S.T.reachableBytes();
  for (Made &M : Checks) {
    if (Error E = M.Check->finish(M.Finding))
      return E;
    mask(M.Finding);
    Report.Findings.push_back(std::move(M.Finding));
  }
  sort(Report.Findings, [](const LintFinding &A, const LintFinding &B) {
    return std::tuple(A.Info->Measure, B.Bytes, B.Count, A.Info->Id) <
           std::tuple(B.Info->Measure, A.Bytes, A.Count, B.Info->Id);
  });
  return std::move(Report);
}

Expected<LintReport> hprof::lint(const HeapContents &C, const DominatorTree &T,
                                 const LintOptions &Options) {
  Expected<std::unique_ptr<LintState>> S = LintState::make(C, T, Options);
  if (!S)
    return S.takeError();
  // Otherwise, pages of the dump would count towards the memory limit, and
  // pages of the graph would repeatedly be dropped to compensate.
  InputPages Pages((*S)->G.memory(),
                   C.file().source().contents().value_or(ArrayRef<uint8_t>()));
  return LintRun(**S).run();
}
