//===- MadeUpClasses.cpp - Classes for objects without fields -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MadeUpClasses.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Records/ExactSizes.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace hprof;
using namespace llvm;

/// Neither Java nor CLASS DUMP allows more than 65535 fields, filler included.
static constexpr uint32_t MaxSlots = 56000;
/// Real classes have fewer superclasses. A longer chain is truncated.
static constexpr unsigned MaxDepth = 512;
/// Real instances are smaller.
static constexpr uint64_t MaxBytes = 4 << 20;
/// Sizes that need more filler than this are ignored.
static constexpr uint64_t MaxFiller = 64 << 10;
/// Same as above, for objects of any size that have no other contents, such as
/// strings.
static constexpr uint64_t MaxExactFiller = 4 << 10;
/// Maximum number of sizes for a class, and once all classes together have
/// MaxSizes.
static constexpr size_t MaxSizesOfClass = 4096, FewSizesOfClass = 16;
static constexpr uint64_t MaxSizes = 65536;
/// Maximum total number of fields of the classes for these sizes.
static constexpr uint64_t MaxFieldsBySize = 1 << 20;

//===----------------------------------------------------------------------===//
// Survey of the input
//===----------------------------------------------------------------------===//

void MadeUpClasses::visit(const FileHeader &H) {
  Carrier = H.Carrier;
  GuessesRoots = InIbm.has(Carrier);
  HasExactSizes = InGraphs.has(Carrier);
  SourceIdSize = H.IdSize;
}

void MadeUpClasses::record(const Utf8 &R) {
  MaxString = std::max(MaxString, R.Id);
  Strings.push_back(R.Id);
}

void MadeUpClasses::record(const LoadClass &R) { see(R.Class); }

void MadeUpClasses::record(const StartThread &R) { see(R.Thread); }

void MadeUpClasses::record(const ClassDump &R) {
  for (uint64_t Id : {R.Class, R.Super, R.Loader, R.Signers, R.Domain})
    see(Id);
  forEach(R.Statics, [&](const StaticField &F) { see(F.Value.Bits); });
  forEach(R.Pool, [&](const PoolEntry &E) { see(E.Value.Bits); });
}

void MadeUpClasses::meetSize(MadeUpClass &C, uint64_t Size) {
  C.Size = C.Size ? std::min(C.Size, Size) : Size;
  if (!SplitsBySize || HasExactSizes || C.BySize.count(Size))
    return;
  if (C.BySize.size() >=
      (OtherSizes < MaxSizes ? MaxSizesOfClass : FewSizesOfClass))
    return;
  OtherSizes += !C.BySize.empty();
  C.BySize[Size] = nullptr;
}

void MadeUpClasses::refer(uint64_t Id) {
  see(Id);
  if (GuessesRoots)
    Referenced.insert(Id);
}

void MadeUpClasses::record(const ReferenceObject &R) {
  see(R.Object);
  MadeUpClass &C = R.Class ? classFor(R.Class) : classNamed(R.ClassName);
  C.IsNeeded = true;
  if (Pending.Object == R.Object && Pending.Size)
    meetSize(C, Pending.Size);
  uint32_t Unnamed = 0;
  NameOrder::Cursor Names = C.Names.begin();
  forEach(R.References, [&](const NamedReference &F) {
    refer(F.Object);
    if (F.Name)
      C.Names.add(Names, F.Name);
    else
      ++Unnamed;
  });
  C.Unnamed = std::max(C.Unnamed, std::min(Unnamed, MaxSlots));
}

NameOrder::Cursor NameOrder::begin() {
  ++Lists;
  return {None};
}

void NameOrder::add(Cursor &At, uint64_t Name) {
  uint32_t Next = At.Last == None ? First : Entries[At.Last].Next;
  auto IsFree = [&](uint32_t I) { return Entries[I].TakenBy != Lists; };
  // Usually the names arrive in order.
  if (Next == None || Entries[Next].Name != Name || !IsFree(Next)) {
    SmallVector<uint32_t, 1> &Known = Places[Name];
    const uint32_t *Found = find_if(Known, IsFree);
    if (Found != Known.end()) {
      Next = *Found;
    } else {
      if (Entries.size() >= MaxSlots)
        return;
      Entries.push_back({Name, Next, None, 0});
      Next = uint32_t(Entries.size() - 1);
      (At.Last == None ? First : Entries[At.Last].Next) = Next;
      Known.push_back(Next);
    }
  }
  Entries[Next].TakenBy = Lists;
  if (At.Last != None && Entries[At.Last].Before != Next)
    note(At.Last, Next);
  At.Last = Next;
}

