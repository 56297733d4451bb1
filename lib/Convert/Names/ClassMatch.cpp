//===- ClassMatch.cpp - Matches classes of two dumps ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassMatch.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Context/InstanceReferences.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <unordered_map>

using namespace hprof;
using namespace llvm;

/// Evidence required for a pair, and the amount for each kind of evidence, in
/// bits: by chance, one pair in a thousand would reach the required amount.
static constexpr double Enough = 10;
static constexpr double MostForName = 12;
static constexpr double ForField = 0.5; ///< Its type and place.
static constexpr double ForSerialVersion = 20;
static constexpr double ForReference = 5;

/// Comparing all pairs of classes of a group would take too long.
static constexpr uint64_t MostPairs = 1 << 20;

ClassMatch::ClassMatch(const ClassFacts &Lacking, const ClassFacts &Donor)
    : A(Lacking), B(Donor), ToDonor(A.classes().size(), None),
      FromDonor(B.classes().size(), None) {
  A.context().forEachString([this](StringRef S) { Known.insert(S); });
  countNames();
}

void ClassMatch::countNames() {
  auto Count = [&](uint64_t Name) {
    if (std::optional<StringRef> Text = B.context().string(Name))
      ++Uses[*Text];
  };
  for (const ClassFacts::Class &C : B.classes()) {
    if (!C.isDumped())
      continue;
    for (const InstanceField &F : C.Info->Fields)
      Count(F.Name);
    for (const StaticField &F : C.Info->Statics)
      Count(F.Name);
  }
}

std::optional<StringRef> ClassMatch::foundString(uint64_t Id) const {
  auto It = Found.find(Id);
  if (It == Found.end())
    return std::nullopt;
  return It->second;
}

std::optional<StringRef> ClassMatch::string(uint64_t Id) const {
  if (std::optional<StringRef> Text = A.context().string(Id))
    return Text;
  return foundString(Id);
}

//===----------------------------------------------------------------------===//
// Whether two classes can be the same
//===----------------------------------------------------------------------===//

/// HotSpot adds such static fields after those of some classes, depending on
/// the code that has run.
bool ClassMatch::isPseudo(std::optional<StringRef> Name) {
  return Name && (*Name == "<resolved_references>" || *Name == "<init_lock>");
}

ClassMatch::StaticList ClassMatch::statics(const ClassFacts &Of,
                                           const ClassFacts::Class &C,
                                           bool IsDonor) const {
  StaticList List;
  for (uint32_t I = 0; I != C.NumStatics; ++I) {
    const StaticField &F = C.Info->Statics[I];
    if (!isPseudo(IsDonor ? Of.context().string(F.Name) : string(F.Name)))
      List.push_back({&F, C.FirstStatic + I});
  }
  return List;
}

bool ClassMatch::nameFits(uint64_t Id, uint64_t DonorId) const {
  const std::optional<StringRef> Theirs = B.context().string(DonorId);
  if (!Theirs)
    return true;
  if (std::optional<StringRef> Ours = string(Id))
    return *Ours == *Theirs;
  // HotSpot stores each string once: if this dump contained the string, it
  // would have this id.
  return !Known.contains(*Theirs);
}

bool ClassMatch::fieldsFit(const ClassFacts::Class &C,
                           const ClassFacts::Class &D) const {
  for (uint32_t I = 0; I != C.NumFields; ++I) {
    const InstanceField &F = C.Info->Fields[I], &G = D.Info->Fields[I];
    if (F.Type != G.Type || !nameFits(F.Name, G.Name))
      return false;
  }
  return true;
}

bool ClassMatch::staticsFit(const ClassFacts::Class &C,
                            const ClassFacts::Class &D) const {
  const StaticList Ours = statics(A, C, /*IsDonor=*/false);
  const StaticList Theirs = statics(B, D, /*IsDonor=*/true);
  if (Ours.size() < Theirs.size())
    return false;
  for (size_t I = 0; I != Ours.size(); ++I) {
    const StaticField &F = *Ours[I].Field;
    // Further references without names may have been added by HotSpot.
    if (I >= Theirs.size()) {
      if (string(F.Name) || !isReference(F.Value.Type))
        return false;
      continue;
    }
    const StaticField &G = *Theirs[I].Field;
    if (F.Value.Type != G.Value.Type || !nameFits(F.Name, G.Name))
      return false;
    if (B.context().string(G.Name) == StringRef("serialVersionUID") &&
        F.Value.Bits != G.Value.Bits)
      return false;
  }
  return true;
}

