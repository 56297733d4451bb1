//===- ProfileStacks.cpp - Sections of profiles as stacks -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JavaFrame.h"
#include "hprof/Analysis/Stacks/StackSources.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Tool/Escape.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
struct SectionRow {
  ProfileKind Kind;
  StringLiteral Name, Title, Main;
};
struct MeasureRow {
  ProfileKind Kind;
  StackMeasure Is;
  unsigned Count;
};
} // namespace

// The most useful sections first.
static constexpr SectionRow Sections[] = {
#define HPROF_STACK_SECTION(KIND, NAME, TITLE, MAIN)                           \
  {ProfileKind::KIND, NAME, TITLE, MAIN},
#include "StackMeasures.def"
};

static constexpr MeasureRow Measures[] = {
#define HPROF_STACK_MEASURE(KIND, NAME, UNIT, COUNT)                           \
  {ProfileKind::KIND, {NAME, UNIT}, COUNT},
#include "StackMeasures.def"
};

static const SectionRow &rowOf(ProfileKind K) {
  return *find_if(Sections, [&](const SectionRow &R) { return R.Kind == K; });
}

StringRef hprof::sectionName(ProfileKind K) { return rowOf(K).Name; }
StringRef hprof::sectionTitle(ProfileKind K) { return rowOf(K).Title; }

std::optional<ProfileKind> hprof::sectionCalled(StringRef Name) {
  for (const SectionRow &R : Sections)
    if (R.Name == Name)
      return R.Kind;
  return std::nullopt;
}

std::optional<ProfileKind> hprof::firstSection(const Profile &P) {
  for (const SectionRow &R : Sections)
    if (P[R.Kind].IsThere)
      return R.Kind;
  return std::nullopt;
}

namespace {
class SectionStacks {
public:
  SectionStacks(const Profile &P, const SectionRow &Row);
  WeightedStacks make() &&;

private:
  uint32_t frame(uint32_t Number);
  WeightedStacks::Sample trace(uint32_t Number);
  WeightedStacks::Sample sampleOf(const Profile::Key &K);
  uint32_t named(StringRef Name) { return To.addFrame({Name.str(), "", 0}); }
  void add(const WeightedStacks::Sample &At, const Profile::Counts &Counts);

  const Profile &P;
  const ProfileKind Kind;
  std::vector<unsigned> Picked; ///< Numbers of the counts.
  WeightedStacks To;
};
} // namespace

static WeightedStacks emptyStacks(const Profile &P, const SectionRow &Row) {
  std::vector<StackMeasure> Of;
  std::optional<unsigned> Main;
  const Profile::Counts &Totals = P[Row.Kind].Totals;
  for (const MeasureRow &M : Measures)
    if (M.Kind == Row.Kind) {
      // Recordings have no live bytes; the allocated bytes come first.
      const bool IsBytes = M.Is.Unit == "bytes" && Totals[M.Count];
      if (IsBytes || (!Main && M.Is.Name == Row.Main))
        Main = unsigned(Of.size());
      Of.push_back(M.Is);
    }
  return WeightedStacks(Row.Title.str(), std::move(Of), *Main);
}

SectionStacks::SectionStacks(const Profile &P, const SectionRow &Row)
    : P(P), Kind(Row.Kind), To(emptyStacks(P, Row)) {
  for (const MeasureRow &M : Measures)
    if (M.Kind == Kind)
      Picked.push_back(M.Count);
  To.IsOfPairs = Kind == ProfileKind::Calls;
  To.EndsInClass = Kind == ProfileKind::Sites || Kind == ProfileKind::Monitors;
}

uint32_t SectionStacks::frame(uint32_t Number) {
  const Profile::Frame &F = P.frame(Number);
  return To.addFrame(javaFrame(F.ClassName, F.Method, F.SourceFile, F.Line));
}

WeightedStacks::Sample SectionStacks::trace(uint32_t Number) {
  const Profile::Trace &T = P.trace(Number);
  WeightedStacks::Sample S;
  if (T.Thread) {
    To.IsByThread = true;
    S.Of = To.addThread(toUtf8(P.thread(*T.Thread).Name));
  }
  for (uint32_t F : reverse(T.Frames))
    S.At = To.push(S.At, frame(F));
  if (T.Frames.empty())
    S.At = To.push(S.At, named("(no frames)"));
  return S;
}

WeightedStacks::Sample SectionStacks::sampleOf(const Profile::Key &K) {
  WeightedStacks::Sample S;
  if (Kind == ProfileKind::Calls) {
    S.At = To.push(0, named(toUtf8(K.Caller)));
    S.At = To.push(S.At, named(toUtf8(K.Name)));
    return S;
  }
  if (K.Trace)
    S = trace(*K.Trace);
  else
    S.At = To.push(0, named("(no trace)"));
  if (To.EndsInClass)
    S.At = To.push(S.At, named(K.Name.empty() ? "(unknown class)"
                                              : toUtf8(javaClassName(K.Name))));
  return S;
}

void SectionStacks::add(const WeightedStacks::Sample &At,
                        const Profile::Counts &Counts) {
  SmallVector<uint64_t, 4> Values;
  for (unsigned I : Picked)
    Values.push_back(Counts[I]);
  if (any_of(Values, [](uint64_t V) { return V; }))
    To.add(At, Values);
}

WeightedStacks SectionStacks::make() && {
  const Profile::Section &From = P[Kind];
  Profile::Counts Rest = From.Totals;
  for (const auto &[Key, Counts] : From.Rows) {
    add(sampleOf(Key), Counts);
    for (auto [I, C] : enumerate(Counts))
      Rest[I] -= std::min(Rest[I], C);
  }
  if (any_of(Rest, [](uint64_t V) { return V; }))
    add({To.push(0, named("(below the cutoff)")), 0}, Rest);
  To.Millis = P.Millis;
  return std::move(To);
}

WeightedStacks hprof::stacksOf(const Profile &P, ProfileKind Section) {
  return SectionStacks(P, rowOf(Section)).make();
}
