//===- YamlScope.cpp - Names in the current scope -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "YamlScope.h"
#include "YamlText.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace hprof::yaml;
using namespace llvm;

// Limits for adversarial input. Classes that exceed them have no layout.
static constexpr unsigned MaxChain = 1024;
static constexpr uint32_t MaxInstance = 1 << 20;
static constexpr size_t MaxSlots = 1 << 16;
static constexpr size_t MaxCachedSlots = 1 << 20;

const Slot *Layout::findSlot(StringRef Key) {
  if (Index.empty())
    for (const auto &[I, S] : enumerate(Slots))
      Index[S.Key] = unsigned(I);
  auto It = Index.find(Key);
  return It == Index.end() ? nullptr : &Slots[It->second];
}

void Scope::reset(unsigned NewIdSize) {
  *this = Scope();
  IdSize = NewIdSize;
}

void Scope::addString(uint64_t Id, StringRef Raw) {
  if (Raw.size() > MaxName)
    return;
  ++Additions;
  auto It = IdOfText.insert_or_assign(Raw, Id).first;
  auto [Slot, IsNew] = TextOfId.try_emplace(Id, It->first());
  if (IsNew || Slot->second == Raw)
    return;
  Slot->second = It->first();
  ++Changes;
}

std::optional<StringRef> Scope::string(uint64_t Id) const {
  auto It = TextOfId.find(Id);
  if (It == TextOfId.end())
    return std::nullopt;
  return It->second;
}

std::optional<uint64_t> Scope::findString(StringRef Raw) const {
  auto It = IdOfText.find(Raw);
  if (It == IdOfText.end())
    return std::nullopt;
  return It->second;
}

std::optional<uint64_t> Scope::findClass(StringRef Raw) const {
  auto It = ClassOfName.find(Raw);
  if (It == ClassOfName.end())
    return std::nullopt;
  return It->second->Id;
}

ClassEntry *Scope::classById(uint64_t Id) { return ClassOfId.lookup(Id); }

ClassEntry &Scope::classFor(uint64_t Id) {
  ClassEntry *&Slot = ClassOfId[Id];
  if (!Slot) {
    Slot = &Classes.emplace_back();
    Slot->Id = Id;
  }
  return *Slot;
}

void Scope::add(const LoadClass &R) {
  NumLoaded++;
  std::optional<StringRef> Text = string(R.Name);
  ClassEntry &C = classFor(R.Class);
  StringRef Name = Text ? *Text : StringRef();
  ++Additions;
  if (C.Id != R.Class)
    return; // Ids that share a map key: neither can be found by its name.
  if (C.Name != Name && !C.Name.empty()) {
    auto Old = ClassOfName.find(C.Name);
    if (Old != ClassOfName.end() && Old->second == &C)
      ClassOfName.erase(Old);
    ++Changes;
  }
  C.Name = StringRef();
  C.Printed.clear();
  if (Name.empty())
    return;
  auto [It, IsNew] = ClassOfName.try_emplace(Name, &C);
  if (!IsNew && It->second != &C) {
    It->second->Printed.clear();
    It->second = &C;
  }
  C.Name = It->first();
  SmallString<64> Printed;
  if (appendName(Printed, Name))
    C.Printed = std::string(Printed);
}

void Scope::add(const ClassDump &R) {
  ClassEntry &C = classFor(R.Class);
  ++Additions;
  if (C.IsDumped)
    ++Changes;
  C.IsDumped = true;
  C.Super = R.Super;
  C.Fields.clear();
  forEach(R.Fields, [&](const InstanceField &F) { C.Fields.push_back(F); });
}

Layout *Scope::layout(uint64_t ClassId) {
  ClassEntry *C = classById(ClassId);
  return C ? layout(*C) : nullptr;
}

Layout *Scope::layout(ClassEntry &C) {
  if (C.Cached && C.Changes == Changes &&
      (C.IsComplete || C.Additions == Additions))
    return C.Cached.get();
  if (CachedSlots > MaxCachedSlots) {
    for (ClassEntry &Other : Classes)
      Other.Cached.reset();
    CachedSlots = 0;
  }
  auto L = std::make_unique<Layout>();
  C.IsComplete = true;
  bool Ok = fillLayout(C, *L);
  C.Changes = Changes;
  C.Additions = Additions;
  CachedSlots += L->Slots.size();
  C.Cached = Ok ? std::move(L) : nullptr;
  return C.Cached.get();
}

bool Scope::fillLayout(ClassEntry &C, Layout &L) {
  StringMap<char> Taken;
  uint64_t Next = C.Id;
  for (unsigned Steps = 0; Next; ++Steps) {
    ClassEntry *E = classById(Next);
    if (!E || !E->IsDumped || Steps == MaxChain ||
        L.Slots.size() + E->Fields.size() > MaxSlots)
      return false;
    for (const InstanceField &F : E->Fields) {
      unsigned Width = widthOf(F.Type, IdSize);
      if (!Width || L.Size + Width > MaxInstance)
        return false;
      Slot S{L.Size, F.Type, uint8_t(Width), {}, {}, {}};
      L.Size += Width;
      SmallString<64> Printed;
      std::optional<StringRef> Text = string(F.Name);
      // A name that begins like a number would be read as an id.
      if (Text && !Text->empty() && !isDigit((*Text)[0])) {
        S.Name = *Text;
        S.Key = Text->str();
        if (Taken.count(S.Key))
          S.Key = (E->Name + "." + S.Name).str();
      }
      if (S.Key.empty() || !appendName(Printed, S.Key)) {
        if (!Text)
          C.IsComplete = false;
        S.Key = "0x" + utohexstr(F.Name, /*LowerCase=*/true);
        append(Printed, S.Key);
      }
      L.HasKeys &= Taken.try_emplace(S.Key).second;
      append(Printed, ": ");
      S.Printed = std::string(Printed);
      L.Slots.push_back(std::move(S));
    }
    Next = E->Super;
  }
  return true;
}

uint32_t Scope::instanceSize(uint64_t Super,
                             const ListRef<InstanceField> &Fields) {
  uint64_t Size = 0;
  forEach(Fields,
          [&](const InstanceField &F) { Size += widthOf(F.Type, IdSize); });
  for (unsigned Steps = 0; Super; ++Steps) {
    ClassEntry *E = classById(Super);
    if (!E || !E->IsDumped || Steps == MaxChain)
      return 0;
    for (const InstanceField &F : E->Fields)
      Size += widthOf(F.Type, IdSize);
    Super = E->Super;
  }
  return uint32_t(Size);
}