bool ClassMatch::superFits(const ClassFacts::Class &C,
                           const ClassFacts::Class &D) const {
  if (!C.Info->Super || !D.Info->Super)
    return C.Info->Super == D.Info->Super;
  const std::optional<uint32_t> Ours = A.find(C.Info->Super);
  const std::optional<uint32_t> Theirs = B.find(D.Info->Super);
  if (!Ours || !Theirs)
    return true;
  if (ToDonor[*Ours] != None || FromDonor[*Theirs] != None)
    return ToDonor[*Ours] == *Theirs;
  return true;
}

/// Whether the size fits, for a class whose CLASS DUMP is lost.
bool ClassMatch::shapeFits(const ClassFacts::Class &C,
                           const ClassFacts::Class &D) const {
  if (!C.Instances)
    return true;
  const InstanceShape *Shape = B.context().instances().find(D.Id);
  return Shape && Shape->bytes() == C.Length;
}

bool ClassMatch::fits(uint32_t I, uint32_t J) const {
  const ClassFacts::Class &C = A.classes()[I], &D = B.classes()[J];
  if (!D.isDumped() || !D.isNamed() ||
      (C.isDumped() && (C.Info->InstanceSize != D.Info->InstanceSize ||
                        C.NumFields != D.NumFields)))
    return false;
  const std::optional<StringRef> Name = B.context().string(D.Info->NameId);
  if (!Name)
    return false;
  const bool IsArray = Name->starts_with("[") || Name->ends_with("[]");
  if ((C.Arrays && !IsArray) || (C.Instances && IsArray))
    return false;
  if (!C.isDumped())
    return shapeFits(C, D);
  return !C.Info->Loader == !D.Info->Loader && superFits(C, D) &&
         fieldsFit(C, D) && staticsFit(C, D);
}

//===----------------------------------------------------------------------===//
// Evidence
//===----------------------------------------------------------------------===//

double ClassMatch::nameBits(uint64_t Id, uint64_t DonorId) const {
  const std::optional<StringRef> Theirs = B.context().string(DonorId);
  if (!Theirs || string(Id) != Theirs)
    return 0;
  return std::min(MostForName, std::log2(double(B.classes().size()) /
                                         std::max(Uses.lookup(*Theirs), 1U)));
}

/// Returns the evidence in the declarations of two classes that fit.
double ClassMatch::evidence(uint32_t I, uint32_t J) const {
  const ClassFacts::Class &C = A.classes()[I], &D = B.classes()[J];
  if (!C.isDumped())
    return 0;
  double Bits = 0;
  for (uint32_t F = 0; F != C.NumFields; ++F)
    Bits += ForField + std::max(0.0, nameBits(C.Info->Fields[F].Name,
                                              D.Info->Fields[F].Name));
  const StaticList Ours = statics(A, C, /*IsDonor=*/false);
  const StaticList Theirs = statics(B, D, /*IsDonor=*/true);
  for (const auto &[Our, Their] : zip(Ours, Theirs)) {
    const StaticField &F = *Our.Field, &G = *Their.Field;
    Bits += ForField + std::max(0.0, nameBits(F.Name, G.Name));
    // Small version numbers are chosen by programmers, so they prove little.
    if (F.Value.Type == BasicType::Long && F.Value.Bits == G.Value.Bits &&
        F.Value.Bits >> 32 && ~F.Value.Bits >> 32)
      Bits += ForSerialVersion;
  }
  return Bits;
}

//===----------------------------------------------------------------------===//
// Pairs
//===----------------------------------------------------------------------===//

void ClassMatch::bindName(uint64_t Id, uint64_t DonorId) {
  std::optional<StringRef> Text = B.context().string(DonorId);
  if (!Text || string(Id))
    return;
  Found[Id] = *Text;
  Known.insert(*Text);
}

