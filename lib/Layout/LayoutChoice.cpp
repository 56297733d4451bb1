//===- LayoutChoice.cpp - Chooses the layout by evidence ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContendedClasses.h"
#include "NeighbourDistances.h"
#include "SampledClasses.h"
#include "StaticOffsets.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Records/ExactSizes.h"
#include "hprof/Layout/ClassModel.h"
#include "hprof/Layout/JavaRelease.h"
#include "hprof/Layout/LayoutEvidence.h"
#include "hprof/Layout/ShallowSizes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>

using namespace hprof;
using namespace llvm;

/// Minimum number of matching objects for evidence.
static constexpr uint64_t LeastExact = 8;
/// The minimum lead of the best layout.
static constexpr int64_t LeastLead = 3;
/// VMs support alignments up to 256, but those above 32 are not in use.
static constexpr uint64_t MostAlignment = 32;

/// Whether a dump with these ids and classes can have \p Layout.
static bool isPossible(const ObjectLayout &Layout, unsigned IdBytes,
                       uint64_t AddressAlignment, const JavaRelease &Release) {
  if ((Layout.WordBytes == 4) != (IdBytes == 4))
    return false;
  // With 8-byte alignment, some of 64 objects are at an odd multiple of 8.
  if (Layout.Alignment > AddressAlignment ||
      (Layout.Alignment == 8 && AddressAlignment > 8))
    return false;
  return !Release.isKnown() || (Layout.FirstRelease <= Release.AtMost &&
                                Layout.LastRelease >= Release.AtLeast);
}

static LayoutChoice uncertain(StringRef Name, const Twine &Why) {
  return {*findObjectLayout(Name), false, Why.str()};
}

/// Returns "confirmed by 1234 of 1300 samples", for text output.
static std::string evidenceText(const NeighbourDistances::Score &S,
                                StringRef Only = "") {
  if (!S.all())
    return "no adjacent objects found";
  return formatv("confirmed by {0}{1} of {2}", Only, S.exact(),
                 counted(S.all(), "sample"));
}

namespace {
/// A layout that the dump can have, and its score.
struct Candidate {
  const ObjectLayout *Layout;
  NeighbourDistances::Score Score;
};
} // namespace

/// Returns the best candidate first, followed by those with similar scores.
static SmallVector<Candidate, 16>
bestLayouts(const NeighbourDistances &Distances, unsigned IdBytes,
            uint64_t Alignment, const SampledClasses &Classes,
            const JavaRelease &Release) {
  using Score = NeighbourDistances::Score;
  SmallVector<Candidate, 16> Best;
  for (const ObjectLayout &L : objectLayouts())
    // Field order is determined later.
    if (!L.ReferencesFirst && isPossible(L, IdBytes, Alignment, Release))
      Best.push_back({&L, Distances.score(L, Classes.sizes(L, Release))});
  auto KeepBest = [&](int64_t (Score::*Value)() const) {
    // Layouts with equal scores stay in the order of the table.
    stable_sort(Best, [&](const Candidate &A, const Candidate &B) {
      return (A.Score.*Value)() > (B.Score.*Value)();
    });
    erase_if(Best,
             [&, Least = (Best.front().Score.*Value)() - LeastLead](
                 const Candidate &C) { return (C.Score.*Value)() <= Least; });
  };
  if (!Best.empty())
    KeepBest(&Score::value);
  if (Best.size() > 1)
    KeepBest(&Score::valueOfAll);
  return Best;
}