/// Records that entry \p Before precedes entry \p After.
void NameOrder::note(uint32_t Before, uint32_t After) {
  // Real classes have a few hundred pairs.
  constexpr size_t MaxPairs = 1 << 16;
  Entries[Before].Before = After;
  const uint64_t Pair = uint64_t(Before) << 32 | After;
  if (Pairs.size() < MaxPairs && HasPair.insert(Pair).second)
    Pairs.push_back(Pair);
}

/// Repeatedly takes the first entry of the chain that need not follow another
/// remaining entry. If lists contradict each other, takes the first remaining
/// entry.
std::vector<uint64_t> NameOrder::take() {
  const uint32_t Count = uint32_t(Entries.size());
  std::vector<uint32_t> Chain, PlaceOf(Count), Waits(Count);
  for (uint32_t I = First; I != None; I = Entries[I].Next) {
    PlaceOf[I] = uint32_t(Chain.size());
    Chain.push_back(I);
  }
  sort(Pairs);
  for (uint64_t Pair : Pairs)
    ++Waits[uint32_t(Pair)];
  std::set<uint32_t> Ready; // Indices in the chain.
  for (uint32_t I : Chain)
    if (!Waits[I])
      Ready.insert(PlaceOf[I]);
  std::vector<bool> IsTaken(Count);
  std::vector<uint64_t> Names;
  for (uint32_t NextLeft = 0; Names.size() != Count;) {
    while (NextLeft != Count && IsTaken[Chain[NextLeft]])
      ++NextLeft;
    const uint32_t Place = Ready.empty() ? NextLeft : *Ready.begin();
    Ready.erase(Place);
    const uint32_t I = Chain[Place];
    IsTaken[I] = true;
    Names.push_back(Entries[I].Name);
    for (auto It = lower_bound(Pairs, uint64_t(I) << 32);
         It != Pairs.end() && *It >> 32 == I; ++It) {
      const uint32_t After = uint32_t(*It);
      if (!--Waits[After] && !IsTaken[After])
        Ready.insert(PlaceOf[After]);
    }
  }
  *this = NameOrder();
  return Names;
}

void MadeUpClasses::record(const ReferenceArray &R) {
  see(R.Object);
  if (R.ElementClass) {
    ArrayClasses.insert({R.ElementClass, nullptr});
    see(R.ElementClass);
  } else {
    classNamed(R.ClassName).IsNeeded = true;
    ElementClasses.insert({R.ClassName, nullptr});
  }
  Elements.begin(SourceIdSize);
  elements(R.Elements.Bytes);
}

void MadeUpClasses::record(const ObjectArrayDump &R) {
  see(R.Object);
  classFor(R.Class).IsNeeded = true;
  Elements.begin(SourceIdSize);
  elements(R.Elements.Bytes);
}

void MadeUpClasses::payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
  if (Of == RecordKind::ReferenceArray || Of == RecordKind::ObjectArrayDump)
    elements(Chunk);
}

/// Handles some of the current array's elements.
void MadeUpClasses::elements(ArrayRef<uint8_t> Chunk) {
  Elements.add(Chunk, [&](uint64_t Id) { refer(Id); });
}