void ClassMatch::bind(uint32_t I, uint32_t J) {
  ToDonor[I] = J;
  FromDonor[J] = I;
  const ClassFacts::Class &C = A.classes()[I], &D = B.classes()[J];
  if (!C.isDumped())
    return;
  for (uint32_t F = 0; F != C.NumFields; ++F)
    bindName(C.Info->Fields[F].Name, D.Info->Fields[F].Name);
  const StaticList Ours = statics(A, C, /*IsDonor=*/false);
  const StaticList Theirs = statics(B, D, /*IsDonor=*/true);
  for (const auto &[Our, Their] : zip(Ours, Theirs))
    bindName(Our.Field->Name, Their.Field->Name);
}

/// Pairs classes with unique names that fit.
bool ClassMatch::pairNamed() {
  StringMap<std::pair<uint32_t, unsigned>> ByName;
  for (uint32_t J = 0; J != B.classes().size(); ++J) {
    const ClassFacts::Class &D = B.classes()[J];
    if (!D.isNamed())
      continue;
    auto &[First, Count] = ByName[B.context().className(*D.Info)];
    First = J;
    ++Count;
  }
  bool IsChanged = false;
  for (uint32_t I = 0; I != A.classes().size(); ++I) {
    const ClassFacts::Class &C = A.classes()[I];
    if (!C.isNamed())
      continue;
    auto It = ByName.find(A.context().className(*C.Info));
    if (It == ByName.end() || It->second.second != 1 ||
        FromDonor[It->second.first] != None || !fits(I, It->second.first))
      continue;
    bind(I, It->second.first);
    IsChanged = true;
  }
  return IsChanged;
}

/// Returns a key that is equal for classes that may fit each other.
size_t ClassMatch::keyOf(const ClassFacts &Of, uint32_t I, bool IsDonor) const {
  const ClassFacts::Class &C = Of.classes()[I];
  hash_code Key =
      hash_combine(C.Info->InstanceSize, !C.Info->Loader, !C.Info->Super);
  for (const InstanceField &F : C.Info->Fields)
    Key = hash_combine(Key, unsigned(F.Type));
  const StaticList List = statics(Of, C, IsDonor);
  size_t Size = List.size();
  while (Size && isReference(List[Size - 1].Field->Value.Type))
    --Size;
  for (size_t S = 0; S != Size; ++S)
    Key = hash_combine(Key, unsigned(List[S].Field->Value.Type));
  uint32_t Super = None;
  if (std::optional<uint32_t> Number = Of.find(C.Info->Super))
    Super = IsDonor ? (FromDonor[*Number] == None ? None : *Number)
                    : ToDonor[*Number];
  return hash_combine(Key, Super);
}

std::vector<ClassMatch::Groups> ClassMatch::groups() const {
  std::unordered_map<size_t, size_t, IdHash> ByKey;
  std::vector<Groups> All;
  auto GroupOf = [&](size_t Key) -> Groups & {
    auto [It, IsNew] = ByKey.try_emplace(Key, All.size());
    if (IsNew)
      All.emplace_back();
    return All[It->second];
  };
  for (uint32_t I = 0; I != A.classes().size(); ++I)
    if (ToDonor[I] == None && A.classes()[I].isDumped() &&
        !A.classes()[I].isNamed())
      GroupOf(keyOf(A, I, /*IsDonor=*/false)).first.push_back(I);
  for (uint32_t J = 0; J != B.classes().size(); ++J)
    if (FromDonor[J] == None && B.classes()[J].isDumped())
      GroupOf(keyOf(B, J, /*IsDonor=*/true)).second.push_back(J);
  return All;
}

/// Pairs classes that fit no other class.
bool ClassMatch::pairAlike() {
  bool IsChanged = false;
  for (const auto &[Ours, Theirs] : groups()) {
    if (uint64_t(Ours.size()) * Theirs.size() > MostPairs)
      continue;
    std::vector<uint32_t> Only(Ours.size(), None);
    std::vector<unsigned> Fits(Ours.size()), FitsBack(Theirs.size());
    for (size_t I = 0; I != Ours.size(); ++I)
      for (size_t J = 0; J != Theirs.size(); ++J)
        if (fits(Ours[I], Theirs[J])) {
          Only[I] = uint32_t(J);
          ++Fits[I];
          ++FitsBack[J];
        }
    for (size_t I = 0; I != Ours.size(); ++I) {
      if (Fits[I] != 1 || FitsBack[Only[I]] != 1)
        continue;
      const uint32_t J = Theirs[Only[I]];
      // Earlier pairs of this round may have determined names.
      if (!fits(Ours[I], J) || evidence(Ours[I], J) < Enough)
        continue;
      bind(Ours[I], J);
      IsChanged = true;
    }
  }
  return IsChanged;
}