static LayoutChoice chooseByAddresses(const NeighbourDistances &Distances,
                                      unsigned IdBytes,
                                      const SampledClasses &Classes,
                                      const JavaRelease &Release) {
  StringRef Default = "compressed";
  if (!Distances.objects())
    return uncertain(Default, "no objects");
  uint64_t Alignment = Distances.addressAlignment();
  if (Alignment < 8 || (IdBytes != 4 && IdBytes != 8))
    return uncertain(Default, "ids are not addresses");
  if (IdBytes == 4)
    Default = "32bit";
  else if (Distances.hasHighAddresses()) // like ZGC's
    Default = "uncompressed";
  // With so few objects, all may be aligned to 16 by chance.
  if (Distances.objects() < 64)
    Alignment = 8;

  SmallVector<Candidate, 16> Best =
      bestLayouts(Distances, IdBytes, Alignment, Classes, Release);
  if (Best.empty())
    return uncertain(Default, "no known layout fits the addresses");
  const NeighbourDistances::Score &Score = Best.front().Score;
  if (Score.exact() < LeastExact)
    return uncertain(Default, evidenceText(Score, "only "));
  if (Score.TooClose * 10 > Score.exact())
    return uncertain(Default,
                     formatv("{0} of {1} too close together for any known "
                             "layout",
                             Score.TooClose, counted(Score.all(), "sample")));
  if (Best.size() > 1 && Distances.hasHighAddresses())
    // Compressed references reach high addresses only with a special base.
    std::stable_partition(Best.begin(), Best.end(), [](const Candidate &C) {
      return C.Layout->ReferenceBytes == 8;
    });
  LayoutChoice Choice{*Best[0].Layout, true, evidenceText(Best[0].Score)};
  if (Alignment > MostAlignment) {
    Choice.Certain = false;
    Choice.Evidence += formatv(", but objects are aligned to {0}", Alignment);
  } else if (Best.size() > 1) {
    Choice.Certain = false;
    Choice.Evidence += formatv(", but {0} fits as well", Best[1].Layout->Name);
  }
  return Choice;
}

/// Returns how well the distances from instances to the next object match
/// \p Sizes. Only classes whose size differs in \p Other count.
static int64_t scoreInstances(const NeighbourDistances &Distances,
                              const ClassIndex &Classes,
                              const ShallowSizes &Sizes,
                              const ShallowSizes &Other) {
  int64_t Score = 0;
  for (const NeighbourDistances::Instance &I : Distances.instances()) {
    std::optional<size_t> C = Classes.find(Distances.classes()[I.Class]);
    if (!C || Sizes.instance(*C) == Other.instance(*C))
      continue;
    Score += I.Distance == Sizes.instance(*C);
    Score -= I.Distance < Sizes.instance(*C);
  }
  return Score;
}

/// Chooses among the layouts of 32-bit VMs, which differ in the order of
/// fields. Early builds of JDK 6 use the order of JDK 5, so instances take
/// precedence if the dump has any whose sizes differ.
static void chooseFieldOrder(LayoutChoice &Choice,
                             const NeighbourDistances &Distances,
                             const ClassIndex &Classes,
                             const JavaRelease &Release) {
  const ObjectLayout &Old = *findObjectLayout("32bit-5");
  if (Choice.Layout.Name != "32bit" || !Release.isKnown() ||
      Release.AtLeast > Old.LastRelease)
    return;
  ShallowSizes NewSizes(Classes, Choice.Layout, Release);
  ShallowSizes OldSizes(Classes, Old, Release);
  int64_t ForNew = scoreInstances(Distances, Classes, NewSizes, OldSizes);
  int64_t ForOld = scoreInstances(Distances, Classes, OldSizes, NewSizes);
  if (ForOld > ForNew ||
      (ForOld == ForNew &&
       (Release.AtMost < 6 || areReferencesFirstByStatics(Classes))))
    Choice.Layout = Old;
}

/// Adds the classes with @Contended padding, if the layout is certain.
static void addContended(LayoutChoice &Choice,
                         const NeighbourDistances &Distances,
                         const ClassIndex &Classes,
                         const JavaRelease &Release) {
  if (!Choice.Certain)
    return;
  Choice.Contended = findContended(Distances, Classes, Choice.Layout, Release);
  if (const size_t N = Choice.Contended.size())
    Choice.Evidence += formatv("; {0} with @Contended padding",
                               counted(N, "class", "classes"));
}

/// Returns the layout of an IBM VM, whose dumps were converted from PHD or a
/// classic heapdump.
static LayoutChoice chooseJ9(const NeighbourDistances &Distances) {
  LayoutChoice Choice{j9Layouts().front(), false, ""};
  NeighbourDistances::Score BestScore = Distances.score(Choice.Layout);
  for (const ObjectLayout &L : j9Layouts()) {
    NeighbourDistances::Score S = Distances.score(L);
    if (S.value() <= std::max<int64_t>(BestScore.value(), 0))
      continue;
    BestScore = S;
    Choice.Layout = L;
  }
  Choice.Certain = BestScore.value() > 0 && BestScore.exact() >= LeastExact;
  Choice.Evidence =
      "J9 dumps record instance sizes; " + evidenceText(BestScore);
  return Choice;
}