void MadeUpClasses::record(const ReferenceClass &R) {
  see(R.Class);
  see(R.Super);
  refer(R.Loader);
  uint32_t Unnamed = 0;
  forEach(R.References, [&](const NamedReference &F) {
    refer(F.Object);
    Unnamed += !F.Name;
  });
  // The unnamed references become static fields, which need no filler.
  MaxUnnamed = std::max(MaxUnnamed, std::min<uint32_t>(Unnamed, UINT16_MAX));
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

MadeUpClass &MadeUpClasses::classFor(uint64_t Id) {
  MadeUpClass *&Slot = ById[Id];
  if (!Slot) {
    Slot = &Classes.emplace_back();
    Slot->Id = Id;
    see(Id);
  }
  return *Slot;
}

MadeUpClass &MadeUpClasses::create(StringRef Name) {
  MadeUpClass &C = Classes.emplace_back();
  C.Name = Name.str();
  ByName[Name].push_back(&C);
  return C;
}

std::string MadeUpClasses::nameText(uint64_t NameId) const {
  return internalClassName(Context.string(NameId).value_or(""));
}

/// Returns the class that objects name by \p NameId, with the id of the first
/// class of that name.
MadeUpClass &MadeUpClasses::classNamed(uint64_t NameId) {
  MadeUpClass *&Slot = ByNameId[NameId];
  if (Slot)
    return *Slot;
  std::string Name = nameText(NameId);
  auto &Known = ByName[Name];
  Slot = Known.empty() ? &create(Name) : Known.front();
  return *Slot;
}

/// Uses the input's description of a class.
void MadeUpClasses::adopt(const ClassInfo &Info) {
  if (!Info.IsLoaded && !Info.IsDumped)
    return;
  std::string Name = nameText(Info.NameId);
  auto &Known = ByName[Name];
  MadeUpClass *C = Info.Id ? ById.lookup(Info.Id) : nullptr;
  // A class that only objects or frames have named lacks its id.
  MadeUpClass *Waiting = Known.empty() ? nullptr : Known.front();
  if (Waiting && Waiting->Id && (Info.Id || Waiting->Serial))
    Waiting = nullptr;
  if (!C && Waiting) {
    C = Waiting;
  } else {
    if (!C)
      C = &Classes.emplace_back();
    Known.push_back(C);
  }
  if (Info.Id) {
    C->Id = Info.Id;
    ById[Info.Id] = C;
  }
  C->Name = std::move(Name);
  if (C->Name == Context.string(Info.NameId))
    C->NameId = Info.NameId;
  if (!C->Serial)
    C->Serial = Info.Serial;
  C->IsDumped |= Info.IsDumped;
  if (Info.InstanceSize || (HasExactSizes && Info.IsDumped)) {
    C->Size = Info.InstanceSize;
    C->IsSizeTold = true;
  }
}

void MadeUpClasses::findArrayClasses() {
  for (auto &[Element, Slot] : ArrayClasses) {
    MadeUpClass &E = classFor(Element);
    if (E.Name.empty())
      E.Name = "unknown-class@0x" + utohexstr(E.Id, /*LowerCase=*/true);
    std::string Name =
        StringRef(E.Name).starts_with("[") ? "[" + E.Name : "[L" + E.Name + ";";
    auto &Known = ByName[Name];
    Slot = Known.empty() ? &create(Name) : Known.front();
    Slot->IsNeeded = true;
  }
}

void MadeUpClasses::findElementClasses() {
  for (auto &[NameId, Slot] : ElementClasses) {
    StringRef Name = ByNameId.lookup(NameId)->Name;
    if (!Name.consume_front("["))
      continue;
    if (Name.size() > 2 && Name.front() == 'L' && Name.back() == ';')
      Name = Name.drop_front().drop_back();
    else if (!Name.starts_with("["))
      continue;
    auto &Known = ByName[Name];
    Slot = Known.empty() ? &create(Name) : Known.front();
    Slot->IsNeeded = true;
  }
}

/// Creates the classes for instances that are larger than C.Size.
void MadeUpClasses::splitBySize() {
  // The new classes need ids after all others.
  if (MaxId > UINT64_MAX / 2)
    return;
  uint64_t Fields = 0;
  for (size_t I = 0, E = Classes.size(); I != E; ++I) {
    MadeUpClass &C = Classes[I];
    for (auto &[Size, Slot] : C.BySize) {
      if (Size <= C.Size)
        continue;
      Fields += C.Names.size() + C.Unnamed + std::min(Size, MaxFiller) / 8 + 4;
      if (Fields > MaxFieldsBySize)
        return;
      Slot = &Classes.emplace_back();
      Slot->Of = &C;
      Slot->Size = Size;
      Slot->IsNeeded = true;
    }
  }
}

/// Adds the class that shows readers of the output that sizes are exact.
void MadeUpClasses::markSizes() {
  if (!HasExactSizes)
    return;
  MadeUpClass &Mark = create(ExactSizesClass);
  Mark.IsNeeded = Mark.IsMark = Mark.IsSizeTold = true;
}

void MadeUpClasses::findSupers() {
  // A profile without a heap needs only the classes to which it refers.
  auto IsOfHeap = [](const MadeUpClass &C) { return C.IsDumped || C.IsNeeded; };
  if (none_of(Classes, IsOfHeap))
    return;
  auto &Objects = ByName["java/lang/Object"];
  MadeUpClass *Object =
      Objects.empty() ? &create("java/lang/Object") : Objects.front();
  Object->IsNeeded = true;
  for (MadeUpClass &C : Classes) {
    if (C.Of)
      continue;
    const ClassInfo *Info = C.Id ? Context.findClass(C.Id) : nullptr;
    if (Info && Info->Super)
      C.Super = ById.lookup(Info->Super);
    bool IsTold = Info && Info->IsDumped && Carrier != Format::IbmClassic;
    if (!C.Super && !IsTold && &C != Object)
      C.Super = Object;
    if (C.Super && IsOfHeap(C))
      C.Super->IsNeeded = true;
  }
}

/// Declares in java.lang.ref.Reference the field "referent" that instances of
/// its subclasses have, even if it has no instances of its own.
void MadeUpClasses::findReferent() {
  const auto &Named = ByName["java/lang/ref/Reference"];
  if (!HasExactSizes || Named.empty())
    return;
  MadeUpClass &Reference = *Named.front();
  auto IsBelow = [&](const MadeUpClass &C) {
    unsigned Depth = 0;
    for (const MadeUpClass *P = &C; P && Depth != MaxDepth; P = P->Super)
      if (++Depth; P == &Reference)
        return true;
    return false;
  };
  for (uint64_t Id : Strings)
    if (Context.string(Id) == "referent" && !Reference.Names.has(Id) &&
        any_of(Classes, [&](const MadeUpClass &C) {
          return C.Names.has(Id) && IsBelow(C);
        })) {
      NameOrder::Cursor At = Reference.Names.begin();
      Reference.Names.add(At, Id);
      return;
    }
}

/// Assigns ids and serials to the classes that lack them.
Error MadeUpClasses::makeIds() {
  uint64_t Last = MaxId | 7;
  auto LacksId = [](const MadeUpClass &C) { return !C.Id; };
  if (uint64_t(count_if(Classes, LacksId)) > (UINT64_MAX - Last) / 8)
    return make_error<FormatError>(
        format_errc::bad_value, 0,
        "classes without descriptions require ids larger than all others, "
        "found none above 0x" +
            utohexstr(MaxId, /*LowerCase=*/true));
  uint64_t Next = Last + 1;
  DenseMap<IdKey, bool> Serials;
  uint32_t NextSerial = 0;
  for (MadeUpClass &C : Classes) {
    if (!C.Id) {
      C.HasMadeUpId = true;
      C.Id = Next;
      Next += 8;
      ById[C.Id] = &C;
    }
    if (C.Name.empty() && !C.Of)
      C.Name = "unknown-class@0x" + utohexstr(C.Id, /*LowerCase=*/true);
    if (!Serials.try_emplace(C.Serial, true).second)
      C.Serial = 0;
    NextSerial = std::max(NextSerial, C.Serial);
  }
  for (MadeUpClass &C : Classes)
    if (!C.Serial)
      C.Serial = ++NextSerial;
  bool MayShrink = Carrier == Format::HprofText || SourceIdSize <= 4;
  IdSize =
      MayShrink && Next <= UINT32_MAX && MaxString < UINT32_MAX - 65536 ? 4 : 8;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

void MadeUpClasses::layOut(MadeUpClass &C) {
  if (C.Of) { // Precedes C in the list.
    C.Super = C.Of->Super;
    C.Depth = C.Of->Depth;
    C.Bytes = C.Of->Bytes - C.Of->Filler;
    return fill(C);
  }
  SmallVector<MadeUpClass *, 16> Chain;
  for (MadeUpClass *P = &C; P && !P->Depth; P = P->Super) {
    if (P->IsBusy) { // A cycle.
      Chain.back()->Super = nullptr;
      break;
    }
    P->IsBusy = true;
    Chain.push_back(P);
  }
  for (MadeUpClass *P : reverse(Chain)) {
    P->IsBusy = false;
    P->Depth = P->Super ? P->Super->Depth + 1 : 1;
    if (P->Super && (P->Depth > MaxDepth || P->Super->Bytes > MaxBytes)) {
      P->Super = nullptr;
      P->Depth = 1;
    }
    layOutOwn(*P);
  }
}

void MadeUpClasses::layOutOwn(MadeUpClass &C) {
  uint64_t Above = C.Super ? C.Super->Bytes : 0;
  // Number of fields of each name in the superclasses.
  DenseMap<IdKey, unsigned> Inherited;
  for (uint64_t Name : C.Names.take()) {
    auto [It, IsNew] = Inherited.try_emplace(Name, 0);
    if (IsNew)
      for (const MadeUpClass *P = C.Super; P; P = P->Super)
        if (auto S = P->SlotOfName.find(Name); S != P->SlotOfName.end())
          for (uint32_t I = S->second; ++It->second, P->Slots[I].NextOfName;)
            I = P->Slots[I].NextOfName;
    if (It->second) {
      --It->second;
      continue;
    }
    uint32_t Index = uint32_t(C.Slots.size());
    auto [First, IsFirst] = C.SlotOfName.try_emplace(Name, Index);
    if (!IsFirst) {
      uint32_t Last = First->second;
      while (C.Slots[Last].NextOfName)
        Last = C.Slots[Last].NextOfName;
      C.Slots[Last].NextOfName = Index;
    }
    C.Slots.push_back({Name, 0});
  }
  C.FirstUnnamed = C.Super ? C.Super->EndUnnamed : 0;
  C.EndUnnamed = std::max(C.FirstUnnamed, C.Unnamed);
  C.Slots.resize(C.Slots.size() + C.EndUnnamed - C.FirstUnnamed);
  if (C.Slots.size() > MaxSlots)
    C.Slots.resize(MaxSlots);
  MaxUnnamed = std::max(MaxUnnamed, C.EndUnnamed);
  C.LacksReferent = C.Name == "java/lang/ref/Reference" &&
                    none_of(C.Slots, [&](const MadeUpClass::Slot &S) {
                      return S.Name && nameText(S.Name) == "referent";
                    });
  C.Bytes = Above + (uint64_t(C.Slots.size()) + C.LacksReferent) * IdSize;
  fill(C);
}

/// Adds fields for the bytes of \p C in addition to its references.
void MadeUpClasses::fill(MadeUpClass &C) {
  uint64_t Header = uint64_t(2) * IdSize;
  const uint64_t MostFiller = HasExactSizes ? MaxExactFiller : MaxFiller;
  if (C.Size > Header + C.Bytes && C.Size - Header - C.Bytes <= MostFiller)
    C.Filler = uint32_t(C.Size - Header - C.Bytes);
  else if (C.Size && C.Size == C.Bytes)
    C.Filler = 1;
  C.Bytes += C.Filler;
}

Error MadeUpClasses::finish() {
  for (const ClassInfo &Info : Context.classes())
    adopt(Info);
  findArrayClasses();
  findElementClasses();
  splitBySize();
  markSizes();
  findSupers();
  if (Error E = makeIds())
    return E;
  findReferent();
  for (MadeUpClass &C : Classes)
    layOut(C);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Lookup
//===----------------------------------------------------------------------===//

const MadeUpClass *MadeUpClasses::findClass(uint64_t Id) const {
  return ById.lookup(Id);
}

const MadeUpClass *MadeUpClasses::classOf(uint64_t Id, uint64_t NameId) const {
  return Id ? findClass(Id) : ByNameId.lookup(NameId);
}

const MadeUpClass &MadeUpClasses::ofSize(const MadeUpClass &C,
                                         uint64_t Size) const {
  const auto It = Size == C.Size || C.BySize.size() < 2 ? C.BySize.end()
                                                        : C.BySize.find(Size);
  // NOLINTNEXTLINE(bugprone-return-const-ref-from-parameter): one of these.
  return It == C.BySize.end() || !It->second ? C : *It->second;
}

const MadeUpClass *MadeUpClasses::arrayClassOf(uint64_t ElementClass,
                                               uint64_t NameId) const {
  return ElementClass ? ArrayClasses.lookup(ElementClass)
                      : ByNameId.lookup(NameId);
}

const MadeUpClass *MadeUpClasses::elementClassOf(uint64_t NameId) const {
  return ElementClasses.lookup(NameId);
}

bool MadeUpClasses::isAmbiguous(const MadeUpClass &C) const {
  auto It = ByName.find(C.Name);
  return It != ByName.end() && It->second.size() > 1;
}