/// For each class, whether nearby ids are the same in the donor, as when one
/// process wrote both dumps, and for classes in the JDK's archive.
std::vector<bool> ClassMatch::believedIds() const {
  constexpr size_t Near = 3;
  std::vector<uint32_t> Order(A.classes().size());
  for (uint32_t I = 0; I != Order.size(); ++I)
    Order[I] = I;
  llvm::sort(Order, [&](uint32_t X, uint32_t Y) {
    return A.classes()[X].Id < A.classes()[Y].Id;
  });
  // Classes whose pair is known, or whose sizes show whether the ids agree.
  std::vector<std::pair<size_t, bool>> Shown;
  for (size_t At = 0; At != Order.size(); ++At) {
    const ClassFacts::Class &C = A.classes()[Order[At]];
    const std::optional<uint32_t> Same = B.find(C.Id);
    if (ToDonor[Order[At]] != None)
      Shown.emplace_back(At, Same == ToDonor[Order[At]]);
    else if (C.Length || (C.isDumped() && C.Info->InstanceSize))
      Shown.emplace_back(At, Same && fits(Order[At], *Same));
  }
  std::vector<bool> IsBelieved(Order.size());
  for (size_t At = 0; At != Order.size(); ++At) {
    const size_t Place =
        size_t(llvm::partition_point(
                   Shown, [&](const auto &S) { return S.first < At; }) -
               Shown.begin());
    unsigned Same = 0, Other = 0;
    auto See = [&](const std::pair<size_t, bool> &S) {
      if (S.first != At)
        ++(S.second ? Same : Other);
    };
    for (size_t S = Place - std::min(Place, Near); S != Place; ++S)
      See(Shown[S]);
    for (size_t S = Place; S != std::min(Shown.size(), Place + Near + 1); ++S)
      See(Shown[S]);
    IsBelieved[Order[At]] = Same >= Near && Other <= 1;
  }
  return IsBelieved;
}

bool ClassMatch::pairSameIds() {
  bool IsChanged = false;
  const std::vector<bool> IsBelieved = believedIds();
  for (uint32_t I = 0; I != A.classes().size(); ++I) {
    if (ToDonor[I] != None || A.classes()[I].isNamed() || !IsBelieved[I])
      continue;
    const std::optional<uint32_t> J = B.find(A.classes()[I].Id);
    if (!J || FromDonor[*J] != None || !fits(I, *J))
      continue;
    bind(I, *J);
    IsChanged = true;
  }
  return IsChanged;
}

void ClassMatch::vote(Votes &For, uint32_t Place, uint32_t DonorPlace) const {
  const std::optional<uint64_t> Ours = A.onlyClassAt(Place);
  const std::optional<uint64_t> Theirs = B.onlyClassAt(DonorPlace);
  if (!Ours || !Theirs)
    return;
  const std::optional<uint32_t> I = A.find(*Ours), J = B.find(*Theirs);
  if (I && J && ToDonor[*I] == None && FromDonor[*J] == None &&
      !A.classes()[*I].isNamed() && fits(*I, *J))
    ++For[{*I, *J}];
}

/// Adds votes for arrays whose elements all have the same class in both dumps.
void ClassMatch::voteForArrays(Votes &For) const {
  struct Arrays {
    uint32_t Ours = None, Theirs = None;
    bool IsUnique = true;
    static void set(uint32_t &To, uint32_t I, bool &IsUnique) {
      IsUnique &= To == None;
      To = I;
    }
  };
  MapVector<uint32_t, Arrays> ByElement; ///< By the donor's class.
  for (uint32_t I = 0; I != A.classes().size(); ++I) {
    const ClassFacts::Class &C = A.classes()[I];
    const std::optional<uint64_t> Element = A.onlyClassAt(C.Elements);
    const std::optional<uint32_t> E = Element ? A.find(*Element) : std::nullopt;
    if (C.Arrays && E && ToDonor[*E] != None) {
      Arrays &Of = ByElement[ToDonor[*E]];
      Arrays::set(Of.Ours, I, Of.IsUnique);
    }
  }
  for (uint32_t J = 0; J != B.classes().size(); ++J) {
    const ClassFacts::Class &D = B.classes()[J];
    const std::optional<uint64_t> Element = B.onlyClassAt(D.Elements);
    const std::optional<uint32_t> E = Element ? B.find(*Element) : std::nullopt;
    if (!D.Arrays || !E)
      continue;
    auto *It = ByElement.find(*E);
    if (It != ByElement.end())
      Arrays::set(It->second.Theirs, J, It->second.IsUnique);
  }
  for (const auto &Entry : ByElement) {
    const Arrays &Of = Entry.second;
    if (Of.IsUnique && Of.Theirs != None && ToDonor[Of.Ours] == None &&
        FromDonor[Of.Theirs] == None && !A.classes()[Of.Ours].isNamed() &&
        fits(Of.Ours, Of.Theirs))
      ++For[{Of.Ours, Of.Theirs}];
  }
}

