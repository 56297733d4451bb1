//===- LayoutEvidence.cpp - Guessing the layout from addresses ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Layout/LayoutEvidence.h"
#include "StaticOffsets.h"
#include "hprof/Layout/ClassModel.h"
#include "hprof/Layout/JavaRelease.h"
#include "hprof/Layout/ShallowSizes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace hprof;
using namespace llvm;

/// Fewer agreeing arrays than this prove nothing.
static constexpr uint64_t LeastExact = 8;
/// The minimum lead of the best layout.
static constexpr int64_t LeastLead = 3;

void LayoutEvidence::keep(const Object &O) {
  if (IsImpossible)
    return;
  Sample.push_back(O);
  if (LLVM_UNLIKELY(Sample.size() > Most))
    shrink();
}

void LayoutEvidence::shrink() {
  while (Sample.size() > Most && Limit) {
    Limit /= 2;
    erase_if(Sample, [&](const Object &O) { return !isTaken(O.Address); });
  }
  if (Sample.size() > Most) {
    IsImpossible = true;
    Sample.clear();
  }
}

void LayoutEvidence::merge(const LayoutEvidence &Other) {
  IsImpossible |= Other.IsImpossible;
  Limit = std::min(Limit, Other.Limit);
  if (IsImpossible)
    Sample.clear();
  else
    append_range(Sample, Other.Sample);
  erase_if(Sample, [&](const Object &O) { return !isTaken(O.Address); });
  shrink();
}

NeighbourDistances::NeighbourDistances(const LayoutEvidence &Evidence) {
  using Object = LayoutEvidence::Object;
  std::vector<Object> Sorted = Evidence.Sample;
  sort(Sorted,
       [](const Object &A, const Object &B) { return A.Address < B.Address; });
  // Keep only one copy of an object that occurs in several dumps of a file.
  Sorted.erase(llvm::unique(Sorted,
                            [](const Object &A, const Object &B) {
                              return A.Address == B.Address;
                            }),
               Sorted.end());
  Objects = Sorted.size() + Evidence.IsImpossible;
  AddressBits = Evidence.IsImpossible;
  for (size_t I = 0; I != Sorted.size(); ++I) {
    // Addresses have less than 48 bits; relocation adds the others.
    AddressBits |= Sorted[I].Address & ~(UINT64_C(0xffff) << 48);
    auto PageOf = [](const Object &O) {
      return O.Address >> LayoutEvidence::PageBits;
    };
    if (I + 1 != Sorted.size() && PageOf(Sorted[I]) == PageOf(Sorted[I + 1]))
      measure(Sorted[I], Sorted[I + 1].Address);
  }
}

void NeighbourDistances::measure(const LayoutEvidence::Object &O,
                                 uint64_t Next) {
  uint64_t Distance = Next - O.Address, Length = O.What;
  if (!unsigned(O.Element)) {
    if (O.What)
      Instances.push_back({O.What, Distance});
    return;
  }
  if (isReference(O.Element)) {
    References4.add(Distance, Length * 4);
    References8.add(Distance, Length * 8);
    return;
  }
  unsigned Width = widthOf(O.Element, 1);
  if (Width == 8)
    Wide.add(Distance, Length * 8);
  else
    Narrow.add(Distance, Length * Width);
}

template <unsigned Width>
void NeighbourDistances::Distances<Width>::add(uint64_t Distance,
                                               uint64_t Content) {
  if (Distance < Content)
    ++Overlapping;
  else if (Distance - Content >= Most)
    ++Far;
  else if (!Content)
    ++Empty[Distance];
  else
    ++Counts[Content % 16 / (16 / Residues)][Distance - Content];
}

template <unsigned Width>
void NeighbourDistances::Distances<Width>::score(const ObjectLayout &Layout,
                                                 unsigned Base,
                                                 Score &S) const {
  auto Compare = [&](const ByDistance &Found, uint64_t Around) {
    for (unsigned D = 0; D != Most; ++D)
      (D == Around ? S.Exact : D < Around ? S.TooClose : S.Loose) += Found[D];
  };
  Compare(Empty, Layout.declaredBytes(Base));
  for (unsigned R = 0; R != Residues; ++R) {
    uint64_t Content = uint64_t(R) * (16 / Residues);
    Compare(Counts[R], Layout.align(Base + Content) - Content);
  }
  S.TooClose += Overlapping;
  S.Loose += Far;
}

NeighbourDistances::Score
NeighbourDistances::score(const ObjectLayout &Layout) const {
  Score S;
  Narrow.score(Layout, Layout.arrayBase(BasicType::Byte), S);
  Wide.score(Layout, Layout.arrayBase(BasicType::Long), S);
  unsigned Base = Layout.arrayBase(BasicType::Object);
  if (Layout.ReferenceBytes == 4)
    References4.score(Layout, Base, S);
  else
    References8.score(Layout, Base, S);
  return S;
}

/// True if a dump with such ids and classes can have \p Layout.
static bool isPossible(const ObjectLayout &Layout, unsigned IdBytes,
                       uint64_t AddressAlignment, const JavaRelease &Release) {
  if ((Layout.WordBytes == 4) != (IdBytes == 4))
    return false;
  // Among 64 objects of 8-byte alignment some lie at an odd multiple of 8.
  if (Layout.Alignment == 16 ? AddressAlignment < 16 : AddressAlignment >= 16)
    return false;
  return !Release.isKnown() || (Layout.FirstRelease <= Release.AtMost &&
                                Layout.LastRelease >= Release.AtLeast);
}