LayoutChoice hprof::chooseLayout(const LayoutEvidence &Evidence,
                                 unsigned IdBytes, const ClassIndex &Classes,
                                 const JavaRelease &Release) {
  if (Classes.findName(ExactSizesClass))
    return {exactLayout(), true, "the dump records exact sizes"};
  const NeighbourDistances Distances(Evidence);
  // In HotSpot, java.lang.Object has no fields, hence size 0. A writer with a
  // different size includes the header, so its sizes are real.
  std::optional<size_t> Object = Classes.findName("java/lang/Object");
  const bool IsDeclared = Object && Classes.classes()[*Object].DeclaredSize;
  // The places of fields depend on the release. In 32-bit VMs, arrays always
  // have the same layout, and only instances differ (chooseFieldOrder).
  ArrayRef<uint64_t> Sampled;
  if (!IsDeclared && IdBytes == 8 && Release.isKnown())
    Sampled = Distances.classes();
  LayoutChoice Choice = chooseByAddresses(
      Distances, IdBytes, SampledClasses(Sampled, Classes), Release);
  if (!IsDeclared) {
    if (!Choice.Certain)
      if (std::optional<LayoutChoice> Told = layoutByStatics(Classes))
        Choice = std::move(*Told);
    chooseFieldOrder(Choice, Distances, Classes, Release);
    addContended(Choice, Distances, Classes, Release);
    return Choice;
  }
  if (Classes.findName("java/lang/J9VMInternals"))
    return chooseJ9(Distances);
  // Android has 4-byte ids and one layout of arrays, that of a 32-bit VM; the
  // HPROF agent uses 4-byte ids in 64-bit VMs, too.
  if (IdBytes == 4) {
    Choice = layoutBySizes(Classes, Classes.classes()[*Object].DeclaredSize);
    return {declaredLayout(Choice.Layout), Choice.Certain,
            "the dump declares real sizes"};
  }
  // A classic heapdump contains no lengths. They were derived from sizes with
  // J9's header, even if the dump was first converted from another VM's.
  if (LayoutChoice J9 = chooseJ9(Distances);
      J9.Certain && Distances.score(J9.Layout).value() >
                        Distances.score(Choice.Layout).value()) {
    Choice = std::move(J9);
    Choice.Evidence = evidenceText(Distances.score(Choice.Layout));
  }
  Choice.Layout = declaredLayout(Choice.Layout);
  Choice.Evidence =
      "the dump declares real sizes; for arrays, " + Choice.Evidence;
  return Choice;
}

/// Returns the layout that Memory Analyzer would assume for \p Found: it
/// supports neither class pointers nor compact headers.
static ObjectLayout matBase(unsigned IdBytes, const ObjectLayout &Found) {
  if (IdBytes == 4)
    return *findObjectLayout("32bit");
  ObjectLayout Base = *findObjectLayout(
      Found.ReferenceBytes == 4 ? "compressed" : "uncompressed-klass");
  Base.Alignment = Found.Alignment;
  return Base;
}

std::optional<LayoutChoice> hprof::resolveLayout(StringRef Name,
                                                 unsigned IdBytes,
                                                 const LayoutChoice &Found) {
  if (Name == "auto")
    return Found;
  if (Name == "mat")
    return LayoutChoice{matLayout(Found.Layout.isJ9()
                                      ? Found.Layout
                                      : matBase(IdBytes, Found.Layout)),
                        true, "as requested"};
  if (Name == "declared")
    return LayoutChoice{declaredLayout(Found.Layout), true, "as requested"};
  if (const ObjectLayout *L = findObjectLayout(Name)) {
    LayoutChoice Choice{*L, true, "as requested"};
    if (Name == Found.Layout.Name)
      Choice.Contended = Found.Contended;
    return Choice;
  }
  return std::nullopt;
}

std::vector<StringRef> hprof::layoutNames() {
  std::vector<StringRef> Names = {"auto"};
  for (ArrayRef<ObjectLayout> All : {objectLayouts(), j9Layouts()})
    for (const ObjectLayout &L : All)
      Names.push_back(L.Name);
  Names.insert(Names.end(), {"mat", "declared"});
  return Names;
}