/// Pairs classes of objects to which classes paired before refer.
bool ClassMatch::pairReferenced() {
  Votes For;
  for (uint32_t I = 0; I != A.classes().size(); ++I) {
    if (ToDonor[I] == None)
      continue;
    const ClassFacts::Class &C = A.classes()[I];
    const ClassFacts::Class &D = B.classes()[ToDonor[I]];
    vote(For, C.Elements, D.Elements);
    if (!C.isDumped() || !D.isDumped())
      continue;
    for (uint32_t F = 0; F != std::min(C.NumFields, D.NumFields); ++F)
      vote(For, C.FirstField + F, D.FirstField + F);
    for (const auto &[Our, Their] :
         zip(statics(A, C, /*IsDonor=*/false), statics(B, D, /*IsDonor=*/true)))
      vote(For, Our.Place, Their.Place);
  }
  voteForArrays(For);
  // Votes by class of either dump: those for other pairs count against a pair.
  DenseMap<uint32_t, unsigned> Ours, Theirs;
  for (const auto &[Pair, Count] : For) {
    Ours[Pair.first] += Count;
    Theirs[Pair.second] += Count;
  }
  bool IsChanged = false;
  for (const auto &[Pair, Count] : For) {
    auto [I, J] = Pair;
    const unsigned Against = Ours[I] + Theirs[J] - 2 * Count;
    if (Against * 4 > Count || ToDonor[I] != None || FromDonor[J] != None ||
        !fits(I, J) || evidence(I, J) + ForReference * Count < Enough)
      continue;
    bind(I, J);
    IsChanged = true;
  }
  return IsChanged;
}

void ClassMatch::run() {
  pairNamed();
  // A dozen rounds are usual. An adversarial input may need one per pair.
  constexpr unsigned MostRounds = 64;
  bool IsChanged = true;
  for (unsigned Round = 0; IsChanged && Round != MostRounds; ++Round) {
    IsChanged = pairAlike();
    if (IsChanged)
      continue;
    IsChanged = pairSameIds();
    IsChanged |= pairReferenced();
  }
  findFits();
}

/// Determines which classes without a pair fit any class.
void ClassMatch::findFits() {
  HasFit.assign(A.classes().size(), false);
  for (const auto &[Ours, Theirs] : groups()) {
    const bool IsHuge = uint64_t(Ours.size()) * Theirs.size() > MostPairs;
    for (uint32_t I : Ours)
      HasFit[I] = IsHuge ||
                  any_of(Theirs, [&, I = I](uint32_t J) { return fits(I, J); });
  }
  // Without a CLASS DUMP, only the size is known.
  DenseSet<IdKey> Sizes;
  for (uint32_t J = 0; J != B.classes().size(); ++J)
    if (FromDonor[J] == None)
      if (const InstanceShape *S =
              B.context().instances().find(B.classes()[J].Id))
        Sizes.insert(S->bytes());
  for (uint32_t I = 0; I != A.classes().size(); ++I)
    if (const ClassFacts::Class &C = A.classes()[I]; !C.isDumped())
      HasFit[I] = !C.Instances || Sizes.contains(C.Length);
}

ClassMatch::Outcome ClassMatch::outcome(uint32_t I) const {
  if (ToDonor[I] != None)
    return Outcome::Paired;
  return HasFit[I] ? Outcome::Undecided : Outcome::NoneFits;
}