static LayoutChoice uncertain(StringRef Name, const Twine &Why) {
  return {*findObjectLayout(Name), false, Why.str()};
}

/// "1234 of 1300 sampled arrays are followed".
static std::string followed(uint64_t Some, uint64_t All) {
  return formatv("{0} of {1} sampled {2} {3} followed", Some, All,
                 All == 1 ? "array" : "arrays", Some == 1 ? "is" : "are");
}

/// The number of agreeing arrays, for people.
static std::string evidenceText(const NeighbourDistances::Score &S) {
  uint64_t Arrays = S.Exact + S.TooClose + S.Loose;
  return Arrays ? followed(S.Exact, Arrays) + " at once by an object"
                : "no array was found with an object close behind it";
}

static LayoutChoice chooseByAddresses(const NeighbourDistances &Distances,
                                      unsigned IdBytes,
                                      const JavaRelease &Release) {
  StringRef Default = "compressed";
  if (!Distances.objects())
    return uncertain(Default, "there are no objects");
  uint64_t Alignment = Distances.addressAlignment();
  if (Alignment < 8 || (IdBytes != 4 && IdBytes != 8))
    return uncertain(Default, "ids are not addresses");
  if (IdBytes == 4)
    Default = "32bit";
  else if (Distances.hasHighAddresses()) // like ZGC's
    Default = "uncompressed";
  // So few objects may all be aligned to 16 by chance.
  if (Distances.objects() < 64)
    Alignment = 8;

  const ObjectLayout *Best = nullptr, *Second = nullptr;
  NeighbourDistances::Score BestScore, SecondScore;
  for (const ObjectLayout &L : objectLayouts()) {
    if (L.ReferencesFirst || !isPossible(L, IdBytes, Alignment, Release))
      continue; // Arrays give no evidence of the order of fields.
    NeighbourDistances::Score S = Distances.score(L);
    if (!Best || S.value() > BestScore.value()) {
      Second = std::exchange(Best, &L);
      SecondScore = std::exchange(BestScore, S);
    } else if (!Second || S.value() > SecondScore.value()) {
      Second = &L;
      SecondScore = S;
    }
  }
  if (!Best)
    return uncertain(Default, "no known layout fits the addresses");
  uint64_t Arrays = BestScore.Exact + BestScore.TooClose + BestScore.Loose;
  if (BestScore.Exact < LeastExact)
    return uncertain(Default,
                     (Arrays ? "only " : "") + evidenceText(BestScore));
  if (BestScore.TooClose * 10 > BestScore.Exact)
    return uncertain(Default, followed(BestScore.TooClose, Arrays) +
                                  " too closely for any known layout");
  LayoutChoice Choice{*Best, true, evidenceText(BestScore)};
  if (Alignment > 16) {
    Choice.Certain = false;
    Choice.Evidence += formatv(", but objects are aligned to {0}", Alignment);
  } else if (Second && BestScore.value() - SecondScore.value() < LeastLead) {
    Choice.Certain = false;
    Choice.Evidence += formatv(", but so they are with {0}", Second->Name);
  }
  return Choice;
}

/// How well the distances after instances agree with \p Sizes, for classes
/// whose size differs in \p Other.
static int64_t scoreInstances(const NeighbourDistances &Distances,
                              const ClassIndex &Classes,
                              const ShallowSizes &Sizes,
                              const ShallowSizes &Other) {
  int64_t Score = 0;
  for (const NeighbourDistances::Instance &I : Distances.instances()) {
    std::optional<size_t> C = Classes.find(I.Class);
    if (!C || Sizes.instance(*C) == Other.instance(*C))
      continue;
    Score += I.Distance == Sizes.instance(*C);
    Score -= I.Distance < Sizes.instance(*C);
  }
  return Score;
}

/// The layouts of 32-bit VMs differ in the order of fields. Early builds of JDK
/// 6 use that of 5, so instances decide if the dump has any whose sizes differ.
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

/// The layout of a VM by IBM; such dumps were converted from other formats.
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
  Choice.Certain = BestScore.value() > 0 && BestScore.Exact >= LeastExact;
  Choice.Evidence =
      "J9's dumps state sizes of instances; " + evidenceText(BestScore);
  return Choice;
}

LayoutChoice hprof::chooseLayout(const LayoutEvidence &Evidence,
                                 unsigned IdBytes, const ClassIndex &Classes,
                                 const JavaRelease &Release) {
  const NeighbourDistances Distances(Evidence);
  LayoutChoice Choice = chooseByAddresses(Distances, IdBytes, Release);
  // In HotSpot java.lang.Object has no fields, hence size 0. A writer that
  // states another size includes the header, so its sizes are real.
  std::optional<size_t> Object = Classes.findName("java/lang/Object");
  if (!Object || !Classes.classes()[*Object].DeclaredSize) {
    if (!Choice.Certain)
      if (std::optional<LayoutChoice> Told = layoutByStatics(Classes))
        Choice = std::move(*Told);
    chooseFieldOrder(Choice, Distances, Classes, Release);
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
  // A classic heapdump states no lengths. They were derived from sizes with
  // J9's header, also if another VM's dump was converted to it before.
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

/// The layout that Memory Analyzer would assume for \p Found: it knows neither
/// class pointers nor compact headers.
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
  if (const ObjectLayout *L = findObjectLayout(Name))
    return LayoutChoice{*L, true, "as requested"};
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
